import CloudRecord
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

@testable import JournalApp

/// What a link to an encrypted share opens, beside what is here already.
@Suite struct SealedInvitationTests {
  private let circle: Circle
  private let journal: TestJournal
  private var rings: StoredShareRings { StoredShareRings(journal.store) }
  private var name: String { "share-" + Circle.root.recordName }

  init() throws {
    circle = try Circle()
    journal = try TestJournal()
  }

  /// A share of a person's with an invitation for Cleo.
  private func invited(by owner: KeyPair, at address: String, seed: UInt64 = 98) throws -> OpenedShare {
    var draft = try ShareDraft(
      foundedBy: owner, of: Circle.root, address: address, title: "Words", category: "Words", at: circle.time,
      random: seeded(seed))
    try draft.invite("cleo@journal.example", .read)
    let verified = try VerifiedShare(decoding: draft.encoded(wrapping: circle.wrapping))
    return try #require(try OpenedShare(verified, ownedBy: [owner]))
  }

  /// What the server says of Cleo's link, in the zone of Anna's.
  private func invitation(to share: OpenedShare) throws -> SealedInvitation {
    let stamp = RecordStamp(timestamp: 1, userRecordName: "_anna", deviceID: "")
    let zone = ZoneID(zoneName: Circle.root.zone, ownerRecordName: "_anna")
    func record(_ name: String, _ type: String, _ fields: [String: Field] = [:]) -> Record {
      Record(
        recordName: name, recordType: type, zoneID: zone, fields: fields, recordChangeTag: "1", created: stamp,
        modified: stamp)
    }
    let ring = Field(.bytes(share.verified.ring.encoded))
    let owner = ShareParticipant(kind: .owner, status: .accepted, permission: .readWrite)
    return try SealedInvitation(
      ShareInformation(
        containerID: "c", environment: .production, scope: .shared, zoneID: zone,
        rootRecordName: Circle.root.recordName, rootRecord: nil, share: record(name, "cloudkit.share"),
        keys: record("keys-" + name, "ShareKeys", ["ring": ring]), owner: owner,
        participant: ShareParticipant(status: .invited, permission: .readOnly)),
      share.link(for: "cleo@journal.example"), identities: [circle.cleo])
  }

  /// What Cleo has of Anna's zone.
  private func annas() throws -> ShareSeals {
    ShareSeals([
      .init(name: name, opened: try circle.shared(), person: circle.cleo, isOwn: false, isInForce: true)
    ])
  }

  @Test func aSecondPersonIsNotLetIntoAZone() throws {
    for address in ["mallory@journal.example", Circle.address] {
      let mallorys = try invitation(to: invited(by: circle.mallory, at: address))
      let refusal = #expect(throws: CommandFailure.self) { try mallorys.check(beside: annas(), rings) }
      #expect(refusal?.sentence.contains("Nothing was accepted") == true)
      // Where nothing of others is, the first one is whose link it is.
      try mallorys.check(beside: nil, rings)
      try mallorys.check(beside: ShareSeals(), rings)
    }
    try invitation(to: invited(by: circle.anna, at: Circle.address)).check(beside: annas(), rings)
    // Another identity of Anna's, once the words were compared, and not on the word of a link.
    let later = try invitation(to: invited(by: circle.annaLater, at: Circle.address))
    try rings.pin(circle.annaLater.publicKeys.encoded, at: Circle.address, trust: OwnersBox.Trust.link.rawValue)
    #expect(throws: CommandFailure.self) { try later.check(beside: annas(), rings) }
    try rings.pin(circle.annaLater.publicKeys.encoded, at: Circle.address, trust: OwnersBox.Trust.words.rawValue)
    try later.check(beside: annas(), rings)
  }

  @Test func aLinkGoesOnUnderAnotherIdentityOnceTheWordsWereCompared() throws {
    let first = try circle.changed(circle.founded()) { try $0.invite("cleo@journal.example", .read) }
    let known = KeptShare(name: name, origin: first.state.origin, ring: first.verified.ring.encoded, link: [1])
    let next = try circle.changed(first) { try $0.changeOwner(to: circle.annaLater) }
    // The same where the known one has a person whom another device of Anna's let in meanwhile.
    let forked = try circle.changed(first, at: 500) {
      try $0.add(circle.ben.publicKeys, at: "ben@journal.example", .write, trust: .link)
    }
    let beside = KeptShare(name: name, origin: first.state.origin, ring: forked.verified.ring.encoded, link: [1])
    let opened = try invitation(to: next)
    for kept in [known, beside] {
      #expect(throws: CommandFailure.self) { try opened.over(kept, rings) }
    }
    try rings.pin(circle.annaLater.publicKeys.encoded, at: Circle.address, trust: OwnersBox.Trust.words.rawValue)
    for kept in [known, beside] { #expect(try opened.over(kept, rings).ring == next.verified.ring.encoded) }
    // One that took a person out is none that it goes on with.
    let lost = try circle.changed(forked, at: 600) { try $0.remove(circle.ben.publicKeys.person) }
    let former = KeptShare(name: name, origin: first.state.origin, ring: lost.verified.ring.encoded, link: [1])
    #expect(throws: CommandFailure.self) { try opened.over(former, rings) }
  }
}

/// What a link put in the place of keys that were here, where the server refuses it.
extension SealedInvitationTests {
  @Test func whatTheServerRefusedIsTakenBackAndWhatAnotherProcessKeptIsNot() throws {
    let first = try circle.changed(circle.founded()) { try $0.invite("cleo@journal.example", .read) }
    let (next, later) = (try circle.changed(first) { try $0.rotate() }, try circle.changed(first) { try $0.rotate() })
    func kept(_ share: OpenedShare, _ phase: KeptShare.Phase = .inForce) -> KeptShare {
      KeptShare(name: name, origin: share.state.origin, ring: share.verified.ring.encoded, phase: phase)
    }
    let other = try invited(by: circle.mallory, at: "mallory@journal.example")
    let change = KeptChange(before: [kept(first), kept(other)], after: [kept(next), kept(other, .ended)])
    for share in change.after { try rings.keep(share) }
    try change.takeBack(in: rings)
    #expect(Set(try rings.all()) == Set(change.before))
    // Meanwhile another process has judged what the server shows: that is no less true for the refusal.
    try rings.keep(kept(later))
    try rings.keep(kept(other, .ended))
    try change.takeBack(in: rings)
    #expect(Set(try rings.all()) == [kept(later), kept(other)])
    // What was not here before is forgotten.
    let new = KeptChange(before: [], after: [kept(later)])
    try new.takeBack(in: rings)
    #expect(try rings.all() == [kept(other)])
  }

  /// A note that was not taken in is tried again once it is another one, and once a day.
  @Test func whichNotesWereNotTakenInIsKept() throws {
    let notes = ["n1": RefusedNote(tag: "3", at: 1000), "n2": RefusedNote(tag: "4", at: 2000)]
    #expect(try rings.refusedNotes().isEmpty)
    try rings.setRefusedNotes(notes)
    #expect(try rings.refusedNotes() == notes)
    let note = try #require(notes["n1"])
    #expect(note.holds("3", 1000) && note.holds("3", 86_000_000))
    #expect(!note.holds("4", 1000) && !note.holds("3", 86_402_000) && !note.holds("3", -90_000_000))
  }
}
