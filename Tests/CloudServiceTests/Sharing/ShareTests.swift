import CloudRecord
import CloudService
import Testing

/// How a share comes into being, who comes into it, and how it ends.
@Suite struct ShareTests {
  private static let names = ["e", "i", "k", "other", "S"]

  @Test(arguments: TestStorage.allCases)
  func aHierarchyIsOpenToWhoAccepts(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let share = try world.share("e")
    #expect(share.recordType == ShareRules.recordType)
    #expect(share.shortGUID?.utf8.count == 24)
    #expect(share.sharing?.participants.map(\.kind) == [.owner, .user])
    #expect(share.sharing?.participants[1].status == .invited)
    #expect(share.sharing?.currentUser?.kind == .owner)
    #expect(try world.visible("ben", Self.names).isEmpty, "nothing is open before it is accepted")

    let resolved = try #require(try world.resolve(share.shortGUID, as: "ben", root: true).information)
    #expect(resolved.scope == .shared && resolved.zoneID == World.alices && resolved.rootRecordName == "e")
    #expect(resolved.participant.status == .invited && resolved.participant.permission == .readWrite)
    #expect(resolved.rootRecord?.fields["title"]?.value == .string("herons"))
    #expect(resolved.owner.givenName == "Alice" && resolved.owner.emailAddress == nil)
    #expect(try world.resolve(share.shortGUID, as: "alice").information?.scope == .private)

    let accepted = try #require(try world.accept(share.shortGUID, as: "ben").outcome.information)
    #expect(accepted.participant.status == .accepted)
    #expect(Set(try world.visible("ben", Self.names).keys) == ["e", "i", "k", "S"])
    let zones = try world.storage.read { try world.service.listZones(world.person("ben", shared: true), in: $0) }
    #expect(zones.map(\.zoneID) == [World.alices])
    let database = try world.databaseChanges(nil, world.person("ben", shared: true))
    #expect(database.zones.map(\.zoneID) == [World.alices] && !database.moreComing)

    // Twice is once.
    let before = try world.database()
    #expect(try world.accept(share.shortGUID, as: "ben").outcome.information?.participant.status == .accepted)
    #expect(try world.accept(share.shortGUID, as: "alice").outcome.information?.participant.kind == .owner)
    #expect(try world.database() == before)
  }

  @Test(arguments: TestStorage.allCases)
  func theRootSaysThatItIsSharedAndItsTagStays(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let tag = try world.record("e")?.recordChangeTag
    let share = try world.share("e")
    let root = try #require(try world.record("e"))
    #expect(root.share == "S" && root.shortGUID == share.shortGUID && root.recordChangeTag == tag)
    #expect(try world.record("i")?.share == nil)
    try world.accept(share.shortGUID, as: "ben")
    let own = try #require(try world.visible("ben", ["e", "S"])["e"])
    #expect(own.share == "S" && own.zoneID == World.alices)
    // The link is that of the root: ended and begun again, it is the same.
    try world.modify([.delete("S")])
    #expect(try world.record("e")?.share == nil)
    #expect(try world.resolve(share.shortGUID, as: "ben").error?.code == .notFound)
    #expect(try world.share("e", as: "S2").shortGUID == share.shortGUID)
  }

  @Test(arguments: TestStorage.allCases)
  func whatIsSharedIsSharedOnce(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    try world.modify([.child("j", of: "i")])
    try world.share("i", as: "S1")
    for root in ["e", "i", "j", ""] {
      let outcome = try world.modify([.share(root, as: "S2")]).outcomes[0]
      #expect(outcome.error?.extensionCode == .alreadyShared && outcome.error?.code == .badRequest, "\(root)")
    }
    #expect(try world.modify([.share("other", as: "S2")]).outcomes[0].record != nil)
    try world.modify([.delete("S1"), .delete("S2")])
    try world.share("")
    for root in ["e", ""] {
      #expect(try world.modify([.share(root, as: "S3")]).outcomes[0].error != nil, "\(root)")
    }
  }

