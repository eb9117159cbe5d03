import CloudRecord
import JournalSeal
import JournalStore
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
