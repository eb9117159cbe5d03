import JournalSeal
import SealKit
import Testing

/// Links, joining, pins and words.
@Suite struct ShareJoinTests {
  private let circle: Circle
  private let share: OpenedShare
  private let dora: KeyPair
  private let address = "dora@journal.example"

  init() throws {
    circle = try Circle()
    dora = circle.mallory
    share = try circle.changed(circle.shared()) {
      try $0.invite("dora@journal.example", .write)
      try $0.invite("emil@journal.example", .read)
      try $0.invite("", .read)
    }
  }

  private func link(_ address: String, in other: OpenedShare? = nil) throws -> ShareLink {
    try #require((other ?? share).link(for: address))
  }

  private func join(_ pair: KeyPair, _ address: String, _ link: ShareLink?) throws -> ShareJoin {
    let made = try ShareJoin(pair, at: address, to: share.verified, time: circle.time, link: link)
    #expect(try ShareJoin(decoding: made.encoded) == made)
    return made
  }

  // MARK: Links

  @Test func eachLinkOpensTheShareAndIsAnother() throws {
    let links = try [address, "emil@journal.example", ""].map { try link($0) }
    #expect(Set(links.map(\.fragment)).count == 3)
    for link in links {
      #expect(link.fragment.count == 45 && ShareLink(fragment: link.fragment) == link)
      #expect(try OpenedShare(share.verified, by: link)?.box == share.box)
      #expect("\(link)\(link.secret)".contains("secret") && !"\(link)".contains(link.fragment))
    }
    #expect(share.link(for: "zoe@journal.example") == nil)
  }

  /// What a link of before opens is what lay there before: an owner's new key ends it.
  @Test func linksEndWithTheirKey() throws {
    let public1 = try link("")
    for change: (inout ShareDraft) throws -> Void in [
      { try $0.withdraw("") }, { try $0.rotate() }, { try $0.remove(circle.ben.publicKeys.person) },
      { try $0.setPermission(of: circle.ben.publicKeys.person, to: .read) },
      { try $0.changeOwner(to: circle.annaLater) },
    ] {
      let later = try circle.changed(share, change)
      #expect(later.state.keyNumber == 2)
      #expect(try OpenedShare(later.verified, by: public1) == nil)
      #expect(try OpenedShare(later.verified, by: link(address)) == nil)
      // The person is still invited, by a new link.
      #expect(try OpenedShare(later.verified, by: link(address, in: later))?.box == later.box)
    }
    #expect(try circle.changed(share) { try $0.withdraw("") }.link(for: "") == nil)
    #expect(try circle.changed(share) { try $0.withdraw("other@x") }.state.keyNumber == 1)
  }

