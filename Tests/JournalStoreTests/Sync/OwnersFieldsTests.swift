import CloudRecord
import JournalCore
import JournalModel
import SyncCore
import Testing

@testable import JournalStore

/// What other people may not change in a journal that travels plain, whatever program they use.
@Suite struct OwnersFieldsTests {
  private let fixture: Fixture
  private let entry: RecordName
  private let category: RecordName

  init() throws {
    fixture = try Fixture(.sqlite)
    try fixture.synced.bind(.anna)
    category = try fixture.addCategory("Health", id: "c")
    entry = try fixture.add("Trip")
    try fixture.acknowledgeAll(tag: "1")
  }

  private var store: JournalStore { get throws { try #require(fixture.store as? JournalStore) } }

  private func reference(_ name: String) -> FieldValue { .reference(Reference(recordName: name, action: .none)) }

  private func byBen(_ record: FetchedRecord) -> FetchedChange {
    var record = record
    record.account = "_ben"
    return .record(record)
  }

  /// Something of the account's other device, so that the device is known.
  private func meetTheOtherDevice() throws {
    var other = fixture.remote("other", ["title": .string("Other")], tag: "1")
    (other.account, other.maker) = (AccountBinding.anna.userRecordName, AccountBinding.anna.userRecordName)
    try fixture.pull([.record(other)])
  }

  @Test(arguments: [false, true]) func theirFilingIsRefusedAndOursGoesUpAgain(isUnsent: Bool) throws {
    if isUnsent { _ = try fixture.edit(entry, .mood(.happy)) }
    let theirs = try fixture.changed(
      entry, ["category": reference("c"), "isFavorite": .int64(1), "title": .string("Trip to Bergen")], tag: "2")
    #expect(try fixture.pull([byBen(theirs)]).refused == 1)
    let shown = try #require(try fixture.store.entry(entry))
    #expect(shown.title == "Trip to Bergen" && shown.category == nil && !shown.isFavorite)
    #expect(shown.mood == (isUnsent ? .happy : nil))
    let unsent = try #require(try fixture.unsent().first)
    #expect(unsent.recordName == entry.rawValue && unsent.changeTag == "2")
    #expect(unsent.base?.values["category"] == reference("c") && unsent.local?.values["category"] == nil)
    #expect(try fixture.store.history(of: entry).contains { $0.cause == .refused && $0.field == "category" })
    try fixture.acknowledgeAll(tag: "3")
    #expect(try fixture.unsent().isEmpty)
  }

  @Test func whereAnotherDeviceFiledItAndAPersonWroteOnItIsFiled() throws {
    try meetTheOtherDevice()
    let theirs = try fixture.changed(entry, ["category": reference("c"), "title": .string("Trip to Bergen")], tag: "2")
    #expect(try fixture.pull([byBen(theirs)]).refused == 0)
    let shown = try #require(try fixture.store.entry(entry))
    #expect(shown.title == "Trip to Bergen" && shown.category == category)
    #expect(try fixture.unsent().isEmpty)
  }

  /// A copy of before, saved once more, does not undo what was filed since.
  @Test func anEarlierFilingDoesNotComeBack() throws {
    try meetTheOtherDevice()
    fixture.world.advance(milliseconds: 10_000)
    _ = try fixture.edit(entry, .category(category))
    try fixture.acknowledgeAll(tag: "2")
    let theirs = try fixture.changed(entry, ["category": FieldValue?.none], tag: "3", later: -5000)
    #expect(try fixture.pull([byBen(theirs)]).refused == 1)
    #expect(try fixture.store.entry(entry)?.category == category)
  }

  /// A stamp that was brought to a believable time is no other filing.
  @Test func theSameFilingWithAnEarlierStampIsTakenAsItIs() throws {
    try meetTheOtherDevice()
    fixture.world.advance(milliseconds: 10_000)
    let theirs = try fixture.changed(
      entry, ["category": FieldValue?.none, "isFavorite": .int64(0), "title": .string("Trip to Bergen")], tag: "2",
      later: -15_000)
    #expect(try fixture.pull([byBen(theirs)]).refused == 0)
    #expect(try fixture.unsent().isEmpty)
  }

  /// After a backup of before was put back, what this device filed since comes back with another person's words.
  @Test func whatThisDeviceFiledLaterIsItsOwn() throws {
    try meetTheOtherDevice()
    var theirs = try fixture.changed(entry, ["title": .string("Trip to Bergen")], tag: "2")
    let later = HybridTime(
      milliseconds: UInt64(fixture.world.environment.now().milliseconds + 5), counter: 0,
      device: try store.reading { try ClockTable($0).read() }.device)
    theirs.version.set("category", reference("c"), at: later)
    #expect(try fixture.pull([byBen(theirs)]).refused == 0)
    #expect(try fixture.store.entry(entry)?.category == category)
  }

  /// The devices of who added entries are another person's, also once those are shared no more.
  @Test func whoAddedAnEntryIsNotTheOwner() throws {
    var added = fixture.remote("added", ["category": reference("c")], tag: "1")
    (added.account, added.maker, added.parent) = ("_ben", "_ben", "c")
    try fixture.pull([.record(added)])
    let theirs = try fixture.changed(entry, ["category": reference("c")], tag: "2")
    #expect(try fixture.pull([byBen(theirs)]).refused == 1)
    #expect(try fixture.store.entry(entry)?.category == nil)
  }

  @Test func aCategoryKeepsItsNameThoughItIsTakenOutWithoutATrace() throws {
    var theirs = fixture.remote("c", [:], tag: "2", type: "Category", isNewerFormat: true)
    theirs.account = "_ben"
    #expect(try fixture.pull([.record(theirs)]).refused == 1)
    #expect(try fixture.store.categories(includingTrash: false).map(\.name) == ["Health"])
    fixture.world.advance(milliseconds: 10)
    try fixture.store.perform(.editCategory(category, [.name("Sport")]))
    #expect(try fixture.store.categories(includingTrash: false).map(\.name) == ["Sport"])
  }

  @Test func aCategoryKeepsItsName() throws {
    var theirs = fixture.remote("c", ["name": .string("Theirs"), "sortOrder": .int64(0)], tag: "2", type: "Category")
    theirs.account = "_ben"
    #expect(try fixture.pull([.record(theirs)]).refused == 1)
    #expect(try fixture.store.categories(includingTrash: false).map(\.name) == ["Health"])
    #expect(try fixture.unsent().map(\.recordName) == ["c"])
  }

  @Test func whatTheyHangThereIsNotShown() throws {
    func made(_ name: String, _ values: [String: FieldValue], on parent: String?, _ type: String) -> FetchedRecord {
      var record = fixture.remote(name, values, tag: "1", type: type)
      (record.account, record.maker, record.parent) = ("_ben", "_ben", parent)
      return record
    }
    let (entries, images) = (RecordFields.entryType, RecordFields.imageType)
    var root = made("root", [:], on: nil, entries)
    root.isShareRoot = true
    var adopted = made("adopted", [:], on: nil, entries)
    adopted.account = AccountBinding.anna.userRecordName
    let picture: [String: FieldValue] = ["caption": .string(""), "sortOrder": .int64(0)]
    try fixture.pull(
      [
        made("stray", [:], on: entry.rawValue, entries), made("free", [:], on: nil, entries),
        made("filed elsewhere", ["category": reference("c")], on: entry.rawValue, entries),
        made("filed in an entry", ["category": reference(entry.rawValue)], on: entry.rawValue, entries),
        made("filed", ["category": reference("c")], on: "c", entries), root, adopted,
        made("mood", ["name": .string("Mine")], on: nil, RecordFields.categoryType),
        made("p1", picture.merging(["entry": reference("filed")]) { $1 }, on: entry.rawValue, images),
        made("p2", picture.merging(["entry": reference(entry.rawValue)]) { $1 }, on: entry.rawValue, images),
      ].map { .record($0) })
    let names = try fixture.store.entryNames(prefix: "", limit: 100).map(\.rawValue)
    // What hangs on nothing was in a share once.
    #expect(Set(names) == [entry.rawValue, "filed", "root", "adopted", "free"])
    #expect(try fixture.store.images(of: entry).map(\.id.rawValue) == ["p2"])
    #expect(try fixture.store.images(of: RecordName("filed")).isEmpty)
    #expect(try fixture.synced.unreadable(.forbidden).count == 5)
    #expect(try fixture.unsent().isEmpty)
  }

  /// The clock empties the trash of what its owner put there alone.
  @Test(arguments: [false, true]) func whatTheyThrowAwayStaysInTheTrash(isOwnDevice: Bool) throws {
    let share = CloudRecord.Record(
      recordName: StoredShares.prefix + entry.rawValue, recordType: StoredShares.recordType,
      zoneID: ZoneAddress.journal.zoneID, fields: [:], recordChangeTag: "1",
      created: RecordStamp(timestamp: 1, userRecordName: "_anna", deviceID: "d"),
      modified: RecordStamp(timestamp: 1, userRecordName: "_anna", deviceID: "d"))
    try StoredShares(try store).keep(share, ofCategory: nil)
    if isOwnDevice { try meetTheOtherDevice() }
    let now = fixture.world.environment.now().milliseconds
    try fixture.pull([byBen(try fixture.changed(entry, ["trashedAt": .date(now)], tag: "2"))])
    #expect(try fixture.titles(.trash) == ["Trip"])
    fixture.world.advance(milliseconds: 31 * 86_400_000)
    #expect(try fixture.store.expireTrash() == (isOwnDevice ? 1 : 0))
    #expect(try fixture.titles(.trash) == (isOwnDevice ? [] : ["Trip"]))
  }
}
