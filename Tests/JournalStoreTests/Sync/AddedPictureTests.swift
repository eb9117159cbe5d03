import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// Pictures that a person adds to entries of a shared category, as the owner's devices take them in.
@Suite struct AddedPictureTests {
  private let fixture: Fixture
  private let store: JournalStore
  private let category = RecordName("c")
  private static let name = "added-picture"

  init() throws {
    (fixture, store) = try Fixture.sharing(category)
  }

  /// - Parameter word: The counter of a word of filing; nil for none, 0 for what a maker holds in its place.
  private func mark(_ counter: UInt64, word: UInt8?, share: [UInt8] = [8]) -> SealMark {
    var later = RecordVersion(recordType: "JournalEntry")
    if let word { later.values[SealMark.filedField] = .bytes([67, 74, 87, 1, 0, 0, 0, 0, 0, 0, 0, word, 0, 0]) }
    return SealMark(
      counter: counter, keyNumber: share.isEmpty ? 3 : 2,
      digest: [UInt8(truncatingIfNeeded: counter), UInt8(counter >> 40)], later: later
    )
    .inShare(share, journalKey: 3)
  }

  private func entry(isShared: Bool = true, tag: String = "1", later: Int64 = 0) -> FetchedChange {
    var values: [String: FieldValue] = ["title": .string("Run")]
    if isShared { values["category"] = .reference(Reference(recordName: category.rawValue, action: .none)) }
    var record = fixture.remote("e", values, tag: tag, later: later)
    record.seal = isShared ? mark(5, word: 5) : mark(6, word: nil, share: [])
    record.savedAt = record.modifiedAt
    return .record(record)
  }

  private func picture(
    _ mark: SealMark, _ caption: String = "his", isOwners: Bool = false, tag: String = "1", later: Int64 = 0
  ) -> FetchedChange {
    var picture = fixture.remote(
      Self.name, ["entry": .reference(Reference(recordName: "e", action: .deleteSelf)), "caption": .string(caption)],
      tag: tag,
      later: later, type: "EntryImage")
    picture.seal = mark
    picture.seal?.entry = "e"
    picture.savedAt = picture.modifiedAt
    picture.signer = RecordSigner(address: "ben@journal.example", isOwner: isOwners, isSelf: isOwners)
    return .record(picture)
  }

  private func captions() throws -> [String] { try store.images(of: RecordName("e")).map(\.caption) }

  private func waiting() throws -> [String] { try fixture.unsent().map(\.recordName) }

  @Test func theOwnerTakesOneInAndSealsItAnew() throws {
    try fixture.pull([entry(), picture(mark(1 << 40, word: 0))])
    #expect(try captions() == ["his"] && waiting() == [Self.name])
    // Once another device of hers has sealed it the maker's own versions are older, whatever he counts.
    try fixture.pull([picture(mark(1, word: nil), "hers", isOwners: true, tag: "2", later: 20)])
    #expect(try captions() == ["hers"] && waiting().isEmpty)
    try fixture.pull([picture(mark(1 << 41, word: 0), "his again", tag: "3", later: 40)])
    #expect(try captions() == ["hers"] && waiting() == [Self.name])
  }

  /// With the server's help he names an entry that is hers alone.
  @Test(arguments: [true, false]) func oneOfAnEntryThatLiesElsewhereIsRefused(isFirst: Bool) throws {
    let (theirs, hers) = (picture(mark(1, word: 0)), entry(isShared: false))
    try fixture.pull(isFirst ? [theirs] : [hers])
    try fixture.pull(isFirst ? [hers] : [theirs])
    #expect(try captions().isEmpty && waiting().isEmpty)
    #expect(try store.syncOverview(limit: 0).unreadable == 1)
    // In one page as well.
    let other = try AddedPictureTests()
    try other.fixture.pull(isFirst ? [theirs, hers] : [hers, theirs])
    #expect(try other.captions().isEmpty)
  }

  @Test func oneThatComesBeforeItsEntryIsTakenInWithIt() throws {
    try fixture.pull([picture(mark(1, word: 0))])
    try fixture.pull([entry()])
    #expect(try captions() == ["his"])
  }

