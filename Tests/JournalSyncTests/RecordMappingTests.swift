import CloudRecord
import JournalSeal
import JournalSync
import SealKit
import SyncCore
import Testing

@Suite struct RecordMappingTests {
  let mapping = RecordMapping()
  static let received: Int64 = 1_700_000_000_000
  static let stamp = HybridTime(milliseconds: 1_699_999_000_000, counter: 3, device: 7)

  private func record(
    _ fields: [String: FieldValue], type: String = "JournalEntry", stamps: RecordVersion? = nil, user: String = "_anna"
  ) -> Record {
    var all = fields.mapValues { Field($0) }
    if let stamps { all["fieldStamps"] = Field(.bytes(FieldStamps(of: stamps).encoded)) }
    let author = RecordStamp(timestamp: Self.received, userRecordName: user, deviceID: "browser")
    return Record(
      recordName: "e1", recordType: type, zoneID: ZoneAddress.journal.zoneID, fields: all, recordChangeTag: "7",
      created: author, modified: author)
  }

  private func fetched(_ record: Record, files: [String: String] = [:]) throws -> FetchedRecord {
    guard case .record(let fetched) = mapping.fetched(record, files: files) else { throw NotARecord() }
    return fetched
  }

  struct NotARecord: Error {}

  static let version = RecordVersion(
    recordType: "JournalEntry",
    values: [
      "title": .string("Run"), "body": .string("Ran 5 miles"), "mood": .string("happy"), "createdAt": .date(-5),
      "createdTimeZone": .string("Europe/Berlin"), "createdOffsetSeconds": .int64(3600), "isFavorite": .int64(1),
      "category": .reference(Reference(recordName: "c1", action: .none)),
      "tags": .list([.string("run"), .string("canal")]), "trashedAt": .date(99),
    ],
    stamps: Dictionary(
      uniqueKeysWithValues: [
        "title", "body", "mood", "createdAt", "createdTimeZone", "createdOffsetSeconds", "isFavorite", "category",
        "tags", "trashedAt",
      ].map { ($0, stamp) }))

  // MARK: Both ways

  @Test func everyFieldComesBackAsItWent() throws {
    let unsent = UnsentRecord(
      recordName: "e1", recordType: "JournalEntry", local: Self.version, modifiedAt: 1_699_999_000_000)
    let operation = mapping.operation(for: unsent, at: Self.received)
    #expect(operation.kind == .create)
    let values = operation.fields.compactMapValues { $0?.value }
    let back = try fetched(record(values))
    #expect(back.version == Self.version)
    #expect(back.modifiedAt == 1_699_999_000_000)
    #expect(back.savedBy == "browser")
    #expect(!back.isNewerFormat)
    #expect(back.foreignFields.isEmpty)
  }

  /// A server that lost its records gets back what a newer program had written beside the fields that we know.
  @Test func aRecordMadeAgainTakesAlongWhatWeDoNotKnow() {
    let unsent = UnsentRecord(
      recordName: "e1", recordType: "JournalEntry", local: Self.version, modifiedAt: 1,
      foreignFields: ["weather": Field(.string("fog")), "title": Field(.string("not ours to take"))])
    let operation = mapping.operation(for: unsent, at: Self.received)
    #expect(operation.fields["weather"] == Field(.string("fog")))
    #expect(operation.fields["title"] == Field(.string("Run")))
  }

  @Test func anImageHangsOnItsEntry() {
    let version = RecordVersion(
      recordType: "EntryImage",
      values: ["entry": .reference(Reference(recordName: "e1", action: .deleteSelf)), "caption": .string("Canal")])
    let unsent = UnsentRecord(recordName: "i1", recordType: "EntryImage", local: version, modifiedAt: 0)
    let operation = mapping.operation(for: unsent, at: 0)
    #expect(operation.parent == "e1")
    #expect(operation.fields["modifiedAt"] == nil)
  }

  @Test func aClearedFieldIsRemoved() throws {
    var local = Self.version
    local.set("mood", nil, at: HybridTime(milliseconds: 1_699_999_500_000, counter: 0, device: 7))
    let unsent = UnsentRecord(
      recordName: "e1", recordType: "JournalEntry", local: local, base: Self.version, changeTag: "7", modifiedAt: 0)
    let operation = mapping.operation(for: unsent, at: Self.received)
    let mood = try #require(operation.fields["mood"])
    #expect(mood == nil)
    #expect(operation.fields.keys.sorted() == ["fieldStamps", "modifiedAt", "mood"])
  }

