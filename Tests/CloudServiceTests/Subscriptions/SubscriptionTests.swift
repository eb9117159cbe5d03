import CloudRecord
import CloudService
import Testing

@Suite struct SubscriptionTests {
  @discardableResult
  private func change(_ world: World, _ operations: SubscriptionOperation...) throws -> [SubscriptionOutcome] {
    try world.storage.write { try world.service.modifySubscriptions(operations, world.call(), in: $0) }
  }

  private func query(
    _ id: String, _ events: Set<Subscription.Event>, filters: [Filter] = [], once: Bool = false, fields: [String] = []
  ) -> Subscription {
    Subscription(
      subscriptionID: id, kind: .query, zoneID: World.journal, query: Query(recordType: "Entry", filters: filters),
      firesOn: events, firesOnce: once, notification: NotificationInfo(additionalFields: fields))
  }

  private func zone(_ id: String) -> Subscription {
    Subscription(subscriptionID: id, kind: .zone, zoneID: World.journal)
  }

  private func list(_ world: World) throws -> [String] {
    try world.storage.read { try world.service.listSubscriptions(world.call(), in: $0) }.map(\.subscriptionID)
  }

  private func code(_ outcome: SubscriptionOutcome) -> ServerErrorCode? {
    if case .failed(_, let error) = outcome { error.code } else { nil }
  }

  @Test(arguments: TestStorage.allCases)
  func subscriptionsAreKeptByTheirIDs(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    #expect(
      try change(world, .create(zone("b")), .create(zone("a")), .create(zone("b"))).allSatisfy { code($0) == nil })
    #expect(try list(world) == ["a", "b"])
    let looked = try world.storage.read { try world.service.lookupSubscriptions(["a", "x"], world.call(), in: $0) }
    #expect(looked.map(code) == [nil, .notFound])
    #expect(
      try change(world, .delete(subscriptionID: "a"), .delete(subscriptionID: "a"), .update(zone("a"))).map(code)
        == [nil, .notFound, .notFound])
    #expect(try list(world) == ["b"])
  }

  @Test(arguments: TestStorage.allCases)
  func whatCannotFireIsRefused(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    var elsewhere = zone("x")
    elsewhere.zoneID = ZoneID(zoneName: "None")
    let outcomes = try change(
      world, .create(query("x", [])), .create(Subscription(subscriptionID: "x", kind: .query, firesOn: [.create])),
      .create(Subscription(subscriptionID: "x", kind: .zone)), .create(elsewhere),
      .create(query("x", [.create], filters: [Filter("n", .near, .int64(1))])), .create(zone("_x")), .update(zone("")),
      .create(Subscription(subscriptionID: "d", kind: .zone, zoneID: .default)))
    #expect(
      outcomes.map(code) == [
        .badRequest, .badRequest, .badRequest, .zoneNotFound, .badRequest, .badRequest, .badRequest, .badRequest,
      ])
    #expect(try list(world).isEmpty)
  }

  @Test(arguments: TestStorage.allCases)
  func oneWithoutAnIDGetsOne(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let outcomes = try change(world, .create(zone("")), .create(zone("")))
    let made = outcomes.compactMap { if case .subscription(let subscription) = $0 { subscription } else { nil } }
    #expect(Set(made.map(\.subscriptionID)).count == 2)
    #expect(try list(world) == made.map(\.subscriptionID).sorted())
  }

  @Test(arguments: TestStorage.allCases)
  func thereAreOnlySoMany(storage: TestStorage) throws {
    var limits = ServiceLimits()
    limits.subscriptionsPerDatabase = 2
    let world = try World.withJournal(storage, limits: limits)
    let outcomes = try change(world, .create(zone("a")), .create(zone("b")), .create(zone("c")), .create(zone("a")))
    #expect(outcomes.map(code) == [nil, nil, .badRequest, nil])
  }

  @Test(arguments: TestStorage.allCases)
  func aRequestIsToldOnceToWhoeverWatchesZoneOrDatabase(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try change(world, .create(zone("zone")), .create(Subscription(subscriptionID: "all", kind: .database)))
    let told = try world.modify([.create("a"), .create("b"), .delete("a")]).notifications
    #expect(told.map(\.subscriptionID) == ["all", "zone"])
    #expect(told.map(\.cause) == [.database, .zone])
    #expect(told[1].zoneID == ZoneID(zoneName: "JournalZone", ownerRecordName: "_alice"))
    #expect(try world.modify([.create("x")], zone: nil).notifications.map(\.subscriptionID) == ["all"])
    #expect(try world.modify([.delete("none")]).notifications.isEmpty)
    let zones = [ZoneOperation.create(ZoneID(zoneName: "P")), .create(ZoneID(zoneName: "Q")), .delete(World.journal)]
    #expect(try world.changeZones(zones).1.map(\.subscriptionID) == ["all", "zone"])
  }

  @Test(arguments: TestStorage.allCases)
  func queriesFireForTheirEventsAndRecordsOnly(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let big = [Filter("n", .greaterThan, .int64(10))]
    try change(
      world, .create(query("created", [.create], filters: big)), .create(query("updated", [.update], filters: big)),
      .create(query("deleted", [.delete], filters: big, fields: ["n", "secret"])))
    func told(_ operations: RecordOperation...) throws -> [String] {
      try world.modify(operations).notifications.map { notification in
        guard case .query(let name, let event, _) = notification.cause else { return "?" }
        return "\(notification.subscriptionID) \(name) \(event.rawValue)"
      }
    }
    #expect(
      try told(.create("a", ["n": .int64(11)]), .create("b", ["n": .int64(1)]), .create("c", ["n": .int64(12)]))
        == ["created a create", "created c create"])
    #expect(try told(.force("b", ["n": .int64(20)]), .force("a", ["n": .int64(0)])) == ["updated b update"])
    #expect(try told(.delete("a"), .delete("c")) == ["deleted c delete"])
    #expect(try told(.create("z", type: "Category", ["n": .int64(99)])) == [])
    #expect(try told(.create("odd", ["n": .string("eleven")])) == [])
    #expect(try told(.create("short", ["n": .int64(99)]), .delete("short")) == [])
  }

  @Test(arguments: TestStorage.allCases)
  func aNotificationBringsTheFieldsAskedForButNoSecrets(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try change(world, .create(query("q", [.create], fields: ["title", "mood", "none"])))
    let fields = [
      "title": Field(.string("Run")), "mood": Field(.string("happy"), isEncrypted: true), "n": Field(.int64(1)),
    ]
    let told = try world.modify([RecordOperation(.create, recordName: "a", recordType: "Entry", fields: fields)])
    #expect(
      told.notifications.map(\.cause)
        == [.query(recordName: "a", event: .create, additionalFields: ["title": .string("Run")])])
  }

  @Test(arguments: TestStorage.allCases)
  func whatFiresOnceIsGoneAfterwards(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try change(world, .create(query("once", [.create], once: true)))
    #expect(try world.modify([.create("a"), .create("b")]).notifications.count == 1)
    #expect(try list(world).isEmpty)
    #expect(try world.modify([.create("c")]).notifications.isEmpty)
  }

  @Test(arguments: TestStorage.allCases)
  func aCascadeIsToldForEveryRecord(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try change(world, .create(query("gone", [.delete])))
    try world.modify([.create("a"), .create("b", ["x": .reference("a", .deleteSelf)])])
    #expect(try world.modify([.delete("a")]).notifications.count == 2)
  }
}
