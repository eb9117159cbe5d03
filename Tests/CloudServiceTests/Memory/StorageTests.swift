import CloudRecord
import CloudService
import TestKit
import Testing

@Suite struct StorageTests {
  struct Stop: Error {}

  /// Whatever a body wrote before it threw, nothing of it is left.
  @Test(arguments: TestStorage.allCases, 0..<10)
  func whatThrowsLeavesNothing(storage: TestStorage, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(7000 + seed))
    let world = try World.withJournal(storage)
    let asset = try world.upload("x")
    try world.modify((0..<10).map { .create("r\($0)", ["up": .reference("r0", .deleteSelf), "file": .asset(asset)]) })
    try world.modify([.delete("r9")])
    for _ in 0..<10 {
      let before = try world.changes()
      let database = try world.database()
      let operations = (0..<5).map { _ -> RecordOperation in
        let name = "r\(generator.below(12))"
        return generator.chance(50)
          ? RecordOperation(.forceDelete, recordName: name)
          : .force(name, ["up": .reference("r\(generator.below(12))", .deleteSelf), "file": .asset(asset)])
      }
      let deletesZone = generator.chance(30)
      #expect(throws: Stop.self) {
        try world.storage.write { transaction in
          var outbox = Outbox()
          let request = ModifyRequest(operations: operations, zoneID: World.journal)
          _ = try world.service.modify(request, world.call(), in: transaction, outbox: &outbox)
          world.advance(40 * 86_400_000)
          _ = try world.service.housekeeping(now: world.now, in: transaction)
          if deletesZone {
            let operations = [ZoneOperation.delete(World.journal), .create(World.journal)]
            _ = try world.service.modifyZones(operations, world.call(), in: transaction, outbox: &outbox)
          }
          throw Stop()
        }
      }
      #expect(try world.changes().token == before.token)
      #expect(try world.changes().changes.map(\.recordName) == before.changes.map(\.recordName))
      #expect(try world.database() == database)
    }
    #expect(try QueryTests.names(world).count == 9)
    try world.modify([.delete("r0")])
    #expect(try world.changes().changes.isEmpty)
    #expect(try world.database()?.bytes == 0)
  }

  @Test func aReadingTransactionOfTheMemoryWritesNothing() throws {
    let storage = MemoryCloudStorage()
    let key = DatabaseKey(containerID: "c", environment: .production, scope: .private, ownerRecordName: "_a")
    #expect(throws: MemoryStorageError.readOnly) { try storage.read { _ = try $0.makeDatabase(key) } }
    #expect(try storage.read { try $0.database(key) } == nil)
  }

  @Test(arguments: TestStorage.allCases)
  func commitsAreRemovedUpToANumberWereItTheLast(storage: TestStorage) throws {
    let storage = try storage.make()
    let key = DatabaseKey(containerID: "c", environment: .production, scope: .private, ownerRecordName: "_a")
    let database = try storage.write { try $0.makeDatabase(key).id }
    let commits = (1...4).map { (number: Int64) in
      StoredCommit(
        database: database, first: number, sequence: number, number: number, digest: [UInt8](repeating: 1, count: 32))
    }
    func first() throws -> Int64? {
      try storage.read { try $0.commit(in: database, endingAtOrAfter: 0)?.number }
    }
    try storage.write { transaction in for commit in commits[..<3] { try transaction.add(commit) } }
    for (number, expected) in [(0, 1), (1, 2), (3, nil), (9, nil)] as [(Int64, Int64?)] {
      try storage.write { try $0.removeCommits(in: database, upTo: number) }
      #expect(try first() == expected)
    }
    #expect(try storage.read { try $0.latestCommit(in: database) } == nil)
    // Also one that the same transaction made, which is then taken back.
    #expect(throws: Stop.self) {
      try storage.write { transaction in
        try transaction.add(commits[3])
        try transaction.removeCommits(in: database, upTo: 4)
        throw Stop()
      }
    }
    #expect(try first() == nil)
  }

  @Test(arguments: TestStorage.allCases)
  func manyWritersAtOnceLoseNothing(storage: TestStorage) async throws {
    let world = try World.withJournal(storage)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for index in 0..<20 {
            try world.modify([.create("w\(writer)-\(index)"), .force("shared", ["n": .int64(1)])])
          }
        }
      }
      try await group.waitForAll()
    }
    let (changes, _) = try world.changes(limit: 7)
    #expect(changes.count == 161)
    #expect(try world.database()?.sequence == 2 + 320)
  }
}