  /// He added it while the entry was there: it goes along to where this device has filed that.
  @Test func oneOfAnEntryThatIsFiledElsewhereHereGoesAlong() throws {
    try fixture.pull([entry()])
    _ = try fixture.edit(RecordName("e"), .category(nil))
    try fixture.pull([picture(mark(1, word: 0))])
    #expect(try captions() == ["his"])
    // What is known of it is not looked at again when the entry comes from there.
    try fixture.pull([entry(isShared: false, tag: "2", later: 20)])
    #expect(try captions() == ["his"])
  }

  @Test func whatTheOwnerRemovedStaysRemoved() throws {
    try fixture.pull([entry(), picture(mark(1, word: 0))])
    let image = try #require(try store.images(of: RecordName("e")).first)
    try store.perform(.editImage(image.id, [.trashedAt(fixture.world.environment.now())]))
    _ = try store.emptyTrash()
    try fixture.pull([picture(mark(2, word: 0), "his again", tag: "2", later: 20)])
    #expect(try captions().isEmpty)
    let removal = try #require(try fixture.unsent().first)
    #expect(removal.local == nil && removal.changeTag == "2")
  }

  @Test func oneOfAnEntryThatWasRemovedIsRefused() throws {
    try fixture.pull([entry()])
    _ = try fixture.edit(RecordName("e"), .trashedAt(fixture.world.environment.now()))
    #expect(try store.purge([RecordName("e")]) == 1)
    try fixture.pull([picture(mark(1, word: 0))])
    #expect(try captions().isEmpty && waiting() == ["e"])
  }

  /// A server that shows the entry twice in a page, or an older version of the picture beside it.
  @Test func oneThatWaitsForItsEntryIsLookedAtHoweverThatComes() throws {
    try fixture.pull([picture(mark(2, word: 0))])
    try fixture.pull([picture(mark(1, word: 0), tag: "2")])
    #expect(try waiting().isEmpty, "it is not sealed before its entry is here")
    try fixture.pull([entry(isShared: false), entry(isShared: false)])
    #expect(try captions().isEmpty && waiting().isEmpty)
  }

  /// An entry that is shared by itself: the picture does not go to those who have that.
  @Test func oneThatWaitsIsNotSealedForThoseWhoHaveItsEntry() throws {
    try fixture.pull([picture(mark(2, word: 0))])
    _ = try StoredShareRings(store).reseal([
      "c": SharedForm(origin: [8], keyNumber: 2), "e": SharedForm(origin: [9], keyNumber: 1),
    ])
    #expect(try waiting().isEmpty)
  }

  /// Another device has sealed it while its removal waited here: the next word is above that.
  @Test func aRemovalIsAboveAnotherDevicesFirstSeal() {
    let raised = mark(7, word: 0).raised(above: mark(1, word: nil))
    #expect(raised.counter == 1 && raised.filedCounter == nil)
  }

  /// Who may write could bring back what its owner deleted forever.
  @Test func oneByItsMakersWordGoesWithItsEntry() throws {
    for isMakers in [true, false] {
      let (fixture, store) = try Fixture.sharing(category)
      try fixture.pull(
        ["f", "g"].map { .record(fixture.remote($0, ["title": .string("Another")], tag: "1", later: 0)) })
      try fixture.pull([entry(), picture(mark(1, word: isMakers ? 0 : nil), isOwners: !isMakers)])
      try fixture.pull([.deleted(recordName: "e")])
      let isBack = try fixture.unsent().contains { $0.recordName == "e" }
      #expect(isBack == !isMakers)
      #expect(try store.images(of: RecordName("e")).count == 1)
    }
  }

  /// Until the owner's seal of it is there its maker could go on in what is the owner's alone.
  @Test func aLaterVersionOfTheMakersIsRefusedOnceTheEntryLeft() throws {
    try fixture.pull([entry(), picture(mark(1, word: 0))])
    try fixture.pull([entry(isShared: false, tag: "2", later: 20)])
    try fixture.pull([picture(mark(2, word: 0), "his again", tag: "3", later: 40)])
    #expect(try captions() == ["his"] && waiting() == [Self.name])
  }
}