  /// A server cannot put a wrap of one log into another, nor those who take part make one.
  @Test func aLinksWrapStandsForTheLog() throws {
    let later = try circle.changed(share) { try $0.add(dora.publicKeys, at: "d@x", .read, trust: .link) }
    let mixed = try ShareRing.encoded(
      id: later.verified.ring.id, serial: 9, log: later.verified.ring.log, wraps: later.verified.ring.wraps,
      middle: ShareMiddle(
        links: share.verified.ring.middle.links, ownersBox: later.verified.ring.middle.ownersBox),
      box: later.box.encoded, key: later.box.keys.newest, signer: PersonKeys(circle.anna), random: circle.random)
    let shown = try VerifiedShare(decoding: mixed)
    #expect(throws: RingFailure.broken(.keys, "the link's wrap: damaged(\"authentication\")")) {
      try OpenedShare(shown, by: link(address))
    }
  }

  @Test func anInvitationIsUsedUp() throws {
    let joined = try circle.changed(share) { try $0.add(dora.publicKeys, at: address, .write, trust: .link) }
    #expect(joined.state.keyNumber == 1 && joined.link(for: address) == nil)
    #expect(try OpenedShare(joined.verified, by: link(address)) == nil)
    #expect(joined.own?.trust[dora.publicKeys.person] == .link)
    let compared = try circle.changed(joined) { $0.noteWords(of: dora.publicKeys.person) }
    #expect(compared.own?.trust[dora.publicKeys.person] == .words)
    #expect(throws: RingFailure.self) { try circle.changed(joined) { try $0.invite(address, .read) } }
  }

  // MARK: Joining

  @Test func aLinkLetsInWhoWasInvited() throws {
    #expect(
      share.verdict(on: try join(dora, address, link(address)), from: address) == .invited(.write, .link))
    #expect(share.verdict(on: try join(dora, "f@x", link("")), from: "f@x") == .invited(.read, .publicLink))
    // The public link does not take the place of a person's own.
    #expect(share.verdict(on: try join(dora, address, link("")), from: address) == .unproved)
    #expect(share.verdict(on: try join(dora, address, nil), from: address) == .unproved)
    let ben = "ben@journal.example"
    #expect(share.verdict(on: try join(circle.ben, ben, nil), from: ben) == .isIn)
    let seen = try #require(try circle.seen(share, by: circle.ben))
    #expect(seen.verdict(on: try join(dora, address, link(address)), from: address) == .refused)
  }

  /// Those who take part know their own link alone: it proves nothing for another address.
  @Test func theLinkOfOneIsNotAnothers() throws {
    let emil = "emil@journal.example"
    #expect(share.verdict(on: try join(dora, address, link(emil)), from: address) == .unproved)
    #expect(share.verdict(on: try join(dora, emil, link(address)), from: emil) == .unproved)
    // The server moves it to another participant.
    #expect(share.verdict(on: try join(dora, address, link(address)), from: emil) == .refused)
  }

  @Test func identitiesAreNotTaken() throws {
    let emil = "emil@journal.example"
    for pair in [circle.anna, circle.ben] {
      #expect(share.verdict(on: try join(pair, emil, link(emil)), from: emil) == .refused)
    }
    let ben = "ben@journal.example"
    #expect(
      share.verdict(on: try join(dora, ben, link("")), from: ben) == .changed(known: circle.ben.publicKeys.person))
    // Also after Ben was removed.
    let removed = try circle.changed(share) {
      try $0.remove(circle.ben.publicKeys.person); try $0.invite(ben, .write)
    }
    let late = try ShareJoin(dora, at: ben, to: removed.verified, time: 0, link: link(ben, in: removed))
    #expect(removed.verdict(on: late, from: ben) == .changed(known: circle.ben.publicKeys.person))
    let back = try ShareJoin(circle.ben, at: ben, to: removed.verified, time: 0, link: link(ben, in: removed))
    #expect(removed.verdict(on: back, from: ben) == .invited(.write, .link))
  }

  /// What a person once gave does not bring them back.
  @Test func anOldProofProvesNothing() throws {
    let old = try join(dora, address, link(address))
    let joined = try circle.changed(share) { try $0.add(dora.publicKeys, at: address, .write, trust: .link) }
    let removed = try circle.changed(joined) {
      try $0.remove(dora.publicKeys.person); try $0.invite(address, .write)
    }
    #expect(removed.verdict(on: old, from: address) == .unproved)
    #expect(try Circle(seed: 9).founded().verdict(on: old, from: address) == .refused)
  }

  @Test func aJoiningPersonHasTheIdentity() throws {
    let good = try join(dora, address, link(address)).encoded
    for index in good.indices.dropLast(33) {
      #expect(throws: SealFailure.self, "byte \(index)") {
        try ShareJoin(decoding: good.with(good[index] ^ 4, at: index))
      }
    }
    #expect(try !ShareJoin(decoding: Array(good.dropLast(33)) + [0]).hasProof)
    #expect(throws: SealFailure.self) { try ShareJoin(dora, at: "Dora@x", to: share.verified, time: 0, link: nil) }
  }

  // MARK: Pins and words

  @Test func pinsNoticeAnotherIdentity() throws {
    let pin = try #require(IdentityPin(circle.ben.publicKeys, at: address, trust: .link))
    #expect(pin.verdict(on: circle.ben.publicKeys) == .same && pin.verdict(on: dora.publicKeys) == .changed)
    #expect(IdentityPin(circle.ben.publicKeys, at: address, trust: .publicLink) == nil)
    let joining = try join(dora, address, link(address))
    #expect(share.verdict(on: joining, from: address, pin: pin) == .changed(known: circle.ben.publicKeys.person))
    let known = try #require(IdentityPin(dora.publicKeys, at: address, trust: .words))
    #expect(share.verdict(on: joining, from: address, pin: known) == .invited(.write, .link))
  }

  @Test func bothSeeTheSameTwelveWords() throws {
    let words = try IdentityWords(circle.anna.publicKeys, circle.ben.publicKeys)
    #expect(try IdentityWords(circle.ben.publicKeys, circle.anna.publicKeys) == words)
    #expect(try IdentityWords(circle.anna.publicKeys, dora.publicKeys) != words)
    #expect(words.shown.count == 12)
    #expect(try words.isTyped(words.shown.joined(separator: " ")))
    #expect(try words.isTyped(words.shown.map { String($0.prefix(4)).uppercased() }.joined(separator: ", ")))
    for place in 0..<12 {
      var typed = words.shown
      typed[place] = typed[place] == "apple" ? "river" : "apple"
      #expect(try !words.isTyped(typed.joined(separator: " ")), "word \(place + 1)")
      typed[place] = "zzzz"
      #expect(throws: Words.Mistake.unknown(place + 1)) { try words.isTyped(typed.joined(separator: " ")) }
    }
    #expect(throws: Words.Mistake.count(11)) { try words.isTyped(words.shown.dropLast().joined(separator: " ")) }
    // A server that shows a person their own identity is not believed.
    #expect(throws: SealFailure.damaged("one identity twice")) {
      try IdentityWords(circle.anna.publicKeys, circle.anna.publicKeys)
    }
  }
}
