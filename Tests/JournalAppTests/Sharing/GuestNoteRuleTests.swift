import JournalSeal
import SealKit
import Testing

@testable import JournalApp

/// When what a person's computers tell each other of shares is told anew, and what it may bring.
@Suite struct GuestNoteRuleTests {
  private let circle: Circle
  private let heads = [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)]

  private var owners: Set<PersonID> { [circle.anna.publicKeys.person] }

  init() throws { circle = try Circle() }

  private func note(
    _ head: [UInt8], owner: PublicKeys? = nil, trust: OwnersBox.Trust = .words, hasLink: Bool = false
  ) -> GuestNote {
    GuestNote(
      zoneOwner: "_anna", zone: "JournalZone", share: "share-e", origin: Array(repeating: 9, count: 32), head: head,
      owner: owner ?? circle.anna.publicKeys, address: "anna@journal.example", trust: trust,
      link: hasLink ? ShareLink(Array(repeating: 3, count: 32)) : nil)
  }

  @Test func aNoteAdvancesWithTheLog() {
    let wanted = note(heads[1])
    #expect(wanted.says(as: wanted, heads: heads, owners: owners))
    #expect(!note(heads[0]).says(as: wanted, heads: heads, owners: owners), "a new computer would take an older ring")
    let further = note([UInt8](repeating: 3, count: 32))
    #expect(further.says(as: wanted, heads: heads, owners: owners), "another computer knows more of the log")
    let replaced = note([UInt8](repeating: 3, count: 32), owner: circle.annaLater.publicKeys)
    #expect(
      !replaced.says(
        as: wanted, heads: heads, owners: [circle.annaLater.publicKeys.person, circle.anna.publicKeys.person]),
      "it tells of a log that was replaced with its owner’s identity")
    #expect(replaced.says(as: wanted, heads: heads, owners: [circle.anna.publicKeys.person]))
  }

  @Test func aLinkThatWasUsedIsToldNoMore() {
    #expect(!note(heads[1], hasLink: true).says(as: note(heads[1]), heads: heads, owners: owners))
    #expect(note(heads[1]).says(as: note(heads[1], hasLink: true), heads: heads, owners: owners))
  }

  @Test func anOlderNoteBringsNoReplacedIdentityBack() {
    let (former, present) = (circle.anna.publicKeys, circle.annaLater.publicKeys)
    let replayed = note(heads[0], owner: former)
    #expect(!replayed.mayPin(over: present.encoded, owners: [former.person]))
    let next = note(heads[1], owner: present)
    #expect(next.mayPin(over: former.encoded, owners: [former.person, present.person]))
    #expect(next.mayPin(over: present.encoded, owners: [present.person]))
    // What no person has compared changes nothing, and neither does what is no identity.
    let unsure = note(heads[1], owner: present, trust: .link)
    #expect(!unsure.mayPin(over: former.encoded, owners: [former.person, present.person]))
    #expect(!next.mayPin(over: [1, 2, 3], owners: [former.person, present.person]))
  }

  @Test func linksOfEachLookAreKept() {
    var result = SyncRun.Result(ending: .safe)
    for address in ["ben@localhost", "cleo@localhost"] {
      var tended = ShareTending.Result(notices: [address])
      tended.links = [ShareReport.Link(address: address, url: "cloudjournal://localhost/share/1#k=1")]
      result.add(tended)
    }
    #expect(result.links.map(\.address) == ["ben@localhost", "cleo@localhost"])
    #expect(result.shared == ["ben@localhost", "cleo@localhost"])
  }
}
