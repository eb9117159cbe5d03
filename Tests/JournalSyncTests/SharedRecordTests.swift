import CloudRecord
import JournalSeal
import JournalSync
import SealKit
import SyncCore
import Testing

/// Which key seals a record, and what of a share is taken in.
@Suite struct SharedRecordTests {
  private let circle: Circle
  private let share: OpenedShare
  private let keys: JournalKeys
  private var root: String { Circle.root.recordName }
  private static let now: Int64 = 1_764_000_000_000

  init() throws {
    circle = try Circle(category: "")
    share = try circle.shared()
    keys = try #require(JournalKeys([JournalKey.fresh(seeded(1)), JournalKey.fresh(seeded(2))]))
  }

  private func seals(
    _ share: OpenedShare, as person: KeyPair? = nil, isInForce: Bool = true, trouble: ShareTrouble? = nil
  ) -> ShareSeals {
    ShareSeals([
      .init(
        name: "share-" + root, opened: share, person: person ?? circle.anna, isOwn: person == nil, isInForce: isInForce,
        trouble: trouble)
    ])
  }

  private func owners(_ seals: ShareSeals) -> RecordMapping {
    RecordMapping(
      sealing: Sealing(keys: keys, mode: .sealed, random: seeded(3)).holding(seals), zoneName: Circle.root.zone)
  }

  private func guests(_ seals: ShareSeals) -> RecordMapping {
    RecordMapping(sealing: Sealing(guestOf: seals, random: seeded(4)), zoneName: Circle.root.zone)
  }

  private func unsent(_ name: String, _ text: String = "words", counter: UInt64 = 0, isPicture: Bool = false)
    -> UnsentRecord
  {
    let type = isPicture ? JournalSchema.imageType : JournalSchema.entryType
    var version = RecordVersion(recordType: type)
    let stamp = HybridTime(milliseconds: UInt64(Self.now), counter: 0, device: 1)
    if isPicture {
      version.set("entry", .reference(Reference(recordName: root, action: .deleteSelf)), at: stamp)
      version.set("caption", .string(text), at: stamp)
    } else {
      version.set("title", .string(text), at: stamp)
    }
    var record = UnsentRecord(
      recordName: name, recordType: type, local: version, base: version, changeTag: "1", modifiedAt: Self.now)
    if counter > 0 {
      record.seal = SealMark(counter: counter, keyNumber: 1, digest: [1], later: RecordVersion(recordType: type))
    }
    return record
  }

  /// A record as the server has it once one was sealed.
  private func record(_ unsent: UnsentRecord, _ bytes: [UInt8]) -> Record {
    let user = RecordStamp(timestamp: Self.now, userRecordName: "_u", deviceID: "")
    var fields = ["sealed": Field(.bytes(bytes))]
    if unsent.recordType == JournalSchema.imageType {
      fields["entry"] = Field(.reference(Reference(recordName: root, action: .deleteSelf)))
    }
    return Record(
      recordName: unsent.recordName, recordType: unsent.recordType, zoneID: ZoneID(zoneName: Circle.root.zone),
      fields: fields, recordChangeTag: "2", created: user, modified: user)
  }

  private func reason(_ change: FetchedChange) -> ClosedReason? {
    if case .closed(let closed) = change { closed.reason } else { nil }
  }

  @Test func whatHangsOnTheRootIsSealedInTheShareAndAllElseInTheJournal() throws {
    let mapping = owners(seals(share))
    for item in [unsent(root, counter: 5), unsent("picture", counter: 5, isPicture: true)] {
      let (bytes, mark) = try mapping.seal(item, uploaded: [:], at: Self.now)
      #expect(SharedSeal.isShared(bytes) && mark.share == share.state.origin && mark.counter == 6)
      #expect(mark.journalKey == 2)
      // Who takes part opens it, and a device with the journal's keys alone does not.
      let seen = try #require(try circle.seen(share, by: circle.cleo))
      #expect(reason(guests(seals(seen, as: circle.cleo)).fetched(record(item, bytes))) == nil)
      #expect(reason(owners(ShareSeals()).fetched(record(item, bytes))) == .noKey)
    }
    let (bytes, mark) = try mapping.seal(unsent("other", counter: 5), uploaded: [:], at: Self.now)
    #expect(!SharedSeal.isShared(bytes) && mark.share.isEmpty && mark.keyNumber == 2)
    // A share that is being ended opens, and seals nothing.
    let ending = owners(seals(share, isInForce: false))
    #expect(!SharedSeal.isShared(try ending.seal(unsent(root), uploaded: [:], at: Self.now).bytes))
  }

