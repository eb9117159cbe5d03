import CloudRecord
import TestKit
import Testing

@testable import CloudService

@Suite struct QuotaTests {
  /// A client shows the reason as it is.
  @Test(
    arguments: [
      (1_049_999_999, 1_000_000_000, "1.0 of 1 GB used"), (999_999_999, 1_000_000_000, "0.9 of 1 GB used"),
      (2000, 2500, "2.0 of 2.5 kB used"), (90, 100, "90 of 100 bytes used"), (0, 0, "0 of 0 bytes used"),
      (5_000_000, 20_000_000, "5.0 of 20 MB used"),
    ] as [(Int64, Int64, String)])
  func aRefusalNamesWhatIsUsedAndAllowed(used: Int64, quota: Int64, reason: String) {
    #expect(ServiceError.outOfSpace(used: used, of: quota) == ServiceError(.quotaExceeded, reason))
  }

  private func text(_ count: Int) -> [String: FieldValue] { ["x": .bytes([UInt8](repeating: 1, count: count))] }

  @Test(arguments: TestStorage.allCases)
  func whatGrowsOverTheQuotaIsRefusedAndWhatShrinksIsNot(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let call = world.call(quota: 5000)
    let outcomes = try world.modify(
      [.create("a", text(2000)), .create("b", text(2000)), .create("c", text(2000)), .create("d", text(500))], call
    ).outcomes
    #expect(outcomes.map { $0.error?.code } == [nil, nil, .quotaExceeded, nil])
    let tight = world.call(quota: 100)
    #expect(try world.modify([.force("a", text(1900))], tight).outcomes[0].error == nil)
    #expect(try world.modify([.force("a", text(1901))], tight).outcomes[0].error?.code == .quotaExceeded)
    #expect(try world.modify([.delete("b")], tight).outcomes[0].isDeleted)
    let both = try world.modify([.create("e"), .create("f")], atomic: true, tight).reply
    #expect(both.atomicFailure?.code == .atomicError)
  }

  @Test(arguments: TestStorage.allCases)
  func everythingDeletedTakesNoSpace(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let asset = try world.upload("one", size: 70_000)
    try world.modify([
      .create("a", text(2000)), .create("b", ["file": .asset(asset), "a": .reference("a", .deleteSelf)]),
      .create("c", ["file": .asset(asset)]),
    ])
    let bytes = try #require(try world.database()?.bytes)
    #expect((72_000..<73_000).contains(bytes))
    try world.modify([.delete("a")])
    #expect(try #require(try world.database()?.bytes) > 70_000)
    try world.modify([.delete("c")])
    #expect(try world.database()?.bytes == 0)
  }

  @Test(arguments: TestStorage.allCases)
  func aDeletedZoneTakesNoSpace(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let (shared, own) = (try world.upload("shared", size: 5000), try world.upload("own", size: 7000))
    try world.modify([.create("a", text(100)), .create("b", ["file": .asset(shared), "other": .asset(own)])])
    try world.modify([.create("c", ["file": .asset(shared)])], zone: nil)
    let rest = Int64("cEntry".utf8.count)
    try world.zones([.delete(World.journal)])
    let bytes = try #require(try world.database()?.bytes)
    #expect(bytes - 5000 > rest && bytes - 5000 < 200)
    try world.modify([.delete("c")], zone: nil)
    #expect(try world.database()?.bytes == 0)
  }

  /// However the writes go, what is counted is what is there.
  @Test(arguments: TestStorage.allCases, 0..<20)
  func theCountIsAlwaysWhatIsThere(storage: TestStorage, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(6000 + seed))
    let world = try World.withJournal(storage)
    let assets = try (0..<4).map { try world.upload("file \($0)", size: 1000 << Int64($0)) }
    for _ in 0..<30 {
      let operations = (0...generator.below(4)).map { _ -> RecordOperation in
        let name = "r\(generator.below(6))"
        if generator.chance(30) { return RecordOperation(.forceDelete, recordName: name) }
        var fields = ["x": FieldValue.bytes([UInt8](repeating: 1, count: generator.below(300)))]
        if generator.chance(60) { fields["file"] = .asset(generator.pick(assets)) }
        if generator.chance(30) { fields["up"] = .reference("r\(generator.below(6))", .deleteSelf) }
        return RecordOperation(
          .forceReplace, recordName: name, recordType: "E", fields: fields.mapValues { Field($0) })
      }
      try world.modify(operations, atomic: generator.chance(50), world.call(quota: 12_000))
    }
    var files: Set<String> = []
    var rows: Int64 = 0
    let database = try #require(try world.database())
    try world.storage.read { transaction in
      let zone = try #require(try transaction.zone("JournalZone", in: database.id))
      for row in try transaction.changes(in: zone.id, after: 0, limit: 1000) where !row.isDeleted {
        rows += Int64(row.fields.count + row.recordName.utf8.count + row.recordType.utf8.count)
        if case .asset(let asset)? = try FieldCoding.decode(row.fields)["file"]?.value {
          files.insert(asset.fileChecksum)
        }
      }
      #expect(zone.bytes == rows)
      let sizes = try files.map { try transaction.asset($0, in: database.id)?.size ?? 0 }
      #expect(database.bytes == rows + sizes.reduce(0, +))
    }
  }
}
