import CloudClient
import CloudRecord
import JournalCore
import JournalFormats
import JournalSeal
import JournalSync
import SealKit
import Testing

@testable import JournalApp

/// What people read of shares and links, and what they type.
@Suite struct SharingWordsTests {
  private let settings: AccountSettings
  private let key = "k=" + String(repeating: "A", count: 43)

  init() {
    var settings = AccountSettings(
      service: "https://10.0.0.4:8443", container: "c", environment: .production, apiToken: "t", isOurs: true,
      deviceName: "d", deviceID: "1")
    settings.baseURL = "https://journal.example.org/"
    self.settings = settings
  }

  // MARK: Links

  @Test func aLinkIsReadInEachOfItsForms() throws {
    for text in [
      "https://journal.example.org/share/Jq3bV2p0", "  https://10.0.0.4:8443/share/Jq3bV2p0 ", "Jq3bV2p0",
      "cloudjournal://journal.example.org/share/Jq3bV2p0", "CloudJournal://journal.example.org/share/Jq3bV2p0",
      "https://journal.example.org/some/place/share/Jq3bV2p0", "https://journal.example.org/share/Jq3bV2p0#top",
    ] {
      let link = try InvitationLink(text, of: settings)
      #expect(link.guid == "Jq3bV2p0" && link.link == nil, "\(text)")
    }
    for text in ["cloudjournal://journal.example.org/share/Jq3bV2p0#", "Jq3bV2p0#"] {
      let link = try InvitationLink(text + key, of: settings)
      #expect(link.link == ShareLink([UInt8](repeating: 0, count: 32)))
    }
  }

