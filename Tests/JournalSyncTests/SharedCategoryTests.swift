import CloudRecord
import JournalSeal
import SealKit
import SyncCore
import Testing

@testable import JournalSync

/// What is filed under a shared category: under which key it goes, on what it hangs, and whose word that is.
@Suite struct SharedCategoryTests {
  private let circle: Circle
  private let share: OpenedShare
  private let keys: JournalKeys
  private var category: String { Circle.root.recordName }
  private static let now: Int64 = 1_764_000_000_000

  init() throws {
    circle = try Circle()
    share = try circle.shared()
    keys = try #require(JournalKeys([JournalKey.fresh(seeded(1)), JournalKey.fresh(seeded(2))]))
  }

  private func seals(_ person: KeyPair? = nil, isInForce: Bool = true) -> ShareSeals {
    ShareSeals([
      .init(
        name: "share-" + category, opened: share, person: person ?? circle.anna, isOwn: person == nil,
        isInForce: isInForce)
    ])
  }

  private func owners(_ seals: ShareSeals) -> RecordMapping {
    RecordMapping(
      sealing: Sealing(keys: keys, mode: .sealed, random: seeded(3)).holding(seals), zoneName: Circle.root.zone)
  }

  private func guests() throws -> RecordMapping {
    RecordMapping(sealing: Sealing(guestOf: seals(circle.cleo), random: seeded(4)), zoneName: Circle.root.zone)
  }

  private func version(_ category: String?, _ text: String = "words") -> RecordVersion {
    var version = RecordVersion(recordType: JournalSchema.entryType)
    let stamp = HybridTime(milliseconds: UInt64(Self.now), counter: 0, device: 1)
    version.set("title", .string(text), at: stamp)
    if let category { version.set("category", .reference(Reference(recordName: category, action: .none)), at: stamp) }
    return version
  }

  private func entry(_ name: String, in category: String?, _ parent: ParentEdit = .unchanged) -> UnsentRecord {
    let version = version(category)
    var record = UnsentRecord(
      recordName: name, recordType: JournalSchema.entryType, local: version, base: version, changeTag: "1",
      modifiedAt: Self.now)
    (record.category, record.parentEdit) = (category, parent)
    return record
  }

  private func picture(of entry: String, in category: String?) -> UnsentRecord {
    var version = RecordVersion(recordType: JournalSchema.imageType)
    let stamp = HybridTime(milliseconds: UInt64(Self.now), counter: 0, device: 1)
    version.set("entry", .reference(Reference(recordName: entry, action: .deleteSelf)), at: stamp)
    var record = UnsentRecord(
      recordName: "picture", recordType: JournalSchema.imageType, local: version, base: version, changeTag: "1",
      modifiedAt: Self.now)
    record.category = category
    return record
  }

  private func record(_ name: String, _ bytes: [UInt8], entry: String? = nil) -> Record {
    let user = RecordStamp(timestamp: Self.now, userRecordName: "_u", deviceID: "")
    var fields = ["sealed": Field(.bytes(bytes))]
    if let entry { fields["entry"] = Field(.reference(Reference(recordName: entry, action: .deleteSelf))) }
    return Record(
      recordName: name, recordType: entry == nil ? JournalSchema.entryType : JournalSchema.imageType,
      zoneID: ZoneID(zoneName: Circle.root.zone), fields: fields, recordChangeTag: "2", created: user, modified: user)
  }

  private func reason(_ change: FetchedChange) -> ClosedReason? {
    if case .closed(let closed) = change { closed.reason } else { nil }
  }

  /// A person who may write in an entry could say that it is filed under another one that they have: that is no category.
  @Test func whatIsFiledUnderASharedEntryStaysWhereItIs() throws {
    let other = try Circle(category: "").shared()
    let seals = ShareSeals([
      .init(name: "share-" + category, opened: other, person: circle.anna, isOwn: true, isInForce: true)
    ])
    let place = RecordPlace(zone: Circle.root.zone, recordType: JournalSchema.entryType, recordName: "words")
    #expect(seals.inForce(at: place, in: category) == nil && !seals.isAny(at: place, in: category))
    #expect(self.seals().inForce(at: place, in: category) != nil)
    let root = RecordPlace(zone: Circle.root.zone, recordType: JournalSchema.entryType, recordName: category)
    #expect(seals.inForce(at: root, in: nil) != nil && self.seals().inForce(at: root, in: nil) == nil)
  }

  @Test func whatIsFiledThereIsSealedForThoseWhoHaveIt() throws {
    let mapping = owners(seals())
    let (bytes, mark) = try mapping.seal(entry("e1", in: category), uploaded: [:], at: Self.now)
    #expect(SharedSeal.isShared(bytes) && mark.share == share.state.origin)
    #expect(reason(try guests().fetched(record("e1", bytes))) == nil)
    let (image, _) = try mapping.seal(picture(of: "e1", in: category), uploaded: [:], at: Self.now)
    #expect(reason(try guests().fetched(record("picture", image, entry: "e1"))) == nil)
    for other in [entry("e2", in: nil), entry("e2", in: "another"), picture(of: "e2", in: nil)] {
      #expect(!SharedSeal.isShared(try mapping.seal(other, uploaded: [:], at: Self.now).bytes))
    }
    // One that is about to end seals nothing.
    let ending = owners(seals(isInForce: false))
    #expect(!SharedSeal.isShared(try ending.seal(entry("e1", in: category), uploaded: [:], at: Self.now).bytes))
  }

