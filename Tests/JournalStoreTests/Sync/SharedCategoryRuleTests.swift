import CloudRecord
import GRDB
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// What an owner did while another person wrote, and what a device of the owner's leaves that never comes back.
@Suite struct SharedCategoryRuleTests {
  private let fixture: Fixture
  private let store: JournalStore
  private let category = RecordName("c")

  init() throws {
    (fixture, store) = try Fixture.sharing(category)
  }

  /// - Parameter word: The counter of the owner's word; 0 for none.
  private func mark(_ counter: UInt64, word: UInt8 = 0, inShare: Bool = true, entry: String = "") -> SealMark {
    var later = RecordVersion(recordType: "JournalEntry")
    if word > 0 {
      later.values[SealMark.filedField] = .bytes([67, 74, 87, 1, 0, 0, 0, 0, 0, 0, 0, word, 0, 0])
    }
    return SealMark(
      counter: counter, keyNumber: inShare ? 2 : 3, digest: [UInt8(counter)], entry: entry, later: later
    ).inShare(inShare ? [8] : [], journalKey: 3)
  }

  private func entry(
    _ mark: SealMark, _ title: String = "words", isFiled: Bool = true, tag: String = "1",
    later: Int64 = 0
  ) -> FetchedRecord {
    var values: [String: FieldValue] = ["title": .string(title)]
    if isFiled { values["category"] = .reference(Reference(recordName: category.rawValue, action: .none)) }
    var record = fixture.remote("e", values, tag: tag, later: later)
    (record.seal, record.savedAt) = (mark, record.modifiedAt)
    return record
  }

  private func picture(of entry: String = "e", _ mark: SealMark) -> FetchedChange {
    var picture = fixture.remote(
      "picture", ["entry": .reference(Reference(recordName: entry, action: .deleteSelf)), "caption": .string("")],
      tag: "1", type: "EntryImage")
    picture.seal = mark
    picture.seal?.entry = entry
    return .record(picture)
  }

  /// What Ben wrote under the owner's word.
  private func bens(_ counter: UInt64, word: UInt8, tag: String = "9") -> FetchedRecord {
    var record = entry(mark(counter, word: word), "his", tag: tag, later: 50)
    // The times of filing are the owner's.
    for field in ["category", "trashedAt"] { record.version.stamps[field] = entry(mark(1)).version.stamps[field] }
    record.signer = RecordSigner(address: "ben@journal.example", isOwner: false, isSelf: false)
    return record
  }

  private func waiting() throws -> [String] { try fixture.unsent().map(\.recordName).sorted() }

  // MARK: Pictures of an entry that another device filed elsewhere, or here

  @Test func anyDeviceSealsThePicturesOfAnEntryThatLeftTheShare() throws {
    try fixture.pull([.record(entry(mark(5, word: 5))), picture(mark(5))])
    #expect(try waiting().isEmpty)
    // The device that filed it elsewhere sealed the entry, and never came back.
    try fixture.pull([.record(entry(mark(6, inShare: false), isFiled: false, tag: "2", later: 20))])
    #expect(try waiting() == ["picture"])
  }

  @Test func anyDeviceSealsThePicturesOfAnEntryThatCameIntoTheShare() throws {
    try fixture.pull([
      .record(entry(mark(5, inShare: false), isFiled: false)), picture(mark(5, inShare: false)),
    ])
    #expect(try waiting().isEmpty)
    try fixture.pull([.record(entry(mark(6, word: 6), tag: "2", later: 20))])
    #expect(try waiting() == ["picture"])
  }

  @Test func picturesThatCameWithTheirEntryAreLeftAlone() throws {
    try fixture.pull([.record(entry(mark(5, word: 5))), picture(mark(5))])
    try fixture.pull([
      .record(entry(mark(6, inShare: false), isFiled: false, tag: "2", later: 20)),
      picture(mark(6, inShare: false)),
    ])
    #expect(try waiting().isEmpty)
    // What another device seals in the meantime needs not go again.
    try fixture.pull([.record(entry(mark(7, word: 7), tag: "3", later: 40))])
    #expect(try waiting() == ["picture"])
    try fixture.pull([picture(mark(7))])
    #expect(try waiting().isEmpty)
  }

