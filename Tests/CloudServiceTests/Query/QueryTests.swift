import CloudRecord
import CloudService
import Testing

@Suite struct QueryTests {
  static func request(
    _ filters: [Filter] = [], sorts: [Sort] = [], limit: Int? = nil, marker: String? = nil
  ) -> QueryRequest {
    QueryRequest(
      query: Query(recordType: "Entry", filters: filters, sorts: sorts), zoneID: World.journal, resultsLimit: limit,
      continuationMarker: marker)
  }

  static func names(
    _ world: World, _ filters: [Filter] = [], sorts: [Sort] = [], limit: Int? = nil
  ) throws -> [String] {
    var names: [String] = []
    var marker: String?
    repeat {
      let reply = try world.query(request(filters, sorts: sorts, limit: limit, marker: marker))
      names += reply.records.map(\.recordName)
      marker = reply.continuationMarker
    } while marker != nil
    return names
  }

  static func library(_ storage: TestStorage) throws -> World {
    let world = try World.withJournal(storage)
    try world.modify([
      .create(
        "a",
        [
          "title": .string("Morning Run"), "n": .int64(1), "tags": .list([.string("run"), .string("berlin")]),
          "category": .reference("sport", .none), "when": .date(100), "data": .bytes([1]),
        ]),
      .create(
        "b",
        [
          "title": .string("morning coffee"), "n": .int64(2), "tags": .list([.string("coffee")]),
          "category": .reference("food", .none), "when": .date(200), "x": .double(1.5),
        ]),
      .create("c", ["title": .string("Évening, run!"), "n": .int64(3), "tags": .list([]), "when": .date(300)]),
      .create("d"),
      .create("z", type: "Category", ["n": .int64(1)]),
    ])
    return world
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var filter: Filter
    var expected: [String]
    init(_ name: String, _ comparator: Comparator, _ value: FieldValue, _ expected: String) {
      filter = Filter(name, comparator, value)
      self.expected = expected.map { String($0) }
    }
    var testDescription: String { "\(filter.fieldName) \(filter.comparator.rawValue) \(filter.value)" }
  }

  static func texts(_ texts: String...) -> FieldValue { .list(texts.map { .string($0) }) }

  static let cases: [Case] = [
    Case("n", .equals, .int64(2), "b"), Case("n", .equals, .double(2), "b"), Case("n", .notEquals, .int64(2), "acd"),
    Case("n", .lessThan, .int64(2), "a"), Case("n", .lessThanOrEquals, .int64(2), "ab"),
    Case("n", .greaterThan, .double(1.5), "bc"), Case("n", .greaterThanOrEquals, .int64(3), "c"),
    Case("n", .in, .list([.int64(1), .int64(3)]), "ac"), Case("n", .notIn, .list([.int64(1), .int64(3)]), "bd"),
    Case("n", .in, .list([]), ""), Case("n", .notIn, .list([]), "abcd"),
    Case("title", .beginsWith, .string("Morning"), "a"), Case("title", .notBeginsWith, .string("Morning"), "bcd"),
    Case("title", .containsAllTokens, .string("RUN morning"), "a"),
    Case("title", .containsAnyTokens, .string("run coffee"), "abc"),
    Case("title", .containsAllTokens, .string("mor"), ""), Case("title", .containsAllTokens, .string("évening"), "c"),
    Case("title", .equals, .string("E\u{301}vening, run!"), ""), Case("title", .lessThan, .string("a"), "a"),
    Case("tags", .listContains, .string("run"), "a"), Case("tags", .notListContains, .string("run"), "bcd"),
    Case("tags", .listContainsAny, texts("run", "coffee"), "ab"),
    Case("tags", .notListContainsAny, texts("run", "coffee"), "cd"),
    Case("tags", .listContainsAll, texts("run", "berlin"), "a"),
    Case("tags", .notListContainsAll, texts("run", "berlin"), "bcd"),
    Case("tags", .listMemberBeginsWith, .string("ber"), "a"),
    Case("tags", .notListMemberBeginsWith, .string("ber"), "bcd"),
    Case("tags", .containsAnyTokens, .string("Coffee"), "b"),
    Case("category", .equals, .reference("sport", .deleteSelf), "a"),
    Case(
      "category", .equals, .reference(Reference(recordName: "food", action: .none, zoneID: World.journal)), "b"),
    Case(
      "category", .equals,
      .reference(Reference(recordName: "food", action: .none, zoneID: ZoneID(zoneName: "Elsewhere"))), ""),
    Case("category", .in, .list([.reference("sport", .none), .reference("food", .none)]), "ab"),
    Case("when", .greaterThan, .date(100), "bc"), Case("data", .equals, .bytes([1]), "a"),
    Case("___recordID", .equals, .reference("b", .none), "b"), Case("___recordID", .equals, .string("b"), "b"),
    Case("recordName", .in, texts("a", "d"), "ad"), Case("___createdBy", .equals, .string("_alice"), "abcd"),
    Case("___modifiedBy", .equals, .reference("_bob", .none), ""),
    Case("___createTime", .greaterThanOrEquals, .date(0), "abcd"), Case("___modTime", .lessThan, .date(0), ""),
    Case("nowhere", .equals, .int64(1), ""), Case("nowhere", .notEquals, .int64(1), "abcd"),
  ]