  /// A person who has the key of a share could seal a preference under it, which would be a word of theirs in this journal.
  @Test func aPreferenceIsInNoShare() throws {
    var version = RecordVersion(recordType: JournalSchema.preferenceType)
    version.set("key", .string("word.theirs"), at: HybridTime(milliseconds: UInt64(Self.now), counter: 0, device: 1))
    for (name, person) in [("p", circle.anna), ("p", circle.ben), (category, circle.ben)] {
      let place = RecordPlace(zone: Circle.root.zone, recordType: JournalSchema.preferenceType, recordName: name)
      let bytes = try SharedSeal.seal(
        bytes: SealedContent(counter: 9, modifiedAt: Self.now, version: version).encoded(), at: place,
        origin: share.state.origin, under: share.box.keys.newest, by: person, random: circle.random)
      var record = record(name, bytes)
      record.recordType = JournalSchema.preferenceType
      #expect(reason(owners(seals()).fetched(record)) == .noKey)
    }
    let unsent = UnsentRecord(
      recordName: "p", recordType: JournalSchema.preferenceType, local: version, base: version, changeTag: "1",
      modifiedAt: Self.now)
    #expect(!SharedSeal.isShared(try owners(seals()).seal(unsent, uploaded: [:], at: Self.now).bytes))
  }

  @Test func anEntryHangsOnItsCategoryWhileItIsSealedForIt() {
    let filed = owners(seals()).operation(for: entry("e1", in: category, .set(category)), at: Self.now)
    #expect(filed.parentEdit == .set(category))
    let out = owners(seals()).operation(for: entry("e1", in: nil, .cleared), at: Self.now)
    #expect(out.parentEdit == .cleared)
    // Under the journal's key it would hang where others cannot read it.
    let unsealed = owners(ShareSeals()).operation(for: entry("e1", in: category, .set(category)), at: Self.now)
    #expect(unsealed.parentEdit == .unchanged)
  }

  @Test func onlyTheOwnerSaysWhatIsFiledThere() throws {
    for reader in [owners(seals()), try guests()] {
      func reason(_ version: RecordVersion, by person: KeyPair) throws -> ClosedReason? {
        self.reason(reader.fetched(try sealed("private", version, by: person)))
      }
      // Ben may write by the ring: with the server's help he would put his words in the place of any entry.
      #expect(try reason(version(category), by: circle.ben) == .forbidden)
      #expect(try reason(version(category), by: circle.cleo) == .forbidden)
      #expect(try reason(version("another"), by: circle.anna) == .forbidden)
      #expect(try reason(version(nil), by: circle.anna) == .forbidden)
      #expect(try reason(version(category), by: circle.anna) == nil)
    }
  }

  /// A picture that was thrown away hangs on its entry on the server, as all do: those who have the entry open it, and show it nowhere.
  @Test func aPictureThatWasThrownAwayStaysWithItsEntry() throws {
    var image = picture(of: "e1", in: category)
    image.local?.set(
      "trashedAt", .date(Self.now), at: HybridTime(milliseconds: UInt64(Self.now), counter: 1, device: 1))
    let (bytes, mark) = try owners(seals()).seal(image, uploaded: [:], at: Self.now)
    #expect(mark.share == share.state.origin)
    #expect(reason(try guests().fetched(record("picture", bytes, entry: "e1"))) == nil)
  }

  /// A record as a person signs it who uses a program of their own.
  private func sealed(
    _ name: String, _ version: RecordVersion, by person: KeyPair, counter: UInt64 = 9, in share: OpenedShare? = nil
  ) throws -> Record {
    let share = share ?? self.share
    let place = RecordPlace(zone: Circle.root.zone, recordType: JournalSchema.entryType, recordName: name)
    let bytes = try SharedSeal.seal(
      bytes: SealedContent(counter: counter, modifiedAt: Self.now, version: version).encoded(), at: place,
      origin: share.state.origin, under: share.box.keys.newest, by: person, random: circle.random)
    return record(name, bytes)
  }

  /// Why an entry that is filed elsewhere needs no new key: who is invited later gets the former keys as well, since what is not
  /// sealed anew yet is under them.
  @Test func whoIsInvitedLaterHasTheFormerKeys() throws {
    let (bytes, _) = try owners(seals()).seal(entry("e1", in: category), uploaded: [:], at: Self.now)
    let later = try circle.changed(share) {
      try $0.rotate()
      try $0.add(circle.mallory.publicKeys, at: "dora@journal.example", .read, trust: .link)
    }
    func reads(_ share: OpenedShare, by person: KeyPair) throws -> Bool {
      guard let seen = try circle.seen(share, by: person) else { return false }
      let seals = ShareSeals([
        .init(name: "share-" + category, opened: seen, person: person, isOwn: false, isInForce: true)
      ])
      let mapping = RecordMapping(sealing: Sealing(guestOf: seals, random: seeded(5)), zoneName: Circle.root.zone)
      return reason(mapping.fetched(record("e1", bytes))) == nil
    }
    #expect(try reads(later, by: circle.mallory))
    // What is filed elsewhere is sealed under the journal's key from then on, which no person of the share ever has.
    let out = record("e1", try owners(seals()).seal(entry("e1", in: nil), uploaded: [:], at: Self.now).bytes)
    #expect(reason(try guests().fetched(out)) == .noKey)
    // Who was taken out keeps what there was, and reads nothing that comes.
    let removed = try circle.changed(share) { try $0.remove(circle.cleo.publicKeys.person) }
    let mapping = RecordMapping(
      sealing: Sealing(keys: keys, mode: .sealed, random: seeded(3)).holding(
        ShareSeals([
          .init(name: "share-" + category, opened: removed, person: circle.anna, isOwn: true, isInForce: true)
        ])), zoneName: Circle.root.zone)
    let after = record("e1", try mapping.seal(entry("e1", in: category), uploaded: [:], at: Self.now).bytes)
    #expect(reason(try guests().fetched(record("e1", bytes))) == nil)
    #expect(reason(try guests().fetched(after)) == .noKey)
  }
}