  @Test func whatIsNoLinkIsRefused() {
    for text in [
      "", "  ", "short", "https://journal.example.org/Jq3bV2p0", "https://journal.example.org/share/",
      "https://journal.example.org/share/Jq3b/more", "Jq3b V2p0", "Jq3bV2p0é", String(repeating: "a", count: 201),
      "https://journal.example.org/share/" + String(repeating: "a", count: 2048),
    ] {
      let failure = #expect(throws: CommandFailure.self, "\(text)") { try InvitationLink(text, of: settings) }
      #expect(failure?.code == .usage, "\(text)")
    }
    // Half a key opens nothing, and would be asked for without it.
    for end in [
      "k=", "k=AAAA", "\(key)A", String(key.dropLast()) + "B", key + "=", "k=" + String(repeating: "+", count: 43),
    ] {
      let failure = #expect(throws: CommandFailure.self, "\(end)") {
        try InvitationLink("Jq3bV2p0#" + end, of: settings)
      }
      #expect(failure?.sentence.contains("43 characters") == true, "\(end)")
    }
    let other = #expect(throws: CommandFailure.self) {
      try InvitationLink("https://other.example.org/share/Jq3bV2p0", of: settings)
    }
    #expect(other?.sentence.contains("signed in at journal.example.org") == true)
    // Nothing goes to a server without TLS.
    #expect(throws: CommandFailure.self) {
      try InvitationLink("http://journal.example.org/share/Jq3bV2p0", of: settings)
    }
  }

  @Test func linksBeginWhereTheServersAre() throws {
    #expect(settings.shareHosts == ["journal.example.org", "10.0.0.4:8443"])
    #expect(settings.shareURL("Jq3") == "https://journal.example.org/share/Jq3")
    let link = try #require(ShareLink([UInt8](repeating: 0, count: 32)))
    #expect(settings.sealedURL(settings.shareURL("Jq3"), link) == "cloudjournal://journal.example.org/share/Jq3#\(key)")
    #expect(settings.sealedURL("bare", link).hasPrefix("cloudjournal://bare#k="))
    var plain = settings
    plain.baseURL = nil
    #expect(plain.shareURL("Jq3") == "https://10.0.0.4:8443/share/Jq3" && plain.shareHosts == ["10.0.0.4:8443"])
  }

  @Test func anAddressIsOnePersonOnOneServer() throws {
    var wish = ShareWish()
    wish.people = [" Ben@Journal.Example.org ", "cleo@x"]
    #expect(try wish.addresses() == ["ben@journal.example.org", "cleo@x"])
    #expect(wish.permission == .readOnly)
    wish.mayWrite = true
    #expect(wish.permission == .readWrite)
    for text in ["", "ben", "@x", "ben@", "a@b@c", "ben @x", "bén@x", String(repeating: "a", count: 254) + "@x"] {
      #expect(throws: CommandFailure.self, "\(text)") { try ShareWish.address(text) }
    }
  }

  // MARK: People

  private func person(
    _ name: String?, _ address: String? = nil, _ kind: ShareParticipant.Kind = .user,
    _ status: ShareParticipant.Status = .accepted, _ permission: SharePermission = .readOnly
  ) -> ShareParticipant {
    ShareParticipant(
      givenName: name, emailAddress: address, kind: kind, status: status, permission: permission)
  }

  @Test func peopleAreSaidAsTheyAre() {
    #expect(ShareWords.name(person("Ben", "ben@x")) == "Ben" && ShareWords.name(person(nil, "ben@x")) == "ben@x")
    #expect(ShareWords.name(person(nil)) == "someone" && ShareWords.name(person(nil, nil, .owner)) == "the owner")
    #expect(ShareWords.state(person("Ada", nil, .owner)) == "owner")
    #expect(
      ShareWords.state(person("Ben", nil, .user, .invited, .readWrite))
        == "invited, reads and writes · not accepted yet")
    #expect(ShareWords.state(person("Ben", nil, .user, .accepted, .readWrite)) == "reads and writes")
    #expect(ShareWords.state(person("Ben", nil, .publicUser)) == "reads, came by the link")
    #expect([SharePermission.none, .readOnly, .readWrite].map(ShareWords.json) == ["none", "read", "readWrite"])
  }

  private let trip = ShareTarget.entry(
    Entry(
      id: RecordName("trip"), title: "Trip",
      date: EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0),
      modifiedAt: Instant(milliseconds: 0)))

  @Test func whoIsInKeepsWhatTheyMayDoUnlessThatIsSaid() {
    let people = [
      person("Ada", "ada@x", .owner), person("Cleo", "cleo@x", .user, .accepted, .readWrite),
      person(nil, "dora@x", .user, .invited),
    ]
    func invite(
      _ addresses: [String], mayWrite: Bool?
    ) -> (permissions: [SharePermission], isChanged: Bool, remarks: [String]) {
      var (wish, edit, list) = (ShareWish(), ShareEdit(), people)
      wish.mayWrite = mayWrite
      let remarks = SharingDesk.invite(addresses, wish, &edit, &list)
      return (list.dropFirst().map(\.permission), edit != ShareEdit(), remarks)
    }
    let again = invite(["cleo@x", "dora@x"], mayWrite: nil)
    #expect(again.permissions == [.readWrite, .readOnly] && !again.isChanged)
    #expect(
      again.remarks == [
        "Cleo is in already, and reads and writes as before.", "dora@x is invited already, and reads as before.",
      ])
    let less = invite(["cleo@x"], mayWrite: false)
    #expect(less.permissions == [.readOnly, .readOnly] && less.isChanged)
    #expect(less.remarks == ["Cleo only reads from now on, and read and wrote before."])
    #expect(
      invite(["dora@x"], mayWrite: true).remarks == ["dora@x reads and writes from now on, and only read before."])
    let more = invite(["eve@x"], mayWrite: nil)
    #expect(more.permissions == [.readWrite, .readOnly, .readOnly] && more.remarks.isEmpty)
  }

  @Test func whatAnyoneMayDoStaysUnlessThatIsSaid() {
    var (wish, edit, list) = (ShareWish(), ShareEdit(), [ShareParticipant]())
    wish.isForAnyone = true
    _ = SharingDesk.invite([], wish, isOpen: .readWrite, &edit, &list)
    #expect(edit == ShareEdit())
    _ = SharingDesk.invite([], wish, isOpen: .none, &edit, &list)
    #expect(edit.publicPermission == .readOnly)
    wish.mayWrite = false
    _ = SharingDesk.invite([], wish, isOpen: .readWrite, &edit, &list)
    #expect(edit.publicPermission == .readOnly)
  }

  @Test func theQuestionSaysWhatChangesForWhoIsIn() {
    let people = [person("Cleo", "cleo@x", .user, .accepted, .readWrite)]
    func question(_ addresses: [String], mayWrite: Bool?) -> String {
      var wish = ShareWish()
      wish.mayWrite = mayWrite
      return SharingDesk.question(trip, addresses, wish, people)
    }
    #expect(
      question(["ben@x"], mayWrite: nil)
        == "ben@x may read “Trip”, its pictures and everything you write in it. Share it?")
    #expect(
      question(["cleo@x"], mayWrite: nil) == "Cleo is in already, and reads and writes as before. Share it?")
    #expect(
      question(["cleo@x"], mayWrite: false)
        == "cleo@x may read “Trip”, its pictures and everything you write in it. Until now Cleo reads and writes. Share it?"
    )
  }

  @Test func whatTheListWouldRefuseIsRefusedBeforeTheKeysHaveIt() throws {
    let many = (1...99).map { person(nil, "p\($0)@x", .user, .invited) }
    func list(_ people: [ShareParticipant], open: SharePermission = .none) -> ShareDescription {
      ShareDescription(publicPermission: open, participants: [person("Ada", "ada@x", .owner)] + people)
    }
    let open = #expect(throws: CommandFailure.self) {
      try SharingDesk.check(["ben@x"], beside: list([], open: .readWrite), trip)
    }
    #expect(open?.sentence.contains("is open to anyone with the link") == true)
    try SharingDesk.check([], beside: list([], open: .readWrite), trip)
    let full = #expect(throws: CommandFailure.self) {
      try SharingDesk.check(["ben@x", "cleo@x"], beside: list(many), trip)
    }
    #expect(
      full?.sentence
        == "A share has at most 100 people, its owner counted: with those who are named “Trip” would have 102. "
        + "Nothing was changed.")
    #expect(throws: CommandFailure.self) {
      try SharingDesk.check((1...100).map { "p\($0)@x" }, beside: nil, trip)
    }
    try SharingDesk.check((1...99).map { "p\($0)@x" }, beside: nil, trip)
    // Who is in already is none more.
    try SharingDesk.check(["p1@x", "p2@x"], beside: list(many), trip)
  }

  @Test func whoLeavesIsToldWhatGoes() {
    func report(_ kind: String, _ title: String) -> ShareReport {
      ShareReport(
        id: "x", kind: kind, title: title, isMine: false, owner: "Ada", permission: .readOnly, url: nil,
        ShareDescription(publicPermission: .none, participants: []))
    }
    guard case .entry(let entry) = trip else { return }
    #expect(
      GuestDesk.question(onLeaving: report("entry", "Trip"), by: entry)
        == "“Trip”, which Ada shares with you, goes from your devices. Leave it?")
    #expect(
      GuestDesk.question(onLeaving: report("category", "Trips"), by: nil)
        == "“Trips”, which Ada shares with you, goes from your devices with its entries. Leave it?")
    #expect(
      GuestDesk.question(onLeaving: report("category", "Trips"), by: entry)
        == "“Trip” is shared as part of “Trips”: you leave all of it, or nothing. “Trips”, which Ada shares with you, goes from "
        + "your devices with all its entries. Leave it?")
  }

  @Test func aPersonIsFoundByAddressOrByANameThatOnlyOneHas() {
    let people = [
      person("Ada", "ada@x", .owner), person("Ben", "ben@x"), person("Cleo", "cleo@x"), person("Cleo", "other@x"),
      person("ben@x", "dora@x"),
    ]
    #expect(SharingDesk.place(of: " BEN ", in: people) == 1)
    #expect(SharingDesk.place(of: "ben@x", in: people) == 1, "an address is no other person's name")
    #expect(SharingDesk.place(of: "Cleo", in: people) == nil && SharingDesk.place(of: "other@x", in: people) == 3)
    #expect(SharingDesk.place(of: "ada@x", in: people) == nil, "the owner is not taken out")
  }

  private func report(
    _ people: [ShareParticipant], anyone: SharePermission = .none, isMine: Bool = true,
    permission: SharePermission = .readWrite
  ) -> ShareReport {
    ShareReport(
      id: "e", kind: "entry", title: "Trip", isMine: isMine, owner: "Ada", permission: permission,
      url: "https://x/share/1",
      ShareDescription(publicPermission: anyone, participants: people))
  }

  private func printed(_ report: ShareReport) -> String {
    var output = Printout(isStyled: false)
    report.print(to: &output)
    return output.text
  }

  @Test func aShareSaysWhoHasIt() {
    let ada = person("Ada", "ada@x", .owner)
    #expect(report([ada]).sentence == "shared with no one yet")
    let gone = person("Dora", "dora@x", .user, .removed)
    let two = report([ada, person("Ben", "ben@x"), person(nil, "cleo@x"), gone])
    #expect(two.sentence == "shared with Ben and cleo@x" && two.people.count == 3 && two.guests.count == 2)
    #expect(report([ada], anyone: .readOnly).sentence == "open to anyone with the link")
    #expect(
      report([ada, person("Ben")], anyone: .readWrite).sentence == "shared with Ben, open to anyone with the link")
    #expect(
      report([], isMine: false).note == "Ada"
        && report([], isMine: false, permission: .readOnly).note == "Ada · read only")
  }

  @Test func aShareIsPrintedWithItsLinks() {
    let ada = person("Ada", "ada@x", .owner)
    let ben = person("Ben", "ben@x", .user, .invited)
    let plain = printed(report([ada, ben], anyone: .readWrite))
    #expect(plain.contains("Trip\n  Ada  ada@x  owner\n  Ben  ben@x  invited, reads"))
    #expect(plain.contains("anyone with the link  reads and writes") && plain.hasSuffix("  https://x/share/1\n"))
    // Of a sealed one each person has a link of their own, and the address without a key leads nowhere.
    var sealed = report([ada, person(nil, "cleo@x")], anyone: .readOnly, isMine: false)
    sealed.links = [
      .init(address: "cleo@x", url: "cloudjournal://1#k=1"), .init(address: "", url: "cloudjournal://2#k=2"),
    ]
    let text = printed(sealed)
    #expect(text.hasPrefix("Trip  Ada\n") && text.contains("  cleo@x  reads\n"))
    #expect(text.contains("  cleo@x  cloudjournal://1#k=1\n  anyone  cloudjournal://2#k=2\n"))
    #expect(!text.contains("https://x") && text.contains("anyone with the link  reads\n"))
  }

  @Test func aShareIsToldToScripts() {
    var sealed = report([person("Ada", "ada@x", .owner), person(nil, "cleo@x", .user, .invited, .readWrite)])
    sealed.links = [.init(address: "cleo@x", url: "cloudjournal://1#k=1")]
    for report in [report([person("Ada", nil, .owner)], anyone: .readOnly), sealed] {
      var json = JSONWriter()
      json.object { report.write(to: &$0) }
      let text = String(decoding: json.bytes, as: UTF8.self)
      #expect(text.contains("\"mine\":true") && text.contains("\"status\":\"owner\""))
      #expect(text.contains("\"links\"") == (report.links != nil), "a plain share has one address for all")
    }
    var json = JSONWriter()
    json.object { sealed.write(to: &$0) }
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(
      text.contains("\"name\":\"cleo@x\",\"address\":\"cleo@x\",\"status\":\"invited\",\"permission\":\"readWrite\""))
    #expect(text.contains("\"links\":[{\"address\":\"cleo@x\",\"url\":\"cloudjournal://1#k=1\"}]"))
  }

  @Test func whatTheServerSaysIsSaidWithItsCode() {
    let network = ShareWords.failure(CloudFailure(code: .networkFailure, reason: ""))
    #expect(network.code == .needsNetwork && network.sentence.contains("nothing was changed"))
    #expect(ShareWords.failure(CloudFailure(code: .permissionFailure, reason: "no")).code != .needsNetwork)
    #expect(ShareWords.failure(ServiceError(.accessDenied, "no")).code == .noAccess)
    #expect(ShareWords.failure(ServiceError(.notFound, "no")).code == .notShared)
    #expect(ShareWords.failure(ServiceError(.zoneNotFound, "no")).code == .notShared)
    #expect(ShareWords.failure(ServiceError(.badRequest, "no")).code == .invalidInput)
    #expect(SharingDesk.failure(.newer).sentence.contains("update it"))
    #expect(SharingDesk.failure(.broken(.form, "x")).sentence.contains("no room"))
    #expect(SharingDesk.failure(.broken(.devices, "added twice")).sentence.contains("added twice"))
  }

  // MARK: Twelve words

  @Test func wordsAreComparedOnlyWhereTheySaySomething() throws {
    let circle = try Circle()
    let (anna, ben) = (circle.anna.publicKeys, circle.ben.publicKeys)
    let shown = try ShareComparison(anna, ben, at: "ben@x", typed: nil)
    #expect(shown.words.count == 12 && !shown.isConfirmed)
    let typed = shown.words.map { String($0.prefix(4)) }.joined(separator: " ")
    #expect(try ShareComparison(ben, anna, at: "anna@x", typed: typed).isConfirmed, "both see the same")
    func refusal(_ typed: String) -> String? {
      #expect(throws: CommandFailure.self) { try ShareComparison(anna, ben, at: "ben@x", typed: typed) }?.sentence
    }
    #expect(refusal(typed + " barn")?.contains("13 words") == true)
    #expect(
      refusal("zzzz " + typed.split(separator: " ").dropFirst().joined(separator: " "))?.contains("Word 1") == true)
    let others = try ShareComparison(anna, circle.cleo.publicKeys, at: "ben@x", typed: nil).words
    #expect(refusal(others.joined(separator: " "))?.contains("Trust nothing") == true)
    let own = #expect(throws: CommandFailure.self) { try ShareComparison(anna, anna, at: "ben@x", typed: nil) }
    #expect(own?.sentence.contains("your own keys") == true)
  }

  /// The keys that are known are not those that the owner sees, so that the words would differ and tell of a stranger.
  @Test func wordsThatWouldAlarmFalselyAreNotShown() throws {
    let circle = try Circle()
    let opened = try circle.shared()
    func obstacle(_ trouble: ShareTrouble?, _ next: PublicKeys? = nil) -> ShareTrouble? {
      ShareSeals.Share(
        name: "share-e", opened: opened, person: circle.cleo, isOwn: false, isInForce: true, trouble: trouble
      ).obstacle(toComparing: next)
    }
    #expect(obstacle(.ownerChanged) == .notLetIn && obstacle(.ownerChanged, circle.annaLater.publicKeys) == nil)
    for trouble in [ShareTrouble.notLetIn, .ownerForked, .another, .newer] { #expect(obstacle(trouble) == trouble) }
    for trouble in [nil, ShareTrouble.notIn, .removed, .identityChanged] { #expect(obstacle(trouble) == nil) }
  }
}
