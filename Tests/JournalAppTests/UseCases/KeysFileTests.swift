import Foundation
import Glibc
import JournalApp
import JournalSeal
import JournalSync
import SealKit
import Testing

/// The keys of a sealed journal on the disk.
@Suite struct KeysFileTests {
  private let folder: TestFolder
  private let paths: JournalPaths

  init() throws {
    folder = try TestFolder()
    paths = try JournalPaths(journal: folder.path + "/Personal", variable: { _ in nil })
    try FileManager.default.createDirectory(atPath: paths.folder, withIntermediateDirectories: true)
  }

  private func held(_ account: String) throws -> HeldKeys {
    let random = seeded(15)
    let device = try DeviceKeys.fresh(random)
    let draft = try RingDraft.found(
      by: device, named: "laptop", recovery: RecoveryKey.fresh(random).pair(), mode: .sealed, at: 1, random: random)
    let ring = try draft.encoded(wrapping: HybridWrapping())
    let verified = try VerifiedRing(decoding: ring)
    let known = KeptKeys.Ring(
      id: verified.ring.id, serial: 1, head: verified.state.head, keys: draft.box.keys, nameKey: draft.box.nameKey,
      entrance: .vouched)
    return HeldKeys(KeptKeys(account: account, device: device, ring: known, state: .ready), ring: ring)
  }

  @Test func keysAndRingComeBackAndAreForTheirOwnerAlone() throws {
    let file = KeysFile(paths, account: "ada")
    #expect(try file.held() == nil)
    let keys = try held("ada")
    try file.keep(keys)
    #expect(try file.held() == keys)
    for path in [paths.keysFile, paths.ringFile] {
      var facts = stat()
      #expect(lstat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    }
  }

  @Test func aLaterRingIsNotReplacedByAnEarlierOne() throws {
    let file = KeysFile(paths, account: "ada")
    let earlier = try held("ada")
    var later = earlier
    later.kept.ring?.serial = 7
    try file.keep(later)
    try file.keep(earlier)
    #expect(try file.held() == later)
    // Where the device was let in meanwhile, a process that still waits does not put it out.
    var waiting = earlier
    (waiting.kept.state, waiting.kept.ring, waiting.ring) = (.waiting, nil, nil)
    try file.keep(waiting)
    #expect(try file.held() == later)
  }

  @Test func keysOfAnotherAccountAreNotUsedAndNotReplaced() throws {
    let keys = try held("ada")
    try KeysFile(paths, account: "ada").keep(keys)
    let other = KeysFile(paths, account: "bert")
    #expect(try other.held() == nil)
    #expect(throws: CommandFailure.self) { try other.keep(held("bert")) }
    #expect(try KeysFile(paths, account: "ada").held() == keys)
  }

  @Test func aFileThatOthersMayReadOrThatIsDamagedIsNotTakenForNone() throws {
    let file = KeysFile(paths, account: "ada")
    try file.keep(held("ada"))
    chmod(paths.keysFile, 0o644)
    #expect(throws: (any Error).self) { try file.held() }
    chmod(paths.keysFile, 0o600)
    try Data("{\"version\":1}".utf8).write(to: URL(filePath: paths.keysFile))
    chmod(paths.keysFile, 0o600)
    #expect(throws: CommandFailure.self) { try file.held() }
    try Data("{\"version\":2}".utf8).write(to: URL(filePath: paths.keysFile))
    chmod(paths.keysFile, 0o600)
    #expect(throws: CommandFailure.self) { try file.held() }
  }
}
