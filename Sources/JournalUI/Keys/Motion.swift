/// Moving about on any screen.
package enum Motion: String, ActionGroup {
  case moveUp = "move-up"
  case moveDown = "move-down"
  case pageUp = "page-up"
  case pageDown = "page-down"
  case halfPageUp = "half-page-up"
  case halfPageDown = "half-page-down"
  case moveFirst = "move-first"
  case moveLast = "move-last"

  package var info: ActionInfo {
    switch self {
    case .moveUp: ActionInfo("Up", "up", KeyContext.panes, ["up", "k"])
    case .moveDown: ActionInfo("Down", "down", KeyContext.panes, ["down", "j"])
    case .pageUp: ActionInfo("One page up", "page up", KeyContext.panes, ["pageup", "ctrl-b"])
    case .pageDown: ActionInfo("One page down", "page down", KeyContext.panes, ["pagedown", "ctrl-f"])
    case .halfPageUp: ActionInfo("Half a page up", "half up", KeyContext.panes, ["ctrl-u"])
    case .halfPageDown: ActionInfo("Half a page down", "half down", KeyContext.panes, ["ctrl-d"])
    case .moveFirst: ActionInfo("To the beginning", "first", KeyContext.panes, ["g", "home"])
    case .moveLast: ActionInfo("To the end", "last", KeyContext.panes, ["G", "end"])
    }
  }
}

extension Action {
  static let moveUp = move(.moveUp), moveDown = move(.moveDown), pageUp = move(.pageUp), pageDown = move(.pageDown)
  static let halfPageUp = move(.halfPageUp), halfPageDown = move(.halfPageDown), moveFirst = move(.moveFirst)
  static let moveLast = move(.moveLast)
}

extension Motion {
  /// The rows that it goes down, or up where there are fewer than none; to an end it goes as far as any list can be long.
  func rows(page: Int) -> Int {
    switch self {
    case .moveUp: -1
    case .moveDown: 1
    // Only lists and the reader are long enough for half a page.
    case .pageUp, .halfPageUp: -page
    case .pageDown, .halfPageDown: page
    case .moveFirst: -.max / 2
    case .moveLast: .max / 2
    }
  }
}
