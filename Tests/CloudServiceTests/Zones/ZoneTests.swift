import CloudRecord
import CloudService
import Testing

@Suite struct ZoneTests {
  @Test(arguments: TestStorage.allCases)
  func makingAZoneAgainChangesNothing(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a")])
    let token = try world.changes().token
    let (again, notifications) = try world.changeZones([.create(World.journal)])
    #expect(again[0].zone?.syncToken == token && notifications.isEmpty)
    #expect(try world.record("a") != nil)
    #expect(try world.zones([.create(.default)])[0].zone?.isAtomic == false)
  }

  @Test(arguments: TestStorage.allCases)
  func aDeletedZoneLosesEverything(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a"), .create("b", ["x": .reference("a", .validate)])])
    #expect(try world.zones([.delete(World.journal)])[0].zone?.isDeleted == true)
    #expect(try world.zones([.delete(World.journal)])[0].error?.code == .zoneNotFound)
    #expect(try refusal { _ = try world.record("a") } == ServiceError(.zoneNotFound, "Zone does not exist"))
    #expect(try refusal { try world.modify([.create("a")]) }?.code == .zoneNotFound)
    try world.zones([.create(World.journal)])
    #expect(try world.record("a") == nil)
    #expect(try world.modify([.create("a"), .delete("a")]).outcomes[1].isDeleted)
  }

  @Test(arguments: TestStorage.allCases)
  func theDefaultZoneIsAlwaysThereAndStays(storage: TestStorage) throws {
    let world = try World(storage)
    #expect(try world.lookup(["a"], zone: nil)[0].error?.code == .notFound)
    #expect(try world.query(QueryRequest(query: Query(recordType: "Entry"))).records.isEmpty)
    #expect(try world.zones([.delete(.default)])[0].error?.code == .badRequest)
    let listed = try world.storage.read { try world.service.listZones(world.call("_new"), in: $0) }
    #expect(listed.map(\.zoneID) == [ZoneID(zoneName: "_defaultZone", ownerRecordName: "_new")])
    #expect(listed[0].syncToken != nil)
  }

  @Test(arguments: TestStorage.allCases)
  func otherPeoplesZonesDoNotExist(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a")])
    for zone in [
      ZoneID(zoneName: "JournalZone", ownerRecordName: "_alice"),
      ZoneID(zoneName: "_defaultZone", ownerRecordName: "_alice"),
      ZoneID(zoneName: "None", ownerRecordName: "_alice"), World.journal,
    ] {
      let bob = world.call("_bob")
      let expected = ServiceError(.zoneNotFound, "Zone does not exist")
      #expect(try refusal { _ = try world.lookup(["a"], zone: zone, bob) } == expected)
      #expect(try refusal { try world.modify([.create("x")], zone: zone, bob) } == expected)
      #expect(try refusal { _ = try world.page(zone: zone, bob) } == expected)
      #expect(try world.zones([.delete(zone)], bob)[0].error == expected || zone.isDefault)
      let looked = try world.storage.read { try world.service.lookupZones([zone], bob, in: $0) }
      #expect(looked[0].error == expected)
    }
    let own = ["_alice", "_defaultOwner", "__defaultOwner__"]
    for owner in own {
      let zone = ZoneID(zoneName: "JournalZone", ownerRecordName: owner)
      #expect(try world.lookup(["a"], zone: zone)[0].record?.zoneID.ownerRecordName == "_alice")
    }
  }

  @Test(arguments: TestStorage.allCases)
  func thePublicDatabaseIsNotOffered(storage: TestStorage) throws {
    let world = try World(storage)
    let call = world.call(scope: .public)
    let error = try refusal { try world.modify([.create("a")], zone: nil, call) }
    #expect(error == ServiceError(.badRequest, "The public database is not offered by this service yet"))
    #expect(try refusal { _ = try world.databaseChanges(nil, call) }?.code == .badRequest)
  }

  @Test(arguments: TestStorage.allCases)
  func aSharedDatabaseBeginsEmptyAndHasNoZonesOfItsOwn(storage: TestStorage) throws {
    let world = try World(storage)
    let call = world.call(scope: .shared)
    #expect(try world.storage.read { try world.service.listZones(call, in: $0) }.isEmpty)
    #expect(try world.databaseChanges(nil, call).zones.isEmpty)
    let error = try refusal { try world.modify([.create("a")], zone: nil, call) }
    #expect(error == ServiceError(.badRequest, "zoneID needs to have ownerRecordName field for calls to sharedb"))
    let none = ZoneID(zoneName: "Z", ownerRecordName: "_bob")
    #expect(try refusal { try world.modify([.create("a")], zone: none, call) }?.code == .zoneNotFound)
    #expect(try world.database() == nil)
  }

  @Test(arguments: TestStorage.allCases)
  func thereAreOnlySoManyZones(storage: TestStorage) throws {
    var limits = ServiceLimits()
    limits.zonesPerDatabase = 3
    let world = try World(storage, limits: limits)
    let outcomes = try world.zones((0..<4).map { .create(ZoneID(zoneName: "Z\($0)")) })
    #expect(outcomes.map { $0.error?.code } == [nil, nil, .badRequest, .badRequest])
    try world.zones([.delete(ZoneID(zoneName: "Z0"))])
    #expect(try world.zones([.create(ZoneID(zoneName: "Z9"))])[0].zone != nil)
  }

  @Test(arguments: TestStorage.allCases)
  func usersAndEnvironmentsAreApart(storage: TestStorage) throws {
    let world = try World(storage)
    try world.modify([.create("a")], zone: nil)
    #expect(try world.lookup(["a"], zone: nil, world.call("_bob"))[0].error?.code == .notFound)
    var development = world.call()
    development.environment = .development
    #expect(try world.lookup(["a"], zone: nil, development)[0].error?.code == .notFound)
  }
}
