import CloudRecord
import Foundation
import GRDB
import JournalCore
import SyncCore
import Testing

@testable import JournalStore

/// What the store does for a category that is shared from an encrypted journal, and how much it reads for that.
@Suite struct SharedCategoryStoreTests {
  private let fixture: Fixture
  private let store: JournalStore
  private let rings: StoredShareRings

  init() throws {
    fixture = try Fixture(.sqlite)
    store = try #require(fixture.store as? JournalStore)
    rings = StoredShareRings(store)
  }

  private func mark(_ counter: UInt64, share: [UInt8] = [], key: UInt32 = 1) -> SealMark {
    SealMark(
      counter: counter, keyNumber: key, digest: [UInt8(counter)], later: RecordVersion(recordType: "JournalEntry")
    ).inShare(share, journalKey: 3)
  }

  /// An entry as another device sealed it, filed under a category.
  private func filed(_ name: String, in category: RecordName, _ mark: SealMark, tag: String = "1") -> FetchedChange {
    guard case .record(var record) = sealed(fixture, name, "words", mark, tag: tag) else {
      preconditionFailure("a record is one")
    }
    let stamp = record.version.stamps["title"] ?? HybridTime(milliseconds: 0, counter: 0, device: 99)
    record.version.set(
      "category", .reference(Reference(recordName: category.rawValue, action: .none)), at: stamp)
    return .record(record)
  }

  /// A picture as another device sealed it.
  private func picture(of entry: String, _ mark: SealMark) -> FetchedChange {
    var picture = fixture.remote(
      "picture", ["entry": .reference(Reference(recordName: entry, action: .deleteSelf)), "caption": .string("")],
      tag: "1", type: "EntryImage")
    picture.seal = mark
    picture.seal?.entry = entry
    return .record(picture)
  }

  /// How often a reading or a writing begins meanwhile, and how many statements run in them.
  private func work(_ body: () throws -> Void) throws -> (transactions: Int, statements: Int) {
    final class Log { var (transactions, statements) = (0, 0) }
    let log = Log()
    store.writer.writeWithoutTransaction { db in
      db.trace { event in
        guard case .statement(let statement) = event else { return }
        log.statements += 1
        if statement.sql.hasPrefix("BEGIN") { log.transactions += 1 }
      }
    }
    try body()
    store.writer.writeWithoutTransaction { $0.trace(nil) }
    return (log.transactions, log.statements)
  }

  // MARK: The trash

  @Test func aCategoryWhoseSharingWasBegunStays() throws {
    let category = try fixture.addCategory("Health", id: "c")
    let trashing = JournalOperation.editCategory(category, [.trashedAt(Instant(milliseconds: 5))])
    var share = KeptShare(name: "share-c", origin: [8], ring: [1])
    // Its ring is there, and no list of people yet; the same once the list is gone and the records are on their way back.
    for phase in [KeptShare.Phase.inForce, .ending] {
      share.phase = phase
      try rings.keep(share)
      let refusal = #expect(throws: StoreError.self) { try store.perform(trashing) }
      #expect("\(refusal.map { "\($0)" } ?? "")".contains("share stop"))
    }
    share.phase = .ended
    try rings.keep(share)
    try store.perform(trashing)
    #expect(try store.categories(includingTrash: false).isEmpty)
  }

  @Test func whatLiesInTheTrashIsNotShared() throws {
    let category = try fixture.addCategory("Health", id: "c")
    let (filed, thrown) = (try fixture.add("Run"), try fixture.add("Swim"))
    for entry in [filed, thrown] { _ = try fixture.edit(entry, .category(category)) }
    _ = try fixture.edit(thrown, .trashedAt(fixture.world.environment.now()))
    try fixture.acknowledgeAll(tag: "1")
    try rings.keep(KeptShare(name: "share-c", origin: [8], ring: [1]))
    #expect(
      try rings.left(of: "c", form: SharedForm(origin: [8], keyNumber: 1)).map(\.name) == ["c", filed.rawValue])
    fixture.world.advance(milliseconds: 10)
    // Thrown away it leaves those who have it, and comes back to them with what is restored.
    _ = try fixture.edit(filed, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.edit(thrown, .trashedAt(nil))
    let unsent = Dictionary(try fixture.unsent().map { ($0.recordName, $0) }) { $1 }
    #expect(unsent[filed.rawValue]?.category == nil && unsent[filed.rawValue]?.parentEdit == .cleared)
    #expect(unsent[thrown.rawValue]?.category == "c" && unsent[thrown.rawValue]?.parentEdit == .set("c"))
  }

  // MARK: Cost