  @Test(arguments: TestStorage.allCases)
  func whatIsNotThereIsNotShared(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    func error(_ operation: RecordOperation, zone: ZoneID? = World.journal) throws -> ServiceError? {
      try world.modify([operation], zone: zone).outcomes[0].error
    }
    #expect(try error(.share("none", as: "S"))?.reason == "Cannot share - no such record exists to share")
    #expect(try error(.share(nil, as: "S"))?.reason.hasPrefix("forRecord is missing") == true)
    #expect(try error(.share("e", as: "S"), zone: nil)?.code == .badRequest)
    var stale = RecordOperation.share("e", as: "S")
    stale.sharing?.rootChangeTag = "stale"
    #expect(try error(stale)?.code == .conflict)
    #expect(try world.resolve("nonsense", as: "ben").error?.code == .notFound)
    #expect(try world.record("S") == nil)
    // Native clients make root and share in one request.
    let both = try world.modify([.create("new"), .share("new", as: "S9", with: [.invited("ben")])], atomic: true)
    let guid = both.outcomes[1].record?.shortGUID
    #expect(guid != nil)
    // What fails as a whole leaves nothing.
    let failed = try world.modify([.create("new2"), .share("new2", as: "S8"), .update("e", tag: "x")], atomic: true)
    #expect(failed.reply.atomicFailure != nil)
    #expect(try world.record("S8") == nil)
    try world.accept(guid, as: "ben")
    #expect(Set(try world.visible("ben", ["new", "S9", "e"]).keys) == ["new", "S9"])
  }

  @Test(arguments: TestStorage.allCases)
  func theLinkOfAPublicShareLetsAnyoneIn(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let share = try world.share("e", with: [], publicly: .readOnly)
    let resolved = try #require(try world.resolve(share.shortGUID, as: "dora").information)
    #expect(resolved.participant.kind == .publicUser && resolved.participant.permission == .readOnly)
    try world.accept(share.shortGUID, as: "dora")
    #expect(try world.visible("dora", Self.names).count == 4)
    #expect(try world.sharedModify("dora", [.force("e")])[0].error?.code == .accessDenied)
    let now = try #require(try world.record("S"))
    // The list is the link's as long as that is open.
    let mixed = try world.modify(
      [.share(nil, as: "S", with: [.invited("ben")], kind: .update, tag: now.recordChangeTag)], world.person("alice"))
    #expect(mixed.outcomes[0].error?.reason == "participants can be changed only while publicPermission is NONE")
    let wider = try world.modify(
      [.share(nil, as: "S", publicly: .readWrite, kind: .update, tag: now.recordChangeTag)], world.person("alice"))
    #expect(wider.outcomes[0].record?.sharing?.participants.last?.permission == .readWrite)
    #expect(try world.sharedModify("dora", [.force("e")])[0].record != nil)
    // Closed again, and who came by it is out.
    try world.modify([.share(nil, as: "S", publicly: SharePermission.none, kind: .forceUpdate)], world.person("alice"))
    #expect(try world.visible("dora", Self.names).isEmpty)
    #expect(try world.resolve(share.shortGUID, as: "dora").error?.code == .accessDenied)
  }

  @Test(arguments: TestStorage.allCases)
  func whoIsNotMeantLearnsNothing(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let share = try world.share("e")
    let outcome = try world.resolve(share.shortGUID, as: "dora", root: true)
    #expect(outcome.error?.code == .accessDenied)
    #expect(outcome.error?.extensionCode == .participantMayNeedVerification)
    guard case .failed(_, _, let matches) = outcome else { return }
    #expect(matches == ["b…@host.example"])
    #expect(try world.accept(share.shortGUID, as: "dora").outcome.error?.code == .accessDenied)
    #expect(try world.visible("dora", Self.names).isEmpty)
    // In another environment of the container the link leads nowhere.
    var call = world.person("ben")
    call.environment = .development
    let other = try world.storage.read { [call] in
      try ShareLinks(world.service).resolve([ShortGUIDRequest(share.shortGUID ?? "")], call, in: $0)[0]
    }
    #expect(other.error?.code == .notFound)
  }

