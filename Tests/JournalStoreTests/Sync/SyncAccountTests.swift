import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// Whose journal it is, what the server has of it, and how that is told.
@Suite struct SyncAccountTests {
  // MARK: T7: the account

  @Test(arguments: StoreKind.allCases)
  func theFileBelongsToOneAccount(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let store = try fixture.synced
    #expect(try store.syncPosition() == SyncPosition())
    try store.bind(.anna)
    try store.setZoneKnown(true)
    let id = try fixture.add("Run")
    try fixture.acknowledgeAll(tag: "1")
    try fixture.pull([], token: "t1")
    let bound = try store.syncPosition()
    #expect(
      bound
        == SyncPosition(account: .anna, token: ChangeToken("t1"), isZoneKnown: true, revision: bound.revision))
    // Signing out and in again goes on where it was.
    try store.bind(nil)
    #expect(try store.syncPosition().account == nil)
    try store.bind(.anna)
    #expect(try store.syncPosition().token == ChangeToken("t1"))
    #expect(try fixture.unsent().isEmpty)
    // A restored server is the same account.
    var restored = AccountBinding.anna
    restored.incarnation = "two"
    try store.bind(restored)
    #expect(try store.syncPosition().account == restored)
    #expect(try fixture.unsent().isEmpty)
    // Another account knows nothing of what is here.
    var bert = AccountBinding.anna
    bert.userRecordName = "_bert"
    try store.bind(bert)
    let position = try store.syncPosition()
    #expect(position.token == nil && !position.isZoneKnown)
    #expect(try fixture.unsent().map { $0.recordName } == [id.rawValue])
    #expect(try fixture.unsent().first?.base == nil)
    #expect(try fixture.store.entry(id)?.title == "Run")
  }

  @Test(arguments: StoreKind.allCases)
  func aZoneThatIsGoneMakesEverythingUnsent(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let store = try fixture.synced
    try store.bind(.anna)
    try store.setZoneKnown(true)
    _ = try fixture.addCategory("Health", id: "c")
    try fixture.add("Run", id: "e")
    try fixture.acknowledgeAll()
    try fixture.pull([], token: "t1")
    try store.setZoneKnown(false)
    #expect(try fixture.unsent().map { $0.recordName } == ["c", "e"])
    #expect(try fixture.unsent().allSatisfy { $0.base == nil && $0.changeTag == nil })
    #expect(try store.syncPosition().token == nil)
    // Fields of a newer version go up with it again.
    let weather = ["weather": Field(.string("rain"))]
    try fixture.pull([.record(fixture.remote("n", [:], tag: "1", foreign: weather))])
    _ = try fixture.edit(RecordName("n"), .title("x"))
    // An update needs the marks among them.
    #expect(try fixture.unsent().first { $0.recordName == "n" }?.foreignFields == weather)
    try store.setZoneKnown(false)
    #expect(try fixture.unsent().first { $0.recordName == "n" }?.foreignFields == weather)
    #expect(try store.syncPosition().account == .anna)
  }

  // MARK: The status view

  @Test(arguments: StoreKind.allCases)
  func allWaitsInAJournalThatNeverHadAnAccount(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    _ = try fixture.addCategory("Health", id: "c1")
    let id = try fixture.add("Run", id: "e1")
    try fixture.add("Swim", id: "e2")
    _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now()))
    #expect(try fixture.synced.syncOverview(limit: 0).unsent == 3)
    try fixture.synced.bind(.anna)
    #expect(try fixture.synced.syncOverview(limit: 0).unsent == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func theOverviewSaysWhatWaitsAndWhy(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    let start = fixture.world.environment.now()
    let health = try fixture.addCategory("Health", id: "c1")
    let id = try fixture.add("Run", "Ran 5 miles", id: "e1")
    try fixture.acknowledgeAll()
    fixture.world.advance(milliseconds: 1000)
    _ = try fixture.edit(id, .title("Morning run"), .category(health))
    fixture.world.advance(milliseconds: 1000)
    _ = try fixture.edit(id, .mood(.happy))
    try fixture.add("New", id: "e2")
    try fixture.store.saveDraft(
      Draft(entry: try fixture.makeEntry("Half"), isNew: true, owner: "me", savedAt: start))
    let overview = try fixture.synced.syncOverview(limit: 10)
    #expect(overview.unsent == 2 && overview.drafts == 1 && overview.records == 3)
    let first = try #require(overview.waiting.first)
    #expect(first.title == "Morning run" && first.kind == .entry && first.action == .save)
    #expect(first.since == Instant(milliseconds: start.milliseconds + 1000))
    #expect(
      first.fields == [
        FieldDifference(field: "title", base: "Run", here: "Morning run"),
        FieldDifference(field: "mood", base: nil, here: "happy"),
        FieldDifference(field: "category", base: nil, here: "Health"),
      ])
    #expect(overview.waiting.map { $0.title } == ["Morning run", "New"])
    #expect(try fixture.synced.syncOverview(limit: 1).waiting.count == 1)
    #expect(try fixture.synced.syncOverview(limit: 0).unsent == 2)
  }
}