  @Test func modifiedAtIsNeverInTheFuture() {
    let unsent = UnsentRecord(
      recordName: "e1", recordType: "JournalEntry", local: Self.version, modifiedAt: Self.received + 99_999)
    #expect(mapping.operation(for: unsent, at: Self.received).fields["modifiedAt"]??.value == .date(Self.received))
  }

  @Test func composedAndDecomposedLettersAreDifferentTexts() {
    var local = Self.version
    var base = Self.version
    base.values["title"] = .string("caf\u{E9}")
    local.values["title"] = .string("cafe\u{301}")
    let unsent = UnsentRecord(
      recordName: "e1", recordType: "JournalEntry", local: local, base: base, changeTag: "7", modifiedAt: 0)
    #expect(mapping.operation(for: unsent, at: 0).fields["title"] != nil)
  }

  // MARK: Others' writing

  @Test func aFieldThatSomebodyWroteWithoutStampsGetsTheTimeOfTheServer() throws {
    var values = Self.version.values
    values["title"] = .string("From elsewhere")
    let back = try fetched(record(values, stamps: Self.version))
    #expect(back.version.stamps["title"]?.milliseconds == UInt64(Self.received))
    #expect(back.version.stamps["title"]?.device != 7)
    #expect(back.version.stamps["body"] == Self.stamp)
  }

  @Test func twoStrangersAreToldApartAndEachIsAlwaysTheSame() throws {
    let one = try fetched(record(["title": .string("x")], user: "_one"))
    let same = try fetched(record(["title": .string("x")], user: "_one"))
    let other = try fetched(record(["title": .string("x")], user: "_other"))
    #expect(one.version == same.version)
    #expect(one.version.stamps["title"] != other.version.stamps["title"])
  }

  @Test func aStrangersOwnTimeCountsIfItIsEarlier() throws {
    let values: [String: FieldValue] = ["title": .string("x"), "modifiedAt": .date(Self.received - 50_000)]
    #expect(try fetched(record(values)).version.stamps["title"]?.milliseconds == UInt64(Self.received - 50_000))
  }

  @Test func aFieldClearedByAStrangerIsAChange() throws {
    var values = Self.version.values
    values["mood"] = nil
    let back = try fetched(record(values, stamps: Self.version))
    #expect(back.version.values["mood"] == nil)
    #expect(back.version.stamps["mood"]?.milliseconds == UInt64(Self.received))
  }

