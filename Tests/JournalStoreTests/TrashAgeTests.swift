import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// The trash empties itself of what has lain in it for 30 days.
@Suite struct TrashAgeTests {
  private static let day: Int64 = 86_400_000

  private func fill(_ fixture: Fixture) throws -> (entry: RecordName, category: RecordName) {
    let entry = try fixture.add("Gone")
    _ = try fixture.add("Stays")
    let category = try fixture.addCategory("Old", id: "old")
    let now = fixture.world.environment.now()
    _ = try fixture.store.apply(
      JournalEdit(
        name: "trash",
        operations: [.editEntry(entry, [.trashedAt(now)]), .editCategory(category, [.trashedAt(now)])]), cause: .edit)
    return (entry, category)
  }

  @Test(arguments: StoreKind.allCases) func afterThirtyDaysAllOfItGoes(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let trashed = try fill(fixture)
    fixture.world.advance(milliseconds: 30 * Self.day)
    #expect(try fixture.store.expireTrash() == 0)
    let later = try fixture.add("Thrown away today")
    _ = try fixture.edit(later, .trashedAt(fixture.world.environment.now()))
    fixture.world.advance(milliseconds: 1)
    #expect(try fixture.store.expireTrash() == 2)
    #expect(try fixture.store.entry(trashed.entry) == nil)
    #expect(try fixture.store.categories(includingTrash: true).isEmpty)
    #expect(try fixture.titles() == ["Stays"])
    #expect(try fixture.titles(.trash) == ["Thrown away today"])
    #expect(try fixture.store.history(of: trashed.entry).isEmpty)
  }

  @Test(arguments: StoreKind.allCases) func aRemovedPictureGoesAndItsEntryStays(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("With a picture")
    let image = EntryImage(
      id: RecordName("image"), entry: entry, imageAsset: String(repeating: "a", count: 64), caption: "Canal",
      sortOrder: 0,
      modifiedAt: fixture.world.environment.now())
    try fixture.store.perform(.createImage(image))
    let now = fixture.world.environment.now()
    try fixture.store.perform(.editImage(image.id, [.trashedAt(now)]))
    fixture.world.advance(milliseconds: 31 * Self.day)
    #expect(try fixture.store.expireTrash() == 1)
    #expect(try fixture.store.removedPictures().isEmpty)
    #expect(try fixture.titles() == ["With a picture"])
  }

  @Test(arguments: StoreKind.allCases) func anEntryWithADraftStays(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let trashed = try fill(fixture)
    let entry = try #require(try fixture.store.entry(trashed.entry))
    try fixture.store.saveDraft(
      Draft(entry: entry, isNew: false, owner: "dead", savedAt: fixture.world.environment.now()))
    fixture.world.advance(milliseconds: 31 * Self.day)
    #expect(try fixture.store.expireTrash() == 1)
    #expect(try fixture.store.entry(trashed.entry) != nil)
  }

  /// A machine whose clock stands at 1970 throws something away, and has its clock set right a moment later.
  @Test(arguments: StoreKind.allCases) func whatAWrongClockThrewAwayIsNotOldAtOnce(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("Thrown away now")
    _ = try fixture.edit(entry, .trashedAt(Instant(milliseconds: 1000)))
    fixture.world.advance(milliseconds: Self.day)
    #expect(try fixture.store.expireTrash() == 0)
    #expect(try fixture.titles(.trash) == ["Thrown away now"])
  }

  /// A server, or a program of another person, may say of everything that it was thrown away long ago.
  @Test(arguments: StoreKind.allCases) func whatIsSaidToBeOldStaysForThirtyDaysHere(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("Live", "words")
    _ = try fixture.addCategory("Old", id: "old")
    try fixture.acknowledgeAll()
    try fixture.pull([], token: "1")
    let long = fixture.world.environment.now().milliseconds - 90 * Self.day
    func forged(_ record: FetchedRecord) -> FetchedChange {
      var record = record
      record.version.set(
        "trashedAt", .date(long), at: HybridTime(milliseconds: UInt64(long), counter: 0, device: 99))
      record.modifiedAt = long
      return .record(record)
    }
    try fixture.pull(
      [
        forged(try fixture.changed(entry, ["trashedAt": .date(long)], tag: "2")),
        forged(fixture.remote("old", ["name": .string("Old")], tag: "2", type: "Category")),
      ], token: "2")
    #expect(try fixture.titles(.trash) == ["Live"])
    fixture.world.advance(milliseconds: 30 * Self.day)
    #expect(try fixture.store.expireTrash() == 0)
    fixture.world.advance(milliseconds: 1)
    #expect(try fixture.store.expireTrash() == 2)
    #expect(try fixture.store.categories(includingTrash: true).isEmpty)
  }

  @Test(arguments: StoreKind.allCases) func aServerWhoseClockIsAheadTakesNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("Thrown away now")
    _ = try fixture.edit(entry, .trashedAt(fixture.world.environment.now()))
    let ahead = 40 * Self.day
    _ = try fixture.synced.correctClock(
      offset: ahead, serverTime: fixture.world.environment.now().milliseconds + ahead)
    fixture.world.advance(milliseconds: Self.day)
    #expect(try fixture.store.expireTrash() == 0)
    #expect(try fixture.titles(.trash) == ["Thrown away now"])
  }
}
