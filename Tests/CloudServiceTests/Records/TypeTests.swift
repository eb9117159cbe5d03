import CloudRecord
import CloudService
import Testing

@Suite struct TypeTests {
  /// An operation whose values come without their types, as clients send them that leave those to the schema.
  private static func untyped(_ name: String, _ fields: [String: FieldValue]) -> RecordOperation {
    var operation = RecordOperation.force(name, fields)
    operation.untypedFields = Set(fields.keys)
    return operation
  }

  private static let first: [String: FieldValue] = [
    "text": .string("a"), "whole": .int64(1), "part": .double(1), "when": .date(1), "data": .bytes([1]),
    "whens": .list([.date(1)]), "flags": .list([.int64(1)]), "datas": .list([.bytes([1])]),
  ]

  private static func library(_ storage: TestStorage) throws -> World {
    let world = try World.withJournal(storage)
    #expect(try world.modify([.create("a", first)]).outcomes[0].record != nil)
    return world
  }

  static let readings: [(field: String, given: FieldValue, read: FieldValue)] = [
    ("text", .string("1"), .string("1")), ("whole", .string("9007199254740993"), .int64(9_007_199_254_740_993)),
    ("whole", .double(3), .int64(3)), ("part", .int64(2), .double(2)), ("part", .string("2.5"), .double(2.5)),
    ("when", .int64(1_700_000_000_000), .date(1_700_000_000_000)), ("when", .string("5"), .date(5)),
    ("when", .double(5), .date(5)), ("data", .string("AQI="), .bytes([1, 2])),
    ("whens", .list([.int64(7), .int64(8)]), .list([.date(7), .date(8)])), ("whens", .list([]), .list([])),
    ("flags", .list([.string("7")]), .list([.int64(7)])), ("datas", .list([.string("AQ==")]), .list([.bytes([1])])),
  ]

  @Test(arguments: TestStorage.allCases)
  func aValueWithoutATypeIsReadByTheFirstOne(storage: TestStorage) throws {
    let world = try Self.library(storage)
    for (field, given, read) in Self.readings {
      let outcome = try world.modify([Self.untyped("b", [field: given])]).outcomes[0]
      #expect(outcome.error == nil)
      #expect(outcome.record?.fields[field] == Field(read), "\(field): \(given)")
      #expect(try world.record("b")?.fields[field] == Field(read))
    }
  }