  @Test func allRecordsAreSeenToOncePerKeyAndSomeAtATime() throws {
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.pull((1...1200).map { filed("e\($0)", in: category, mark(5)) })
    let form = SharedForm(origin: [8], keyNumber: 1)
    var left = 0
    let first = try work { left = try rings.reseal(["c": form]) }
    #expect(left == 1200)
    // One to ask whether it was done before; three of entries, and one of each other type.
    #expect(first.transactions == 6, "\(first)")
    // Again, as at each start: nothing is read of them.
    let again = try work { left = try rings.reseal(["c": form]) }
    #expect(left == 0 && again.transactions == 1 && again.statements < 12, "\(again)")
    // A start looks at all of them once more, since the program may have ended before it had noted some.
    try store.forgetSortedShares()
    #expect(try work { left = try rings.reseal(["c": form]) }.transactions > 1)
    #expect(left == 1200)
    // Under another key once more, and so after the server lost its data.
    #expect(try rings.reseal(["c": SharedForm(origin: [8], keyNumber: 2)]) == 1200)
    try store.setZoneKnown(false)
    #expect(try work { left = try rings.reseal(["c": SharedForm(origin: [8], keyNumber: 2)]) }.transactions > 1)
  }

  /// Where a picture belongs whose entry is not here yet cannot be said.
  @Test func aPictureThatComesBeforeItsEntryWaitsForIt() throws {
    try fixture.pull([picture(of: "to come", mark(5, share: [8], key: 2))])
    let form = SharedForm(origin: [8], keyNumber: 2)
    #expect(try store.resealShared(["c": form], of: ["picture"]) == 0)
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.pull([filed("to come", in: category, mark(5, share: [8], key: 2))])
    #expect(try store.resealShared(["c": form], of: ["to come"]) == 0)
    #expect(try store.resealShared(["c": SharedForm(origin: [8], keyNumber: 3)], of: ["to come"]) == 2)
  }

  @Test func whatComesUnderAnotherKeyIsSeenToWithItsPictures() throws {
    let category = try fixture.addCategory("Health", id: "c")
    let form = SharedForm(origin: [8], keyNumber: 2)
    #expect(try rings.reseal(["c": form]) == 0)
    try fixture.pull([
      filed("late", in: category, mark(5)), filed("former", in: category, mark(5, share: [8])),
      filed("there", in: category, mark(5, share: [8], key: 2)),
      sealed(fixture, "other", "words", mark(5), tag: "1"),
    ])
    try fixture.pull([picture(of: "there", mark(5))])
    #expect(try store.resealShared(["c": form], of: ["late", "former", "there", "other", "picture"]) == 4)
    #expect(Set(try fixture.unsent().map(\.recordName)).subtracting(["c"]) == ["late", "former", "picture"])
  }

  @Test func picturesFollowTheirEntryInTheSameRun() throws {
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.acknowledgeAll(tag: "1")
    try fixture.pull([filed("there", in: category, mark(5, share: [8])), picture(of: "there", mark(5, share: [8]))])
    fixture.world.advance(milliseconds: 10)
    _ = try fixture.edit(RecordName("there"), .category(nil))
    let sent = try #require(try fixture.unsent().first)
    var result = SendResult(
      recordName: "there", outcome: .saved(version: try #require(sent.local), changeTag: "2"), digest: sent.digest)
    result.seal = mark(6, key: 3)
    // The engine sends on for what is released.
    #expect(try store.commit([result], history: nil, counting: nil).released == 1)
    #expect(try fixture.unsent().map(\.recordName) == ["picture"])
  }

  @Test func aLookAtWhatIsLeftGoesOnWhereTheLastOneEnded() throws {
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.acknowledgeAll(tag: "1")
    let form = SharedForm(origin: [8], keyNumber: 1)
    try fixture.pull((1...600).map { filed("e\($0)", in: category, mark(5)) })
    var left = try rings.left(of: "c", form: form)
    #expect(left.count == 601)
    func take(_ names: some Sequence<String>) throws {
      try fixture.pull(names.map { filed($0, in: category, mark(6, share: [8]), tag: "2") })
    }
    // As long as nothing has come of it a look reads the first of them.
    let idle = try work { left = try rings.left(of: "c", form: form, since: left) }
    #expect(left.count == 601 && idle.statements < 15, "\(idle)")
    let entries = left.filter { $0.type == "JournalEntry" }
    try take(entries.prefix(100).map(\.name))
    let next = try work { left = try rings.left(of: "c", form: form, since: entries) }
    #expect(left.count == 500 && next.statements < 120, "\(next)")
    try take(entries.map(\.name))
    // At the end it looks at everything once more: something may have been filed there meanwhile.
    try fixture.pull([filed("late", in: category, mark(5))])
    left = try rings.left(of: "c", form: form, since: left)
    #expect(Set(left.map(\.name)) == ["c", "late"])
  }

  @Test func whatIsFiledThereIsFoundByTheIndex() throws {
    _ = try fixture.addCategory("Health", id: "c")
    final class Log { var statements: [String] = [] }
    let log = Log()
    try store.writer.write { db in
      let tables = try SQLiteSyncTables(db, of: store)
      db.trace { event in
        if case .statement(let statement) = event { log.statements.append(statement.expandedSQL) }
      }
      _ = try tables.names(under: "c")
      _ = try tables.names(under: "e")
      db.trace(nil)
      let plans = try log.statements.map { sql in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }.joined(separator: "; ")
      }
      for index in ["entriesByCategory", "imagesOfEntry"] {
        #expect(plans.contains { $0.contains(index) }, "\(index): \(zip(log.statements, plans).map { ($0, $1) })")
      }
      #expect(!plans.contains { $0.contains("SCAN entries") || $0.contains("SCAN images") })
    }
  }
}
