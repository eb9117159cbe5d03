import CloudRecord
import JournalSeal
import JournalSync
import SealKit
import SyncCore
import Synchronization
import Testing

/// What a device takes of the rings that a server shows: never less than it knows, and nothing that a stranger could have made.
@Suite struct ShareJudgeTests {
  private let circle: Circle
  private var name: String { "share-" + Circle.root.recordName }

  init() throws { circle = try Circle() }

  /// Rings and identities in memory.
  private final class Keeper: ShareKeeping {
    let isGuest: Bool
    private let state: Mutex<(identities: [KeyPair], kept: [KeptShare], shown: [Record])>

    init(_ identities: [KeyPair], kept: [KeptShare] = [], isGuest: Bool = false) {
      self.isGuest = isGuest
      state = Mutex((identities, kept, []))
    }

    func identities() -> [KeyPair] { state.withLock { $0.identities } }
    func kept() -> [KeptShare] { state.withLock { $0.kept } }
    func shown() -> [Record] { state.withLock { $0.shown } }
    func keep(_ share: KeptShare) {
      state.withLock { state in
        state.kept.removeAll { $0.name == share.name && $0.origin == share.origin }
        state.kept.append(share)
      }
    }
    func show(_ share: OpenedShare?, as name: String) {
      let user = RecordStamp(timestamp: 0, userRecordName: "_anna", deviceID: "")
      state.withLock { state in
        state.shown =
          share.map { share in
            [
              Record(
                recordName: "keys-" + name, recordType: "ShareKeys", zoneID: ZoneID(zoneName: Circle.root.zone),
                fields: ["ring": Field(.bytes(share.verified.ring.encoded))], recordChangeTag: "1", created: user,
                modified: user)
            ]
          } ?? []
      }
    }
    func know(_ identity: KeyPair) { state.withLock { $0.identities.append(identity) } }
  }

  private func look(_ keeper: Keeper, zone: String = Circle.root.zone) throws -> ShareSeals {
    try ShareJudge(keeper, zone: zone, wrapping: circle.wrapping).look()
  }

  private func kept(_ share: OpenedShare, link: [UInt8]? = nil) -> KeptShare {
    KeptShare(name: name, origin: share.state.origin, ring: share.verified.ring.encoded, link: link)
  }

  // MARK: The owner's

