import Foundation
import JournalApp
import JournalSeal
import JournalSync
import SealKit
import Testing

/// The six words of a computer that waits, between its processes.
@Suite struct JoiningFileTests {
  private let folder: TestFolder
  private let file: JoiningFile
  private let device: DeviceKeys

  init() throws {
    folder = try TestFolder()
    let paths = try JournalPaths(journal: folder.path + "/Personal", variable: { _ in nil })
    try FileManager.default.createDirectory(atPath: paths.folder, withIntermediateDirectories: true)
    file = JoiningFile(paths)
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
}
