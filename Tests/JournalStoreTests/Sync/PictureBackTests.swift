import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// Pictures that went with their entry and come back with it, after a copy of them was refused meanwhile.
@Suite struct PictureBackTests {
  /// How the copy was told of.
  enum Copy: CaseIterable {
    /// While encryption is turned on.
    case plain
    /// In a journal that is sealed as a whole.
    case closed
    /// Sealed by a person who may not write any more.
    case former
    /// An older one, well sealed: the server has it still.
    case older
  }

  private static let file = SealedFile(
    field: "imageAsset", digest: [UInt8](repeating: 3, count: 32), length: 9, key: [UInt8](repeating: 4, count: 32))

  private func mark(_ counter: UInt64, _ type: String, files: [SealedFile] = []) -> SealMark {
    SealMark(
      counter: counter, keyNumber: 1, digest: Digest(of: Array("\(counter)".utf8)).bytes, files: files,
      later: RecordVersion(recordType: type))
  }

  private func picture(_ fixture: Fixture, _ caption: String, tag: String, later: Int64 = 0) -> FetchedRecord {
    let owner = FieldValue.reference(Reference(recordName: "e", action: .deleteSelf))
    return fixture.remote(
      "p", ["entry": owner, "caption": .string(caption), "sortOrder": .int64(0)], tag: tag, later: later,
      type: "EntryImage")
  }

  /// A copy of the picture that is not taken in.
  private func refused(_ fixture: Fixture, _ copy: Copy, tag: String) -> FetchedChange {
    var record = picture(fixture, "zqforged", tag: tag, later: 500)
    let noAuthor = RecordStamp(timestamp: 0, userRecordName: "", deviceID: "")
    let raw = Record(
      recordName: "p", recordType: "EntryImage", zoneID: ZoneID(zoneName: "JournalZone"), fields: [:],
      recordChangeTag: tag, created: noAuthor, modified: noAuthor)
    switch copy {
    case .older: record.seal = mark(4, "EntryImage")
    case .plain:
      record.sealedSince = 1
    case .closed, .former:
      var closed = ClosedRecord(raw, reason: copy == .closed ? .unsealed : .former)
      if copy == .former { record.seal = mark(6, "EntryImage") }
      closed.plain = record
      return .closed(closed)
    }
    return .record(record)
  }

  /// A sealed entry with a sealed picture and its file, deleted forever here, which the server does not know yet.
  private func removed(_ kind: StoreKind) throws -> Fixture {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    var image = picture(fixture, "a heron", tag: "5")
    image.seal = mark(5, "EntryImage", files: [Self.file])
    try fixture.pull([sealed(fixture, "e", "one", mark(5, "JournalEntry"), tag: "5"), .record(image)])
    _ = try fixture.edit(RecordName("e"), .trashedAt(fixture.world.environment.now()))
    #expect(try fixture.store.purge([RecordName("e")]) == 1)
    #expect(try fixture.unsent().map(\.recordName) == ["e"])
    return fixture
  }

  /// Another device wrote what the removal had not seen.
  private func bringBack(_ fixture: Fixture) throws {
    try fixture.pull([sealed(fixture, "e", "two", mark(6, "JournalEntry"), tag: "6", later: 100)])
    #expect(try fixture.store.entry(RecordName("e"))?.title == "two")
    #expect(try fixture.store.images(of: RecordName("e")).map(\.caption) == ["a heron"])
  }

  /// With the tag of the copy it would be taken for what lies there, and never be mended.
  @Test(arguments: StoreKind.allCases, Copy.allCases)
  func itGoesUpOverACopyThatWasRefused(_ kind: StoreKind, _ copy: Copy) throws {
    let fixture = try removed(kind)
    #expect(try fixture.pull([refused(fixture, copy, tag: "7")]).refused == 1)
    try bringBack(fixture)
    let again = try #require(try fixture.unsent().first)
    #expect(again.recordName == "p" && again.changeTag == "7")
    #expect(again.local?.values["caption"] == .string("a heron"))
    // Its file goes up again with it, since the copy names none, and what lies there plain is cleared.
    #expect(again.seal?.files == [] && again.seal?.hasPlainFields == true)
    try fixture.synced.commit([
      SendResult(
        recordName: "p", outcome: .saved(version: try #require(again.local), changeTag: "8"), digest: again.digest,
        seal: mark(9, "EntryImage", files: [Self.file]))
    ])
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.synced.syncOverview(limit: 5).unsent == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func itIsLeftWhereNothingWasRefused(_ kind: StoreKind) throws {
    let fixture = try removed(kind)
    try bringBack(fixture)
    #expect(try fixture.unsent().isEmpty)
  }
}
