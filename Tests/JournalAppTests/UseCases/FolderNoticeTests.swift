import Foundation
import Synchronization
import Testing

@testable import JournalApp

/// Other processes' writes are noticed, and thousands of them do not wake thousands of times.
@Suite struct FolderNoticeTests {
  private final class Calls: Sendable {
    let count = Mutex(0)
    let came = DispatchSemaphore(value: 0)

    func call() {
      count.withLock { $0 += 1 }
      came.signal()
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "notice-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    try body(folder)
  }

  @Test func aFileThatIsReplacedIsTold() throws {
    try withFolder { folder in
      let calls = Calls()
      let notice = try FolderNotice(folder: folder, prefix: "account.json") { calls.call() }
      try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/other.part"))
      try FileManager.default.moveItem(atPath: folder + "/other.part", toPath: folder + "/account.json")
      calls.came.wait()
      withExtendedLifetime(notice) {}
    }
  }

  @Test func tenThousandWritesAreToldAFewTimesAndTheLastOneIs() throws {
    try withFolder { folder in
      let file = folder + "/journal.sqlite-wal"
      try Data().write(to: URL(fileURLWithPath: file))
      let calls = Calls()
      let notice = try FolderNotice(folder: folder, prefix: "journal.sqlite", .written) { calls.call() }
      let handle = try #require(FileHandle(forWritingAtPath: file))
      for _ in 0..<10_000 { try handle.write(contentsOf: Data([1])) }
      try handle.close()
      let before = calls.count.withLock { $0 }
      // However far the round is in which the last write fell, it is called again after that.
      for _ in 0...before { calls.came.wait() }
      #expect(before < 1000)
      withExtendedLifetime(notice) {}
    }
  }
}
