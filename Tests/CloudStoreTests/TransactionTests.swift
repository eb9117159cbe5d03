import CloudRecord
import CloudService
import CloudStore
import Dispatch
import Foundation
import GRDB
import Glibc
import Synchronization
import Testing

@testable import CloudStore

/// What holds whole transactions together.
@Suite struct TransactionTests {
  struct Refusal: Error, Equatable {}

  let service: TestService
  let zone: StoredZone

  init() throws {
    service = try TestService()
    zone = try service.makeZone()
  }

  func names() throws -> [String] {
    try service.storage.read { try $0.changes(in: zone.id, after: 0, limit: 100_000).map(\.recordName) }
  }

  @Test func whatThrowsLeavesNothing() throws {
    #expect(throws: Refusal()) {
      try service.storage.write { transaction in
        try transaction.save(.sample("a", 1, in: zone.id))
        throw Refusal()
      }
    }
    #expect(try names() == [])
    try service.storage.write { try $0.save(.sample("b", 1, in: zone.id)) }
    #expect(try names() == ["b"])
  }

  @Test func anErrorOfTheDatabaseLeavesNothing() throws {
    #expect(throws: CloudStoreError.unknownRow("zone 99")) {
      try service.storage.write { transaction in
        try transaction.save(.sample("a", 1, in: zone.id))
        try transaction.save(StoredZone(id: 99, database: 1, name: "x", sequence: 0, createdAt: 0))
      }
    }
    #expect(throws: CloudStoreError.self) {
      try service.storage.write { transaction in
        try transaction.save(.sample("a", 1, in: zone.id))
        _ = try transaction.makeDatabase(.sample())
      }
    }
    #expect(try names() == [])
  }

  @Test func aReaderCannotWrite() throws {
    #expect(throws: CloudStoreError.readOnly(path: service.database.path)) {
      try service.storage.read { try $0.save(.sample("a", 1, in: zone.id)) }
    }
  }

  @Test func aTransactionEndsWithItsBody() throws {
    let kept = try service.storage.read { $0 }
    #expect(throws: CloudStoreError.closed) { try kept.zones(in: zone.database) }
  }

  @Test func aReaderSeesOneStateWhileOthersWrite() throws {
    try service.storage.write { try $0.save(.sample("a", 1, in: zone.id)) }
    try service.storage.read { (transaction) throws in
      #expect(try transaction.changes(in: zone.id, after: 0, limit: 10).count == 1)
      let written = DispatchSemaphore(value: 0)
      let failure = Mutex<(any Error)?>(nil)
      Thread.detachNewThread { [service, zone] in
        do {
          try service.storage.write { try $0.save(.sample("b", 2, in: zone.id)) }
        } catch {
          failure.withLock { $0 = error }
        }
        written.signal()
      }
      written.wait()
      #expect(failure.withLock { $0 == nil })
      #expect(try transaction.changes(in: zone.id, after: 0, limit: 10).count == 1)
    }
    #expect(try names() == ["a", "b"])
  }

  /// Thirty-two threads write at once, every fifth body throws: what was acknowledged is there, and nothing else.
  @Test func groupsKeepEachOfTheirMembersApart() throws {
    let acknowledged = Mutex<Set<String>>([])
    let refused = Mutex(0)
    let unexpected = Mutex<[String]>([])
    let done = DispatchGroup()
    for thread in 0..<32 {
      done.enter()
      Thread.detachNewThread { [service, zone] in
        for turn in 0..<20 {
          let name = "r\(thread)-\(turn)"
          do {
            try service.storage.write { transaction in
              guard var database = try transaction.database(.sample()) else { throw CloudStoreError.closed }
              database.sequence += 1
              try transaction.save(database)
              try transaction.save(.sample(name, database.sequence, in: zone.id))
              if turn % 5 == 0 { throw Refusal() }
            }
            acknowledged.withLock { _ = $0.insert(name) }
          } catch is Refusal {
            refused.withLock { $0 += 1 }
          } catch {
            unexpected.withLock { $0.append(String(describing: error)) }
          }
        }
        done.leave()
      }
    }
    done.wait()
    #expect(unexpected.withLock { $0 } == [])
    #expect(refused.withLock { $0 } == 32 * 4)
    let rows = try service.storage.read { try $0.changes(in: zone.id, after: 0, limit: 10_000) }
    #expect(Set(rows.map(\.recordName)) == acknowledged.withLock { $0 })
    // One at a time: nobody saw another's number.
    #expect(rows.map(\.sequence) == Array(1...Int64(rows.count)))
    try service.database.close()
    let again = try ServiceDatabase(path: service.database.path) { .sample }
    let kept = try SQLiteCloudStorage(again).read { try $0.changes(in: zone.id, after: 0, limit: 10_000) }
    #expect(kept == rows)
  }

  /// Runs each body on a thread of its own, the first one's transaction being open until all others wait for theirs;
  /// tells what became of each.
  func together(_ bodies: [@Sendable (any CloudTransaction) throws -> Void]) -> [(any Error)?] {
    let outcomes = Mutex<[Int: any Error]>([:])
    let done = DispatchGroup()
    let begun = DispatchSemaphore(value: 0)
    for (index, body) in bodies.enumerated() {
      done.enter()
      Thread.detachNewThread { [service] in
        do {
          try service.storage.write { transaction in
            if index == 0 {
              begun.signal()
              while service.database.groups.waiting < bodies.count - 1 { sched_yield() }
            }
            try body(transaction)
          }
        } catch {
          outcomes.withLock { $0[index] = error }
        }
        done.leave()
      }
      if index == 0 { begun.wait() }
    }
    done.wait()
    return outcomes.withLock { outcomes in bodies.indices.map { outcomes[$0] } }
  }

  @Test func thoseWhoWaitShareACommit() throws {
    let before = service.database.groups.commits
    let outcomes = together(
      (0..<9).map { [zone] number in
        {
          try $0.save(.sample("r\(number)", Int64(number + 1), in: zone.id))
          if number == 4 { throw Refusal() }
        }
      })
    #expect(outcomes.map { $0 is Refusal } == (0..<9).map { $0 == 4 })
    #expect(service.database.groups.commits == before + 1)
    let kept = try names()
    #expect(Set(kept) == Set((0..<9).filter { $0 != 4 }.map { "r\($0)" }))
  }

  /// A full disk makes SQLite give up everything that is not committed: nobody in the group is told that it is kept.
  @Test func aGroupIsLostAsAWhole() throws {
    try service.database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 60") }
    let outcomes = together([
      { [zone] in try $0.save(.sample("small", 1, in: zone.id)) },
      { [zone] in try $0.save(.sample("large", 2, in: zone.id, fields: [UInt8](repeating: 1, count: 4 << 20))) },
      { [zone] in try $0.save(.sample("other", 3, in: zone.id)) },
    ])
    let full = CloudStoreError.diskFull(path: service.database.path)
    #expect(outcomes[0] as? CloudStoreError == full)
    #expect(outcomes[1] as? CloudStoreError == full)
    // The third came before or after the one that was too large.
    #expect(try names() == (outcomes[2] == nil ? ["other"] : []))
    try service.database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
    try service.storage.write { try $0.save(.sample("after", 4, in: zone.id)) }
    #expect(try names().last == "after")
    #expect(try service.database.examine(service.objects) == Examination())
  }

  @Test func tombstonesGoAndRaiseTheHorizonOfTheirZone() throws {
    let other = try service.makeZone("Other")
    try service.storage.write { transaction in
      try transaction.save(.sample("old", 3, in: zone.id, isDeleted: true, modifiedAt: 50))
      try transaction.save(.sample("older", 2, in: zone.id, isDeleted: true, modifiedAt: 40))
      try transaction.save(.sample("new", 4, in: zone.id, isDeleted: true, modifiedAt: 100))
      try transaction.save(.sample("living", 1, in: zone.id, modifiedAt: 1))
      try transaction.save(.sample("other", 9, in: other.id, isDeleted: true, modifiedAt: 100))
      try transaction.removeTombstones(deletedBefore: 100)
    }
    #expect(try names() == ["living", "new"])
    try service.storage.read { (transaction) throws in
      #expect(try transaction.zone(zone.name, in: zone.database)?.horizon == 3)
      #expect(try transaction.zone(other.name, in: zone.database)?.horizon == 0)
    }
    try service.storage.write { transaction in
      try transaction.save(.sample("back", 1, in: zone.id, isDeleted: true, modifiedAt: 1))
      try transaction.removeTombstones(deletedBefore: 2)
    }
    #expect(try service.storage.read { try $0.zone(zone.name, in: zone.database)?.horizon } == 3)
  }

  @Test func anEmptiedZoneKeepsNothingButItself() throws {
    let other = try service.makeZone("Other")
    try service.storage.write { transaction in
      for zone in [zone, other] {
        try transaction.save(.sample("a", 1, in: zone.id))
        try transaction.save(.sample("b", 2, in: zone.id, isDeleted: true))
        try transaction.setReferences([StoredReference(target: "t", action: .validate)], from: "a", in: zone.id)
        try transaction.setAssetReferences(["file"], from: "a", in: zone.id)
      }
      try transaction.empty(zone: zone.id)
    }
    try service.storage.read { (transaction) throws in
      #expect(try transaction.changes(in: zone.id, after: 0, limit: 10).isEmpty)
      #expect(try transaction.referrerCount(to: "t", in: zone.id, action: .validate) == 0)
      #expect(try transaction.zone(zone.name, in: zone.database) == zone)
      #expect(try transaction.changes(in: other.id, after: 0, limit: 10).count == 2)
      #expect(try transaction.referrerCount(to: "t", in: other.id, action: .validate) == 1)
      #expect(try transaction.isReferenced(asset: "file", in: zone.database))
    }
    try service.storage.write { try $0.empty(zone: other.id) }
    #expect(try !service.storage.read { try $0.isReferenced(asset: "file", in: zone.database) })
  }

  @Test func aZoneMadeAgainIsAnotherOne() throws {
    try service.storage.write { transaction in
      try transaction.save(.sample("a", 1, in: zone.id))
      try transaction.setReferences([StoredReference(target: "t", action: .validate)], from: "a", in: zone.id)
      var deleted = zone
      deleted.isDeleted = true
      try transaction.save(deleted)
    }
    let again = try service.makeZone()
    #expect(again.id > zone.id)
    try service.storage.read { (transaction) throws in
      #expect(try transaction.zones(in: zone.database) == [again])
      #expect(try transaction.changes(in: zone.id, after: 0, limit: 10).isEmpty)
      #expect(try transaction.referrerCount(to: "t", in: zone.id, action: .validate) == 0)
    }
  }

  @Test func filesThatNoRecordNamesGoAfterTheirQuarantine() throws {
    func asset(_ name: String) -> StoredAsset {
      StoredAsset(database: zone.database, fileChecksum: name, objectKey: "key-" + name, size: 1, uploadedAt: 0)
    }
    let collect = { (time: Int64, expiry: Int64) in
      try service.storage.write { try $0.collectAssets(at: time, markedBefore: expiry).map(\.fileChecksum).sorted() }
    }
    try service.storage.write { transaction in
      for name in ["used", "unused", "returned"] { try transaction.save(asset(name)) }
      try transaction.setAssetReferences(["used", "used"], from: "r", in: zone.id)
    }
    #expect(try collect(100, 50) == [])
    #expect(try service.storage.read { try $0.asset("unused", in: zone.database)?.quarantinedAt } == 100)
    #expect(try service.storage.read { try $0.asset("used", in: zone.database)?.quarantinedAt } == nil)
    // A second look does not begin the time anew; one that is named again leaves.
    try service.storage.write { try $0.setAssetReferences(["used", "returned"], from: "r", in: zone.id) }
    #expect(try collect(150, 100) == [])
    #expect(try service.storage.read { try $0.asset("returned", in: zone.database)?.quarantinedAt } == nil)
    #expect(try collect(160, 101) == ["unused"])
    #expect(try service.storage.read { try $0.assetObjectKeys() } == ["key-used", "key-returned"])
    #expect(try service.storage.read { try $0.asset("unused", in: zone.database) } == nil)
  }
}
