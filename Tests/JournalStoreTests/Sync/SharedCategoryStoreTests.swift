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

  /// As ``mark(_:share:key:)``, with the owner's word that the entry is filed there.
  private func filedMark(_ counter: UInt64, share: [UInt8] = [], key: UInt32 = 1) -> SealMark {
    var mark = mark(counter, share: share, key: key)
    mark.later.values[SealMark.filedField] = .bytes([67, 74, 87, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(counter), 0, 0])
    return mark
  }

  /// An entry as another device sealed it, filed under a category.
  private func filed(
    _ name: String, in category: RecordName, _ mark: SealMark, tag: String = "1", hasWord: Bool = true
  ) -> FetchedChange {
    var mark = mark
    if hasWord, !mark.share.isEmpty { mark = filedMark(mark.counter, share: mark.share, key: mark.keyNumber) }
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
    #expect(first.transactions == 7, "\(first)")
    // Again, as at each start: nothing is read of them.
    let again = try work { left = try rings.reseal(["c": form]) }
    #expect(left == 0 && again.transactions == 1 && again.statements < 12, "\(again)")
    // Under another key once more, and so after the server lost its data.
    #expect(try rings.reseal(["c": SharedForm(origin: [8], keyNumber: 2)]) == 1200)
    try store.setZoneKnown(false)
    #expect(try work { left = try rings.reseal(["c": SharedForm(origin: [8], keyNumber: 2)]) }.transactions > 1)
  }

  @Test func onceTheLastShareHasEndedWhatStillComesUnderItsKeyGoesUpAgain() throws {
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.acknowledgeAll(tag: "1")
    #expect(try rings.reseal([:]) == 0)
    try fixture.pull([filed("late", in: category, mark(5, share: [8], key: 1))])
    #expect(try fixture.unsent().map(\.recordName) == ["late"])
  }

  @Test func entriesOfASharedCategoryThatIsNotHereDoNotGoUpAgainAndAgain() throws {
    #expect(try rings.reseal(["gone": SharedForm(origin: [8], keyNumber: 1)]) == 0)
    try fixture.pull([filed("e", in: RecordName("gone"), mark(5, share: [8], key: 1))])
    #expect(try fixture.unsent().isEmpty)
  }

  @Test func timesThatAreMadeUpInAShareDoNotMoveTheClock() throws {
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.acknowledgeAll(tag: "1")
    guard case .record(var record) = filed("e", in: category, mark(5, share: [8], key: 1)) else { return }
    let far = HybridTime(milliseconds: HybridTime.maximumMilliseconds, counter: .max, device: .max)
    record.version.stamps["body"] = far
    record.savedAt = Int64(1) << 50
    try fixture.pull([.record(record)])
    let now = fixture.world.environment.now().milliseconds
    let id = try fixture.add("later")
    let version = try fixture.unsent().first { $0.recordName == id.rawValue }?.local
    let stamp = try #require(version?.stamps["title"])
    #expect(Int64(stamp.milliseconds) <= now + 86_400_000 + 120_001)
  }

  /// Where a picture belongs whose entry is not here yet cannot be said.
  @Test func aPictureThatComesBeforeItsEntryWaitsForIt() throws {
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.acknowledgeAll(tag: "1")
    #expect(try rings.reseal(["c": SharedForm(origin: [8], keyNumber: 2)]) == 0)
    try fixture.pull([picture(of: "to come", mark(5, share: [8], key: 2))])
    #expect(try fixture.unsent().isEmpty)
    try fixture.pull([filed("to come", in: category, mark(5, share: [8], key: 2))])
    #expect(try fixture.unsent().isEmpty)
    // Under a former key both go up again with the page that brings the entry.
    #expect(try rings.reseal(["c": SharedForm(origin: [8], keyNumber: 3)]) == 2)
  }

  @Test func whatComesUnderAnotherKeyIsSeenToWithItsPictures() throws {
    let category = try fixture.addCategory("Health", id: "c")
    let form = SharedForm(origin: [8], keyNumber: 2)
    #expect(try rings.reseal(["c": form]) == 0)
    // In the transaction that takes them in: a program that ends after it has noted them.
    try fixture.pull([
      filed("late", in: category, mark(5)), filed("former", in: category, mark(5, share: [8])),
      filed("there", in: category, mark(5, share: [8], key: 2)),
      filed("wordless", in: category, mark(5, share: [8], key: 2), hasWord: false),
      sealed(fixture, "other", "words", mark(5), tag: "1"),
    ])
    try fixture.pull([picture(of: "there", mark(5))])
    func waiting() throws -> Set<String> { Set(try fixture.unsent().map(\.recordName)).subtracting(["c"]) }
    #expect(try waiting() == ["late", "former", "wordless", "picture"])
    // The same for what is looked up, and for what was on its way as the share got another key.
    _ = try store.applyLookedUp(
      [filed("asked", in: category, mark(5))], asOf: nil, history: nil, rules: .journal)
    #expect(try waiting().contains("asked"))
    let sent = try #require(try fixture.unsent().first { $0.recordName == "late" })
    var result = SendResult(
      recordName: "late", outcome: .saved(version: try #require(sent.local), changeTag: "2"), digest: sent.digest)
    result.seal = filedMark(6, share: [8], key: 1)
    #expect(try store.commit([result], history: nil, counting: nil).released == 1)
    #expect(try waiting().contains("late"))
    result.seal = filedMark(7, share: [8], key: 2)
    #expect(try store.commit([result], history: nil, counting: nil).released == 0)
    #expect(try !waiting().contains("late"))
  }

  @Test func whatComesForAShareThatIsAboutToEndIsLeftAlone() throws {
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.acknowledgeAll(tag: "1")
    #expect(try rings.reseal(["c": SharedForm(origin: [8], keyNumber: 2, isGiven: false)]) == 0)
    try fixture.pull([filed("back", in: category, mark(5)), filed("there", in: category, mark(5, share: [8], key: 2))])
    try fixture.pull([picture(of: "there", mark(5))])
    #expect(try fixture.unsent().isEmpty)
  }

  /// What another version of the program kept is looked at anew, and so are other bytes.
  @Test func formsThatCannotBeReadAreKeptAnew() throws {
    let forms = [
      "c": SharedForm(origin: [8], keyNumber: 2), "d": SharedForm(origin: [9], keyNumber: 1, isGiven: false),
    ]
    let bytes = SharedForm.encoded(forms)
    #expect(try SharedForm.decoded(bytes) == forms)
    for wrong in [Array(bytes.dropLast()), bytes + [0], [1] + bytes.dropFirst(), []] {
      #expect(throws: CanonicalDecodingError.self) { try SharedForm.decoded(wrong) }
    }
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.acknowledgeAll(tag: "1")
    try store.syncing { try $0.tables.setSortedShares([UInt8](repeating: 7, count: 32)) }
    try fixture.pull([filed("late", in: category, mark(5))])
    #expect(try fixture.unsent().isEmpty)
    #expect(try rings.reseal(["c": SharedForm(origin: [8], keyNumber: 2)]) == 1)
  }

  // MARK: Writing of others

  /// A version that a participant signed with the owner's word of a time before, with times as late as are believed.
  private func participants(_ name: String, _ category: RecordName, _ counter: UInt64, word: UInt64) -> FetchedChange {
    guard case .record(var record) = filed(name, in: category, mark(counter, share: [8], key: 2), tag: "9") else {
      preconditionFailure("a record is one")
    }
    record.seal?.later = filedMark(word).later
    record.signer = RecordSigner(address: "ben@journal.example", isOwner: false, isSelf: false)
    record.version.set(
      "title", .string("theirs"),
      at: HybridTime(
        milliseconds: UInt64(fixture.world.environment.now().milliseconds) + 60_000, counter: 0, device: 77))
    return .record(record)
  }

  @Test func aFormerWordBringsNothingBackThatTheOwnerFiledElsewhereOrRemoved() throws {
    let category = try fixture.addCategory("Health", id: "c")
    try fixture.acknowledgeAll(tag: "1")
    try fixture.pull([
      filed("stays", in: category, mark(5, share: [8], key: 2)),
      sealed(fixture, "out", "hers", mark(6, key: 3), tag: "1"),
    ])
    // Where it is filed by the latest word, what others write is taken in.
    try fixture.pull([participants("stays", category, 50, word: 5), participants("out", category, 50, word: 5)])
    #expect(try store.entry(RecordName("stays"))?.title == "theirs")
    let out = try #require(try store.entry(RecordName("out")))
    #expect(out.title == "hers" && out.category == nil)
    #expect(try store.history(of: out.id).contains { $0.oldText == "theirs" }, "their words are not lost")
    // Hers goes up again over it, and counts on from what she counted.
    let unsent = try #require(try fixture.unsent().first { $0.recordName == "out" })
    #expect(unsent.counter == 6 && unsent.changeTag == "9")
    // Removed for good, and shown again: to a device that had it, and to one that never did.
    func removal(_ name: String) -> FetchedChange {
      var version = RecordVersion(recordType: "JournalEntry")
      version.stamps = fixture.remote(name, ["title": .string("words")], tag: "1", later: 50).version.stamps
      version.stamps["category"] = version.stamps["title"]
      return .removed(
        FetchedRemoval(recordName: name, changeTag: "10", version: version, seal: mark(60, key: 3)))
    }
    try fixture.pull([filed("gone", in: category, mark(5, share: [8], key: 2))])
    try fixture.pull([removal("gone"), removal("never here"), removal("back")])
    try fixture.pull([participants("gone", category, 70, word: 5), participants("never here", category, 70, word: 5)])
    #expect(try store.entry(RecordName("gone"))?.trashedAt != nil && store.entry(RecordName("gone"))?.title == "words")
    #expect(try store.entry(RecordName("never here")) == nil)
    // Filed there anew since, by a word that came after.
    try fixture.pull([participants("back", category, 80, word: 61)])
    #expect(try store.entry(RecordName("back"))?.title == "theirs")
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
