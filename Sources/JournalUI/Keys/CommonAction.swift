/// What works on every screen, or on all that cover the main one.
package enum CommonAction: String, ActionGroup {
  case showMessages = "show-messages"
  case showDrafts = "show-drafts"
  case undo
  case redo
  case retry
  case palette
  case help
  case lock
  case redraw
  case suspend
  case quit
  case closeScreen = "close-screen"

  package var info: ActionInfo {
    switch self {
    case .showMessages: ActionInfo("Messages", "messages", [.everywhere, .editor], [";", "f11"])
    case .showDrafts: ActionInfo("Unsaved drafts", "drafts", [.journal], [])
    case .undo: ActionInfo("Undo", "undo", [.everywhere], ["u"])
    case .redo: ActionInfo("Redo", "redo", [.everywhere], ["ctrl-r"])
    case .retry: ActionInfo("Try again what failed", "retry", [.everywhere], ["R"])
    case .palette: ActionInfo("Command palette", "commands", [.everywhere, .editor], [":", "ctrl-p"])
    case .help: ActionInfo("Help: all keys", "keys", [.everywhere, .editor, .search], ["?", "f1"])
    case .lock: ActionInfo("Lock the journal", "lock", [.everywhere, .editor], ["alt-l"])
    case .redraw: ActionInfo("Redraw the screen", "redraw", [.everywhere, .editor], ["ctrl-l"])
    case .suspend: ActionInfo("Suspend", "suspend", [.everywhere], ["ctrl-z"])
    case .quit: ActionInfo("Quit", "quit", [.everywhere, .editor, .search], ["q", "ctrl-q", "ctrl-c"])
    case .closeScreen: ActionInfo("Close this screen", "close", KeyContext.covering, ["esc", "q", "backspace"])
    }
  }
}

extension Action {
  static let showMessages = common(.showMessages), showDrafts = common(.showDrafts), undo = common(.undo)
  static let redo = common(.redo), retry = common(.retry), palette = common(.palette), help = common(.help)
  static let lock = common(.lock), redraw = common(.redraw), suspend = common(.suspend), quit = common(.quit)
  static let closeScreen = common(.closeScreen)
}