  @Test func nothingIsSealedInAShareThatIsNotInOrder() throws {
    for trouble in [ShareTrouble.renewalDue, .forked, .ownerForked, .another, .ownerChanged, .removed] {
      let mapping = owners(seals(share, trouble: trouble))
      #expect(throws: SealFailure.self) { try mapping.seal(unsent(root), uploaded: [:], at: Self.now) }
    }
    let seen = try #require(try circle.seen(share, by: circle.cleo))
    #expect(throws: SealFailure.self, "she reads") {
      try guests(seals(seen, as: circle.cleo)).seal(unsent(root), uploaded: [:], at: Self.now)
    }
    // What is not shared has no key with a guest, and goes nowhere.
    let bens = try #require(try circle.seen(share, by: circle.ben))
    #expect(throws: SealFailure.self) {
      try guests(seals(bens, as: circle.ben)).seal(unsent("other"), uploaded: [:], at: Self.now)
    }
  }

  @Test func whoMayWriteIsTakenInAndWhoMayNotIsNot() throws {
    let bens = try #require(try circle.seen(share, by: circle.ben))
    let item = unsent(root, "by Ben", counter: 5)
    let (bytes, _) = try guests(seals(bens, as: circle.ben)).seal(item, uploaded: [:], at: Self.now)
    guard case .record(let taken) = owners(seals(share)).fetched(record(item, bytes)) else {
      Issue.record("not taken in")
      return
    }
    #expect(taken.version.values["title"] == .string("by Ben") && taken.seal?.share == share.state.origin)
    // Taken out, he is a former writer: what he says goes to the owner's history, and nowhere else.
    let after = try circle.changed(share) { try $0.remove(circle.ben.publicKeys.person) }
    guard case .closed(let former) = owners(seals(after)).fetched(record(item, bytes)) else {
      Issue.record("taken in")
      return
    }
    #expect(former.reason == .former && former.plain?.version.values["title"] == .string("by Ben"))
    let cleos = try #require(try circle.seen(after, by: circle.cleo))
    guard case .closed(let seen) = guests(seals(cleos, as: circle.cleo)).fetched(record(item, bytes)) else {
      Issue.record("taken in")
      return
    }
    #expect(seen.reason == .former && seen.plain == nil)
    // A person who may only read has the key, and a server that helps: no device takes in what they seal.
    let place = RecordPlace(zone: Circle.root.zone, recordType: JournalSchema.entryType, recordName: root)
    let forged = try SharedSeal.seal(
      bytes: SealedContent(
        counter: 9, modifiedAt: Self.now, version: try #require(item.local)
      ).encoded(), at: place, origin: share.state.origin, under: share.box.keys.newest, by: circle.cleo,
      random: circle.random)
    #expect(reason(owners(seals(share)).fetched(record(item, forged))) == .forbidden)
  }

  @Test func aParticipantRemovesNothingForGoodAndUsesUpNoCounters() throws {
    let place = RecordPlace(zone: Circle.root.zone, recordType: JournalSchema.entryType, recordName: root)
    let item = unsent(root)
    func sealed(_ content: SealedContent, by person: KeyPair) throws -> FetchedChange {
      let bytes = try SharedSeal.seal(
        bytes: content.encoded(), at: place, origin: share.state.origin, under: share.box.keys.newest, by: person,
        random: circle.random)
      return owners(seals(share)).fetched(record(item, bytes))
    }
    let version = try #require(item.local)
    var gone = SealedContent(
      kind: .removed, counter: 9, modifiedAt: Self.now,
      version: RecordVersion(recordType: version.recordType, stamps: version.stamps))
    #expect(reason(try sealed(gone, by: circle.ben)) == .forbidden)
    #expect(reason(try sealed(gone, by: circle.anna)) == nil)
    gone.kind = .record
    gone.counter = SealMark.greatestCounter(ofParticipantUnder: 1) + 1
    #expect(reason(try sealed(gone, by: circle.ben)) == .damaged)
    #expect(reason(try sealed(gone, by: circle.anna)) == nil)
    gone.counter = SealMark.greatestCounter(ofParticipantUnder: 1)
    #expect(reason(try sealed(gone, by: circle.ben)) == nil)
  }

  @Test func whatComesAfterIsToldAcrossShares() {
    func mark(_ counter: UInt64, key: UInt32, share: [UInt8] = [], journalKey: UInt32 = 0) -> SealMark {
      SealMark(counter: counter, keyNumber: key, digest: [UInt8(counter)], later: RecordVersion(recordType: "x"))
        .inShare(share, journalKey: journalKey)
    }
    let shared = mark(5, key: 1, share: [7], journalKey: 3)
    #expect(mark(4, key: 9).order(of: shared) == .later, "into a share, whatever the numbers of its keys")
    #expect(mark(6, key: 1).order(of: shared) == .older)
    #expect(shared.order(of: mark(6, key: 3)) == .later, "out of it")
    #expect(shared.order(of: mark(6, key: 2)) == .older, "under a key that a removed device has")
    #expect(shared.order(of: mark(4, key: 3)) == .older)
    #expect(shared.order(of: mark(1, key: 2, share: [7], journalKey: 3)) == .later)
    #expect(shared.order(of: shared) == .same)
    // Who takes part could otherwise put a picture of theirs in the place of one of another entry, with the server's help.
    var (mine, theirs) = (mark(4, key: 1), mark(9, key: 1, share: [7]))
    (mine.entry, theirs.entry) = ("private", "shared")
    #expect(mine.order(of: theirs) == .older)
    theirs.entry = "private"
    #expect(mine.order(of: theirs) == .later)
    #expect(shared.raised(above: mark(8, key: 9)).counter == 8)
    #expect(SealGoal.sealed(keyNumber: 4).isReached(by: shared), "keys of the journal are none of a share")
  }
}
