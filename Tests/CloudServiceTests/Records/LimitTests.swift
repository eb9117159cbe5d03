import CloudRecord
import CloudService
import Testing

@Suite struct LimitTests {
  @Test(arguments: TestStorage.allCases)
  func twoHundredOperationsAreTheMost(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    #expect(try world.modify((0..<200).map { .create("r\($0)") }).outcomes.count == 200)
    let error = try refusal { try world.modify((0..<201).map { .create("s\($0)") }) }
    #expect(error == ServiceError(.badRequest, "A request holds at most 200 operations; this one has 201"))
    #expect(try world.record("s0") == nil)
    #expect(try refusal { _ = try world.lookup((0..<201).map { "r\($0)" }) }?.code == .badRequest)
  }

  @Test(arguments: TestStorage.allCases)
  func aRecordHasAMegabyte(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    func save(_ count: Int) throws -> ServiceError? {
      try world.modify([.force("a", ["x": .bytes([UInt8](repeating: 1, count: count))])]).outcomes[0].error
    }
    #expect(try save(1_048_500) == nil)
    #expect(try save(1_048_577)?.code == .badRequest)
    let fields = Dictionary(uniqueKeysWithValues: (0..<201).map { ("f\($0)", FieldValue.int64(1)) })
    #expect(try world.modify([.create("b", fields)]).outcomes[0].error?.code == .badRequest)
  }

  static let badNames = [
    "", "_a", "a\u{0}b", "a\nb", "é", "e\u{301}", "\u{7F}", "a\tb", String(repeating: "x", count: 256),
  ]

  /// By index, for a log cannot show every name.
  @Test(arguments: TestStorage.allCases, badNames.indices)
  func namesThatNoRecordCanHaveAreRefused(storage: TestStorage, index: Int) throws {
    let name = LimitTests.badNames[index]
    let world = try World.withJournal(storage)
    #expect(try world.modify([.create(name)]).outcomes[0].error?.code == .badRequest)
    #expect(try world.modify([.delete(name)]).outcomes[0].error?.code == .badRequest)
    #expect(try world.lookup([name])[0].error?.code == .notFound)
    #expect(try world.modify([.create("a", ["x": .reference(name, .none)])]).outcomes[0].error?.code == .badRequest)
    #expect(try world.zones([.create(ZoneID(zoneName: name))])[0].error?.code == .badRequest)
    #expect(try refusal { _ = try world.page(zone: ZoneID(zoneName: name)) }?.code == .zoneNotFound)
  }

  @Test(arguments: TestStorage.allCases, ["a", "a/b/../c", "A B", "x.y:z;'\"--", String(repeating: "x", count: 255)])
  func otherNamesAreFine(storage: TestStorage, name: String) throws {
    let world = try World.withJournal(storage)
    #expect(try world.modify([.create(name)]).outcomes[0].record?.recordName == name)
    #expect(try world.record(name) != nil)
    #expect(try world.zones([.create(ZoneID(zoneName: name))])[0].zone != nil)
  }

  @Test(arguments: TestStorage.allCases, ["", "1a", "a-b", "a b", "___modTime", "é", "cloudkit.share", "_x"])
  func identifiersAreLettersDigitsAndUnderscores(storage: TestStorage, name: String) throws {
    let world = try World.withJournal(storage)
    #expect(try world.modify([.create("a", [name: .int64(1)])]).outcomes[0].error?.code == .badRequest)
    #expect(try world.modify([.create("a", type: name)]).outcomes[0].error?.code == .badRequest)
  }

  static let badValues: [FieldValue] = [
    .double(.nan), .double(.infinity), .list([.int64(1), .string("x")]), .list([.list([])]),
    .location(Location(latitude: 91, longitude: 0)), .location(Location(latitude: 0, longitude: -181)),
    .location(Location(latitude: .nan, longitude: 0)), .location(Location(latitude: 0, longitude: 0, speed: .infinity)),
    .asset(Asset(fileChecksum: "")), .asset(Asset(fileChecksum: "never uploaded")),
  ]

  @Test(arguments: TestStorage.allCases, badValues)
  func valuesThatNoFieldCanHaveAreRefused(storage: TestStorage, value: FieldValue) throws {
    let world = try World.withJournal(storage)
    let error = try world.modify([.create("a", ["here": value])]).outcomes[0].error
    #expect(error?.code == .badRequest)
    #expect(error?.reason.contains("here") == true)
  }

  @Test(arguments: TestStorage.allCases)
  func referencesAndFilesCannotBeEncrypted(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    for value in [FieldValue.reference("a", .none), .list([.asset(Asset(fileChecksum: "x"))])] {
      let fields = ["x": Field(value, isEncrypted: true)]
      let operation = RecordOperation(.create, recordName: "a", recordType: "Entry", fields: fields)
      #expect(try world.modify([operation]).outcomes[0].error?.code == .badRequest)
    }
  }

  @Test(arguments: TestStorage.allCases)
  func thereAreOnlySoManyTypes(storage: TestStorage) throws {
    var limits = ServiceLimits()
    limits.recordTypes = 3
    let world = try World.withJournal(storage, limits: limits)
    let outcomes = try world.modify((0..<5).map { .create("r\($0)", type: "T\($0)") }).outcomes
    #expect(outcomes.map { $0.error?.code } == [nil, nil, nil, .badRequest, .badRequest])
    #expect(try world.modify([.create("x", type: "T1")], zone: nil).outcomes[0].error == nil)
    #expect(try world.modify([.create("y", type: "T4")], zone: nil).outcomes[0].error?.code == .badRequest)
  }

  @Test(arguments: TestStorage.allCases)
  func thereAreOnlySoManyFilters(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let filters = (0..<101).map { Filter("n", .equals, .int64(Int64($0))) }
    let query = Query(recordType: "Entry", filters: filters)
    #expect(try refusal { _ = try world.query(QueryRequest(query: query)) }?.code == .badRequest)
    let sorts = Query(recordType: "Entry", sorts: (0..<11).map { Sort("n\($0)") })
    #expect(try refusal { _ = try world.query(QueryRequest(query: sorts)) }?.code == .badRequest)
  }
}
