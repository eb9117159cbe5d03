/// Synchronising, both sides of a merge, and the account.
extension Action {
  private static let merges: [KeyContext] = [.sync, .conflict]
  private static let parts: [KeyContext] = [.sync, .conflict]

  var syncInfo: ActionInfo? {
    switch self {
    case .showSync: ActionInfo("Sync status", "status", [.everywhere, .editor], ["S", "f10"])
    case .syncNow: ActionInfo("Sync now", "sync", [.journal, .sync], ["s"])
    case .answerSync: ActionInfo("Review sync", "review", [.everywhere], ["!"])
    case .pauseSync: ActionInfo("Pause or resume sync", "pause", [.sync], ["p"])
    case .goOffline: ActionInfo("Go offline or online", "offline", [.sync], ["o"])
    case .retryRecord: ActionInfo("Try this change again", "retry", [.sync], ["r"])
    case .retryAllRecords: ActionInfo("Try all changes again", "retry all", [.sync], ["R"])
    case .showDetails: ActionInfo("Details of the change", "details", [.sync], ["enter"])
    case .compareSides: ActionInfo("Compare both sides of the merge", "compare", [.sync], ["c"])
    case .recordHistory: ActionInfo("History of the entry", "history", [.sync], ["h"])
    case .undoMerge: ActionInfo("Undo the merge", "undo merge", Self.merges, ["u"])
    case .dismissConflict: ActionInfo("Mark as reviewed", "reviewed", Self.merges, ["x"])
    case .showTechnical: ActionInfo("Technical details", "technical", [.sync], ["t"])
    case .showLog: ActionInfo("Log", "log", [.sync], ["l"])
    case .filterLog: ActionInfo("Filter the log", "filter", [.sync], ["/"])
    case .copyReport: ActionInfo("Copy details for a bug report, without content", "copy", [.sync], ["y"])
    case .nextPart: ActionInfo("Next pane", "pane", Self.parts, ["tab", "right"])
    case .previousPart: ActionInfo("Previous pane", "pane", Self.parts, ["shift-tab", "left"])
    case .takeSide: ActionInfo("Keep the version under the cursor", "keep", [.conflict], ["enter"])
    case .takeHere: ActionInfo("Keep this device’s version", "keep mine", [.conflict], ["1"])
    case .takeServer: ActionInfo("Keep the server’s version", "keep server’s", [.conflict], ["2"])
    case .keepBoth: ActionInfo("Keep both, as merged", "keep both", [.conflict], ["b", "3"])
    case .editMerged: ActionInfo("Edit the entry", "edit", [.conflict], ["e"])
    default: nil
    }
  }

  var accountInfo: ActionInfo? {
    switch self {
    case .showAccount: ActionInfo("Account", "account", [.journal, .sync], ["A", "a"])
    case .signIn: ActionInfo("Sign in with a name and a password", "sign in", [.account], ["i", "enter"])
    case .signInByBrowser: ActionInfo("Sign in with the browser", "browser", [.account], ["w"])
    case .signOut: ActionInfo("Sign out", "sign out", [.account], ["o"])
    case .refreshAccount: ActionInfo("Ask the server again", "ask again", [.account], ["r"])
    case .revokeDevice: ActionInfo("Sign the device out …", "sign out device", [.account], ["d", "delete"])
    case .eraseHere: ActionInfo("Erase the journal on this computer …", "erase here", [.account], ["e"])
    case .eraseOnServer: ActionInfo("Erase the journal on the server …", "erase there", [.account], ["E"])
    default: nil
    }
  }
}
