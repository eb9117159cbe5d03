import Foundation
import Glibc
import JournalApp
import JournalSeal
import JournalSync
import SealKit
import Testing

/// The six words of a computer that waits, between its processes.
@Suite struct JoiningFileTests {
  private let folder: TestFolder
  private let file: JoiningFile
  private let tries: TriesFile
  private let triesPath: String
  private let device: DeviceKeys

  init() throws {
    folder = try TestFolder()
    let paths = try JournalPaths(journal: folder.path + "/Personal", variable: { _ in nil })
    try FileManager.default.createDirectory(atPath: paths.folder, withIntermediateDirectories: true)
    file = JoiningFile(paths)
    tries = TriesFile(paths)
    triesPath = paths.triesFile
    device = try .fresh(seeded(3))
  }

  private func joining(_ seed: UInt64) throws -> KeyDesk.Joining {
    let words = Words.fresh(seeded(seed))
    let request = try KeyRequest(
      of: device, named: "attic", to: .fresh(seeded(1)), head: [UInt8](repeating: 1, count: 32), at: 1,
      key: words.key(for: device.id))
    return try KeyDesk.Joining(words: words, request: request)
  }

  @Test func aRequestIsReplacedOnlyByAProcessThatHasReadIt() throws {
    let (first, second) = (try joining(10), try joining(11))
    #expect(try file.kept(of: device.id) == nil)
    #expect(try file.keep(first, isSent: false, over: nil))
    // A process that had read nothing made one, too: it shows and sends the first one instead.
    #expect(try !file.keep(second, isSent: false, over: nil))
    let kept = try #require(try file.kept(of: device.id))
    #expect(kept.joining.words == first.words && !kept.isSent)
    #expect(try file.keep(first, isSent: true, over: kept))
    #expect(try file.kept(of: device.id)?.isSent == true)
    #expect(try file.keep(second, isSent: false, over: kept))
    #expect(try file.kept(of: device.id)?.joining.words == second.words)
    // Of another device's keys it says nothing.
    #expect(try file.kept(of: .fresh(seeded(9))) == nil)
    try file.remove()
    #expect(try file.kept(of: device.id) == nil)
  }

  @Test func triesAreCountedOfEachRequest() throws {
    let (one, two) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
    #expect(try tries.count([one], at: 1000) == [1])
    #expect(try tries.count([one, two], at: 2000) == [2, 1])
    try tries.takeBack([one, two], at: 2000)
    #expect(try tries.count([one, two], at: 3000) == [2, 1])
    // A request lasts half an hour, and so does what is known of it.
    let later = 1000 + Int64(KeyRequest.lifetime)
    #expect(try tries.count([one], at: later) == [3])
    #expect(try tries.count([one, two], at: later + 1) == [1, 2])
    // What cannot be read counts for two.
    try Data("{".utf8).write(to: URL(filePath: triesPath))
    chmod(triesPath, 0o600)
    #expect(try tries.count([one], at: later) == [3])
    // Nor is more believed than this program writes: counts that would give tries away, and times beyond all.
    let name = String(repeating: "01", count: 32)
    for wrong in ["\"count\":-100,\"at\":1000", "\"count\":\(Int.max),\"at\":1000", "\"count\":1,\"at\":\(Int64.min)"] {
      try Data("{\"version\":1,\"requests\":{\"\(name)\":{\(wrong)}}}".utf8).write(to: URL(filePath: triesPath))
      chmod(triesPath, 0o600)
      #expect(try tries.count([one], at: later) == [3], "\(wrong)")
    }
  }

  @Test func manyProcessesCountEveryTry() async throws {
    let (tries, request) = (tries, [UInt8](repeating: 3, count: 32))
    let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<12 { group.addTask { try tries.count([request], at: 1) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(counts.sorted() == Array(1...12))
  }
}
