import CloudRecord
import CloudService
import CloudStore
import Testing

/// Every row comes back as it was written, whatever is in it.
@Suite struct RowTests {
  let service: TestService
  let zone: StoredZone

  init() throws {
    service = try TestService()
    zone = try service.makeZone()
  }

  @Test func databasesAreFoundByTheirWholeKey() throws {
    let made = try service.storage.read { try $0.database(.sample()) }
    #expect(made == StoredDatabase(id: zone.database, key: .sample()))
    var other = DatabaseKey.sample()
    other.environment = .development
    #expect(try service.storage.read { try $0.database(other) } == nil)
    let changed = StoredDatabase(id: zone.database, key: .sample(), sequence: .max, bytes: 1 << 40)
    try service.storage.write { try $0.save(changed) }
    #expect(try service.storage.read { try $0.database(.sample()) } == changed)
  }

  @Test func zonesAreListedByNameAndByChange() throws {
    let names = ["b", "a", "é", "e\u{301}"]
    let made = try service.storage.write { transaction in
      try names.enumerated().map { index, name in
        try transaction.makeZone(
          StoredZone(database: zone.database, name: name, sequence: Int64(10 - index), createdAt: 1))
      }
    }
    #expect(Set(made.map(\.id)).count == names.count)
    try service.storage.read { (transaction) throws in
      let all = try transaction.zones(in: zone.database)
      #expect(all.map { Array($0.name.utf8) } == ["JournalZone", "a", "b", "e\u{301}", "é"].map { Array($0.utf8) })
      #expect(try transaction.zones(in: zone.database, after: 7, limit: 2).map(\.sequence) == [8, 9])
      #expect(try transaction.zone("é", in: zone.database)?.id == made[2].id)
      #expect(try transaction.zone("a", in: zone.database + 1) == nil)
    }
    var changed = made[0]
    (changed.sequence, changed.horizon, changed.isDeleted, changed.createdAt, changed.bytes) = (50, 40, true, 3, 99)
    try service.storage.write { [changed] in try $0.save(changed) }
    #expect(try service.storage.read { try $0.zone("b", in: zone.database) } == changed)
  }

  @Test(arguments: ["", "a\0b", "名前 🪴", "'; DROP TABLE records; --", "e\u{301}", String(repeating: "x", count: 255)])
  func anyTextSurvives(text: String) throws {
    var record = StoredRecord.sample("r" + text, 1, in: zone.id, type: "T" + text, fields: Array(text.utf8))
    record.parent = text
    record.created.deviceID = text
    record.modified.userRecordName = text
    record.hasAssets = true
    try service.storage.write { [record] in try $0.save(record) }
    let found = try #require(try service.storage.read { try $0.record("r" + text, in: zone.id) })
    #expect(found == record)
    #expect(Array(found.recordName.utf8) == Array(record.recordName.utf8))
    #expect(found.parent.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func namesThatLookAlikeAreTwo() throws {
    try service.storage.write { transaction in
      try transaction.save(.sample("é", 1, in: zone.id, fields: [1]))
      try transaction.save(.sample("e\u{301}", 2, in: zone.id, fields: [2]))
    }
    let found = try service.storage.read { try $0.records(["e\u{301}", "é", "é", "none"], in: zone.id) }
    #expect(found.map(\.fields) == [[2], [1]])
  }

  @Test func aRecordTakesThePlaceOfTheOneOfItsName() throws {
    let fields = [UInt8](repeating: 8, count: 1 << 20)
    try service.storage.write { transaction in
      try transaction.save(.sample("a", 1, in: zone.id, fields: fields))
      try transaction.save(.sample("b", 2, in: zone.id))
      try transaction.save(.sample("a", 3, in: zone.id, type: "", fields: [], isDeleted: true))
    }
    try service.storage.read { (transaction) throws in
      #expect(try transaction.changes(in: zone.id, after: 0, limit: 10).map(\.recordName) == ["b", "a"])
      #expect(try transaction.record("a", in: zone.id)?.isDeleted == true)
    }
  }

