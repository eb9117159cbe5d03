import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

@testable import JournalStore

/// Copies of a journal: whole, under names that nothing else has.
@Suite struct BackupTests {
  let folder: TemporaryFolder
  let world = TestWorld()
  let store: JournalStore

  init() throws {
    folder = try TemporaryFolder()
    store = try JournalStore(path: folder.file("journal.sqlite"), environment: world.environment)
    try store.setPreference("a", "1")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file("backups")).sorted()
  }

  /// A link to nothing is not seen by a look for a file, as one is not that comes between the look and the end.
  @Test func aNameThatIsTakenMeanwhileIsLeftAlone() throws {
    let target = folder.file("backups/one.sqlite")
    try FileManager.default.createDirectory(atPath: folder.file("backups"), withIntermediateDirectories: true)
    #expect(symlink(folder.file("none"), target) == 0)
    #expect(throws: StoreError.taken(path: target)) { try store.backUp(to: target) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: target) == folder.file("none"))
    #expect(try names() == ["one.sqlite"])
    #expect(!FileManager.default.fileExists(atPath: folder.file("none")))
  }

  @Test func ofSeveralToOnePlaceOneHasTheNameAndIsWhole() throws {
    let target = folder.file("backups/one.sqlite")
    let store = store
    let outcomes = Mutex<[StoreError?]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      do throws(StoreError) {
        try store.backUp(to: target)
        outcomes.withLock { $0.append(nil) }
      } catch {
        outcomes.withLock { $0.append(error) }
      }
    }
    let failures = outcomes.withLock { $0 }.compactMap { $0 }
    #expect(failures == Array(repeating: .taken(path: target), count: 3))
    #expect(try names() == ["one.sqlite"])
    let copy = try JournalStore(path: target, environment: world.environment, options: .init(isReadOnly: true))
    #expect(try copy.preference("a") == "1")
    try copy.close()
  }

  @Test func whatAKilledProcessLeftGoesAndWhatIsNotItsOwnStays() throws {
    let target = folder.file("backups/one.sqlite")
    try FileManager.default.createDirectory(atPath: folder.file("backups"), withIntermediateDirectories: true)
    // No process has so large a number: it is above what the kernel gives.
    let left = "one.sqlite.part-\(Int32.max)-1f"
    let staying = ["one.sqlite.part-\(getpid())-1f", "one.sqlite.part-x", "one.sqlite.part-\(Int32.max)-words"]
    for name in staying + [left] { try Data().write(to: URL(filePath: folder.file("backups/" + name))) }
    try store.backUp(to: target)
    #expect(try names() == (staying + ["one.sqlite"]).sorted())
  }
}