  // MARK: A removal that has not gone yet

  private func remove() throws {
    _ = try fixture.edit(RecordName("e"), .trashedAt(fixture.world.environment.now()))
    #expect(try store.purge([RecordName("e")]) == 1)
  }

  /// What its owner removes for good is gone from all, whatever others wrote in it meanwhile.
  @Test func aRemovalHoldsOverWhatOthersWroteMeanwhile() throws {
    try fixture.pull([.record(entry(mark(5, word: 5)))])
    try remove()
    try fixture.pull([.record(bens(50, word: 5))])
    #expect(try store.entry(RecordName("e")) == nil)
    let removal = try #require(try fixture.unsent().first)
    #expect(removal.local == nil && removal.changeTag == "9" && removal.counter == 50)
    // Its times are not before his, so that no other device of the owner's takes it back for them.
    let his = try #require(bens(50, word: 5).version.stamps["title"])
    #expect(try #require(removal.base?.stamps["title"]) >= his)
    // The same again, and the next one of his.
    try fixture.pull([.record(bens(51, word: 5, tag: "10"))])
    #expect(try store.entry(RecordName("e")) == nil && fixture.unsent().first?.changeTag == "10")
  }

  /// The owner's own words that the removal had not seen bring it back, as everywhere.
  @Test func aRemovalGivesWayToAnotherDeviceOfTheOwners() throws {
    try fixture.pull([.record(entry(mark(5, word: 5)))])
    try remove()
    // He wrote under a word that came with a version of hers.
    try fixture.pull([.record(bens(50, word: 6))])
    #expect(try store.entry(RecordName("e"))?.title == "his")
  }

  /// The trash gives way: what others wrote is there again, and the owner sees it.
  @Test func theTrashGivesWayToWhatOthersWroteMeanwhile() throws {
    try fixture.pull([.record(entry(mark(5, word: 5)))])
    _ = try fixture.edit(RecordName("e"), .trashedAt(fixture.world.environment.now()))
    try fixture.pull([.record(bens(50, word: 5))])
    let back = try #require(try store.entry(RecordName("e")))
    #expect(back.title == "his" && back.trashedAt == nil)
  }

  /// Where a journal travels plain the server says whose account saved it.
  @Test func aRemovalInAPlainJournalHoldsOverAnotherPersons() throws {
    for (account, isGone) in [("_ben", true), (AccountBinding.anna.userRecordName, false), (nil, false)] {
      let name = "plain \(account ?? "")"
      try fixture.pull([.record(fixture.remote(name, ["title": .string("words")], tag: "1"))])
      _ = try fixture.edit(RecordName(name), .trashedAt(fixture.world.environment.now()))
      #expect(try store.purge([RecordName(name)]) == 1)
      var later = fixture.remote(name, ["title": .string("his")], tag: "2", later: 30)
      later.account = account
      try fixture.pull([.record(later)])
      #expect(try (store.entry(RecordName(name)) == nil) == isGone, "\(account ?? "no one")")
      let waiting = try fixture.unsent().first { $0.recordName == name }
      #expect(isGone ? waiting?.changeTag == "2" && waiting?.local == nil : waiting == nil)
    }
  }

  /// The journal of a person who takes part, with what the owner filed there.
  private func guestStore(_ folder: TemporaryFolder, _ changes: [FetchedChange]) throws -> JournalStore {
    var options = JournalStore.Options()
    options.address = ZoneAddress(
      database: .shared, zoneID: ZoneID(zoneName: "JournalZone", ownerRecordName: "_anna"))
    let guest = try JournalStore(
      path: folder.file("guest.sqlite"), environment: fixture.world.environment, options: options)
    try guest.bind(.anna)
    try pull(guest, changes)
    return guest
  }

