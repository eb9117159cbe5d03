import CloudRecord
import Foundation
import GRDB
import JournalCore
import JournalModel
import SyncCore
import Testing

@testable import JournalStore

/// How much may go within a day without a question, and what becomes of what went.
@Suite struct SyncMassRemovalTests {
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 24 * hour

  private func fixture(_ kind: StoreKind, entries: Int) throws -> Fixture {
    let fixture = try Fixture(kind)
    for number in 1...entries { try fixture.add("Day \(number)", id: "e\(number)") }
    try fixture.acknowledgeAll()
    try fixture.pull([], token: "first")
    return fixture
  }

  /// Another device moves entries to the trash; the moment is in milliseconds since 1970.
  private func trash(_ numbers: ClosedRange<Int>, at milliseconds: Int64, _ fixture: Fixture) throws {
    let trashed: [FetchedChange] = try numbers.map {
      .record(try fixture.changed(RecordName("e\($0)"), ["trashedAt": .date(milliseconds)], tag: "2"))
    }
    try fixture.pull(trashed, token: "2")
  }

  private func gone(_ numbers: ClosedRange<Int>) -> [FetchedChange] {
    numbers.map { .deleted(recordName: "e\($0)") }
  }

  /// Ten entries were less than the floor there once was, and twelve categories made them less than half.
  @Test(arguments: StoreKind.allCases)
  func entriesAreCountedByThemselvesHoweverFewTheyAre(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 10)
    for number in 1...12 { _ = try fixture.addCategory("Drawer \(number)", id: "c\(number)") }
    try fixture.acknowledgeAll()
    #expect(throws: MassRemoval(removals: 10, records: 10)) { try fixture.pull(gone(1...10)) }
    #expect(try fixture.store.count(.all) == 10)
    // Categories hold no words: they go by themselves.
    let categories: [FetchedChange] = (1...12).map { .deleted(recordName: "c\($0)") }
    #expect(try fixture.pull(categories).removed == 12)
  }

  @Test(arguments: StoreKind.allCases)
  func theOnlyEntryIsAskedAbout(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 1)
    #expect(throws: MassRemoval(removals: 1, records: 1)) { try fixture.pull(gone(1...1)) }
    try fixture.synced.beginSweep()
    #expect(throws: MassRemoval(removals: 1, records: 1)) { try fixture.synced.finishSweep(allowsMassRemoval: false) }
  }

  @Test(arguments: StoreKind.allCases)
  func manySmallRemovalsAreOneLargeOne(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 20)
    for number in 1...10 {
      fixture.world.advance(milliseconds: Self.hour)
      #expect(try fixture.pull(gone(number...number), token: "t\(number)").removed == 1)
    }
    #expect(throws: MassRemoval(removals: 11, records: 20)) { try fixture.pull(gone(11...11)) }
    // A look-up cannot ask, but counts.
    _ = try fixture.synced.applyLookedUp(gone(12...12), asOf: nil, rules: .journal)
    #expect(try fixture.titles(.trash).contains("Day 12"))
    #expect(throws: MassRemoval(removals: 12, records: 20)) { try fixture.pull(gone(11...11)) }
    // A sweep is counted with them.
    try fixture.synced.beginSweep()
    #expect(throws: MassRemoval(removals: 20, records: 20)) { try fixture.synced.finishSweep(allowsMassRemoval: false) }
  }

  @Test(arguments: StoreKind.allCases)
  func whatWentADayAgoIsNotCountedAnyLonger(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 20)
    #expect(try fixture.pull(gone(1...8), token: "1").removed == 8)
    fixture.world.advance(milliseconds: Self.day + 1)
    #expect(throws: MassRemoval(removals: 7, records: 12)) { try fixture.pull(gone(9...15), token: "2") }
    #expect(try fixture.pull(gone(9...14), token: "2").removed == 6)
  }

  /// Else a server could add a thousand entries of its own before it removes the ten that are somebody's.
  @Test(arguments: StoreKind.allCases)
  func whatCameTodayHidesNothing(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 10)
    fixture.world.advance(milliseconds: Self.day + 1)
    let junk: [FetchedChange] = (1...100).map {
      .record(fixture.remote("junk\($0)", ["title": .string("Junk")], tag: "1"))
    }
    try fixture.pull(junk, token: "2")
    #expect(throws: MassRemoval(removals: 10, records: 10)) { try fixture.pull(gone(1...10), token: "3") }
    #expect(try fixture.store.count(.all) == 110)
  }

  /// Somebody who has thrown most away has little left to lose.
  @Test(arguments: StoreKind.allCases)
  func whatWasTrashedHereIsNotThereToBeTaken(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 20)
    fixture.world.advance(milliseconds: Self.day + 1)
    for number in 1...16 { _ = try fixture.edit(RecordName("e\(number)"), .trashedAt(fixture.world.environment.now())) }
    try fixture.acknowledgeAll()
    #expect(throws: MassRemoval(removals: 4, records: 4)) { try fixture.pull(gone(17...20), token: "2") }
    #expect(try fixture.pull(gone(1...16), token: "3").removed == 16)
  }

  /// To the trash first, and then gone for good: what another device does in two steps is what it would be in one.
  @Test(arguments: StoreKind.allCases)
  func twoStepsAreOne(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 10)
    fixture.world.advance(milliseconds: Self.day + 1)
    try trash(1...6, at: fixture.world.environment.now().milliseconds - 90 * Self.day, fixture)
    #expect(try fixture.store.count(.trash) == 6)
    #expect(throws: MassRemoval(removals: 6, records: 10)) { try fixture.pull(gone(1...6), token: "3") }
    #expect(try fixture.pull(gone(1...5), token: "3").removed == 5)
    // They lie there as if they had gone in one step, with the reason.
    #expect(try fixture.store.count(.trash) == 6)
    #expect(try fixture.store.remark(of: RecordName("e1")).removalReason == "deleted forever on another device")
    #expect(throws: MassRemoval(removals: 6, records: 10)) { try fixture.pull(gone(6...6), token: "4") }
  }

  /// What went already is not counted among what is still there.
  @Test(arguments: StoreKind.allCases)
  func twoStepsInManyPagesAreOne(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 20)
    try trash(1...14, at: fixture.world.environment.now().milliseconds, fixture)
    for page in 0..<5 { try fixture.pull(gone(page * 2 + 1...page * 2 + 2), token: "3\(page)") }
    #expect(throws: MassRemoval(removals: 12, records: 20)) { try fixture.pull(gone(11...12), token: "4") }
  }

  @Test(arguments: StoreKind.allCases)
  func whatLayInTheTrashForADayGoesAtOnce(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 10)
    try trash(1...6, at: fixture.world.environment.now().milliseconds, fixture)
    fixture.world.advance(milliseconds: Self.day + 1)
    #expect(try fixture.pull(gone(1...6), token: "3").removed == 6)
    #expect(try fixture.store.count(.trash) == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func whatSomebodyAgreedToIsNotCounted(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 20)
    #expect(try fixture.pull(gone(1...9), token: "1").removed == 9)
    #expect(try fixture.pull(gone(10...12), token: "2", allowsMassRemoval: true).removed == 3)
    #expect(try fixture.pull(gone(13...16), token: "3").removed == 4)
    #expect(throws: MassRemoval(removals: 5, records: 8)) { try fixture.pull(gone(17...17), token: "4") }
  }

  /// It is the server's time that says what a day is.
  @Test(arguments: StoreKind.allCases)
  func aClockThatIsSetForwardMakesNoDay(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 20)
    #expect(try fixture.pull(gone(1...10), token: "1").removed == 10)
    fixture.world.advance(milliseconds: 40 * Self.day)
    let server = fixture.world.environment.now().milliseconds - 40 * Self.day
    _ = try fixture.synced.correctClock(offset: -40 * Self.day, serverTime: server)
    #expect(throws: MassRemoval(removals: 11, records: 20)) { try fixture.pull(gone(11...11), token: "2") }
    #expect(try fixture.store.count(.trash) == 10)
  }

  /// A server says the time with each answer, and may say another one each time.
  @Test(arguments: StoreKind.allCases, [2 * day, -2 * day])
  func aServerThatLiesAboutTheTimeMakesNoDay(_ kind: StoreKind, _ step: Int64) throws {
    let fixture = try fixture(kind, entries: 20)
    #expect(try fixture.pull(gone(1...10), token: "1").removed == 10)
    fixture.world.advance(milliseconds: Self.hour)
    _ = try fixture.synced.correctClock(
      offset: step, serverTime: fixture.world.environment.now().milliseconds + step)
    try fixture.pull([], token: "2")
    _ = try fixture.synced.correctClock(
      offset: step * 2, serverTime: fixture.world.environment.now().milliseconds + step * 2)
    #expect(throws: MassRemoval.self) { try fixture.pull(gone(11...11), token: "3") }
    #expect(try fixture.store.count(.trash) == 10)
  }

  /// First it says that an entry was thrown away long ago, then that it is gone, and of both that it was long ago.
  @Test(arguments: StoreKind.allCases)
  func aServerThatLiesAboutTheTimeSettlesNothing(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 8)
    let long = fixture.world.environment.now().milliseconds - 90 * Self.day
    try fixture.pull(
      [.record(try fixture.changed(RecordName("e1"), ["trashedAt": .date(long)], tag: "2"))], token: "2")
    _ = try fixture.synced.correctClock(offset: -90 * Self.day, serverTime: long)
    try fixture.pull(gone(1...1), token: "3")
    _ = try fixture.synced.correctClock(offset: 0, serverTime: fixture.world.environment.now().milliseconds)
    try fixture.pull([], token: "4")
    #expect(try fixture.titles(.trash) == ["Day 1"])
    fixture.world.advance(milliseconds: 31 * Self.day)
    try fixture.pull([], token: "5")
    #expect(try fixture.store.count(.trash) == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func whatTheServerRemovedSettlesAfterThirtyDays(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 8)
    let image = EntryImage(
      id: RecordName("i"), entry: RecordName("e1"), caption: "", modifiedAt: fixture.world.environment.now())
    try fixture.store.perform(.createImage(image))
    try fixture.acknowledgeAll()
    try fixture.pull(gone(1...3) + [.deleted(recordName: "i")], token: "1")
    _ = try fixture.edit(RecordName("e8"), .trashedAt(fixture.world.environment.now()))
    try fixture.acknowledgeAll()
    fixture.world.advance(milliseconds: 29 * Self.day)
    try fixture.pull([], token: "2")
    #expect(try fixture.store.count(.trash) == 4)
    // One is wanted after all; one is written in at the moment.
    _ = try fixture.edit(RecordName("e2"), .trashedAt(nil))
    let entry = try #require(try fixture.store.entry(RecordName("e3")))
    try fixture.store.saveDraft(
      Draft(entry: entry, isNew: false, owner: "me", savedAt: fixture.world.environment.now()))
    fixture.world.advance(milliseconds: 2 * Self.day)
    try fixture.pull([], token: "3")
    #expect(try fixture.store.entry(RecordName("e1")) == nil)
    #expect(try fixture.store.images(of: RecordName("e1"), includingTrash: true).isEmpty)
    #expect(Set(try fixture.titles(.trash)) == ["Day 3", "Day 8"])
    #expect(try fixture.titles().contains("Day 2"))
    // Nothing is asked of the server for that, and what turns up there again comes back.
    #expect(try fixture.unsent().map(\.recordName) == ["e2"])
    try fixture.pull([.record(fixture.remote("e1", ["title": .string("Day 1")], tag: "9"))], token: "4")
    #expect(try fixture.titles().contains("Day 1"))
  }

  /// A server whose clock runs ahead does not make thirty days of one.
  @Test(arguments: StoreKind.allCases)
  func neitherClockAloneSettlesAnything(_ kind: StoreKind) throws {
    let fixture = try fixture(kind, entries: 8)
    try fixture.pull(gone(1...1), token: "1")
    let ahead = 31 * Self.day
    _ = try fixture.synced.correctClock(
      offset: ahead, serverTime: fixture.world.environment.now().milliseconds + ahead)
    try fixture.pull([], token: "2")
    #expect(try fixture.titles(.trash) == ["Day 1"])
    _ = try fixture.synced.correctClock(offset: 0, serverTime: fixture.world.environment.now().milliseconds)
    fixture.world.advance(milliseconds: ahead)
    _ = try fixture.synced.correctClock(
      offset: -ahead, serverTime: fixture.world.environment.now().milliseconds - ahead)
    try fixture.pull([], token: "3")
    #expect(try fixture.titles(.trash) == ["Day 1"])
  }

  /// What a file of format 3 knew was removed stays for thirty days more, and its entries count from the first moment.
  @Test func aFileOfFormatThreeIsTakenAlong() throws {
    let folder = try TemporaryFolder()
    let world = TestWorld()
    let path = folder.file("journal.sqlite")
    let old = try JournalStore(path: path, environment: world.environment)
    for number in 1...4 {
      let entry = Entry(
        id: RecordName("e\(number)"), title: "Day \(number)",
        date: EntryDate(instant: world.environment.now(), timeZone: "", offsetSeconds: 0),
        modifiedAt: world.environment.now(), trashedAt: number == 4 ? world.environment.now() : nil)
      try old.perform(.createEntry(entry))
    }
    try old.commit(
      old.unsent(limit: 9, excluding: []).map { record in
        SendResult(
          recordName: record.recordName,
          outcome: .saved(version: record.local ?? RecordVersion(recordType: ""), changeTag: "1"))
      })
    try old.close()
    try FormatThree.leave(path) { db in
      try db.execute(
        sql: """
          INSERT INTO removedElsewhere VALUES(1, 'e4', 'long ago');
          UPDATE entries SET baseChangeTag = NULL WHERE recordName = 'e4';
          """)
    }
    let store = try JournalStore(path: path, environment: world.environment)
    #expect(try store.pragma("user_version") == "\(Schema.version)")
    #expect(try store.remark(of: RecordName("e4")).removalReason == "long ago")
    #expect(try store.count(.all) == 3 && store.count(.trash) == 1)
    let junk = (1...50).map { number -> FetchedChange in
      var version = RecordVersion(recordType: "JournalEntry")
      version.set("title", .string("Junk"), at: HybridTime(milliseconds: 1, counter: 0, device: 9))
      return .record(FetchedRecord(recordName: "junk\(number)", changeTag: "1", version: version, modifiedAt: 1))
    }
    func page(_ changes: [FetchedChange], _ token: String) -> FetchedPage {
      FetchedPage(changes: changes, token: ChangeToken(token), moreComing: false)
    }
    _ = try store.apply(page(junk, "1"), rules: .journal, allowsMassRemoval: false)
    #expect(throws: MassRemoval(removals: 2, records: 3)) {
      try store.apply(page(gone(1...2), "2"), rules: .journal, allowsMassRemoval: false)
    }
    #expect(try store.count(.trash) == 1)
    try store.expectSound()
  }
}
