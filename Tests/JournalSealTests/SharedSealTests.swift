import JournalSeal
import SealKit
import Testing

@Suite struct SharedSealTests {
  private let circle: Circle
  private let shared: OpenedShare
  private let ben: PersonID
  private let cleo: PersonID

  init() throws {
    circle = try Circle()
    shared = try circle.shared()
    (ben, cleo) = (circle.ben.publicKeys.person, circle.cleo.publicKeys.person)
  }

  private func seal(
    by pair: KeyPair, in share: OpenedShare? = nil, at place: RecordPlace = Sample.entry, as id: PersonID? = nil,
    signedFor: (origin: [UInt8], place: RecordPlace)? = nil
  ) throws -> [UInt8] {
    let share = share ?? shared
    return try SharedSeal.seal(
      bytes: Sample.content().encoded(), at: place, origin: share.state.origin, under: share.box.keys.newest, by: pair,
      as: id, signedFor: signedFor, random: circle.random)
  }

  @Test func whatWritersSealTheOthersOpen() throws {
    let all = [try #require(try circle.seen(shared, by: circle.cleo)), shared]
    for writer in [circle.anna, circle.ben] {
      let sealed = try SharedSeal.seal(
        Sample.content(), at: Sample.entry, in: shared, by: writer, random: circle.random)
      #expect(SharedSeal.isShared(sealed))
      for share in all {
        guard case .taken(let signed) = try SharedSeal.open(sealed, at: Sample.entry, in: share) else {
          Issue.record("what a writer signed is not taken in")
          return
        }
        #expect(signed.content == Sample.content() && signed.by == writer.publicKeys.person)
      }
    }
    let picture = try SharedSeal.seal(
      Sample.pictureContent(circle.random), at: Sample.picture, in: shared, by: circle.ben, random: circle.random)
    guard case .taken = try SharedSeal.open(picture, at: Sample.picture, in: shared) else {
      Issue.record("a picture is not taken in")
      return
    }
  }

  @Test func readersSealNothingAndAreNotTakenIn() throws {
    for reader in [circle.cleo, circle.mallory] {
      #expect(throws: SealFailure.self) {
        try SharedSeal.seal(Sample.content(), at: Sample.entry, in: shared, by: reader, random: circle.random)
      }
      #expect(
        try SharedSeal.open(seal(by: reader), at: Sample.entry, in: shared) == .forbidden(reader.publicKeys.person))
    }
    // In the name of one who may write: the signature is not theirs.
    for feigned in [circle.cleo, circle.mallory] {
      #expect(throws: SealFailure.damaged("signature")) {
        try SharedSeal.open(seal(by: feigned, as: ben), at: Sample.entry, in: shared)
      }
    }
  }

  /// A removed person has the former key and the own identity for ever, and the server may help.
  @Test func whatARemovedPersonSignsIsNotTakenIn() throws {
    let before = try seal(by: circle.ben)
    let byAnna = try seal(by: circle.anna)
    let removed = try circle.changed(shared) { try $0.remove(ben) }
    let readOnly = try circle.changed(shared) { try $0.setPermission(of: ben, to: .read) }
    for share in [removed, readOnly] {
      guard case .former(let signed) = try SharedSeal.open(before, at: Sample.entry, in: share) else {
        Issue.record("a former writer is taken in, or forgotten")
        return
      }
      #expect(signed.content == Sample.content() && signed.by == ben)
      // What others wrote under the former key stays.
      guard case .taken = try SharedSeal.open(byAnna, at: Sample.entry, in: share) else {
        Issue.record("the owner's is not taken in")
        return
      }
      // Under the new key, where it came by it: never.
      #expect(try SharedSeal.open(seal(by: circle.ben, in: share), at: Sample.entry, in: share) == .forbidden(ben))
    }
    #expect(throws: SealFailure.noKey(removed.box.keys.newest.id)) {
      try SharedSeal.open(seal(by: circle.anna, in: removed), at: Sample.entry, in: shared)
    }
    // The owner seals anew what it holds of that person's.
    guard case .former(let signed) = try SharedSeal.open(before, at: Sample.entry, in: removed) else { return }
    let anew = try SharedSeal.seal(
      signed.content, at: Sample.entry, in: removed, by: circle.anna, random: circle.random)
    guard case .taken = try SharedSeal.open(anew, at: Sample.entry, in: removed) else {
      Issue.record("what was sealed anew is not taken in")
      return
    }
  }

  /// A device of the owner's that was removed has the former identity and the former key.
  @Test func aFormerIdentityOfTheOwnersSignsNothing() throws {
    let sealed = try seal(by: circle.anna)
    let later = try circle.changed(shared) { try $0.changeOwner(to: circle.annaLater) }
    guard case .former = try SharedSeal.open(sealed, at: Sample.entry, in: later) else {
      Issue.record("a former identity is taken in")
      return
    }
    #expect(
      try SharedSeal.open(seal(by: circle.anna, in: later), at: Sample.entry, in: later)
        == .forbidden(circle.anna.publicKeys.person))
  }

  @Test func whoComesToWriteIsTakenIn() throws {
    let early = try seal(by: circle.cleo)
    let promoted = try circle.changed(shared) { try $0.setPermission(of: cleo, to: .write) }
    guard case .taken = try SharedSeal.open(early, at: Sample.entry, in: promoted) else {
      Issue.record("within one key's time writers are only added")
      return
    }
    let renewed = try circle.changed(promoted) { try $0.rotate() }
    let again = try SharedSeal.seal(
      Sample.content(), at: Sample.entry, in: renewed, by: circle.cleo, random: circle.random)
    guard case .taken = try SharedSeal.open(again, at: Sample.entry, in: renewed) else {
      Issue.record("a writer is not taken in under a new key")
      return
    }
  }

  @Test func signaturesAreLiftedNowhere() throws {
    // Another share of another owner, who takes part in this one and uses its key again: the worst that an owner can do.
    let thief = try Circle(seed: 20)
    let other = try thief.founded()
    var places: [([UInt8], RecordPlace)] = [(other.state.origin, Sample.entry)]
    for change: (inout RecordPlace) -> Void in [
      { $0.zone = "OtherZone" }, { $0.recordName = "x" }, { $0.entry = "x" }, { $0.recordType = "Category" },
    ] {
      var place = Sample.entry
      change(&place)
      places.append((shared.state.origin, place))
    }
    for (origin, place) in places {
      let lifted = try seal(by: circle.ben, signedFor: (origin, place))
      #expect(throws: SealFailure.damaged("signature")) { try SharedSeal.open(lifted, at: Sample.entry, in: shared) }
      let moved = try SharedSeal.seal(
        bytes: Sample.content().encoded(), at: place, origin: origin, under: shared.box.keys.newest, by: circle.ben,
        random: circle.random)
      #expect(throws: SealFailure.damaged("authentication")) {
        try SharedSeal.open(moved, at: Sample.entry, in: shared)
      }
    }
    #expect(
      SharedSeal.recordKey(shared.box.keys.newest, origin: shared.state.origin, at: Sample.entry)
        != SharedSeal.recordKey(shared.box.keys.newest, origin: other.state.origin, at: Sample.entry))
  }

  @Test func aJournalsSealIsNoneOfAShare() throws {
    let key = shared.box.keys.newest
    let plain = try RecordSeal.seal(Sample.content(), at: Sample.entry, under: key, random: circle.random)
    #expect(!SharedSeal.isShared(plain))
    #expect(throws: SealFailure.damaged("a version or suite of before")) {
      try SharedSeal.open(plain, at: Sample.entry, in: shared)
    }
    let keys = try #require(JournalKeys([key]))
    #expect(throws: SealFailure.newer) { try RecordSeal.open(seal(by: circle.ben), at: Sample.entry, under: keys) }
  }

  @Test func onlyOwnerAndAuthorRemove() {
    let (state, anna) = (shared.state, circle.anna.publicKeys.person)
    #expect(
      state.mayRemove(anna, author: ben) && state.mayRemove(ben, author: ben) && state.mayRemove(ben, author: nil))
    #expect(!state.mayRemove(ben, author: anna) && !state.mayRemove(cleo, author: cleo))
    #expect(!state.mayRemove(cleo, author: nil))
  }
}