  @Test(arguments: TestStorage.allCases, cases)
  func everyComparatorFindsWhatItShould(storage: TestStorage, expected: Case) throws {
    let world = try QueryTests.library(storage)
    #expect(try QueryTests.names(world, [expected.filter]) == expected.expected)
    #expect(try QueryTests.names(world, [expected.filter], limit: 1) == expected.expected)
  }

  static let refusals: [Filter] = [
    Filter("n", .near, .location(Location(latitude: 0, longitude: 0))), Filter("n", .equals, .list([.int64(1)])),
    Filter("n", .in, .int64(1)), Filter("n", .in, .list([.int64(1), .string("x")])),
    Filter("n", .equals, .string("1")), Filter("title", .equals, .int64(1)), Filter("n", .beginsWith, .string("1")),
    Filter("title", .beginsWith, .int64(1)), Filter("category", .lessThan, .reference("a", .none)),
    Filter("title", .listContains, .string("x")), Filter("when", .equals, .int64(100)),
    Filter("___createTime", .equals, .string("x")), Filter("___recordID", .equals, .int64(1)),
    Filter("no name", .equals, .int64(1)), Filter("___unknown", .equals, .int64(1)),
    Filter("tags", .listContains, .int64(1)), Filter("n", .in, .list((0..<1001).map { .int64($0) })),
  ]

  @Test(arguments: TestStorage.allCases, refusals)
  func whatCannotBeComparedIsRefused(storage: TestStorage, filter: Filter) throws {
    let world = try QueryTests.library(storage)
    let error = try refusal { _ = try world.query(QueryTests.request([filter])) }
    #expect(error?.code == .badRequest)
  }

