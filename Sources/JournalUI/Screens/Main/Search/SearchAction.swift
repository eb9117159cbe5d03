/// The line in which a search, or a filter, is typed.
package enum SearchAction: String, ActionGroup {
  case searchAccept = "search-accept"
  case searchCancel = "search-cancel"
  case searchUp = "search-up"
  case searchDown = "search-down"

  package var info: ActionInfo {
    switch self {
    case .searchAccept: ActionInfo("Go to the results", "results", [.search], ["enter"])
    case .searchCancel: ActionInfo("Leave the search", "cancel", [.search], ["esc", "ctrl-c"])
    case .searchUp: ActionInfo("Previous result", "up", [.search], ["up", "ctrl-p"])
    case .searchDown: ActionInfo("Next result", "down", [.search], ["down", "ctrl-n"])
    }
  }
}

extension Action {
  static let searchAccept = searchLine(.searchAccept), searchCancel = searchLine(.searchCancel)
  static let searchUp = searchLine(.searchUp), searchDown = searchLine(.searchDown)
}