  @Test func changesComeInPagesBothWays() throws {
    try service.storage.write { transaction in
      for number in 1...25 {
        try transaction.save(.sample("r\(number)", Int64(number), in: zone.id, isDeleted: number % 5 == 0))
      }
      try transaction.save(.sample("elsewhere", 7, in: zone.id + 1))
    }
    try service.storage.read { (transaction) throws in
      #expect(try transaction.changes(in: zone.id, after: 20, limit: 3).map(\.sequence) == [21, 22, 23])
      #expect(try transaction.changes(in: zone.id, after: 24, limit: 10).map(\.isDeleted) == [true])
      #expect(try transaction.changes(in: zone.id, after: 25, limit: 10).isEmpty)
      #expect(try transaction.changes(in: zone.id, after: 0, limit: 0).isEmpty)
      #expect(try transaction.changes(in: zone.id, after: 0, limit: -1).isEmpty)
      #expect(try transaction.changesReversed(in: zone.id, before: 4, limit: 2).map(\.sequence) == [3, 2])
    }
  }

  @Test func recordsOfATypeComeByName() throws {
    try service.storage.write { transaction in
      for (index, name) in ["c", "a", "b", "d"].enumerated() {
        try transaction.save(.sample(name, Int64(index), in: zone.id, type: "T"))
      }
      try transaction.save(.sample("0", 9, in: zone.id, type: "Other"))
      try transaction.save(.sample("b", 10, in: zone.id, type: "T", isDeleted: true))
    }
    try service.storage.read { (transaction) throws in
      let all = try transaction.records(ofType: "T", in: zone.id, afterName: nil, limit: 10)
      #expect(all.map(\.recordName) == ["a", "c", "d"])
      #expect(
        try transaction.records(ofType: "T", in: zone.id, afterName: "a", limit: 1).map(\.recordName) == ["c"])
      #expect(try transaction.recordTypes(in: zone.database) == ["Other", "T"])
      #expect(try transaction.recordTypes(in: zone.database + 1) == [])
    }
  }

  @Test func referencesThatBindAreKnownByTheirTarget() throws {
    try service.storage.write { transaction in
      for name in ["y", "x"] {
        try transaction.setReferences(
          [
            StoredReference(target: "t", action: .deleteSelf), StoredReference(target: "t", action: .deleteSelf),
            StoredReference(target: "t", action: .validate), StoredReference(target: "u", action: .none),
          ], from: name, in: zone.id)
      }
    }
    try service.storage.read { (transaction) throws in
      #expect(try transaction.referrers(to: "t", in: zone.id, action: .deleteSelf, limit: 10) == ["x", "y"])
      #expect(try transaction.referrers(to: "t", in: zone.id, action: .deleteSelf, limit: 1) == ["x"])
      #expect(try transaction.referrerCount(to: "t", in: zone.id, action: .validate) == 2)
      #expect(try transaction.referrerCount(to: "u", in: zone.id, action: .none) == 0)
      #expect(try transaction.referrerCount(to: "t", in: zone.id + 1, action: .validate) == 0)
    }
    try service.storage.write { try $0.setReferences([], from: "x", in: zone.id) }
    #expect(try service.storage.read { try $0.referrerCount(to: "t", in: zone.id, action: .deleteSelf) } == 1)
  }

  @Test func subscriptionsKeepEverything() throws {
    let reference = Reference(
      recordName: "c", action: .validate, zoneID: ZoneID(zoneName: "z", ownerRecordName: "_o"))
    let asset = Asset(fileChecksum: "f", size: 3, wrappingKey: "w", referenceChecksum: "r")
    let place = Location(latitude: 1, longitude: -2, altitude: 3, timestamp: 4)
    let values: [FieldValue] = [
      .string("é"), .int64(.min), .double(-0.5), .date(-1), .bytes([0, 255]), .reference(reference), .asset(asset),
      .asset(Asset(fileChecksum: "g")), .location(place), .list([]), .list([.reference(reference), .asset(asset)]),
    ]
    let query = Query(
      recordType: "T", filters: values.map { Filter("f", .notListContainsAny, $0) },
      sorts: [Sort("a", isAscending: false), Sort("p", relativeLocation: place)])
    let info = NotificationInfo(
      alertBody: "b", alertLocalizationArgs: ["x", ""], category: "", shouldBadge: true, additionalFields: ["title"])
    let subscriptions = [
      Subscription(
        subscriptionID: "q", kind: .query, zoneID: ZoneID(zoneName: "z"), isZoneWide: true, query: query,
        firesOn: [.delete, .create], firesOnce: true, notification: info),
      Subscription(subscriptionID: "d", kind: .database),
    ]
    try service.storage.write { transaction in
      for subscription in subscriptions { try transaction.save(subscription, in: zone.database) }
    }
    try service.storage.read { (transaction) throws in
      #expect(try transaction.subscription("q", in: zone.database) == subscriptions[0])
      #expect(try transaction.subscriptions(in: zone.database) == subscriptions.reversed())
      #expect(try transaction.subscriptions(in: zone.database + 1).isEmpty)
    }
    try service.storage.write { try $0.removeSubscription("q", in: zone.database) }
    #expect(try service.storage.read { try $0.subscription("q", in: zone.database) } == nil)
  }

  @Test func uploadsAreFoundByTheirTokenUntilTheyExpire() throws {
    var upload = StoredUpload(
      tokenDigest: [1, 2], database: zone.database, zoneName: "z", recordName: "r", fieldName: "f", expiresAt: 100)
    try service.storage.write { [upload] in try $0.save(upload) }
    #expect(try service.storage.read { try $0.upload([1, 2]) } == upload)
    upload.isUsed = true
    try service.storage.write { [upload] in
      try $0.save(upload)
      try $0.removeUploads(expiredBefore: 100)
    }
    #expect(try service.storage.read { try $0.upload([1, 2]) } == upload)
    try service.storage.write { try $0.removeUploads(expiredBefore: 101) }
    #expect(try service.storage.read { try $0.upload([1, 2]) } == nil)
  }
}

