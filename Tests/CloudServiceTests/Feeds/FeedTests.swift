import CloudRecord
import CloudService
import Testing

@Suite struct FeedTests {
  @Test(arguments: TestStorage.allCases)
  func aFirstFetchShowsWhatLivesAndNoTombstones(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a"), .create("b"), .create("c")])
    try world.modify([.delete("b"), .force("a", ["n": .int64(1)])])
    let (changes, token) = try world.changes()
    #expect(changes.map(\.recordName) == ["c", "a"])
    try world.modify([.delete("c")])
    #expect(
      try world.changes(since: token).changes
        == [.deleted(recordName: "c", zoneID: ZoneID(zoneName: "JournalZone", ownerRecordName: "_alice"))])
  }

  @Test(arguments: TestStorage.allCases)
  func aPageHoldsTwoHundredWhateverIsAskedFor(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    for part in 0..<3 { try world.modify((0..<150).map { .create("r\(part)-\($0)") }) }
    for limit in [nil, 200, 5000] as [Int?] {
      let page = try world.page(limit: limit)
      #expect(page.changes.count == 200)
      #expect(page.moreComing)
    }
    #expect(try world.page(limit: 7).changes.count == 7)
    #expect(try world.changes().changes.count == 450)
    for limit in [0, -1] {
      #expect(try refusal { _ = try world.page(limit: limit) }?.code == .badRequest)
    }
  }

  @Test(arguments: TestStorage.allCases)
  func aTokenThatHasSeenEverythingComesBackAsItIs(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a")])
    let token = try world.changes().token
    let page = try world.page(token)
    #expect(page.syncToken == token && page.changes.isEmpty && !page.moreComing)
    #expect(try world.changes(limit: 1).token == token)
    let listed = try world.storage.read { try world.service.listZones(world.call(), in: $0) }
    #expect(listed.map(\.zoneID.zoneName) == ["JournalZone", "_defaultZone"])
    #expect(listed[0].syncToken == token)
  }

  @Test(arguments: TestStorage.allCases)
  func onlyTheTypesAskedForAreToldAndPagesMayBeEmpty(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify((0..<6).map { .create("e\($0)", type: $0 == 5 ? "Category" : "Entry") })
    let first = try world.page(limit: 2, types: ["Category"])
    #expect(first.changes.isEmpty && first.moreComing)
    #expect(try world.changes(limit: 2, types: ["Category"]).changes.map(\.recordName) == ["e5"])
  }

  @Test(arguments: TestStorage.allCases, [1, 2, 3, 200])
  func newestFirstEndsWithAnOrdinaryToken(storage: TestStorage, limit: Int) throws {
    let world = try World.withJournal(storage)
    try world.modify((0..<5).map { .create("r\($0)") })
    try world.modify([.delete("r1")])
    let (changes, token) = try world.changes(limit: limit, reverse: true)
    #expect(changes.map(\.recordName) == ["r4", "r3", "r2", "r0"])
    #expect(token == (try world.changes().token))
    try world.modify([.create("x"), .delete("r0"), .create("y")])
    let delta = try world.changes(since: token, limit: limit, reverse: true)
    #expect(delta.changes.map(\.recordName) == ["y", "r0", "x"])
    #expect(delta.token == (try world.changes(since: token).token))
  }

  @Test(arguments: TestStorage.allCases)
  func theDefaultZoneHasNoFeed(storage: TestStorage) throws {
    let world = try World(storage)
    try world.modify([.create("a")], zone: nil)
    let error = try refusal { _ = try world.page(zone: .default) }
    #expect(error == ServiceError(.badRequest, "cannot get changes in default zone"))
    #expect(try world.databaseChanges().zones.isEmpty)
  }

  @Test(arguments: TestStorage.allCases)
  func eachZoneOfARequestHasItsPageOrItsError(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a")])
    let requests = [
      ZoneChangesRequest(zoneID: World.journal), ZoneChangesRequest(zoneID: ZoneID(zoneName: "None")),
      ZoneChangesRequest(zoneID: World.journal, syncToken: ChangeToken("?")),
    ]
    let outcomes = try world.storage.read { try world.service.zoneChanges(requests, world.call(), in: $0) }
    let codes = outcomes.map { outcome -> ServerErrorCode? in
      if case .failed(_, let error) = outcome { error.code } else { nil }
    }
    #expect(codes == [nil, .zoneNotFound, .badRequest])
  }

  /// Two hundred records an answer, however many zones it tells of: what found no room comes with the next token.
  @Test(arguments: TestStorage.allCases)
  func zonesShareOneAnswersRoom(storage: TestStorage) throws {
    let world = try World(storage)
    let zones = (0..<3).map { ZoneID(zoneName: "Z\($0)") }
    try world.zones(zones.map { .create($0) })
    for zone in zones { try world.modify((0..<150).map { .create("r\($0)") }, zone: zone) }
    var tokens: [ChangeToken?] = [nil, nil, nil]
    var counts = [0, 0, 0]
    var isDone = false
    while !isDone {
      let requests = zip(zones, tokens).map { ZoneChangesRequest(zoneID: $0, syncToken: $1) }
      let outcomes = try world.storage.read { try world.service.zoneChanges(requests, world.call(), in: $0) }
      var total = 0
      isDone = true
      for (index, outcome) in outcomes.enumerated() {
        guard case .page(let page) = outcome else { continue }
        total += page.changes.count
        counts[index] += page.changes.count
        tokens[index] = page.syncToken
        if page.moreComing { isDone = false }
      }
      #expect(total <= 200)
    }
    #expect(counts == [150, 150, 150])
  }

  @Test(arguments: TestStorage.allCases)
  func aPageEndsWhenItIsLarge(storage: TestStorage) throws {
    var limits = ServiceLimits()
    limits.bytesPerPage = 2500
    let world = try World.withJournal(storage, limits: limits)
    try world.modify((0..<7).map { .create("r\($0)", ["x": .bytes([UInt8](repeating: 1, count: 1000))]) })
    #expect(try world.page().changes.count == 2)
    #expect(try world.changes().changes.count == 7)
    limits.bytesPerPage = 10
    let narrow = World(over: world, limits: limits)
    #expect(try narrow.page().changes.count == 1)
    #expect(try narrow.changes().changes.count == 7)
    let query = try narrow.query(QueryRequest(query: Query(recordType: "Entry"), zoneID: World.journal))
    #expect(query.records.count == 1 && query.continuationMarker != nil)
  }

  @Test(arguments: TestStorage.allCases)
  func aDatabasesFeedTellsEachZoneOnceAndDeletions(storage: TestStorage) throws {
    let world = try World(storage)
    try world.zones((0..<5).map { .create(ZoneID(zoneName: "Z\($0)")) })
    let first = try world.databaseChanges()
    #expect(first.zones.map(\.zoneID.zoneName) == ["Z0", "Z1", "Z2", "Z3", "Z4"])
    #expect(try world.databaseChanges(first.syncToken).syncToken == first.syncToken)
    try world.modify([.create("a")], zone: ZoneID(zoneName: "Z3"))
    try world.modify([.create("b")], zone: ZoneID(zoneName: "Z3"))
    try world.zones([.delete(ZoneID(zoneName: "Z1"))])
    let second = try world.databaseChanges(first.syncToken)
    #expect(second.zones.map(\.zoneID.zoneName) == ["Z3", "Z1"])
    #expect(second.zones.map(\.isDeleted) == [false, true])
    #expect(second.zones[0].syncToken == (try world.changes(zone: ZoneID(zoneName: "Z3")).token))
    #expect(try world.databaseChanges().zones.map(\.zoneID.zoneName) == ["Z0", "Z2", "Z4", "Z3"])
    var paged: [String] = []
    var page = try world.databaseChanges(limit: 1)
    paged += page.zones.map(\.zoneID.zoneName)
    while page.moreComing {
      page = try world.databaseChanges(page.syncToken, limit: 1)
      paged += page.zones.map(\.zoneID.zoneName)
    }
    #expect(paged == ["Z0", "Z2", "Z4", "Z3"])
    #expect(page.syncToken == second.syncToken)
  }
}
