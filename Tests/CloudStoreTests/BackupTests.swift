import CloudRecord
import CloudService
import Foundation
import GRDB
import Glibc
import Synchronization
import Testing

@testable import CloudStore

/// Backups are whole, also of a service that works; what is not whole is not restored.
@Suite struct BackupTests {
  let service: TestService
  let zone: StoredZone
  let asset: StoredAsset
  let restoredAt: Int64 = 1_800_000_000_000
  let newIncarnation = [UInt8](repeating: 42, count: 16)

  init() throws {
    service = try TestService()
    zone = try service.makeZone()
    asset = try service.addAsset("p", [1, 2, 3], in: zone.database)
    try service.storage.write { [zone] transaction in
      try transaction.save(.sample("r", 1, in: zone.id))
      try transaction.setAssetReferences(["p"], from: "r", in: zone.id)
    }
  }

  var backup: String { service.folder("backup") }
  var restored: String { service.folder("restored/data") }

  @Test func aBackupIsRestoredAsANewHistory() throws {
    let summary = try CloudBackup.write(service.database, service.objects, to: backup, at: 77)
    #expect(summary.createdAt == 77)
    #expect(summary.objects == 1)
    #expect(try service.folder.mode("backup") == 0o700)
    #expect(try service.folder.mode("backup/service.sqlite") == 0o600)
    #expect(try CloudBackup.restore(backup, to: restored, incarnation: newIncarnation, at: restoredAt) == summary)
    let database = try ServiceDatabase(path: restored + "/service.sqlite") { .sample }
    #expect(database.identity.incarnation == newIncarnation)
    #expect(database.identity.signingKey == ServerIdentity.sample.signingKey)
    // No change tag that was given after the backup is given again, and none of an earlier restore.
    #expect(
      try database.pool.read { try Int64.fetchOne($0, sql: "SELECT sequence FROM databases") } == restoredAt << 10)
    let rows = try SQLiteCloudStorage(database).read { try $0.changes(in: zone.id, after: 0, limit: 10) }
    #expect(rows == [.sample("r", 1, in: zone.id)])
    let objects = try ObjectFiles(folder: restored + "/objects")
    #expect(try objects.open(asset.objectKey).read(at: 0, count: 10) == [1, 2, 3])
    #expect(try database.examine(objects) == Examination())
    // The backup stays what it was.
    #expect(throws: CloudStoreError.folderNotEmpty(path: restored)) {
      try CloudBackup.restore(backup, to: restored, incarnation: newIncarnation, at: restoredAt)
    }
    let second = service.folder("second")
    #expect(try CloudBackup.restore(backup, to: second, incarnation: newIncarnation, at: restoredAt) == summary)
  }

  /// Each record says how many there are; a backup of half a transaction would have a gap.
  @Test func aBackupOfAWorkingServiceIsOneMoment() throws {
    let isOver = Mutex(false)
    let failures = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [service, zone] in
      var number: Int64 = 1
      do {
        while !isOver.withLock({ $0 }), number < 5000 {
          try service.storage.write { transaction in
            for step in 1...5 as ClosedRange<Int64> {
              try transaction.save(.sample("w\(number + step)", number + step, in: zone.id))
            }
          }
          number += 5
        }
      } catch {
        failures.withLock { $0.append(String(describing: error)) }
      }
      done.signal()
    }
    for round in 0..<3 {
      let folder = service.folder("round\(round)")
      _ = try CloudBackup.write(service.database, service.objects, to: folder, at: 1)
      let target = service.folder("data\(round)")
      _ = try CloudBackup.restore(folder, to: target, incarnation: newIncarnation, at: restoredAt)
      let database = try ServiceDatabase(path: target + "/service.sqlite") { .sample }
      let rows = try SQLiteCloudStorage(database).read { try $0.changes(in: zone.id, after: 0, limit: 10_000) }
      #expect(rows.map(\.sequence) == Array(1...Int64(rows.count)))
      #expect(rows.count % 5 == 1)
    }
    isOver.withLock { $0 = true }
    done.wait()
    #expect(failures.withLock { $0 } == [])
  }

  @Test func aBackupDoesNotOverwrite() throws {
    try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: true)
    _ = try CloudBackup.write(service.database, service.objects, to: backup, at: 1)
    #expect(throws: CloudStoreError.folderNotEmpty(path: backup)) {
      try CloudBackup.write(service.database, service.objects, to: backup, at: 2)
    }
  }

  /// Folders beside the one wanted, by name; none of them may be lost that is not certainly ours.
  private func beside() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: service.folder.path).filter { $0.contains(".unfinished") }
      .sorted()
  }

  private func makeFolder(_ name: String, marked: Bool) throws {
    try FileManager.default.createDirectory(
      atPath: service.folder(name + "/objects/ab"), withIntermediateDirectories: true)
    try Data([1]).write(to: URL(filePath: service.folder(name + "/precious")))
    guard marked else { return }
    try Data().write(to: URL(filePath: service.folder(name + "/.cloudjournal-server-unfinished")))
  }

  @Test func whatAKilledBackupLeftGoesAndWhatIsNotOursStays() throws {
    for folder in ["backup", "restored"] {
      try makeFolder(folder + ".unfinished", marked: false)
      try makeFolder(folder + ".unfinished-abcdef", marked: false)
      try makeFolder(folder + ".unfinished-too-long", marked: true)
      try makeFolder(folder + ".unfinished-Killed", marked: true)
      try makeFolder(folder + ".unfinished-writes", marked: true)
    }
    let before = try beside()
    // Another process, as far as locks go, still writes into two of them.
    let writers = try ["backup", "restored"].map { folder in
      let handle = try FileHandle(
        forReadingFrom: URL(filePath: service.folder(folder + ".unfinished-writes/.cloudjournal-server-unfinished")))
      #expect(flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
      return handle
    }
    _ = try CloudBackup.write(service.database, service.objects, to: backup + "/", at: 1)
    _ = try CloudBackup.restore(
      backup, to: service.folder("restored"), incarnation: newIncarnation, at: restoredAt)
    #expect(try beside() == before.filter { !$0.hasSuffix("-Killed") })
    for name in try beside() {
      #expect(try Data(contentsOf: URL(filePath: service.folder(name + "/precious"))) == Data([1]))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: backup).sorted() == ["manifest", "objects", "service.sqlite"])
    for writer in writers { try writer.close() }
  }

  @Test func ofTwoBackupsToOnePlaceOneIsWholeAndTheOtherIsTold() throws {
    for round in 0..<5 {
      let outcomes = Mutex<[Result<CloudBackup.Summary, CloudStoreError>]>([])
      let folder = service.folder("shared\(round)")
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        let outcome = Result { () throws(CloudStoreError) in
          try CloudBackup.write(service.database, service.objects, to: folder, at: Int64(number))
        }
        outcomes.withLock { $0.append(outcome) }
      }
      let all = outcomes.withLock { $0 }
      let written = all.compactMap { outcome in
        if case .success(let summary) = outcome { summary } else { nil }
      }
      let refused = all.compactMap { outcome in
        if case .failure(let error) = outcome { error } else { nil }
      }
      #expect(written.count == 1)
      #expect(refused == Array(repeating: .folderNotEmpty(path: folder), count: 3))
      let target = service.folder("data\(round)")
      let restored = try CloudBackup.restore(folder, to: target, incarnation: newIncarnation, at: restoredAt)
      #expect(restored == written.first)
    }
    #expect(try beside() == [])
  }

  @Test func aFailureLeavesNothingBeside() throws {
    _ = try CloudBackup.write(service.database, service.objects, to: backup, at: 1)
    try FileManager.default.removeItem(atPath: backup + "/objects")
    #expect(throws: CloudStoreError.self) {
      try CloudBackup.restore(backup, to: service.folder("restored"), incarnation: newIncarnation, at: restoredAt)
    }
    try service.objects.remove(asset.objectKey)
    #expect(throws: CloudStoreError.missingObject(key: asset.objectKey)) {
      try CloudBackup.write(service.database, service.objects, to: service.folder("second"), at: 1)
    }
    #expect(try beside() == [])
  }

  @Test(arguments: ["service.sqlite", "manifest", "objects/pp/pppppppppppppppp"])
  func aDamagedBackupIsRefused(file: String) throws {
    _ = try CloudBackup.write(service.database, service.objects, to: backup, at: 1)
    let url = URL(filePath: backup + "/" + file)
    let good = try Data(contentsOf: url)
    var changed = good
    changed[good.count / 2] ^= 1
    // A new file, since objects are shared with the service by links.
    for content in [changed, good.dropLast(), Data()] {
      try FileManager.default.removeItem(at: url)
      try content.write(to: url)
      #expect {
        try CloudBackup.restore(backup, to: restored, incarnation: newIncarnation, at: restoredAt)
      } throws: {
        if case CloudStoreError.notABackup(let path, _) = $0 { path == backup } else { false }
      }
      #expect(!FileManager.default.fileExists(atPath: restored))
    }
    try FileManager.default.removeItem(at: url)
    #expect(throws: CloudStoreError.self) {
      try CloudBackup.restore(backup, to: restored, incarnation: newIncarnation, at: restoredAt)
    }
  }

  @Test func aBackupWithoutAnObjectThatIsNeededFails() throws {
    try service.objects.remove(asset.objectKey)
    #expect(throws: CloudStoreError.missingObject(key: asset.objectKey)) {
      try CloudBackup.write(service.database, service.objects, to: backup, at: 1)
    }
    #expect(!FileManager.default.fileExists(atPath: backup))
    let findings = try service.database.examine(service.objects)
    #expect(findings.missingObjects == [asset.objectKey])
    #expect(!findings.isSound)
    try service.storage.write { try $0.setAssetReferences([], from: "r", in: zone.id) }
    #expect(try CloudBackup.write(service.database, service.objects, to: backup, at: 1).objects == 0)
  }

  /// As where the objects lie on another file system, so that they are not linked.
  @Test func anObjectThatIsCollectedBeforeItIsCopiedLeavesNothing() throws {
    let (from, to) = (try service.objects.path(asset.objectKey), service.folder("copy"))
    let copied = try #require(try CloudBackup.copy(asset.objectKey, from, to))
    #expect(copied.size == 3)
    #expect(try Data(contentsOf: URL(filePath: to)) == Data([1, 2, 3]))
    #expect(throws: CloudStoreError.self) { try CloudBackup.copy(asset.objectKey, from, to) }
    try service.objects.remove(asset.objectKey)
    let other = service.folder("other")
    #expect(try CloudBackup.copy(asset.objectKey, from, other) == nil)
    #expect(!FileManager.default.fileExists(atPath: other))
  }

  @Test func orphansAreFoundAndHarmless() throws {
    let key = String(repeating: "x", count: 20)
    _ = try service.objects.write(key, sizeLimit: 1).finish()
    let findings = try service.database.examine(service.objects)
    #expect(findings.orphanedObjects == [key])
    #expect(findings.isSound)
  }

  @Test func somethingElseIsNoBackup() throws {
    #expect(throws: CloudStoreError.notABackup(path: backup, detail: "it has no manifest")) {
      try CloudBackup.restore(backup, to: restored, incarnation: newIncarnation, at: restoredAt)
    }
  }
}
