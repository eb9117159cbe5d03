/// The earlier versions of an entry.
package enum HistoryAction: String, ActionGroup {
  case restoreVersion = "restore-version"
  case compareWith = "compare-with"
  case scrollDiffUp = "scroll-diff-up"
  case scrollDiffDown = "scroll-diff-down"

  package var info: ActionInfo {
    switch self {
    case .restoreVersion: ActionInfo("Restore this version", "restore", [.history], ["r", "enter"])
    case .compareWith: ActionInfo("Compare with the current version, or the next one", "compare", [.history], ["c"])
    case .scrollDiffUp: ActionInfo("Scroll the text up", "scroll", [.history], ["K", "shift-up", "left", "h"])
    case .scrollDiffDown: ActionInfo("Scroll the text down", "scroll", [.history], ["J", "shift-down", "right", "l"])
    }
  }
}

extension Action {
  static let restoreVersion = history(.restoreVersion), compareWith = history(.compareWith)
  static let scrollDiffUp = history(.scrollDiffUp), scrollDiffDown = history(.scrollDiffDown)
}
