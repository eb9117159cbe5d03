/// Synchronising, and what waits or was merged.
package enum SyncAction: String, ActionGroup {
  case showSync = "show-sync"
  case syncNow = "sync-now"
  case answerSync = "answer-sync"
  case pauseSync = "pause-sync"
  case goOffline = "go-offline"
  case retryRecord = "retry-record"
  case retryAllRecords = "retry-all-records"
  case showDetails = "show-details"
  case compareSides = "compare-sides"
  case recordHistory = "record-history"
  case undoMerge = "undo-merge"
  case dismissConflict = "dismiss-conflict"
  case showTechnical = "show-technical"
  case showLog = "show-log"
  case filterLog = "filter-log"
  case copyReport = "copy-report"

  package var info: ActionInfo {
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
    case .undoMerge: ActionInfo("Undo the merge", "undo merge", [.sync, .conflict], ["u"])
    case .dismissConflict: ActionInfo("Mark as reviewed", "reviewed", [.sync, .conflict], ["x"])
    case .showTechnical: ActionInfo("Technical details", "technical", [.sync], ["t"])
    case .showLog: ActionInfo("Log", "log", [.sync], ["l"])
    case .filterLog: ActionInfo("Filter the log", "filter", [.sync], ["/"])
    case .copyReport: ActionInfo("Copy details for a bug report, without content", "copy", [.sync], ["y"])
    }
  }
}

extension Action {
  static let showSync = sync(.showSync), syncNow = sync(.syncNow), answerSync = sync(.answerSync)
  static let pauseSync = sync(.pauseSync), goOffline = sync(.goOffline), retryRecord = sync(.retryRecord)
  static let retryAllRecords = sync(.retryAllRecords), showDetails = sync(.showDetails)
  static let compareSides = sync(.compareSides), recordHistory = sync(.recordHistory), undoMerge = sync(.undoMerge)
  static let dismissConflict = sync(.dismissConflict), showTechnical = sync(.showTechnical), showLog = sync(.showLog)
  static let filterLog = sync(.filterLog), copyReport = sync(.copyReport)
}
