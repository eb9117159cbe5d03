import JournalCore
import TerminalKit

/// What can be done about a change that waits, and about a merge.
extension Model {
  mutating func retryRecord() {
    if case .picture(let fetch) = syncRow { return fetchAgain(fetch) }
    guard case .record(let record) = syncRow else { return say("Choose a change that was refused.") }
    guard record.reason != nil || record.code != nil else {
      return say("\(titled(record.title)) is sent automatically; \(keyText(.syncNow, in: [.sync])) sends it now.")
    }
    guard canSync() else { return }
    tellSync(.retry(record.recordName))
    say("Trying \(titled(record.title)) again.")
  }

  /// Together with what is on its way, which would be given up otherwise.
  private mutating func fetchAgain(_ fetch: PictureFetch) {
    guard canSync() else { return }
    let others = syncing.status?.pictures.filter { !$0.isOver && $0.recordName != fetch.recordName } ?? []
    tellSync(.fetchPictures([fetch.recordName] + others.map(\.recordName)))
    say("Fetching \(fetch.title.isEmpty ? "the picture" : "“\(shortened(fetch.title, 40))”") again.")
  }

  mutating func retryAllRecords() {
    guard canSync() else { return }
    tellSync(.retry(nil))
    let count = syncing.status?.overview.parked ?? 0
    say(count == 0 ? "Nothing was refused; trying again." : "Trying \(counted(count, "change", "changes")) again.")
  }

  mutating func showDetails() {
    switch syncRow {
    case .merge: compareSides()
    case .record, .picture: toggleSyncPart(.change)
    default:
      if case .asking = syncing.status?.activity { return askWhatSyncAsks() }
      say("There is nothing to look at.")
    }
  }

  mutating func compareSides() {
    guard let merge = syncMerge else { return say("This change was not merged.") }
    openConflict(merge)
  }

  mutating func showRecordHistory() {
    switch syncRow {
    case .record(let record) where record.kind == .entry && record.action == .save: openHistory(of: record.recordName)
    case .merge(let merge):
      guard syncing.merges[merge.group].map({ $0.kind == .entry }) ?? true else {
        return say("Only entries have a history.")
      }
      openHistory(of: merge.recordName)
    case .record(let record):
      say("Only entries have a history, and this is a deleted or another record: \(name(of: record.kind)).")
    default: say("There is no entry here.")
    }
  }

  mutating func undoSelectedMerge() {
    guard case .merge(let merge) = syncRow else { return stepBack(.undo) }
    undo(merge)
  }

  /// Gives the record back what it had on this device. Field by field it could become what neither device had.
  mutating func undo(_ merge: MergeNotice) {
    let name = named(merge)
    settle("undid the merge of \(name)", said: "Undid the merge of \(name)\(undoHint)") {
      .settleMerge(group: merge.group, taking: .here, $0)
    }
  }

  func named(_ merge: MergeNotice) -> String { merge.title.isEmpty ? "a record" : titled(merge.title) }

  /// Sends an edit on its way that the journal itself puts together from a merge.
  mutating func settle(_ name: String, said: String, _ effect: (EditTicket) -> Effect) {
    guard canWrite() else { return }
    let edit = JournalEdit(name: name, operations: [])
    let ticket = log.start(EditLog.Pending(edit: edit, cause: .restore, origin: .list, said: said))
    emit(effect(ticket))
  }

  mutating func dismissSelectedConflict() {
    guard case .merge(let merge) = syncRow, merge.isConflict else {
      return say("Only a merge that kept both texts can be marked as reviewed.")
    }
    dismiss(merge)
  }

  mutating func dismiss(_ merge: MergeNotice) {
    guard canWrite() else { return }
    tellSync(.dismissConflict(group: merge.group))
    say("Both texts of \(titled(merge.title)) stay, as merged.")
  }

  /// Keys that say what they do here, those that fit what the cursor is on before the rest.
  var syncHints: [Action] {
    if syncScreen?.part == .log {
      return [.filterLog, .moveDown, .moveUp, .closeScreen, .nextPart, .copyReport, .help]
    }
    guard let account = syncing.status?.account, account != .noAccount else {
      return (syncRow == nil ? [] : [.showDetails, .recordHistory]) + [
        .showAccount, .showTechnical, .showLog, .copyReport, .closeScreen, .help,
      ]
    }
    var hints: [Action] = [.syncNow, .pauseSync, .goOffline]
    if syncing.awaitsAnswer { hints.insert(.answerSync, at: 0) }
    if (syncing.status?.overview.parked ?? 0) > 0 { hints += [.retryRecord, .retryAllRecords] }
    switch syncRow {
    case .merge(let merge): hints += [.compareSides] + (merge.isConflict ? [.dismissConflict] : []) + [.undoMerge]
    case .record: hints += [.showDetails]
    case .picture(let fetch): hints += [.showDetails] + (fetch.sentence == nil ? [] : [.retryRecord])
    default: break
    }
    hints.append(.closeScreen)
    if syncRow != nil { hints.append(.recordHistory) }
    return hints + [.showTechnical, .showAccount, .showLog, .copyReport, .help]
  }
}
