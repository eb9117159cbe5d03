/// The list of all keys.
package enum HelpAction: String, ActionGroup {
  case filterHelp = "filter-help"
  case doHelped = "do-helped"
  case columnLeft = "column-left"
  case columnRight = "column-right"

  package var info: ActionInfo {
    switch self {
    case .filterHelp: ActionInfo("Filter the keys", "filter", [.help], ["/"])
    case .doHelped: ActionInfo("Do what the key does", "do it", [.help], ["enter"])
    case .columnLeft: ActionInfo("Column at the left", "left", [.help], ["left", "h"])
    case .columnRight: ActionInfo("Column at the right", "right", [.help], ["right", "l"])
    }
  }
}

extension Action {
  static let filterHelp = keyHelp(.filterHelp), doHelped = keyHelp(.doHelped), columnLeft = keyHelp(.columnLeft)
  static let columnRight = keyHelp(.columnRight)
}