/// Runs and commits, as the rules need them.
@Suite struct RunRowTests {
  let service: TestService
  let database: Int64

  init() throws {
    service = try TestService()
    database = try service.makeZone().database
  }

  @Test func runsAreCountedAndKnowWhereTheyBegan() throws {
    let runs = try [Int64.min, -1, 7].map { id in try service.storage.write { try $0.addRun(id) } }
    #expect(runs.map(\.number) == [1, 2, 3])
    #expect(throws: (any Error).self) { try service.storage.write { _ = try $0.addRun(7) } }
    try service.storage.write { transaction in
      try transaction.setSequence(5, of: database, atStartOf: 1)
      try transaction.setSequence(9, of: database, atStartOf: 3)
    }
    try service.storage.read { (transaction) throws in
      #expect(try transaction.run(-1) == runs[1] && transaction.run(8) == nil)
      #expect(try (Int64(0)...4).map { try transaction.sequence(of: database, atStartOf: $0) } == [0, 5, 5, 9, 9])
      #expect(try transaction.sequence(of: database + 1, atStartOf: 3) == 0)
      #expect(try transaction.databases().map(\.id) == [database])
    }
  }

  @Test func commitsAreFoundByTheNumbersThatTheyGave() throws {
    let commits = [(1, 1), (2, 4), (5, 9)].enumerated().map { index, range in
      StoredCommit(
        database: database, first: Int64(range.0), sequence: Int64(range.1), number: Int64(index + 1),
        digest: [UInt8](repeating: UInt8(index), count: 32))
    }
    try service.storage.write { transaction in for commit in commits { try transaction.add(commit) } }
    try service.storage.read { (transaction) throws in
      #expect(try transaction.latestCommit(in: database) == commits[2])
      #expect(try transaction.commit(in: database, endingAtOrAfter: 3) == commits[1])
      #expect(try transaction.commit(in: database, endingAtOrAfter: 10) == nil)
    }
    try service.storage.write { try $0.removeCommits(in: database, upTo: 2) }
    #expect(try service.storage.read { try $0.commit(in: database, endingAtOrAfter: 0) } == commits[2])
  }

  @Test func aRecordKeepsTheRunOfItsLastChange() throws {
    let zone = try service.makeZone("Other")
    var record = StoredRecord.sample("r", 1, in: zone.id)
    record.run = .min
    try service.storage.write { [record] in try $0.save(record) }
    #expect(try service.storage.read { try $0.record("r", in: zone.id) } == record)
  }
}