  @Test func aStampFromTheFutureIsTakenInAndBroughtBack() throws {
    var version = Self.version
    version.stamps["title"] = HybridTime(milliseconds: UInt64(Self.received) + 157_000_000_000, counter: 5, device: 7)
    let back = try fetched(record(version.values, stamps: version))
    #expect(
      back.version.stamps["title"]
        == HybridTime(milliseconds: UInt64(Self.received) + 120_000, counter: 5, device: 7))
    #expect(back.version.stamps["body"] == Self.stamp)
  }

  @Test func aForeignEditIsLaterThanWhatItReplaced() throws {
    var version = Self.version
    version.stamps["title"] = HybridTime(milliseconds: UInt64(Self.received) + 60_000, counter: 0, device: 7)
    var values = version.values
    values["title"] = .string("From elsewhere")
    let back = try fetched(record(values, stamps: version))
    #expect(try #require(back.version.stamps["title"]) > #require(version.stamps["title"]))
  }

  @Test func whatIsAbsentIsAsGoodAsEmpty() throws {
    var version = Self.version
    version.values["body"] = .string("")
    version.values["isFavorite"] = .int64(0)
    var values = version.values
    values["body"] = nil
    values["isFavorite"] = nil
    let back = try fetched(record(values, stamps: version))
    #expect(back.version.stamps["body"] == Self.stamp)
    #expect(back.version.stamps["isFavorite"] == Self.stamp)
  }

  // MARK: Newer programs

  @Test func unknownFieldsAreKeptAndNeverNamed() throws {
    var values = Self.version.values
    values["weather"] = .string("sunny")
    let back = try fetched(record(values, stamps: Self.version))
    #expect(back.foreignFields == ["weather": Field(.string("sunny"))])
    var local = back.version
    local.set("title", .string("Jog"), at: Self.stamp)
    let unsent = UnsentRecord(
      recordName: "e1", recordType: "JournalEntry", local: local, base: back.version, changeTag: "7", modifiedAt: 0)
    #expect(mapping.operation(for: unsent, at: 0).fields["weather"] == nil)
  }

  /// A save here leaves the marks of fields that only a newer program knows as they are: without them that program would
  /// take its own field for one that was changed now.
  @Test func marksOfUnknownFieldsTravelOn() throws {
    let place = FieldStamps.Mark(stamp: Self.stamp, digest: FieldStamps.digest(of: .string("Graz")))
    var stamps = FieldStamps(of: Self.version)
    stamps.marks["place"] = place
    var values = Self.version.values
    values["place"] = .string("Graz")
    values["fieldStamps"] = .bytes(stamps.encoded)
    let back = try fetched(record(values))
    var local = back.version
    local.set("title", .string("Jog"), at: Self.stamp)
    for tag in ["7", nil] {
      let unsent = UnsentRecord(
        recordName: "e1", recordType: "JournalEntry", local: local, base: tag == nil ? nil : back.version,
        changeTag: tag, modifiedAt: 0, foreignFields: back.foreignFields)
      let operation = mapping.operation(for: unsent, at: 0)
      guard case .bytes(let bytes)? = operation.fields["fieldStamps"]??.value else {
        Issue.record("a save carries no stamps")
        continue
      }
      let sent = try FieldStamps(decoding: bytes)
      #expect(sent.marks["place"] == place)
      #expect(sent.covers("title", value: .string("Jog")))
      #expect(operation.fields["place"]??.value == (tag == nil ? .string("Graz") : nil))
    }
  }

  /// Neither a record that the server lost nor one that is replaced comes back in an older format.
  @Test func aLaterFormatIsNeverLowered() throws {
    var values = Self.version.values
    values["formatVersion"] = .int64(3)
    let back = try fetched(record(values))
    let unsent = UnsentRecord(
      recordName: "e1", recordType: "JournalEntry", local: back.version, modifiedAt: 0,
      foreignFields: back.foreignFields)
    #expect(mapping.operation(for: unsent, at: 0).fields["formatVersion"] == Field(.int64(3)))
    let forced = mapping.forcedOperation(for: unsent, policy: .allKeys, over: back, at: 0)
    #expect(forced?.kind == .forceReplace)
    #expect(forced?.fields["formatVersion"] == Field(.int64(3)))
  }

  @Test func aNewerFormatIsReadOnly() throws {
    var values = Self.version.values
    values["formatVersion"] = .int64(2)
    #expect(try fetched(record(values)).isNewerFormat)
  }

  @Test func aFieldOfAnotherTypeMakesTheRecordReadOnly() throws {
    var values = Self.version.values
    values["title"] = .int64(5)
    let back = try fetched(record(values))
    #expect(back.isNewerFormat)
    #expect(back.version.values["title"] == nil)
  }

  @Test func unknownTypesAndSealedRecordsAreKeptRaw() throws {
    let unknown = record(["x": .int64(1)], type: "Trip")
    #expect(mapping.fetched(unknown) == .foreign(unknown))
    let damaged = record(["sealed": .bytes([1, 2, 3])])
    #expect(mapping.fetched(damaged) == .closed(ClosedRecord(damaged, reason: .damaged)))
    // A device without keys says so, and its edits of it wait.
    let key = JournalKey.fresh(seeded(1))
    let content = SealedContent(
      kind: .record, counter: 1, modifiedAt: 0, version: RecordVersion(recordType: "JournalEntry"))
    let bytes = try RecordSeal.seal(
      content, at: RecordPlace(zone: "JournalZone", recordType: "JournalEntry", recordName: "r"), under: key,
      random: seeded(2))
    let sealed = record(["sealed": .bytes(bytes)])
    #expect(
      mapping.fetched(sealed) == .closed(ClosedRecord(sealed, reason: .noKey, keyID: key.id.description)))
  }

  @Test(arguments: [[], [9, 9, 9], [UInt8](repeating: 255, count: 5000)])
  func stampsThatCannotBeReadAreAsGoodAsNone(bytes: [UInt8]) throws {
    var values = Self.version.values
    values["fieldStamps"] = .bytes(bytes)
    let back = try fetched(record(values))
    #expect(back.version.values == Self.version.values)
    #expect(back.version.stamps["title"]?.milliseconds == UInt64(Self.received))
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max])
  func impossibleTimesOfTheServerAreNoTrap(time: Int64) throws {
    var odd = record(["title": .string("x")], stamps: Self.version)
    odd.modified.timestamp = time
    _ = try fetched(odd)
  }

  @Test func everyKnownFieldHasARule() {
    #expect(JournalSchema.mergeRules.rule(of: "body", in: "JournalEntry") == .text)
    #expect(JournalSchema.mergeRules.rule(of: "tags", in: "JournalEntry") == .set)
    #expect(JournalSchema.mergeRules.rule(of: "trashedAt", in: "Category") == .trashing)
    #expect(JournalSchema.mergeRules.rule(of: "createdTimeZone", in: "JournalEntry") == .group("createdAt"))
    #expect(JournalSchema.mergeRules.rule(of: "body", in: "Trip") == .latest)
  }
}
