import JournalSeal
import SealKit
import Testing

@Suite struct ShareTests {
  private let circle: Circle
  private let shared: OpenedShare
  private let ben: PersonID
  private let cleo: PersonID

  init() throws {
    circle = try Circle()
    shared = try circle.shared()
    (ben, cleo) = (circle.ben.publicKeys.person, circle.cleo.publicKeys.person)
  }

  // MARK: Who can read

  @Test func thoseWhoTakePartOpenIt() throws {
    for person in [circle.ben, circle.cleo] {
      let seen = try #require(try circle.seen(shared, by: person))
      #expect(seen.box == shared.box && seen.own == nil)
      #expect(seen.link(for: "") == nil)
    }
    #expect(try circle.seen(shared, by: circle.mallory) == nil)
    #expect(try OpenedShare(shared.verified, ownedBy: [circle.annaLater]) == nil)
    #expect(shared.box.title == "Trip to Rügen" && shared.box.category == "Travel")
    #expect(shared.address(of: ben) == "ben@journal.example" && shared.person(at: Circle.address) != nil)
    #expect(shared.state.root == Circle.root)
    #expect(shared.state.permission(of: ben) == .write && shared.state.permission(of: cleo) == .read)
    #expect(shared.state.permission(of: circle.anna.publicKeys.person) == .write)
    #expect(shared.state.permission(of: circle.mallory.publicKeys.person) == nil)
  }

  @Test func aRemovedPersonGetsNoNewKey() throws {
    let removed = try circle.changed(shared) { try $0.remove(ben) }
    #expect(try circle.seen(removed, by: circle.ben) == nil)
    let seen = try #require(try circle.seen(removed, by: circle.cleo))
    #expect(seen.box.keys.number == 2 && !shared.box.keys.names.contains("\(seen.box.keys.newest.id)"))
    #expect(removed.own?.trust.keys.sorted() == [cleo])
    // Who wrote what stays known.
    #expect(removed.address(of: ben) == "ben@journal.example" && removed.person(at: "ben@journal.example") == nil)
    // The same person, or the address, may come back.
    let back = try circle.changed(removed) {
      try $0.add(circle.ben.publicKeys, at: "ben@journal.example", .read, trust: .words)
    }
    #expect(try circle.seen(back, by: circle.ben)?.box == back.box)
    #expect(throws: RingFailure.self) { try circle.changed(shared) { try $0.remove(circle.mallory.publicKeys.person) } }
  }

  @Test func severalAreRemovedUnderOneKey() throws {
    let alone = try circle.changed(shared) { try $0.remove(ben, cleo) }
    #expect(alone.state.members.isEmpty && alone.state.keyNumber == 2)
  }

  @Test func lessPermissionIsANewKeyAndMoreIsNone() throws {
    let readOnly = try circle.changed(shared) { try $0.setPermission(of: ben, to: .read) }
    #expect(readOnly.state.keyNumber == 2 && readOnly.state.permission(of: ben) == .read)
    #expect(readOnly.state.couldWrite(ben, under: 1) && !readOnly.state.couldWrite(ben, under: 2))
    let more = try circle.changed(shared) { try $0.setPermission(of: cleo, to: .write) }
    #expect(more.state.keyNumber == 1 && more.state.couldWrite(cleo, under: 1))
    #expect(!more.state.couldWrite(cleo, under: 0) && !more.state.couldWrite(cleo, under: 2))
    #expect(throws: RingFailure.self) { try circle.changed(shared) { try $0.setPermission(of: ben, to: .write) } }
  }

