import CloudRecord
import JournalCore
import JournalStore
import JournalSync
import SyncCore

/// A store with the planted mistake that any word of the owner's counts, whenever it was given: an entry that was filed elsewhere comes
/// back by what a person signs who had it.
final class ForgivingStore: SyncStoring {
  private let store: JournalStore

  init(_ store: JournalStore) { self.store = store }

  private func forgiven(_ changes: [FetchedChange]) -> [FetchedChange] {
    changes.map { change in
      guard case .record(var record) = change, let counter = record.seal?.counter, record.seal?.isByParticipant == true,
        case .bytes(var word)? = record.seal?.later.values[SealMark.filedField]
      else { return change }
      word.replaceSubrange(4..<12, with: (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * UInt64($0))) })
      record.seal?.later.values[SealMark.filedField] = .bytes(word)
      return .record(record)
    }
  }

  func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary {
    var page = page
    page.changes = forgiven(page.changes)
    return try store.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
  }

  func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws -> ApplySummary {
    try store.applyLookedUp(forgiven(changes), asOf: revision, history: history, rules: rules)
  }

  // MARK: As it is

  var address: ZoneAddress { store.address }
  func syncPosition() throws -> SyncPosition { try store.syncPosition() }
  func bind(_ account: AccountBinding?) throws { try store.bind(account) }
  func setZoneKnown(_ isKnown: Bool) throws { try store.setZoneKnown(isKnown) }
  func setStaysLocal(_ staysLocal: Bool) throws { try store.setStaysLocal(staysLocal) }
  func correctClock(offset: Int64, serverTime: Int64) throws -> Int {
    try store.correctClock(offset: offset, serverTime: serverTime)
  }
  func unsent(limit: Int, excluding: Set<String>, counting: Int?) throws -> UnsentRecords {
    try store.unsent(limit: limit, excluding: excluding, counting: counting)
  }
  func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion? {
    try store.acknowledged(recordName, changeTag: changeTag)
  }
  func pictures(_ names: [String]?) throws -> [KnownPicture] { try store.pictures(names) }
  func commit(_ results: [SendResult], history: ServerHistory?, counting: Int?) throws -> CommitSummary {
    try store.commit(results, history: history, counting: counting)
  }
  func beginSweep(forgettingHistory: Bool) throws { try store.beginSweep(forgettingHistory: forgettingHistory) }
  func finishSweep(allowsMassRemoval: Bool) throws -> Int {
    try store.finishSweep(allowsMassRemoval: allowsMassRemoval)
  }
  func unreadable(_ reason: ClosedReason) throws -> [String] { try store.unreadable(reason) }
  func unreadable(under keys: Set<String>) throws -> [String] { try store.unreadable(under: keys) }
  func closedRecords(_ reason: ClosedReason) throws -> [Record] { try store.closedRecords(reason) }
  func imagesOnServer(of entries: [String]) throws -> [String] { try store.imagesOnServer(of: entries) }
  func noteRing(_ id: String) throws { try store.noteRing(id) }
  func sendAgain(_ names: [String]) throws { try store.sendAgain(names) }
  func reseal(to goal: SealGoal) throws -> SealProgress { try store.reseal(to: goal) }
  func resealShared(_ wanted: [String: SharedForm]) throws -> Int { try store.resealShared(wanted) }
  func nameImports(by naming: (String) -> String?) throws { try store.nameImports(by: naming) }
  func unpark(_ recordName: String?) throws { try store.unpark(recordName) }
  func syncOverview(limit: Int) throws -> SyncOverview { try store.syncOverview(limit: limit) }
}
