import CloudRecord
import JournalSeal
import SealKit
import SyncCore
import Testing

@testable import JournalSync

/// Writing in a category of an encrypted journal: what others sign there counts by the owner's word that the entry is filed there.
@Suite struct FiledWritingTests {
  let circle: Circle
  let share: OpenedShare
  private let keys: JournalKeys
  var category: String { Circle.root.recordName }
  static let now: Int64 = 1_764_000_000_000

  init() throws {
    circle = try Circle()
    share = try circle.shared()
    keys = try #require(JournalKeys([JournalKey.fresh(seeded(1)), JournalKey.fresh(seeded(2))]))
  }

  private func seals(_ share: OpenedShare? = nil, as person: KeyPair? = nil) -> ShareSeals {
    ShareSeals([
      .init(
        name: "share-" + category, opened: share ?? self.share, person: person ?? circle.anna, isOwn: person == nil,
        isInForce: true)
    ])
  }

  func annas(_ share: OpenedShare? = nil) -> RecordMapping {
    RecordMapping(
      sealing: Sealing(keys: keys, mode: .sealed, random: seeded(3)).holding(seals(share)), zoneName: Circle.root.zone)
  }

  func guests(_ person: KeyPair, _ share: OpenedShare? = nil) -> RecordMapping {
    RecordMapping(
      sealing: Sealing(guestOf: seals(share, as: person), random: seeded(4)), zoneName: Circle.root.zone)
  }

  func stamp(_ step: UInt64 = 0, device: UInt64 = 1) -> HybridTime {
    HybridTime(milliseconds: UInt64(Self.now) + step, counter: 0, device: device)
  }

  func version(_ text: String) -> RecordVersion {
    var version = RecordVersion(recordType: JournalSchema.entryType)
    version.set("title", .string(text), at: stamp())
    version.set("category", .reference(Reference(recordName: category, action: .none)), at: stamp())
    return version
  }

  func record(_ name: String, _ bytes: [UInt8], type: String = JournalSchema.entryType) -> Record {
    let user = RecordStamp(timestamp: Self.now, userRecordName: "_u", deviceID: "")
    return Record(
      recordName: name, recordType: type, zoneID: ZoneID(zoneName: Circle.root.zone),
      fields: ["sealed": Field(.bytes(bytes))], recordChangeTag: "2", created: user, modified: user)
  }

  func unsent(_ name: String, _ version: RecordVersion, _ seal: SealMark?) -> UnsentRecord {
    var record = UnsentRecord(
      recordName: name, recordType: JournalSchema.entryType, local: version, base: version, changeTag: "1",
      modifiedAt: Self.now, seal: seal)
    record.category = category
    return record
  }

  /// What Anna's device has sealed, as another one takes it in.
  private func filed(_ name: String = "e1", counter: UInt64 = 4) throws -> (sealed: [UInt8], mark: SealMark) {
    let known = SealMark(counter: counter, keyNumber: 1, digest: [1], later: RecordVersion(recordType: "JournalEntry"))
    let (bytes, mark) = try annas().seal(unsent(name, version("hers"), known), uploaded: [:], at: Self.now)
    return (bytes, mark)
  }

  func taken(_ change: FetchedChange) -> FetchedRecord? {
    if case .record(let record) = change { record } else { nil }
  }

  func reason(_ change: FetchedChange) -> ClosedReason? {
    if case .closed(let closed) = change { closed.reason } else { nil }
  }

  // MARK: What goes well