  @Test func anotherDeviceOfTheOwnersTakesTheRingAndGoesOnWithIt() throws {
    let keeper = Keeper([circle.anna])
    let first = try circle.founded()
    keeper.show(first, as: name)
    let seals = try look(keeper)
    #expect(seals.all.map(\.root) == [Circle.root.recordName] && seals.all.first?.trouble == nil)
    #expect(
      seals.wanted == [Circle.root.recordName: SharedForm(origin: first.state.origin, keyNumber: 1, isGiven: false)])
    let next = try circle.changed(first) { try $0.rotate() }
    keeper.show(next, as: name)
    #expect(try look(keeper).wanted.values.map(\.keyNumber) == [2])
    // An older one takes nothing away, and what is kept is the newest.
    keeper.show(first, as: name)
    #expect(try look(keeper).wanted.values.map(\.keyNumber) == [2])
    #expect(keeper.kept().map(\.ring) == [next.verified.ring.encoded])
  }

  @Test func aRingUnderTheNameOfAnotherRootIsNotTaken() throws {
    let keeper = Keeper([circle.anna])
    let share = try circle.founded()
    keeper.show(share, as: "share-other")
    #expect(try look(keeper).all.isEmpty)
    keeper.show(share, as: name)
    #expect(try look(keeper, zone: "OtherZone").all.isEmpty)
    #expect(keeper.kept().isEmpty)
  }

  @Test func whatOneCouldMakeWhoIsNoDeviceOfTheOwnersIsNotTaken() throws {
    // A stranger's, and one that a removed device made with the identity of before.
    for identities in [[circle.mallory], [circle.anna, circle.annaLater]] {
      let keeper = Keeper(identities)
      keeper.show(try circle.founded(), as: name)
      #expect(try look(keeper).all.isEmpty && keeper.kept().isEmpty)
    }
    // One that is known goes on under the newest identity alone; until it does, nothing is sealed in it.
    let known = try circle.shared()
    let keeper = Keeper([circle.anna, circle.annaLater], kept: [kept(known)])
    let forged = try circle.changed(known) {
      try $0.add(circle.mallory.publicKeys, at: "mallory@journal.example", .write, trust: .words)
    }
    keeper.show(forged, as: name)
    let seals = try look(keeper)
    #expect(seals.all.first?.trouble == .renewalDue)
    #expect(seals.all.first?.opened.state.members[circle.mallory.publicKeys.person] == nil)
    let renewed = try circle.changed(known) { try $0.changeOwner(to: circle.annaLater) }
    keeper.show(renewed, as: name)
    #expect(try look(keeper).all.first?.trouble == nil)
    // An identity that is none of the owner's is never the owner's next one.
    let stolen = Keeper([circle.anna], kept: [kept(known)])
    stolen.show(renewed, as: name)
    #expect(try look(stolen).all.first?.opened.state.owner == circle.anna.publicKeys)
  }

  @Test func forkedAndOtherRingsStopWhatIsSealed() throws {
    let first = try circle.founded()
    let one = try circle.changed(first) { try $0.rotate() }
    let other = try circle.changed(first, at: 2000) { try $0.rotate() }
    let keeper = Keeper([circle.anna], kept: [kept(one)])
    keeper.show(other, as: name)
    #expect(try look(keeper).all.first?.trouble == .forked)
    let draft = try ShareDraft(
      foundedBy: circle.anna, of: Circle.root, address: Circle.address, title: "x", category: "", at: circle.time,
      random: seeded(99))
    let bytes = try draft.encoded(wrapping: circle.wrapping)
    let opened = try #require(try OpenedShare(VerifiedShare(decoding: bytes), ownedBy: [circle.anna]))
    keeper.show(opened, as: name)
    #expect(try look(keeper).all.first?.trouble == .another)
    #expect(keeper.kept().map(\.ring) == [one.verified.ring.encoded])
  }

  /// Another device took one out, and went on with what it knew under new keys, while this one let a person in: it goes on with that,
  /// and the person is let in once more.
  @Test func aForkUnderTheNewestIdentityIsGoneOnWithWhereNoLossOfAccessIsLost() throws {
    let first = try circle.founded()
    let mine = try circle.changed(first) {
      try $0.add(circle.cleo.publicKeys, at: "cleo@journal.example", .read, trust: .link)
      try $0.setPermission(of: circle.cleo.publicKeys.person, to: .write)
    }
    let renewed = try circle.changed(first, at: 2000) { try $0.changeOwner(to: circle.annaLater) }
    let keeper = Keeper([circle.anna], kept: [kept(mine)])
    keeper.show(renewed, as: name)
    #expect(try look(keeper).all.first?.trouble == .ownKeysChanged, "its keys come with the journal's")
    keeper.know(circle.annaLater)
    let found = try #require(try look(keeper).all.first)
    #expect(found.trouble == nil && found.form.keyNumber == 2 && found.opened.state.members.isEmpty)
    #expect(keeper.kept().map(\.ring) == [renewed.verified.ring.encoded])
    // One that the identity of before made is a removed device's, and one that goes back is none at all.
    for forged in [mine, try circle.changed(first, at: 3000) { try $0.rotate() }] {
      keeper.show(forged, as: name)
      #expect(try look(keeper).all.first?.form.keyNumber == 2)
      #expect(keeper.kept().map(\.ring) == [renewed.verified.ring.encoded])
    }
  }

  /// What this one had taken away since would come back with it: nothing is sealed until a person shares anew.
  @Test func aForkUnderTheNewestIdentityBringsNoPersonBack() throws {
    let first = try circle.shared()
    let (ben, cleo) = (circle.ben.publicKeys.person, circle.cleo.publicKeys.person)
    let renewed = try circle.changed(first, at: 2000) { try $0.changeOwner(to: circle.annaLater) }
    let losses: [(inout ShareDraft) throws -> Void] = [
      { try $0.remove(cleo) }, { try $0.setPermission(of: ben, to: .read) }, { try $0.rotate() },
    ]
    for loss in losses {
      let mine = try circle.changed(first, loss)
      let keeper = Keeper([circle.anna, circle.annaLater], kept: [kept(mine)])
      keeper.show(renewed, as: name)
      #expect(try look(keeper).all.first?.trouble == .forked)
      #expect(keeper.kept().map(\.ring) == [mine.verified.ring.encoded])
      #expect(ShareTrouble.forked.sentence.contains("share stop"))
    }
  }

  /// A guest is told what to do: compare words where nothing is lost, and leave it where that cannot be said.
  @Test func aGuestOfAForkIsToldWhatToDo() throws {
    let first = try circle.changed(circle.founded()) {
      try $0.add(circle.ben.publicKeys, at: "ben@journal.example", .write, trust: .link)
    }
    let renewed = try circle.changed(first, at: 2000) { try $0.changeOwner(to: circle.annaLater) }
    for (isLost, trouble) in [(false, ShareTrouble.ownerChanged), (true, .ownerForked)] {
      let mine = try circle.changed(first) {
        try $0.add(circle.cleo.publicKeys, at: "cleo@journal.example", .read, trust: .link)
        if isLost { try $0.remove(circle.cleo.publicKeys.person) }
      }
      let keeper = Keeper([circle.ben], kept: [kept(mine)], isGuest: true)
      keeper.show(renewed, as: name)
      #expect(try look(keeper).all.first?.trouble == trouble)
      #expect(keeper.kept().map(\.ring) == [mine.verified.ring.encoded])
    }
    #expect(ShareTrouble.ownerForked.sentence.contains("Ask its owner to stop it"))
  }

  /// Whom another device of the owner's never heard of is not in by its keys. Words of the keys of before would differ from those that
  /// the owner sees, and tell of a stranger between the two.
  @Test func whomAForkThrewOutIsNotToldToCompareWords() throws {
    let first = try circle.changed(circle.founded()) { try $0.invite("cleo@journal.example", .read) }
    let link = try #require(first.link(for: "cleo@journal.example")).secret.copied
    let joined = try circle.changed(first) {
      try $0.add(circle.cleo.publicKeys, at: "cleo@journal.example", .read, trust: .link)
    }
    let renewed = try circle.changed(first, at: 2000) { try $0.changeOwner(to: circle.annaLater) }
    // She is in, or reads by the link; the other device's log forked from the one, and goes on from the other.
    for known in [kept(joined), kept(first, link: link)] {
      let keeper = Keeper([circle.cleo], kept: [known], isGuest: true)
      keeper.show(renewed, as: name)
      #expect(try look(keeper).all.first?.trouble == .notLetIn)
      #expect(keeper.kept() == [known])
      // Let in by the new keys there are words to compare.
      let again = try circle.changed(renewed, by: circle.annaLater, at: 3000) {
        try $0.add(circle.cleo.publicKeys, at: "cleo@journal.example", .read, trust: .link)
      }
      keeper.show(again, as: name)
      #expect(try look(keeper).all.first?.trouble == .ownerChanged)
    }
    #expect(ShareTrouble.notLetIn.sentence.contains("no words to compare"))
  }

  /// Another device stopped and shared the same again while this one was away: its records show the new ring alone.
  @Test func whatWasSharedAnewMeanwhileTakesThePlaceOfTheFormerShare() throws {
    func founded(at time: UInt64, seed: UInt64) throws -> OpenedShare {
      let draft = try ShareDraft(
        foundedBy: circle.anna, of: Circle.root, address: Circle.address, title: "x", category: "", at: time,
        random: seeded(seed))
      let bytes = try draft.encoded(wrapping: circle.wrapping)
      return try #require(try OpenedShare(VerifiedShare(decoding: bytes), ownedBy: [circle.anna]))
    }
    let known = try circle.founded()
    let later = try founded(at: circle.time + 5000, seed: 98)
    let keeper = Keeper([circle.anna], kept: [kept(known)])
    keeper.show(later, as: name)
    let seals = try look(keeper)
    #expect(seals.all.first?.trouble == nil)
    #expect(seals.wanted.values.map(\.origin) == [later.state.origin])
    #expect(Set(keeper.kept().filter { $0.phase == .ended }.map(\.origin)) == [known.state.origin])
    // A server that goes back to an older one gets nothing for it.
    keeper.show(try founded(at: circle.time - 5000, seed: 97), as: name)
    #expect(try look(keeper).all.first?.trouble == .another)
    keeper.show(known, as: name)
    #expect(try look(keeper).all.first?.trouble == .another)
    // One that goes on under keys of another device's is not saved over.
    let stranger = Keeper([circle.anna], kept: [kept(later)])
    stranger.show(try circle.changed(later) { try $0.changeOwner(to: circle.annaLater) }, as: name)
    #expect(try look(stranger).all.first?.trouble == .ownKeysChanged)
  }

  @Test func whatHasEndedIsNeverInForceAgain() throws {
    let share = try circle.shared()
    let keeper = Keeper([circle.anna], kept: [kept(share)])
    // Its record is gone: another device has ended it.
    #expect(try look(keeper).all.isEmpty)
    #expect(keeper.kept().map(\.phase) == [.ended])
    keeper.show(share, as: name)
    #expect(try look(keeper).all.isEmpty)
    var ending = kept(share)
    ending.phase = .ending
    keeper.keep(ending)
    let seals = try look(keeper)
    #expect(seals.wanted.isEmpty && seals.all.count == 1, "it opens, and seals nothing")
  }

  // MARK: Another person's

  @Test func aGuestReadsByTheLinkAndIsInOnceTheOwnerSaysSo() throws {
    var share = try circle.founded()
    share = try circle.changed(share) { try $0.invite("ben@journal.example", .write) }
    let link = try #require(share.link(for: "ben@journal.example"))
    let keeper = Keeper([circle.ben], kept: [kept(share, link: link.secret.copied)], isGuest: true)
    keeper.show(share, as: name)
    #expect(try look(keeper).all.map(\.trouble) == [.notIn])
    let joined = try circle.changed(share) {
      try $0.add(circle.ben.publicKeys, at: "ben@journal.example", .write, trust: .link)
    }
    keeper.show(joined, as: name)
    #expect(try look(keeper).all.map(\.trouble) == [nil])
    #expect(keeper.kept().map(\.link) == [nil])
    // What the owner is said to be later is not believed.
    let changed = try circle.changed(joined) { try $0.changeOwner(to: circle.annaLater) }
    keeper.show(changed, as: name)
    #expect(try look(keeper).all.map(\.trouble) == [.ownerChanged])
    // Nor is an older ring, which would have one write for who was removed.
    let removed = try circle.changed(joined) { try $0.remove(circle.ben.publicKeys.person) }
    keeper.show(removed, as: name)
    #expect(try look(keeper).all.map(\.trouble) == [.removed])
    keeper.show(share, as: name)
    #expect(try look(keeper).all.map(\.trouble) == [nil])
  }

  @Test func aGuestTakesNoRingThatNoLinkVouchesFor() throws {
    let keeper = Keeper([circle.ben], isGuest: true)
    keeper.show(try circle.shared(), as: name)
    #expect(try look(keeper).all.isEmpty)
  }

  // MARK: Whose a zone is

  /// A second person who shares something could have the server show that in the zone of the first one, whose entries have the same
  /// names there.
  @Test func aZoneIsOneOwners() throws {
    let annas = try circle.shared()
    let seals = ShareSeals([
      .init(name: name, opened: annas, person: circle.cleo, isOwn: false, isInForce: true)
    ])
    func founded(by owner: KeyPair, at address: String) throws -> VerifiedShare {
      let draft = try ShareDraft(
        foundedBy: owner, of: Circle.root, address: address, title: "x", category: "x", at: circle.time,
        random: seeded(98))
      return try VerifiedShare(decoding: draft.encoded(wrapping: circle.wrapping))
    }
    let mallorys = try founded(by: circle.mallory, at: "mallory@journal.example")
    #expect(ShareSeals().admits(mallorys, of: "mallory@journal.example", isCompared: false), "the first one")
    for isCompared in [false, true] {
      #expect(!seals.admits(mallorys, of: "mallory@journal.example", isCompared: isCompared))
    }
    // Under the first one's address the words are not the same, so they were not compared.
    #expect(!seals.admits(mallorys, of: Circle.address, isCompared: false))
    #expect(seals.admits(try founded(by: circle.anna, at: Circle.address), of: Circle.address, isCompared: false))
    // Another identity of hers: what goes on from the known one, and what was compared.
    let later = try circle.changed(annas) { try $0.changeOwner(to: circle.annaLater) }
    #expect(seals.admits(later.verified, of: Circle.address, isCompared: false))
    let anew = try founded(by: circle.annaLater, at: Circle.address)
    #expect(!seals.admits(anew, of: Circle.address, isCompared: false))
    #expect(seals.admits(anew, of: Circle.address, isCompared: true))
    // A device that was taken out has the identity of before alone.
    let known = ShareSeals([.init(name: name, opened: later, person: circle.cleo, isOwn: false, isInForce: true)])
    #expect(!known.admits(try founded(by: circle.anna, at: Circle.address), of: Circle.address, isCompared: false))
  }
}