  @Test(arguments: TestStorage.allCases)
  func anotherTypeIsRefusedNamingBoth(storage: TestStorage) throws {
    let world = try Self.library(storage)
    let wrong: [(RecordOperation, String, String)] = [
      (.force("b", ["when": .int64(5)]), "INT64", "TIMESTAMP"), (.force("b", ["text": .int64(5)]), "INT64", "STRING"),
      (.force("b", ["whole": .list([.int64(5)])]), "INT64_LIST", "INT64"),
      (.force("b", ["whole": .list([])]), "LIST", "INT64"),
      (.force("b", ["whens": .list([.int64(5)])]), "INT64_LIST", "TIMESTAMP_LIST"),
      (Self.untyped("b", ["text": .int64(5)]), "INT64", "STRING"),
      (Self.untyped("b", ["when": .string("today")]), "STRING", "TIMESTAMP"),
      (Self.untyped("b", ["when": .double(1.5)]), "DOUBLE", "TIMESTAMP"),
      (Self.untyped("b", ["data": .string("?")]), "STRING", "BYTES"),
      (Self.untyped("b", ["flags": .int64(5)]), "INT64", "INT64_LIST"),
    ]
    for (operation, given, kept) in wrong {
      let error = try world.modify([operation]).outcomes[0].error
      #expect(error?.code == .badRequest)
      #expect(error?.reason.contains("type \(given) for field") == true, "\(error?.reason ?? "taken")")
      #expect(
        error?.reason.hasSuffix("for type 'Entry', defined to be: \(kept)") == true, "\(error?.reason ?? "taken")")
    }
    #expect(try world.record("b") == nil)
    var encrypted = RecordOperation.force("b")
    encrypted.fields["text"] = Field(.string("x"), isEncrypted: true)
    #expect(try world.modify([encrypted]).outcomes[0].error?.reason.contains("ENCRYPTED_STRING") == true)
  }

  @Test(arguments: TestStorage.allCases)
  func typesBelongToARecordTypeAndAUser(storage: TestStorage) throws {
    let world = try Self.library(storage)
    #expect(try world.modify([.create("c", type: "Other", ["when": .string("x")])]).outcomes[0].error == nil)
    let bob = world.call("_bob")
    #expect(try world.modify([.create("a", ["when": .string("x")])], zone: nil, bob).outcomes[0].error == nil)
    // One user's zones are one database.
    #expect(try world.modify([.create("a", ["when": .string("x")])], zone: nil).outcomes[0].error?.code == .badRequest)
  }

  @Test(arguments: TestStorage.allCases)
  func whatIsNotSavedKeepsNoType(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let failed = try world.modify([.create("a", ["n": .int64(1)]), .update("none", tag: "x")], atomic: true)
    #expect(failed.reply.atomicFailure != nil)
    #expect(try world.modify([.create("a", ["n": .string("x")])], atomic: true).outcomes[0].error == nil)
    // Of a request that is not atomic, what was saved counts, also for what follows in it.
    let mixed = try world.modify([
      .update("none", tag: "x", ["m": .int64(1)]), .create("b", ["m": .string("x")]), .create("c", ["m": .int64(1)]),
    ])
    #expect(mixed.outcomes.map { $0.error?.code } == [.notFound, nil, .badRequest])
    // Nothing is known of an empty list, and nothing of what is removed.
    #expect(try world.modify([.create("d", ["list": .list([])])]).outcomes[0].error == nil)
    #expect(try world.modify([.force("d", ["list": .list([.bytes([1])])])]).outcomes[0].error == nil)
    #expect(try world.modify([.force("d", ["list": .list([])])]).outcomes[0].error == nil)
  }

  @Test(arguments: TestStorage.allCases)
  func onlySoManyTypesAreKept(storage: TestStorage) throws {
    var limits = ServiceLimits()
    limits.keptFieldsPerType = 2
    let world = try World.withJournal(storage, limits: limits)
    try world.modify([.create("a", ["a": .int64(1), "b": .int64(1), "c": .int64(1)])])
    let outcomes = try world.modify([
      .force("a", ["a": .string("x")]), .force("a", ["b": .string("x")]), .force("a", ["c": .string("x")]),
    ]).outcomes
    #expect(outcomes.map { $0.error?.code } == [.badRequest, .badRequest, nil])
  }

  // MARK: Queries

  private func names(_ world: World, _ filter: Filter) throws -> [String] {
    try world.query(QueryTests.request([filter])).records.map(\.recordName)
  }

  @Test(arguments: TestStorage.allCases)
  func filtersAreReadByTheTypesOfTheirFields(storage: TestStorage) throws {
    let world = try Self.library(storage)
    try world.modify([.create("b", ["when": .date(9), "whole": .int64(9), "whens": .list([.date(9)])])])
    let filters = [
      Filter("when", .greaterThan, .int64(5), isTyped: false), Filter("when", .equals, .string("9"), isTyped: false),
      Filter("when", .in, .list([.int64(9)]), isTyped: false),
      Filter("whole", .in, .list([.string("9")]), isTyped: false),
      Filter("whole", .equals, .double(9)), Filter("whens", .listContains, .int64(9), isTyped: false),
      Filter("whens", .listContainsAny, .list([.int64(9)]), isTyped: false),
    ]
    for filter in filters { #expect(try names(world, filter) == ["b"], "\(filter)") }
    #expect(try names(world, Filter("___createTime", .greaterThan, .int64(5), isTyped: false)) == ["a", "b"])
    let wrong = [
      Filter("when", .equals, .int64(9)), Filter("when", .equals, .string("x"), isTyped: false),
      Filter("whole", .equals, .string("9")), Filter("text", .in, .list([.int64(9)])),
    ]
    for filter in wrong {
      let error = try refusal { _ = try names(world, filter) }
      #expect(error?.reason.contains("cannot be queried using filter value type") == true, "\(filter)")
    }
    for sort in [Sort("whens"), Sort("whole", relativeLocation: Location(latitude: 0, longitude: 0))] {
      let error = try refusal { _ = try world.query(QueryTests.request(sorts: [sort])) }
      #expect(error?.reason.contains("cannot be sorted by") == true)
    }
  }

  @Test(arguments: TestStorage.allCases)
  func aSubscriptionOfBeforeTheTypeWasKnownFires(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let query = Query(recordType: "Entry", filters: [Filter("when", .greaterThan, .int64(5), isTyped: false)])
    let subscription = Subscription(
      subscriptionID: "s", kind: .query, zoneID: World.journal, query: query, firesOn: [.create])
    _ = try world.storage.write {
      try world.service.modifySubscriptions([.create(subscription)], world.call(), in: $0)
    }
    #expect(try world.modify([.create("a", ["when": .date(1)])]).notifications.isEmpty)
    #expect(try world.modify([.create("b", ["when": .date(9)])]).notifications.map(\.subscriptionID) == ["s"])
    #expect(try world.modify([.create("c", ["when": .date(3)])]).notifications.isEmpty)
  }

  @Test(arguments: TestStorage.allCases)
  func parentsAndSharesCanBeAskedFor(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("e"), .create("f"), .child("i", of: "e"), .child("j", of: "f"), .child("k", of: "e")])
    func names(_ filters: [Filter], _ sorts: [Sort] = []) throws -> [String] {
      let query = Query(recordType: "Image", filters: filters, sorts: sorts)
      return try world.query(QueryRequest(query: query, zoneID: World.journal)).records.map(\.recordName)
    }
    #expect(try names([Filter("___parent", .equals, .reference("e", .none))]) == ["i", "k"])
    #expect(try names([Filter("___parent", .notEquals, .string("e"))]) == ["j"])
    #expect(try names([], [Sort("___parent", isAscending: false)]) == ["j", "i", "k"])
    #expect(try names([Filter("___share", .equals, .reference("e", .none))]).isEmpty)
    #expect(try names([], [Sort("___share")]) == ["i", "j", "k"])
  }

  @Test(arguments: TestStorage.allCases)
  func whereAZoneStandsIsToldToThoseWhoAsk(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    func modify(_ wants: Bool) throws -> ChangeToken? {
      try world.storage.write { transaction in
        var outbox = Outbox()
        let request = ModifyRequest(operations: [.force("a")], zoneID: World.journal, wantsSyncToken: wants)
        return try world.service.modify(request, world.call(), in: transaction, outbox: &outbox).syncToken
      }
    }
    #expect(try modify(false) == nil)
    let token = try #require(try modify(true))
    #expect(try world.changes(since: token).changes.isEmpty)
    let query = QueryRequest(query: Query(recordType: "Entry"), zoneID: World.journal, wantsSyncToken: true)
    #expect(try world.query(query).syncToken == token)
    var everywhere = query
    (everywhere.zoneID, everywhere.isZoneWide) = (nil, true)
    #expect(try world.query(everywhere).syncToken == nil)
    let lookup = LookupRequest(items: [.init(recordName: "a")], zoneID: World.journal, wantsSyncToken: true)
    #expect(try world.storage.read { try world.service.lookup(lookup, world.call(), in: $0) }.syncToken == token)
  }
}