  private func pull(_ guest: JournalStore, _ changes: [FetchedChange]) throws {
    _ = try guest.apply(
      FetchedPage(changes: changes, token: ChangeToken("t"), moreComing: false), rules: .journal,
      allowsMassRemoval: false)
  }

  /// It would be sent over the word of the removal, and removed again, without end.
  @Test func whatAnotherPersonRemovesDoesNotGoUpOverIt() throws {
    let folder = try TemporaryFolder()
    let guest = try guestStore(folder, [.record(entry(mark(5, word: 5)))])
    let edit = JournalEdit(name: "edit", operations: [.editEntry(RecordName("e"), [.body("mine")])])
    _ = try guest.apply(edit, cause: .edit)
    var version = RecordVersion(recordType: "JournalEntry")
    version.stamps = entry(mark(5)).version.stamps
    let removal = FetchedChange.removed(
      FetchedRemoval(recordName: "e", changeTag: "2", version: version, seal: mark(6)))
    for _ in 0..<2 {
      // Once more where it was asked for since.
      try pull(guest, [removal])
      let unsent = try #require(try guest.unsent(limit: 9, excluding: []).first)
      #expect(unsent.changeTag == nil && unsent.local?.values["body"] == .string("mine"))
    }
    // It does not go, and so becomes this person's own.
    try guest.commit([
      SendResult(
        recordName: "e",
        outcome: .parked(
          ParkedReason(code: .permissionFailure, reason: "gone"),
          version: try guest.unsent(limit: 9, excluding: []).first?.local))
    ])
    #expect(try StoredShares(guest).lostEntries() == [RecordName("e")])
    #expect(try StoredShares(guest).entriesWithUnsentWords() == [RecordName("e")])
    try guest.close()
  }

  /// What another person shares was all on the server in files of before: none of it is taken for what was added here.
  @Test func whatWasSharedBeforeFormatThirteenIsNotTakenForNew() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("guest.sqlite")
    try guestStore(folder, [.record(entry(mark(5)))]).close()
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          UPDATE zones SET epoch = 0; UPDATE entries SET seenEpoch = 0, baseChangeTag = NULL, foreignFields = NULL;
          DROP TABLE dayHours;
          DELETE FROM grdb_migrations WHERE identifier = '13'; PRAGMA user_version = 12;
          """)
    }
    try queue.close()
    let guest = try guestStore(folder, [])
    #expect(try !StoredShares(guest).isNew(RecordName("e")) && guest.numbersAreSound())
    try guest.close()
  }

  // MARK: Preferences

  private func preference(_ value: String, by account: String?, tag: String = "1") -> FetchedChange {
    var record = fixture.remote(
      "p", ["key": .string("word.heron"), "value": .string(value)], tag: tag, later: 20, type: "Preference")
    record.account = account
    return .record(record)
  }

  /// Another program shares a whole zone: the owner's saved searches, words and templates stay the owner's.
  @Test func anotherPersonWritesNoPreferences() throws {
    try fixture.pull([preference("theirs", by: "_ben")])
    #expect(try store.preferences().isEmpty && store.unreadable(.forbidden) == ["p"])
    try fixture.pull([preference("hers", by: AccountBinding.anna.userRecordName, tag: "2")])
    #expect(try store.preferences().map(\.value) == ["hers"] && store.unreadable(.forbidden).isEmpty)
    // What is hers goes up again over it, and the third time in a day she is asked.
    for (tag, isWaiting) in [("3", true), ("4", true), ("5", false)] {
      try fixture.pull([preference("theirs", by: "_ben", tag: tag)])
      #expect(try store.preferences().map(\.value) == ["hers"])
      #expect(try waiting() == (isWaiting ? ["p"] : []))
    }
  }

  @Test func aGuestTakesInNoPreferences() throws {
    let folder = try TemporaryFolder()
    let guest = try guestStore(folder, [preference("theirs", by: "_anna"), .record(entry(mark(5)))])
    #expect(try guest.preferences().isEmpty && guest.entry(RecordName("e")) != nil)
    #expect(try guest.foreignRecords().isEmpty)
    try guest.close()
  }
}
