/// Going from pane to pane, and moving about in the list, the reader and the reading page.
package enum PaneAction: String, ActionGroup {
  case focusNext = "focus-next"
  case focusPrevious = "focus-previous"
  case focusLeft = "focus-left"
  case focusRight = "focus-right"
  case open
  case leavePage = "leave-page"
  case nextStop = "next-link"
  case previousStop = "previous-link"
  case scrollCodeLeft = "scroll-code-left"
  case scrollCodeRight = "scroll-code-right"
  case showOutline = "show-outline"
  case readOn = "read-on"
  case readBack = "read-back"
  // Behind what has Backspace in the reader: there it goes a page back.
  case back
  case nextEntry = "next-entry"
  case previousEntry = "previous-entry"
  case nextMonth = "next-month"
  case previousMonth = "previous-month"
  case narrowerPane = "narrower-pane"
  case widerPane = "wider-pane"

  package var info: ActionInfo {
    switch self {
    case .focusNext: ActionInfo("Next pane", "pane", [.journal], ["tab"])
    case .focusPrevious: ActionInfo("Previous pane", "pane", [.journal], ["shift-tab"])
    case .focusLeft: ActionInfo("To the pane on the left", "left", [.sidebar, .list, .reader], ["h", "left"])
    case .focusRight: ActionInfo("To the pane on the right", "right", [.sidebar, .list, .reader], ["l", "right"])
    case .open: ActionInfo("Read or open", "open", [.sidebar, .list, .reader], ["enter"])
    case .back: ActionInfo("Back", "back", [.sidebar, .list, .reader], ["esc", "backspace"])
    case .leavePage: ActionInfo("Back to the list", "list", [.reading], ["esc", "q", "backspace"])
    case .nextStop: ActionInfo("Next link or task", "next link", [.reading], ["tab"])
    case .previousStop: ActionInfo("Previous link or task", "previous link", [.reading], ["shift-tab"])
    case .scrollCodeLeft: ActionInfo("Scroll code to the left", "code", [.reading], ["left", "h"])
    case .scrollCodeRight: ActionInfo("Scroll code to the right", "scroll code", [.reading], ["right", "l"])
    case .showOutline: ActionInfo("Outline: go to a heading", "outline", [.reading], ["o"])
    case .readOn: ActionInfo("Read on", "read on", [.reader], ["space"])
    case .readBack: ActionInfo("Read back", "read back", [.reader], ["backspace", "b"])
    case .nextEntry: ActionInfo("Next entry", "next", [.reader], ["J", "]"])
    case .previousEntry: ActionInfo("Previous entry", "previous", [.reader], ["K", "["])
    case .narrowerPane:
      ActionInfo("Make the pane narrower", "narrower", [.sidebar, .list, .reader], ["<"])
    case .widerPane: ActionInfo("Make the pane wider", "wider", [.sidebar, .list, .reader], [">"])
    case .nextMonth: ActionInfo("Next month in the list", "month", [.list], ["J"])
    case .previousMonth: ActionInfo("Previous month in the list", "month", [.list], ["K"])
    }
  }
}

extension Action {
  static let focusNext = pane(.focusNext), focusPrevious = pane(.focusPrevious), focusLeft = pane(.focusLeft)
  static let focusRight = pane(.focusRight), open = pane(.open), back = pane(.back), leavePage = pane(.leavePage)
  static let nextStop = pane(.nextStop), previousStop = pane(.previousStop), scrollCodeLeft = pane(.scrollCodeLeft)
  static let scrollCodeRight = pane(.scrollCodeRight), showOutline = pane(.showOutline), readOn = pane(.readOn)
  static let readBack = pane(.readBack), nextEntry = pane(.nextEntry), previousEntry = pane(.previousEntry)
  static let narrowerPane = pane(.narrowerPane), widerPane = pane(.widerPane)
  static let nextMonth = pane(.nextMonth), previousMonth = pane(.previousMonth)
}
