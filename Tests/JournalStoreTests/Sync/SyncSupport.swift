import CloudRecord
import Foundation
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// What JournalSync asks of a store, word for word: both stores must meet it without a line between.
protocol SyncedStore: JournalStoring {
  func syncPosition() throws -> SyncPosition
  func bind(_ account: AccountBinding?) throws
  func setZoneKnown(_ isKnown: Bool) throws
  func setStaysLocal(_ staysLocal: Bool) throws
  func correctClock(offset: Int64, serverTime: Int64) throws -> Int
  func unsent(limit: Int, excluding: Set<String>) throws -> [UnsentRecord]
  func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary
  @discardableResult
  func commit(_ results: [SendResult], history: ServerHistory?, counting: Int?) throws -> CommitSummary
  func unsent(limit: Int, excluding: Set<String>, counting: Int?) throws -> UnsentRecords
  func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion?
  func pictures(_ names: [String]?) throws -> [KnownPicture]
  func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws -> ApplySummary
  func beginSweep(forgettingHistory: Bool) throws
  func finishSweep(allowsMassRemoval: Bool) throws -> Int
  func unreadable(_ reason: ClosedReason) throws -> [String]
  @discardableResult
  func reseal(to goal: SealGoal) throws -> SealProgress
  func noteRing(_ id: String) throws
  func unpark(_ recordName: String?) throws
  func syncOverview(limit: Int) throws -> SyncOverview
  /// Records of types that this program does not know, as they came.
  func foreignRecords() throws(StoreError) -> [Record]
  /// Fields of a record that this program does not know, as they came.
  func foreignFields(of record: RecordName) throws(StoreError) -> [String: Field]
}

/// A server that tells nothing of its history.
extension SyncedStore {
  @discardableResult
  func commit(_ results: [SendResult]) throws -> CommitSummary { try commit(results, history: nil, counting: nil) }

  func applyLookedUp(_ changes: [FetchedChange], asOf revision: Int64?, rules: MergeRules) throws -> ApplySummary {
    try applyLookedUp(changes, asOf: revision, history: nil, rules: rules)
  }

  func beginSweep() throws { try beginSweep(forgettingHistory: false) }
}

extension JournalStore: SyncedStore {}
extension MemoryJournalStore: SyncedStore {}

extension MergeRules {
  static let journal = MergeRules([
    "JournalEntry": [
      "body": .text, "tags": .set, "trashedAt": .trashing, "createdAt": .group("date"),
      "createdTimeZone": .group("date"), "createdOffsetSeconds": .group("date"),
    ],
    "Category": ["trashedAt": .trashing],
    "EntryImage": ["trashedAt": .trashing],
  ])
}

extension AccountBinding {
  static let anna = AccountBinding(
    userRecordName: "_anna", service: "https://journal.example.org", containerID: "iCloud.org.cloudjournal",
    environment: .production, incarnation: "one")
}

extension Fixture {
  var synced: any SyncedStore {
    get throws {
      guard let store = store as? any SyncedStore else { throw TestFailure("this store does not synchronise") }
      return store
    }
  }

  /// A record as another device wrote it, `later` milliseconds from now.
  func remote(
    _ name: String, _ values: [String: FieldValue], tag: String, later: Int64 = 0, type: String = "JournalEntry",
    foreign: [String: Field] = [:], isNewerFormat: Bool = false
  ) -> FetchedRecord {
    let now = world.environment.now().milliseconds + later
    let stamp = HybridTime(milliseconds: UInt64(now), counter: 0, device: 99)
    var version = RecordVersion(recordType: type)
    var all = values
    if type == "JournalEntry" {
      all = ["title": .string(""), "body": .string(""), "isFavorite": .int64(0)].merging(all) { $1 }
      all = [
        "createdAt": .date(1_700_000_000_000), "createdTimeZone": .string("Europe/Berlin"),
        "createdOffsetSeconds": .int64(3600),
      ].merging(all) { $1 }
      for absent in ["mood", "category", "tags", "trashedAt"] { version.stamps[absent] = stamp }
    }
    for (field, value) in all { version.set(field, value, at: stamp) }
    return FetchedRecord(
      recordName: name, changeTag: tag, version: version, modifiedAt: now, foreignFields: foreign,
      isNewerFormat: isNewerFormat)
  }

