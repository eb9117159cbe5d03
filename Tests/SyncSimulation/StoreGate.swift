import CloudRecord
import JournalCore
package import JournalModel
package import JournalStore
package import JournalSync
import SyncCore

/// A journal's store, as the simulation needs it.
package protocol SimulatedStore: JournalStoring, SyncStoring {
  func close() throws
  /// What is wrong with the file, in sentences.
  func problems() throws -> [String]
}

extension MemoryJournalStore: SimulatedStore {
  package func close() {}
  package func problems() -> [String] { [] }
}
extension JournalStore: SimulatedStore {
  package func problems() throws -> [String] {
    try examine().problems + (searchIndexIsSound() ? [] : ["The search index is not that of the entries."])
  }
}

/// Ends a life at a point where the power could go: before or after a transaction.
struct PowerCut: Error {}

/// What a full disk says.
struct DiskFull: Error, CustomStringConvertible {
  var description: String { "no space left on device" }
}

/// Stands between a runner and its store, so that a device can die before or after each transaction.
final class StoreGate: SyncStoring {
  private let store: any SyncStoring
  private let state: Knob<State>

  struct State: Sendable {
    /// So many transactions until the power goes; nil for never.
    var untilCut: Int?
    /// Whether the last transaction is still carried out.
    var isCutAfter = false
    var isDead = false
    var isFull = false
  }

  init(_ store: any SyncStoring) {
    self.store = store
    state = Knob(State())
  }

  var isDead: Bool { state.value.isDead }
  var address: ZoneAddress { store.address }
  func cut(after transactions: Int, isCutAfter: Bool) {
    state.change {
      $0.untilCut = transactions
      $0.isCutAfter = isCutAfter
    }
  }
  /// The power does not go after all.
  func spare() { state.change { $0.untilCut = nil } }
  func setFull(_ isFull: Bool) { state.change { $0.isFull = isFull } }

  private func pass<Value>(isWriting: Bool = true, _ body: () throws -> Value) throws -> Value {
    if state.value.isDead { throw PowerCut() }
    if isWriting, state.value.isFull { throw DiskFull() }
    guard let left = state.value.untilCut else { return try body() }
    guard left == 0 else {
      state.change { $0.untilCut = left - 1 }
      return try body()
    }
    state.change { $0.isDead = true }
    if state.value.isCutAfter { _ = try body() }
    throw PowerCut()
  }

  func syncPosition() throws -> SyncPosition { try pass(isWriting: false) { try store.syncPosition() } }
  func bind(_ account: AccountBinding?) throws { try pass { try store.bind(account) } }
  func setZoneKnown(_ isKnown: Bool) throws { try pass { try store.setZoneKnown(isKnown) } }
  func setStaysLocal(_ staysLocal: Bool) throws { try pass { try store.setStaysLocal(staysLocal) } }
  func correctClock(offset: Int64, serverTime: Int64) throws -> Int {
    try pass { try store.correctClock(offset: offset, serverTime: serverTime) }
  }
  func unsent(limit: Int, excluding: Set<String>, counting: Int?) throws -> UnsentRecords {
    try pass(isWriting: false) { try store.unsent(limit: limit, excluding: excluding, counting: counting) }
  }
  func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary {
    try pass { try store.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval) }
  }
  func commit(_ results: [SendResult], history: ServerHistory?, counting: Int?) throws -> CommitSummary {
    try pass { try store.commit(results, history: history, counting: counting) }
  }
  func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws -> ApplySummary {
    try pass { try store.applyLookedUp(changes, asOf: revision, history: history, rules: rules) }
  }
  func beginSweep(forgettingHistory: Bool) throws {
    try pass { try store.beginSweep(forgettingHistory: forgettingHistory) }
  }
  func finishSweep(allowsMassRemoval: Bool) throws -> Int {
    try pass { try store.finishSweep(allowsMassRemoval: allowsMassRemoval) }
  }
  func unreadable(_ reason: ClosedReason) throws -> [String] {
    try pass(isWriting: false) { try store.unreadable(reason) }
  }
  func unreadable(under keys: Set<String>) throws -> [String] {
    try pass(isWriting: false) { try store.unreadable(under: keys) }
  }
  func closedRecords(_ reason: ClosedReason) throws -> [Record] {
    try pass(isWriting: false) { try store.closedRecords(reason) }
  }
  func imagesOnServer(of entries: [String]) throws -> [String] {
    try pass(isWriting: false) { try store.imagesOnServer(of: entries) }
  }
  func noteRing(_ id: String) throws { try pass { try store.noteRing(id) } }
  func sendAgain(_ names: [String]) throws { try pass { try store.sendAgain(names) } }
  func reseal(to goal: SealGoal) throws -> SealProgress { try pass { try store.reseal(to: goal) } }
  func unpark(_ recordName: String?) throws { try pass { try store.unpark(recordName) } }
  func syncOverview(limit: Int) throws -> SyncOverview {
    try pass(isWriting: false) { try store.syncOverview(limit: limit) }
  }
}
