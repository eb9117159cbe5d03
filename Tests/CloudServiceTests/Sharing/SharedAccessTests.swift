import CloudRecord
import CloudService
import Testing

/// What participants may do, and what they never see.
@Suite struct SharedAccessTests {
  /// Alice's entry, shared with Ben for writing and with Rita for reading.
  private func world(_ storage: TestStorage, limits: ServiceLimits = ServiceLimits()) throws -> World {
    let world = try World.withEntry(storage, limits: limits)
    let share = try #require(
      try world.modify(
        [.share("e", as: "S", with: [.invited("ben"), .invited("rita", .readOnly)])], world.person("alice")
      ).outcomes[0].record)
    try world.accept(share.shortGUID, as: "ben")
    try world.accept(share.shortGUID, as: "rita")
    return world
  }

  private func error(_ world: World, _ person: String, _ operation: RecordOperation) throws -> ServiceError? {
    try world.sharedModify(person, [operation])[0].error
  }

  @Test(arguments: TestStorage.allCases)
  func whoReadsOnlyChangesNothing(storage: TestStorage) throws {
    let world = try world(storage)
    let tag = try world.record("e")?.recordChangeTag
    let child = RecordOperation.child("r1", of: "e")
    for operation in [
      .force("e"), .update("e", tag: tag), .delete("e"), RecordOperation(.forceDelete, recordName: "i"), child,
      .create("other"), .create("free"), .share("e", as: "S3"), .share(nil, as: "S", kind: .forceUpdate),
    ] as [RecordOperation] {
      #expect(try error(world, "rita", operation)?.code == .accessDenied, "\(operation)")
    }
    let upload = try refusal {
      _ = try world.storage.write {
        try world.service.uploadTargets(
          [AssetUploadToken(recordType: "Image", fieldName: "file")], zoneID: World.alices,
          world.person("rita", shared: true), in: $0)
      }
    }
    #expect(upload?.code == .accessDenied)
    #expect(try world.visible("rita", ["e", "i", "other"]).count == 2)
    #expect(try world.changes().changes.count == 5)
  }

  @Test(arguments: TestStorage.allCases)
  func whoWritesStaysWithinTheShare(storage: TestStorage) throws {
    let world = try world(storage)
    let tag = try world.record("e")?.recordChangeTag
    let saved = try #require(try world.sharedModify("ben", [.update("e", tag: tag, ["title": .string("x")])])[0].record)
    #expect(saved.zoneID == World.alices && saved.modified.userRecordName == "_ben")
    #expect(
      try world.sharedModify("ben", [.child("b", of: "e"), .child("b2", of: "b")]).allSatisfy { $0.record != nil })
    #expect(Set(try world.visible("rita", ["b", "b2"]).keys) == ["b", "b2"])
    // What is not seen is not there, and its name cannot be taken.
    #expect(try error(world, "ben", .update("other", tag: "1"))?.code == .notFound)
    #expect(try error(world, "ben", .create("other"))?.code == .accessDenied)
    #expect(try world.sharedModify("ben", [RecordOperation(.forceDelete, recordName: "other")])[0].isDeleted)
    #expect(try world.record("other") != nil)
    #expect(try error(world, "ben", .create("free"))?.code == .accessDenied, "a new record needs a parent")
    #expect(try error(world, "ben", .child("c", of: "other"))?.code == .accessDenied)
    // Nor is anything moved out, or from elsewhere in.
    var out = RecordOperation.force("i", type: "Image")
    out.parentEdit = .cleared
    #expect(try error(world, "ben", out)?.code == .accessDenied)
    out.parentEdit = .set("other")
    #expect(try error(world, "ben", out)?.code == .accessDenied)
    var inside = RecordOperation.force("k", type: "Image")
    inside.parentEdit = .set("i")
    #expect(try world.sharedModify("ben", [inside])[0].record?.parent == "i")
    #expect(try world.sharedModify("ben", [RecordOperation(.forceReplace, recordName: "k")])[0].record?.parent == "i")
    var circle = RecordOperation.force("i", type: "Image")
    circle.parentEdit = .set("k")
    #expect(try error(world, "ben", circle)?.code == .badRequest)
  }

  @Test(arguments: TestStorage.allCases)
  func wordsOfOthersGoByTheirHandOnly(storage: TestStorage) throws {
    let world = try world(storage)
    #expect(try error(world, "ben", .delete("i"))?.reason == "Only who made it, or the owner, can delete it for good")
    #expect(
      try error(world, "ben", .delete("e"))?.reason
        == "Only its owner can delete what is shared; delete the share to leave")
    try world.sharedModify("ben", [.child("b", of: "e")])
    // A record of Alice's that would go with one of Ben's stays, and so does Ben's.
    var hook = RecordOperation.force("i", type: "Image")
    hook.fields["up"] = Field(.reference("b", .deleteSelf))
    #expect(try world.sharedModify("ben", [hook])[0].record != nil)
    #expect(try error(world, "ben", .delete("b"))?.code == .accessDenied)
    #expect(try world.record("b") != nil && world.record("i") != nil)
    try world.modify([.update("i", tag: try world.record("i")?.recordChangeTag, removing: ["up"])])
    #expect(try world.sharedModify("ben", [.delete("b")])[0].isDeleted)
    // The owner deletes everything.
    try world.sharedModify("ben", [.child("b3", of: "e")])
    #expect(try world.modify([.delete("b3")], world.person("alice")).outcomes[0].isDeleted)
  }

  @Test("the keys of a share come with its link, are the owner's to write, and a join is told to its owner alone")
  func keysOfAShareAreTheOwners() throws {
    let world = try world(.memory)
    let guid = try world.record("S")?.shortGUID
    guard case .found(_, let before) = try world.resolve(guid, as: "ben") else {
      Issue.record("not resolved")
      return
    }
    #expect(before.keys == nil)
    var keys = RecordOperation.child("keys-S", of: "e", ["ring": .bytes([1, 2])])
    keys.recordType = "ShareKeys"
    #expect(try error(world, "ben", keys)?.code == .accessDenied)
    #expect(try world.modify([keys], world.person("alice")).outcomes[0].record != nil)
    guard case .found(_, let after) = try world.resolve(guid, as: "ben") else {
      Issue.record("not resolved")
      return
    }
    #expect(after.keys?.fields["ring"]?.value == .bytes([1, 2]))
    let over = RecordOperation.force("keys-S", type: "ShareKeys", ["ring": .bytes([3])])
    #expect(try error(world, "ben", over)?.code == .accessDenied)
    #expect(try error(world, "ben", RecordOperation(.forceDelete, recordName: "keys-S"))?.code == .accessDenied)
    let join = ProtectionInfo(bytes: [9], changeTag: nil)
    _ = try world.storage.write { transaction in
      var outbox = Outbox()
      let request = ShortGUIDRequest(guid ?? "", protectionInfo: join)
      return try ShareLinks(world.service).accept(
        [request], world.person("ben"), in: transaction, outbox: &outbox)
    }
    func told(_ person: String) throws -> [ProtectionInfo?] {
      let record = try person == "alice" ? world.record("S") : world.visible(person, ["S"])["S"]
      return record?.sharing?.participants.filter { $0.userRecordName == "_ben" }.map(\.protectionInfo) ?? []
    }
    #expect(try told("alice") == [join] && told("ben") == [join])
    #expect(try told("rita") == [nil])
  }

  @Test(arguments: TestStorage.allCases)
  func whatIsNotSeenDoesNotBind(storage: TestStorage) throws {
    let world = try world(storage)
    for action in [Reference.Action.validate, .deleteSelf] {
      var hidden = RecordOperation.child("b", of: "e")
      hidden.fields["up"] = Field(.reference("other", action))
      var missing = RecordOperation.child("b", of: "e")
      missing.fields["up"] = Field(.reference("nowhere", action))
      let (one, two) = (try error(world, "ben", hidden), try error(world, "ben", missing))
      #expect(one?.code == .validatingReferenceError && two?.code == .validatingReferenceError)
      let atomic = try world.sharedModify("ben", [hidden, .force("e")], atomic: true)
      #expect(atomic.allSatisfy { $0.error != nil })
    }
    #expect(try world.modify([.delete("other")]).outcomes[0].isDeleted)
  }

  @Test(arguments: TestStorage.allCases)
  func spaceIsTheOwners(storage: TestStorage) throws {
    var limits = ServiceLimits()
    limits.guestBytes = 5000
    let world = try world(storage, limits: limits)
    let big = FieldValue.bytes([UInt8](repeating: 1, count: 2000))
    let used = try #require(try world.database()?.bytes)
    let full = world.person("ben", shared: true, ownerQuota: used + 100)
    let refused = try world.modify([.child("b", of: "e", ["x": big])], zone: World.alices, full).outcomes[0]
    #expect(refused.error?.code == .quotaExceeded)
    #expect(refused.error?.reason.contains("of this zone's owner are used up") == true)
    #expect(try world.sharedModify("ben", [.child("b", of: "e", ["x": big])])[0].record != nil)
    #expect(try world.database("_ben") == nil, "nothing of it is Ben's")
    #expect(try world.sharedModify("ben", [.child("b2", of: "e", ["x": big])])[0].record != nil)
    #expect(try error(world, "ben", .child("b3", of: "e", ["x": big]))?.code == .quotaExceeded)
    #expect(try world.modify([.child("a", of: "e", ["x": big])], world.person("alice")).outcomes[0].record != nil)
    var suspended = world.person("ben", shared: true)
    suspended.owner?.isSuspended = true
    let error = try refusal { _ = try world.modify([.force("e")], zone: World.alices, suspended) }
    #expect(error?.code == .accessDenied)
    #expect(try world.lookup(["e"], zone: World.alices, suspended)[0].record != nil)
  }

  @Test(arguments: TestStorage.allCases)
  func filesAreOpenAsLongAsTheirRecordIs(storage: TestStorage) throws {
    let world = try world(storage)
    func upload(_ person: String) throws -> Asset {
      try world.storage.write { transaction in
        let call = world.person(person, shared: true)
        let token = AssetUploadToken(recordType: "Image", fieldName: "file")
        let target = try world.service.uploadTargets([token], zoneID: World.alices, call, in: transaction)[0]
        return try world.service.finishUpload(
          token: World.token(target.url), fileChecksum: World.checksum(person), size: 10, objectKey: person,
          now: world.now, in: transaction)
      }
    }
    func download(_ url: String?) throws -> ServiceError? {
      try refusal {
        _ = try world.storage.read {
          try world.service.assetForDownload(ticket: World.token(url ?? ""), now: world.now, in: $0)
        }
      }
    }
    func url(_ person: String) throws -> String? {
      guard case .asset(let asset)? = try world.visible(person, ["b"])["b"]?.fields["file"]?.value else { return nil }
      return asset.downloadURL
    }
    let saved = try world.sharedModify("ben", [.child("b", of: "e", ["file": .asset(try upload("ben"))])])
    #expect(saved[0].record != nil)
    let (bens, ritas) = (try url("ben"), try url("rita"))
    #expect(try download(bens) == nil && download(ritas) == nil)
    let pending = try world.storage.write {
      try world.service.uploadTargets(
        [AssetUploadToken(recordType: "Image", fieldName: "file")], zoneID: World.alices,
        world.person("ben", shared: true), in: $0)[0].url
    }
    try world.modify(
      [.share(nil, as: "S", with: [.invited("rita", .readOnly)], kind: .forceUpdate)], world.person("alice"))
    #expect(try download(bens)?.code == .accessDenied)
    #expect(try download(ritas) == nil)
    let late = try refusal {
      _ = try world.storage.read {
        try world.service.beginUpload(token: World.token(pending), now: world.now, in: $0)
      }
    }
    #expect(late?.code == .accessDenied)
    // Taken out of the share, the file of a link that was given before is closed, too.
    var out = RecordOperation.force("b", type: "Image")
    out.parentEdit = .cleared
    try world.modify([out], world.person("alice"))
    #expect(try download(ritas)?.code == .accessDenied)
  }

  @Test(arguments: TestStorage.allCases)
  func queriesGoOverWhatIsOpen(storage: TestStorage) throws {
    let world = try world(storage)
    func names(_ type: String, sorts: [Sort] = [], limit: Int = 200) throws -> [String] {
      var found: [String] = []
      var marker: String?
      repeat {
        let request = QueryRequest(
          query: Query(recordType: type, sorts: sorts), zoneID: World.alices, resultsLimit: limit,
          continuationMarker: marker)
        let reply = try world.query(request, world.person("ben", shared: true))
        found += reply.records.map(\.recordName)
        marker = reply.continuationMarker
      } while marker != nil
      return found
    }
    #expect(try names("Entry") == ["e"])
    #expect(try names("Image", limit: 1) == ["i", "k"])
    #expect(try names("Image", sorts: [Sort("___createTime", isAscending: false)]) == ["i", "k"])
    #expect(try names(ShareRules.recordType) == ["S"])
    let wide = QueryRequest(query: Query(recordType: "Entry"), isZoneWide: true)
    #expect(try world.query(wide, world.person("ben", shared: true)).records.map(\.recordName) == ["e"])
    let nowhere = try refusal {
      _ = try world.query(QueryRequest(query: Query(recordType: "Entry")), world.person("ben", shared: true))
    }
    #expect(nowhere?.reason == "zoneID needs to have ownerRecordName field for calls to sharedb")
  }

  @Test(arguments: TestStorage.allCases)
  func everybodyIsTold(storage: TestStorage) throws {
    let world = try world(storage)
    for (person, shared) in [("alice", false), ("ben", true), ("rita", true)] {
      try world.storage.write {
        let outcome = try world.service.modifySubscriptions(
          [.create(Subscription(subscriptionID: "db", kind: .database))], world.person(person, shared: shared), in: $0)
        #expect(outcome.count == 1)
      }
    }
    let refused = try world.storage.write {
      try world.service.modifySubscriptions(
        [.create(Subscription(subscriptionID: "z", kind: .zone, zoneID: World.alices))],
        world.person("ben", shared: true), in: $0)
    }
    guard case .failed(_, let error) = refused[0] else { throw error(storage) }
    #expect(error.reason == "the shared database takes database subscriptions only")
    let told = try world.modify([.force("e")], zone: World.alices, world.person("ben", shared: true)).notifications
    #expect(Set(told.map(\.userRecordName)) == ["_alice", "_ben", "_rita"])
    #expect(told.filter { $0.userRecordName != "_alice" }.allSatisfy { $0.scope == .shared && $0.zoneID == nil })
    let unshared = try world.modify([.force("other")], world.person("alice")).notifications
    #expect(unshared.map(\.userRecordName) == ["_alice"])
  }

  private func error(_ storage: TestStorage) -> ServiceError { ServiceError(.internalError, "\(storage)") }

  @Test(arguments: TestStorage.allCases)
  func devicesOfOthersHaveNoNames(storage: TestStorage) throws {
    let world = try world(storage)
    try world.sharedModify("ben", [.child("b", of: "e")])
    let (own, other) = (try #require(try world.record("e")), try #require(try world.record("b")))
    #expect(own.created.deviceID == "laptop of alice" && other.created.deviceID.utf8.count == 32)
    let seen = try world.visible("ben", ["e", "b"])
    #expect(seen["b"]?.created.deviceID == "laptop of ben" && seen["e"]?.created.deviceID.utf8.count == 32)
  }
}