  @Test(arguments: TestStorage.allCases)
  func encryptedFieldsAreNotLookedInto(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let secret = Field(.string("x"), isEncrypted: true)
    try world.modify([RecordOperation(.create, recordName: "a", recordType: "Entry", fields: ["mood": secret])])
    let reason = "Field 'mood' has a value type of ENCRYPTED_STRING and cannot be queried"
    #expect(
      try refusal { _ = try QueryTests.names(world, [Filter("mood", .equals, .string("x"))]) }
        == ServiceError(.badRequest, reason))
    #expect(try refusal { _ = try QueryTests.names(world, sorts: [Sort("mood")]) }?.reason == reason)
    #expect(try world.record("a")?.fields["mood"] == secret)
  }

  @Test(arguments: TestStorage.allCases)
  func ordersHaveLevelsAndNamesBreakTies(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([
      .create("e", ["n": .int64(1), "t": .string("x")]), .create("d", ["n": .int64(1), "t": .string("y")]),
      .create("c", ["n": .int64(2), "t": .string("x")]), .create("b"),
      .create("a", ["n": .int64(1), "t": .string("x")]),
    ])
    #expect(
      try QueryTests.names(world, sorts: [Sort("n"), Sort("t", isAscending: false)]) == ["b", "d", "a", "e", "c"])
    #expect(try QueryTests.names(world, sorts: [Sort("n", isAscending: false)]) == ["c", "a", "d", "e", "b"])
    #expect(try QueryTests.names(world, sorts: [Sort("___recordID", isAscending: false)]) == ["e", "d", "c", "b", "a"])
  }

  @Test(arguments: TestStorage.allCases)
  func theNearestComeFirst(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    func place(_ latitude: Double, _ longitude: Double) -> FieldValue {
      .location(Location(latitude: latitude, longitude: longitude))
    }
    try world.modify([
      .create("sydney", ["at": place(-33.9, 151.2)]), .create("potsdam", ["at": place(52.4, 13.1)]),
      .create("berlin", ["at": place(52.52, 13.4)]), .create("auckland", ["at": place(-36.8, 174.8)]),
      .create("suva", ["at": place(-18.1, 178.4)]), .create("apia", ["at": place(-13.8, -171.8)]),
    ])
    let berlin = Sort("at", relativeLocation: Location(latitude: 52.52, longitude: 13.4))
    #expect(try QueryTests.names(world, sorts: [berlin], limit: 2).prefix(2) == ["berlin", "potsdam"])
    let suva = Sort("at", relativeLocation: Location(latitude: -18.1, longitude: 178.4))
    #expect(try QueryTests.names(world, sorts: [suva], limit: 1).prefix(3) == ["suva", "apia", "auckland"])
    #expect(try refusal { _ = try QueryTests.names(world, sorts: [Sort("at")]) }?.code == .badRequest)
  }

  @Test(arguments: TestStorage.allCases)
  func everyZoneCanBeSearchedAtOnce(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.zones([.create(ZoneID(zoneName: "Other"))])
    for zone in [World.journal, ZoneID(zoneName: "Other"), .default] {
      try world.modify([.create("a", ["n": .int64(1)]), .create("b", ["n": .int64(2)])], zone: zone)
    }
    for sorts in [[], [Sort("n", isAscending: false)]] {
      var request = QueryRequest(query: Query(recordType: "Entry", sorts: sorts), isZoneWide: true, resultsLimit: 1)
      var found: [String] = []
      repeat {
        let reply = try world.query(request)
        found += reply.records.map { "\($0.zoneID.zoneName)/\($0.recordName)" }
        request.continuationMarker = reply.continuationMarker
      } while request.continuationMarker != nil
      #expect(found.count == 6 && Set(found).count == 6)
      if sorts.isEmpty { #expect(found == found.sorted()) }
    }
    let plain = QueryRequest(query: Query(recordType: "Entry"))
    #expect(try world.query(plain).records.count == 2)
  }

  @Test(arguments: TestStorage.allCases)
  func markersBelongToTheirQuery(storage: TestStorage) throws {
    let world = try QueryTests.library(storage)
    let marker = try #require(try world.query(QueryTests.request(limit: 1)).continuationMarker)
    let others = [
      QueryTests.request([Filter("n", .equals, .int64(1))], marker: marker),
      QueryTests.request(sorts: [Sort("n")], marker: marker),
      QueryRequest(query: Query(recordType: "Entry"), continuationMarker: marker),
      QueryTests.request(marker: marker + "AAAA"), QueryTests.request(marker: "nonsense"),
      QueryTests.request(marker: try world.changes().token.text),
    ]
    for request in others {
      #expect(try refusal { _ = try world.query(request) }?.code == .badRequest)
    }
  }

  @Test(arguments: TestStorage.allCases)
  func pagesAreAsLargeAsTheyMayBe(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    for part in 0..<2 { try world.modify((0..<150).map { .create("r\(part * 150 + $0)") }) }
    #expect(try world.query(QueryTests.request()).records.count == 100)
    #expect(try world.query(QueryTests.request(limit: 900)).records.count == 200)
    #expect(try refusal { _ = try world.query(QueryTests.request(limit: 0)) }?.code == .badRequest)
    #expect(try Set(QueryTests.names(world)).count == 300)
  }
}