  @Test func whoMayWriteCarriesTheOwnersWordAlong() throws {
    let (bytes, mark) = try filed()
    #expect(mark.filedCounter == mark.counter && !mark.isByParticipant)
    let bens = try #require(taken(guests(circle.ben).fetched(record("e1", bytes))))
    #expect(bens.seal?.filedCounter == 5)
    // Whatever his device made of the times of filing.
    var version = bens.version
    version.set("title", .string("his"), at: stamp(5, device: 2))
    version.stamps["category"] = stamp(9, device: 2)
    let item = unsent("e1", version, bens.seal)
    #expect(guests(circle.ben).obstacle(of: item) == nil)
    let (his, hisMark) = try guests(circle.ben).seal(item, uploaded: [:], at: Self.now)
    #expect(hisMark.filedCounter == 5 && hisMark.counter == 6 && hisMark.isByParticipant)
    for reader in [annas(), guests(circle.cleo)] {
      let read = try #require(taken(reader.fetched(record("e1", his))))
      #expect(read.version.values["title"] == .string("his") && read.version.stamps["category"] == stamp())
      #expect(read.seal?.isByParticipant == true && read.seal.map { mark.order(of: $0) } == .later)
    }
    // The owner goes on from it, with a word of her own; and so do others who may write, with that one.
    let read = try #require(taken(annas().fetched(record("e1", his))))
    let (_, next) = try annas().seal(unsent("e1", read.version, read.seal), uploaded: [:], at: Self.now)
    #expect(next.filedCounter == 7 && next.counter == 7)
  }

  @Test func outOfTheCategoryThereIsNoWord() throws {
    let (_, mark) = try filed()
    var item = unsent("e1", version("hers"), mark)
    item.category = nil
    let (bytes, out) = try annas().seal(item, uploaded: [:], at: Self.now)
    #expect(out.share.isEmpty && out.filedCounter == nil && out.later.values.isEmpty)
    let read = try #require(taken(annas().fetched(record("e1", bytes))))
    #expect(read.seal?.later.values.isEmpty == true)
    // Nor does it become a plain field where encryption is turned off.
    let opening = RecordMapping(zoneName: Circle.root.zone).operation(
      for: unsent("e1", version("hers"), mark), at: Self.now)
    #expect(opening.fields[SealMark.filedField] == nil && opening.fields["title"] != nil)
  }

  /// Who may write in an entry that is shared by itself could give it a word of any counter, and hold up what its owner does later.
  @Test func whatIsSharedByItselfHasNoWord() throws {
    let alone = try Circle(category: "").shared()
    let place = RecordPlace(zone: Circle.root.zone, recordType: JournalSchema.entryType, recordName: category)
    var version = version("his")
    version.values[SealMark.filedField] = .bytes([67, 74, 87, 1] + [UInt8](repeating: 0x40, count: 80))
    let bytes = try SharedSeal.seal(
      bytes: SealedContent(counter: 9, modifiedAt: Self.now, version: version).encoded(), at: place,
      origin: alone.state.origin, under: alone.box.keys.newest, by: circle.ben, random: circle.random)
    for reader in [annas(alone), guests(circle.cleo, alone)] {
      let read = try #require(taken(reader.fetched(record(category, bytes))))
      #expect(read.seal?.filedCounter == nil && read.seal?.later.values.isEmpty == true)
    }
  }

  // MARK: What is refused

  /// A version as a person signs it who uses a program of their own, with the server's help.
  func forged(
    _ name: String = "e1", by person: KeyPair? = nil, counter: UInt64 = 99, word: [UInt8]?,
    kind: SealedContent.Kind = .record,
    type: String = JournalSchema.entryType, _ change: (inout RecordVersion) -> Void = { _ in }
  ) throws -> Record {
    var version = version("forged")
    version.recordType = type
    version.values[SealMark.filedField] = word.map { .bytes($0) }
    change(&version)
    if kind == .removed { version.values = [:] }
    let place = RecordPlace(zone: Circle.root.zone, recordType: type, recordName: name)
    let content = SealedContent(kind: kind, counter: counter, modifiedAt: Self.now, version: version)
    let bytes = try SharedSeal.seal(
      bytes: content.encoded(), at: place, origin: share.state.origin, under: share.box.keys.newest,
      by: person ?? circle.ben, random: circle.random)
    return record(name, bytes, type: type)
  }