  @Test func onlyTheOwnerChangesIt() throws {
    let seen = try #require(try circle.seen(shared, by: circle.ben))
    #expect(throws: RingFailure.broken(.signer, "the share has another owner")) {
      try ShareDraft(seen, by: circle.ben, at: 0, random: circle.random)
    }
    #expect(throws: RingFailure.self) { try ShareDraft(shared, by: circle.ben, at: 0, random: circle.random) }
  }

  /// After a device of the owner's was removed, its identity signs and opens nothing more.
  @Test func theOwnersIdentityIsReplaced() throws {
    let later = try circle.changed(shared) { try $0.changeOwner(to: circle.annaLater) }
    #expect(later.state.owner == circle.annaLater.publicKeys && later.state.keyNumber == 2)
    #expect(try OpenedShare(later.verified, ownedBy: [circle.anna]) == nil)
    #expect(try OpenedShare(later.verified, ownedBy: [circle.anna, circle.annaLater]) == later)
    #expect(try circle.seen(later, by: circle.ben)?.box == later.box)
    #expect(later.state.permission(of: circle.anna.publicKeys.person) == nil)
    #expect(throws: RingFailure.self) {
      try circle.changed(later, by: circle.annaLater) { try $0.changeOwner(to: circle.anna) }
    }
    _ = try circle.changed(later, by: circle.annaLater) { try $0.remove(ben) }
  }

  // MARK: Rules

  @Test func everyBrokenRuleIsFound() throws {
    let broken = try BrokenShare.all(circle)
    #expect(broken.count > 25)
    #expect(Set(broken.map(\.rule)) == Set(RingRule.allCases).subtracting([.form, .modes]))
    for share in broken {
      var found: RingRule?
      do {
        _ = try OpenedShare(VerifiedShare(decoding: share.bytes), newest: share.key)
      } catch RingFailure.broken(let rule, _) {
        found = rule
      } catch {}
      #expect(found == share.rule, "\(share.name)")
      // Only entries that are the known ones to the last byte are taken without their signature.
      if share.rule == .signer {
        let first = try ShareRing(decoding: share.bytes).log[0]
        #expect(throws: RingFailure.self, "\(share.name)") {
          try VerifiedShare(decoding: share.bytes, known: [first.digest])
        }
      }
    }
  }

  @Test func aJournalsRingIsNoShare() throws {
    let ring = try Household().founded().verified.ring.encoded
    #expect(throws: RingFailure.self) { try VerifiedShare(decoding: ring) }
    #expect(throws: RingFailure.self) { try VerifiedRing(decoding: shared.verified.ring.encoded) }
    // Not even with the other's first bytes.
    #expect(throws: RingFailure.self) { try VerifiedShare(decoding: ring.with(0x47, at: 2)) }
  }

  @Test func rootsHaveNames() {
    let longest = String(repeating: "a", count: 255)
    #expect(ShareRoot(zone: longest, recordName: longest) != nil && ShareRoot(zone: "Z", recordName: "") != nil)
    #expect(ShareRoot(zone: "", recordName: "r") == nil && ShareRoot(zone: longest + "a", recordName: "r") == nil)
    #expect(ShareRoot(zone: "Z", recordName: longest + "a") == nil)
  }

  @Test func thereAreLimits() throws {
    var draft = try ShareDraft(circle.founded(), by: circle.anna, at: 1, random: circle.random)
    for number in 0..<ShareState.mostMembers {
      try draft.add(stranger(), at: "p\(number)@x", .read, trust: .link)
    }
    #expect(throws: RingFailure.broken(.form, "too many people")) {
      try draft.add(stranger(), at: "one@more", .read, trust: .link)
    }
    for number in 0...ShareState.mostMembers { try draft.invite("i\(number)@x", .read) }
    #expect(throws: RingFailure.broken(.form, "too many invitations")) { try draft.invite("", .read) }
    for address in ["Ben@x", "a b", "é@x", String(repeating: "a", count: 321)] {
      #expect(throws: RingFailure.self) { try draft.invite(address, .read) }
      #expect(throws: RingFailure.self) { try draft.add(stranger(), at: address, .read, trust: .link) }
    }
  }

  private func stranger() throws -> PublicKeys {
    try #require(PublicKeys(agreement: circle.random(PublicKeys.agreementLength), signing: circle.random(32)))
  }

  /// A log that is full lets no person in, and every person out.
  @Test func aLogEnds() throws {
    let full = try circle.changed(shared) { draft in
      while draft.state.heads.count < ShareState.openEntries { try draft.rotate() }
    }
    let noRoom = RingFailure.broken(.form, RingState.isFull)
    #expect(throws: noRoom) { try circle.changed(full) { try $0.setPermission(of: cleo, to: .write) } }
    #expect(throws: noRoom) {
      try circle.changed(full) { try $0.add(circle.mallory.publicKeys, at: "m@x", .read, trust: .link) }
    }
    let last = try circle.changed(full) { draft in
      while draft.state.heads.count < ShareState.mostEntries - 2 { try draft.rotate() }
      try draft.remove(ben)
    }
    #expect(last.state.heads.count == ShareState.mostEntries)
    #expect(last.verified.ring.encoded.count < ShareRing.maximumLength)
    #expect(throws: noRoom) { try circle.changed(last) { try $0.rotate() } }
  }

  // MARK: Verdicts

  @Test func sharesAreJudgedByTheirLogs() throws {
    let removed = try circle.changed(shared) { try $0.remove(ben) }
    let forked = try circle.changed(shared) { try $0.rotate() }
    let renamed = try circle.changed(shared) { $0.setTitle("Trip", category: "") }
    let later = try circle.changed(removed) { try $0.changeOwner(to: circle.annaLater) }
    func judge(_ shown: OpenedShare, _ known: OpenedShare) -> ShareVerdict {
      ShareVerdict(shown.verified, by: known.verified)
    }
    #expect(judge(shared, shared) == .same)
    #expect(judge(removed, shared) == .taken && judge(shared, removed) == .older)
    #expect(judge(renamed, shared) == .taken && judge(shared, renamed) == .older)
    #expect(judge(forked, removed) == .forked && judge(removed, forked) == .forked)
    #expect(judge(later, shared) == .ownerChanged && judge(shared, later) == .older)
    #expect(judge(try Circle(seed: 9).founded(), shared) == .another)
    // Another owner takes the ring's name, and its key.
    let bytes = try ShareRing.encoded(
      id: shared.verified.ring.id, serial: 9,
      log: [
        try ShareEntry(
          .founded(circle.mallory.publicKeys, of: Circle.root, key: shared.box.keys.newest.id),
          after: [UInt8](repeating: 0, count: 32),
          at: 0,
          by: PersonKeys(circle.mallory), in: shared.verified.ring.id)
      ],
      wraps: [], middle: shared.verified.ring.middle, box: shared.box.encoded, key: shared.box.keys.newest,
      signer: PersonKeys(circle.mallory), random: circle.random)
    #expect(ShareVerdict(try VerifiedShare(decoding: bytes), by: shared.verified) == .another)
  }
}

/// The known answers of sharing, which a Python program checks too.
@Suite struct SharingVectorTests {
  static let file = VectorTests.file(named: "sharing.json")

  @Test(arguments: Set(file.vectors.map(\.kind)).sorted())
  func everyKnownAnswerIsGivenAgain(kind: String) { VectorTests.check(Self.file, kind: kind) }

  @Test func thereAreEnoughAndAThirdOfThemFails() {
    let vectors = Self.file.vectors
    #expect(vectors.count >= 120)
    #expect(vectors.count { $0.fails } * 3 >= vectors.count)
    #expect(Set(vectors.map { "\($0.kind): \($0.name)" }).count == vectors.count)
  }
}
