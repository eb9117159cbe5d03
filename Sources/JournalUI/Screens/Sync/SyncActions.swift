import JournalCore
import TerminalKit

/// What can be done about a change that waits, and about a merge.
extension SyncScreen {
  mutating func retryRecord() {
    if case .picture(let fetch) = row { return fetchAgain(fetch) }
    guard case .record(let record) = row else { return say("Choose a change that was refused.") }
    guard record.reason != nil || record.code != nil else {
      return say("\(titled(record.title)) is sent automatically; \(keyText(.syncNow, in: [.sync])) sends it now.")
    }
    guard canSync() else { return }
    requestSync(.retry(record.recordName))
    say("Trying \(titled(record.title)) again")
  }

  /// Together with what is on its way, which would be given up otherwise.
  private mutating func fetchAgain(_ fetch: PictureFetch) {
    guard canSync() else { return }
    let others = syncing.status?.pictures.filter { !$0.isOver && $0.recordName != fetch.recordName } ?? []
    requestSync(.fetchPictures([fetch.recordName] + others.map(\.recordName)))
    say("Fetching \(fetch.title.isEmpty ? "the picture" : "“\(shortened(fetch.title, 40))”") again")
  }

  mutating func retryAllRecords() {
    guard canSync() else { return }
    requestSync(.retry(nil))
    let count = syncing.status?.overview.parked ?? 0
    say(count == 0 ? "Nothing was refused; trying again." : "Trying \(counted(count, "change", "changes")) again")
  }

  mutating func showDetails() {
    switch row {
    case .merge: compareSides()
    case .record, .picture: toggle(.change)
    case .recent: showRecordHistory()
    default:
      if case .asking = syncing.status?.activity { return askWhatSyncAsks() }
      say("There is nothing to look at.")
    }
  }

  mutating func compareSides() {
    guard let merge else { return say("This change was not merged.") }
    openConflict(merge)
  }

  mutating func showRecordHistory() {
    switch row {
    case .record(let record) where record.kind == .entry && record.action == .save: openHistory(of: record.recordName)
    case .merge(let merge):
      guard syncing.merges[merge.group].map({ $0.kind == .entry }) ?? true else {
        return say("Only entries have a history.")
      }
      openHistory(of: merge.recordName)
    case .recent(let change): openHistory(of: change.recordName)
    case .record(let record):
      say("Only entries have a history, and this is a deleted or another record: \(name(of: record.kind)).")
    default: say("There is no entry here.")
    }
  }

  mutating func undoSelectedMerge() {
    guard case .merge(let merge) = row else { return ask(.perform(.undo)) }
    undo(merge)
  }

  mutating func dismissSelectedConflict() {
    guard case .merge(let merge) = row, merge.isConflict else {
      return say("Only a merge that kept both texts can be marked as reviewed.")
    }
    dismiss(merge)
  }

  /// Keys that say what they do here, those that fit what the cursor is on before the rest.
  var hints: [Action] {
    if state.part == .log {
      return [.filterLog, .moveDown, .moveUp, .closeScreen, .nextPart, .copyReport, .help]
    }
    guard let account = syncing.status?.account, account != .noAccount else {
      return (row == nil ? [] : [.showDetails, .recordHistory]) + [
        .showAccount, .showTechnical, .showLog, .copyReport, .closeScreen, .help,
      ]
    }
    var hints: [Action] = [.syncNow, .pauseSync, .goOffline]
    if syncing.awaitsAnswer { hints.insert(.answerSync, at: 0) }
    if (syncing.status?.overview.parked ?? 0) > 0 { hints += [.retryRecord, .retryAllRecords] }
    switch row {
    case .merge(let merge): hints += [.compareSides] + (merge.isConflict ? [.dismissConflict] : []) + [.undoMerge]
    case .record: hints += [.showDetails]
    case .picture(let fetch): hints += [.showDetails] + (fetch.sentence == nil ? [] : [.retryRecord])
    case .recent, .heading, .more, nil: break
    }
    hints.append(.closeScreen)
    if row != nil { hints.append(.recordHistory) }
    return hints + [.showTechnical, .showAccount, .showLog, .copyReport, .help]
  }
}