  @Test(arguments: TestStorage.allCases)
  func othersSeeWhoIsInAndNoAddresses(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let share = try world.share("e", with: ["ben", "cleo"])
    try world.accept(share.shortGUID, as: "ben")
    let seen = try #require(try world.visible("ben", ["S"])["S"]?.sharing)
    #expect(seen.participants.map(\.userRecordName) == ["_alice", "_ben"])
    #expect(seen.participants.map(\.emailAddress) == [nil, "ben@host.example"])
    #expect(seen.participants.map(\.givenName) == ["Alice", "Ben"])
    #expect(seen.currentUser?.userRecordName == "_ben" && seen.owner?.userRecordName == "_alice")
    let own = try #require(try world.record("S")?.sharing)
    #expect(own.participants.map(\.emailAddress) == ["alice@host.example", "ben@host.example", "cleo@host.example"])
  }

  @Test(arguments: TestStorage.allCases)
  func twoInvitationsOfOnePersonBecomeOne(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let people = [
      ShareParticipant(emailAddress: "BEN@host.example ", permission: .readOnly),
      ShareParticipant(userRecordName: "_ben", permission: .readWrite),
    ]
    let share = try #require(
      try world.modify([.share("e", as: "S", with: people)], world.person("alice")).outcomes[0].record)
    #expect(share.sharing?.participants.count == 3)
    try world.accept(share.shortGUID, as: "ben")
    let rows = try #require(try world.record("S")?.sharing?.participants)
    #expect(rows.count == 2)
    #expect(rows[1].permission == .readWrite && rows[1].emailAddress == "ben@host.example")
  }

  @Test(arguments: TestStorage.allCases)
  func aHundredAreTheMost(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let people = (1...100).map { ShareParticipant.invited("p\($0)") }
    let many = try world.modify([.share("e", as: "S", with: people)], world.person("alice")).outcomes[0]
    #expect(many.error?.extensionCode == .tooManyParticipants && many.error?.code == .badRequest)
    #expect(try world.record("S") == nil)
    let most = try world.modify([.share("e", as: "S", with: Array(people.dropLast()))], world.person("alice"))
    #expect(most.outcomes[0].record?.sharing?.participants.count == 100)
  }

  @Test(arguments: TestStorage.allCases)
  func theListSaysWhoIsIn(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let share = try world.share("e", with: ["ben", "cleo"])
    try world.accept(share.shortGUID, as: "ben")
    let token = try world.sharedChanges("ben").token
    var list = try #require(try world.record("S")?.sharing?.participants)
    list.removeAll { $0.emailAddress == "cleo@host.example" }
    // Without the owner in it, who stays all the same.
    list.removeFirst()
    list[0].permission = .readOnly
    let answer = try world.modify([.share(nil, as: "S", with: list, kind: .forceUpdate)], world.person("alice"))
    #expect(answer.outcomes[0].record?.sharing?.participants.map(\.permission) == [.readWrite, .readOnly])
    #expect(answer.notifications.isEmpty)
    #expect(try world.sharedModify("ben", [.force("e")])[0].error?.reason == "You may read this record, not change it")
    let told = try world.sharedChanges("ben", since: token).changes
    #expect(told.map(\.recordName) == ["S"])
    #expect(try world.resolve(share.shortGUID, as: "cleo").error?.code == .accessDenied)
    for bad in [ShareParticipant(emailAddress: "x@y", permission: .none), ShareParticipant(permission: .readOnly)] {
      let outcome = try world.modify([.share(nil, as: "S", with: [bad], kind: .forceUpdate)], world.person("alice"))
      #expect(outcome.outcomes[0].error?.code == .badRequest)
    }
    for address in ["", "ben", "a@b@c", "ü@host", String(repeating: "x", count: 300) + "@h"] {
      let bad = ShareParticipant(emailAddress: address, permission: .readOnly)
      let outcome = try world.modify([.share(nil, as: "S", with: [bad], kind: .forceUpdate)], world.person("alice"))
      #expect(outcome.outcomes[0].error?.code == .badRequest, "\(address)")
    }
  }

  @Test(arguments: TestStorage.allCases)
  func aShareEndsWithItsRootItsZoneAndItsRecord(storage: TestStorage) throws {
    for end in 0..<3 {
      let world = try World.withEntry(storage)
      let share = try world.share("e")
      try world.accept(share.shortGUID, as: "ben")
      let token = try world.sharedChanges("ben").token
      let database = try world.databaseChanges(nil, world.person("ben", shared: true)).syncToken
      switch end {
      case 0: try world.modify([.delete("S")], world.person("alice"))
      case 1:
        try world.modify([.delete("i"), .delete("k"), .delete("e")], world.person("alice"))
        #expect(try world.record("S") == nil)
      default: try world.zones([.delete(World.journal)])
      }
      #expect(try world.visible("ben", Self.names).isEmpty)
      let error = try refusal {
        _ = try world.page(token, zone: World.alices, world.person("ben", shared: true))
      }
      #expect(error?.code == .zoneNotFound)
      let changes = try world.databaseChanges(database, world.person("ben", shared: true))
      #expect(changes.zones.map(\.isDeleted) == [true] && changes.zones.map(\.zoneID) == [World.alices])
      #expect(try world.resolve(share.shortGUID, as: "ben").error?.code == .notFound)
    }
  }

  @Test(arguments: TestStorage.allCases)
  func whoLeavesAndComesBackReadsEverythingAgain(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let share = try world.share("e", with: ["ben"])
    let second = try world.share("other", as: "T", with: ["ben"])
    try world.accept(share.shortGUID, as: "ben")
    try world.accept(second.shortGUID, as: "ben")
    let token = try world.sharedChanges("ben").token
    #expect(try world.sharedModify("ben", [.delete("S")])[0].isDeleted)
    #expect(Set(try world.visible("ben", Self.names).keys) == ["other"])
    #expect(try world.record("S")?.sharing?.participants.count == 1)
    let told = try world.sharedChanges("ben", since: token)
    #expect(told.changes.filter(\.isDeleted).map(\.recordName).sorted() == ["S", "e", "i", "k"])
    // Alice writes, and Ben hears nothing of it.
    try world.modify([.force("e", ["title": .string("canary")])], world.person("alice"))
    #expect(try world.sharedChanges("ben", since: told.token).changes.isEmpty)
    #expect(try world.accept(share.shortGUID, as: "ben").outcome.error?.code == .accessDenied)
    try world.modify([.share(nil, as: "S", with: [.invited("ben")], kind: .forceUpdate)], world.person("alice"))
    try world.accept(share.shortGUID, as: "ben")
    let error = try refusal {
      _ = try world.page(told.token, zone: World.alices, world.person("ben", shared: true))
    }
    #expect(error?.code == .changeTokenExpired)
    #expect(Set(try world.sharedChanges("ben").changes.map(\.recordName)) == ["S", "T", "e", "i", "k", "other"])
    // A zone is left as a whole, too.
    let left = try world.zones([.delete(World.alices), .create(World.alices)], world.person("ben", shared: true))
    #expect(left[0].zone?.isDeleted == true && left[1].error?.code == .badRequest)
    #expect(try world.visible("ben", Self.names).isEmpty)
  }

  @Test(arguments: TestStorage.allCases)
  func anAccountThatGoesTakesItsSharesAlong(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let share = try world.share("e", with: ["ben", "cleo"])
    try world.accept(share.shortGUID, as: "ben")
    try world.storage.write {
      try RemovedAccount.endSharing(of: "_ben", addresses: ["ben@host.example"], now: world.now, in: $0)
      try RemovedAccount.endSharing(of: "_cleo", addresses: ["cleo@host.example"], now: world.now, in: $0)
    }
    #expect(try world.record("S")?.sharing?.participants.count == 1)
    #expect(try world.accept(share.shortGUID, as: "cleo").outcome.error?.code == .accessDenied)
    let other = try world.share("other", as: "T")
    try world.accept(other.shortGUID, as: "ben")
    try world.storage.write { try RemovedAccount.endSharing(of: "_alice", addresses: [], now: world.now, in: $0) }
    #expect(try world.visible("ben", Self.names).isEmpty)
    #expect(try world.resolve(other.shortGUID, as: "ben").error?.code == .notFound)
  }
}