  @discardableResult
  func pull(
    _ changes: [FetchedChange], token: String = "t", moreComing: Bool = false, allowsMassRemoval: Bool = false
  ) throws -> ApplySummary {
    try synced.apply(
      FetchedPage(changes: changes, token: ChangeToken(token), moreComing: moreComing), rules: .journal,
      allowsMassRemoval: allowsMassRemoval)
  }

  /// Notes that the server refused what waits of a record.
  func park(_ id: RecordName, _ reason: ParkedReason) throws {
    let version = try unsent().first { $0.recordName == id.rawValue }?.local
    try synced.commit([SendResult(recordName: id.rawValue, outcome: .parked(reason, version: version))])
  }

  func unsent() throws -> [UnsentRecord] { try synced.unsent(limit: 1000, excluding: []) }

  /// As if everything that waits had been sent and taken.
  func acknowledgeAll(tag: String = "a") throws {
    try synced.commit(
      unsent().map { record in
        SendResult(
          recordName: record.recordName,
          outcome: record.local.map { .saved(version: $0, changeTag: tag) } ?? .deleted)
      })
  }

  /// The record as it is here, changed as another device that had seen it would.
  func changed(
    _ id: RecordName, _ values: [String: FieldValue?], tag: String, later: Int64 = 10
  ) throws -> FetchedRecord {
    try acknowledgedVersion(id, values, tag: tag, later: later)
  }

  private func acknowledgedVersion(
    _ id: RecordName, _ values: [String: FieldValue?], tag: String, later: Int64
  ) throws -> FetchedRecord {
    guard let entry = try store.entry(id) else { throw TestFailure("no entry \(id)") }
    var record = remote(id.rawValue, [:], tag: tag, later: later)
    let known = try synced.unsent(limit: 1000, excluding: []).first { $0.recordName == id.rawValue }
    if let base = known?.base {
      record.version = base
    } else {
      for change in entry.changes where change.field != "createdAt" {
        record.version.values[change.field] = change.value
      }
      record.version.values["createdAt"] = .date(entry.date.instant.milliseconds)
      record.version.values["createdTimeZone"] = .string(entry.date.timeZone)
      record.version.values["createdOffsetSeconds"] = .int64(Int64(entry.date.offsetSeconds))
    }
    let now = world.environment.now().milliseconds + later
    for (field, value) in values {
      record.version.set(field, value, at: HybridTime(milliseconds: UInt64(now), counter: 0, device: 99))
    }
    return record
  }
}

extension Fixture {
  /// A journal of Anna's with a category that is shared under the second key of the share `[8]`.
  static func sharing(_ category: RecordName) throws -> (fixture: Fixture, store: JournalStore) {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    try store.bind(.anna)
    _ = try fixture.addCategory("Health", id: category.rawValue)
    try fixture.acknowledgeAll(tag: "1")
    let left = try StoredShareRings(store).reseal([category.rawValue: SharedForm(origin: [8], keyNumber: 2)])
    #expect(left == 0)
    return (fixture, store)
  }
}

/// A version of an entry that comes sealed.
///
/// - Parameter later: Milliseconds after the fixture's present time at which it was written.
func sealed(
  _ fixture: Fixture, _ name: String, _ title: String, _ mark: SealMark, tag: String, later: Int64 = 0
) -> FetchedChange {
  var record = fixture.remote(name, ["title": .string(title)], tag: tag, later: later)
  record.seal = mark
  record.savedAt = record.modifiedAt
  return .record(record)
}