  func word(
    _ name: String = "e1", by owner: KeyPair? = nil, counter: UInt64 = 5, origin: [UInt8]? = nil,
    filedAt: HybridTime? = nil, type: String = JournalSchema.entryType, zone: String? = nil
  ) throws -> [UInt8] {
    try FilingWord(counter: counter, filedAt: filedAt ?? stamp(), restoredAt: nil).signed(
      by: owner ?? circle.anna,
      at: RecordPlace(zone: zone ?? Circle.root.zone, recordType: type, recordName: name),
      origin: origin ?? share.state.origin)
  }

  @Test func aWordIsOfOneEntryInOneShareAsOfOneVersion() throws {
    for reader in [annas(), guests(circle.cleo)] {
      func reason(_ record: Record) -> ClosedReason? { self.reason(reader.fetched(record)) }
      #expect(taken(reader.fetched(try forged(word: word()))) != nil)
      // Of another entry, share, type or zone; of no one, of the person, of another one.
      #expect(reason(try forged(word: nil)) == .forbidden)
      #expect(reason(try forged(word: word("e2"))) == .forbidden)
      #expect(reason(try forged(word: word(origin: [UInt8](repeating: 1, count: 32)))) == .forbidden)
      #expect(reason(try forged(word: word(type: JournalSchema.imageType))) == .forbidden)
      #expect(reason(try forged(word: word(zone: "Other"))) == .forbidden)
      #expect(reason(try forged(word: word(by: circle.ben))) == .forbidden)
      #expect(reason(try forged(word: word(by: circle.mallory))) == .forbidden)
      for index in try word().indices {
        #expect(reason(try forged(word: word().with(word()[index] ^ 1, at: index))) == .forbidden, "byte \(index)")
      }
      #expect(reason(try forged(word: word() + [0])) == .forbidden)
      #expect(reason(try forged(word: Array(word().dropLast()))) == .forbidden)
      // A version that is not later than the word, or says something else than it.
      #expect(reason(try forged(counter: 5, word: word())) == .forbidden)
      #expect(reason(try forged(word: word(filedAt: stamp(1)))) == .forbidden)
      #expect(reason(try forged(word: word()) { $0.stamps["category"] = stamp(1) }) == .forbidden)
      #expect(reason(try forged(word: word()) { $0.stamps["trashedAt"] = stamp(1) }) == .forbidden)
      #expect(reason(try forged(word: word()) { $0.values["trashedAt"] = .date(1) }) == .forbidden)
      #expect(
        reason(
          try forged(word: word()) {
            $0.values["category"] = .reference(Reference(recordName: "other", action: .none))
          }) == .forbidden)
      // Who reads only has the key, the word, and perhaps the server.
      #expect(reason(try forged(by: circle.cleo, word: word())) == .forbidden)
      #expect(reason(try forged(by: circle.mallory, word: word())) == .forbidden)
      // Nothing is removed for good, and category and pictures are the owner's.
      #expect(reason(try forged(word: word(), kind: .removed)) == .forbidden)
      let type = JournalSchema.categoryType
      #expect(reason(try forged(category, word: word(category, type: type), type: type)) == .forbidden)
      let picture = try forged(
        "p", word: word("p", type: JournalSchema.imageType), type: JournalSchema.imageType)
      #expect(reason(picture) == .forbidden)
    }
  }

  @Test func whoWasTakenOutAndAFormerIdentityOfTheOwnersCountNoMore() throws {
    let byBen = try forged(word: word())
    let without = try circle.changed(share) { try $0.remove(circle.ben.publicKeys.person) }
    #expect(reason(annas(without).fetched(byBen)) == .former)
    let reading = try circle.changed(share) { try $0.setPermission(of: circle.ben.publicKeys.person, to: .read) }
    #expect(reason(annas(reading).fetched(byBen)) == .former)
    // A device that was removed has the identity of before, and could say that anything is filed there.
    let later = try circle.changed(share) { try $0.changeOwner(to: circle.annaLater) }
    #expect(reason(guests(circle.cleo, later).fetched(byBen)) == .former)
    // Ben's own device waits until the entry is sealed anew.
    let (bytes, _) = try filed()
    let bens = try #require(taken(guests(circle.ben).fetched(record("e1", bytes))))
    let waiting = guests(circle.ben, later).obstacle(of: unsent("e1", bens.version, bens.seal))
    #expect(waiting?.contains("sealed the entry anew") == true)
  }

  @Test func whatReadersWouldRefuseDoesNotGo() throws {
    let (_, mark) = try filed()
    let bens = guests(circle.ben)
    var thrown = unsent("e1", version("x"), mark)
    thrown.local?.set("trashedAt", .date(Self.now), at: stamp(1))
    #expect(bens.obstacle(of: thrown) == "Only its owner moves this to the trash.")
    let made = unsent("e9", version("x"), nil)
    #expect(bens.obstacle(of: made) == "It was begun under other keys, or elsewhere; only its owner files that here.")
    var gone = unsent("e1", version("x"), mark)
    gone.changeTag = nil
    #expect(bens.obstacle(of: gone) == "Its owner has deleted this forever." && annas().obstacle(of: gone) == nil)
    var image = UnsentRecord(
      recordName: "p", recordType: JournalSchema.imageType, local: RecordVersion(recordType: JournalSchema.imageType),
      modifiedAt: Self.now)
    image.local?.set("entry", .reference(Reference(recordName: "e1", action: .deleteSelf)), at: stamp())
    image.category = category
    #expect(
      bens.obstacle(of: image) == "Pictures in a shared category are its owner’s, but for those that you add.")
    let root = UnsentRecord(
      recordName: category, recordType: JournalSchema.categoryType,
      local: RecordVersion(recordType: JournalSchema.categoryType), modifiedAt: Self.now)
    #expect(bens.obstacle(of: root) == "A shared category is its owner’s.")
    #expect(guests(circle.cleo).obstacle(of: unsent("e1", version("x"), mark)) == "You may read this, not change it.")
    #expect(annas().obstacle(of: thrown) == nil && annas().obstacle(of: made) == nil)
  }

  /// A program of the owner's from before there were words carries one along that is over: the version is hers, and the word is none.
  @Test func anOlderProgramOfTheOwnersCarriesAWordAlongThatIsOver() throws {
    let (bytes, mark) = try filed()
    var item = unsent("e1", version("hers"), mark)
    item.category = nil
    let (_, out) = try annas().seal(item, uploaded: [:], at: Self.now)
    let again = try forged(by: circle.anna, counter: out.counter + 1, word: word())
    for reader in [annas(), guests(circle.ben), guests(circle.cleo)] {
      let read = try #require(taken(reader.fetched(again)))
      let known = try #require(read.seal)
      // Later than that she filed it elsewhere, and than the word that it has.
      #expect(out.order(of: known) == .later && mark.order(of: known) == .later)
      #expect(known.filedCounter == nil && !known.isByParticipant)
      // Nor does that word count for what others write from now on.
      let his = try #require(taken(reader.fetched(try forged(counter: 1 << 48, word: word()))))
      #expect(known.order(of: try #require(his.seal)) == .older)
      // The same record once more is the same.
      #expect(known.order(of: try #require(taken(reader.fetched(again))?.seal)) == .same)
    }
    let read = try #require(taken(guests(circle.ben).fetched(again)))
    let waiting = guests(circle.ben).obstacle(of: unsent("e1", read.version, read.seal))
    #expect(waiting?.contains("sealed the entry anew") == true)
    // With her own word all is as before.
    let own = try #require(taken(guests(circle.ben).fetched(record("e1", bytes))))
    #expect(own.seal?.filedCounter == own.seal?.counter)
  }

  /// Whose version it is, by the signature: history names the person, whatever the server says.
  @Test func whoSignedIsKnown() throws {
    let (bytes, _) = try filed()
    func signer(_ mapping: RecordMapping, _ record: Record) -> RecordSigner? { taken(mapping.fetched(record))?.signer }
    let (hers, his) = (record("e1", bytes), try forged(word: word()))
    #expect(signer(annas(), hers) == RecordSigner(address: Circle.address, isOwner: true, isSelf: true))
    #expect(signer(annas(), his) == RecordSigner(address: "ben@journal.example", isOwner: false, isSelf: false))
    #expect(signer(guests(circle.ben), hers)?.isSelf == false && signer(guests(circle.ben), his)?.isSelf == true)
    #expect(signer(guests(circle.cleo), his)?.isSelf == false)
    #expect(taken(annas().fetched(his))?.sender == "ben@journal.example" && taken(annas().fetched(hers))?.sender == nil)
    // What may not be taken in any more says it, too.
    let without = try circle.changed(share) { try $0.remove(circle.ben.publicKeys.person) }
    guard case .closed(let closed) = annas(without).fetched(his) else {
      Issue.record("taken in")
      return
    }
    #expect(closed.plain?.sender == "ben@journal.example")
  }

  // MARK: What comes after what

  @Test func aFormerWordIsNoLaterThanWhatTheOwnerDidSince() throws {
    func mark(_ counter: UInt64, word: UInt64? = nil, share: [UInt8] = [7], key: UInt32 = 1) -> SealMark {
      var later = RecordVersion(recordType: "JournalEntry")
      if let word {
        later.values[SealMark.filedField] = .bytes(
          [67, 74, 87, 1] + (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } + [0, 0])
      }
      return SealMark(counter: counter, keyNumber: key, digest: [UInt8(truncatingIfNeeded: counter)], later: later)
        .inShare(share, journalKey: 1)
    }
    // Filed there in version 5, filed elsewhere in version 6; a participant counts as high as they want.
    let out = mark(6, share: [])
    #expect(out.order(of: mark(1 << 48, word: 5)) == .older)
    #expect(out.order(of: mark(8, word: 7)) == .later, "filed there anew")
    // A device that had seen what the participant wrote hears of the move.
    #expect(mark(1 << 48, word: 5).order(of: out) == .later)
    #expect(mark(1 << 48, word: 5).order(of: mark(5, share: [])) == .older)
    // In another category of the owner's.
    #expect(mark(6, word: 6, share: [9]).order(of: mark(1 << 48, word: 5)) == .older)
    // Filed elsewhere and there again: the word of the first time is over.
    #expect(mark(7, word: 7).order(of: mark(1 << 48, word: 5)) == .older)
    #expect(mark(7, word: 7).order(of: mark(8, word: 7)) == .later)
    #expect(mark(8, word: 7).order(of: mark(9, word: 9)) == .later)
    // What the owner says anew is later than what a participant counts.
    #expect(mark(1 << 48, word: 7).order(of: mark(9, word: 9)) == .later)
    #expect(mark(9, word: 9).order(of: mark(1 << 48, word: 7)) == .older)
    #expect(mark(8, word: 7).order(of: mark(9, word: 7, key: 2)) == .later)
    // What the owner sealed before there were words, and removed in the share itself.
    #expect(mark(7).order(of: mark(8, word: 7)) == .later)
    #expect(mark(8).order(of: mark(1 << 48, word: 7)) == .older)
    #expect(mark(1 << 48, word: 7).order(of: mark(8)) == .later)
    // A copy that is left out uses up no counters of what is the owner's.
    #expect(out.raised(above: mark(1 << 48, word: 5)).counter == 6 && out.raised(above: mark(9, word: 9)).counter == 9)
  }
}
