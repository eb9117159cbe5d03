import CloudClient
import Foundation
import Glibc
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

@testable import JournalApp

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
    #expect(try file.keep(keys, over: nil))
    #expect(try file.held() == keys)
    for path in [paths.keysFile, paths.ringFile] {
      var facts = stat()
      #expect(lstat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    }
  }

  @Test func onlyWhatFollowsFromTheKeysThatAreThereReplacesThem() throws {
    let file = KeysFile(paths, account: "ada")
    let earlier = try held("ada")
    var later = earlier
    later.kept.ring?.serial = 7
    #expect(try file.keep(earlier, over: nil))
    #expect(try file.keep(later, over: earlier))
    // A process that has read what was there before.
    var renamed = earlier
    renamed.kept.ring?.serial = 2
    #expect(try !file.keep(renamed, over: earlier))
    // Where the device was let in meanwhile, a process that still waits does not put it out.
    var waiting = earlier
    (waiting.kept.state, waiting.kept.ring, waiting.ring) = (.waiting, nil, nil)
    #expect(try !file.keep(waiting, over: nil))
    #expect(try file.held() == later)
    // After a server went back, a longer log may have a lower serial: it is taken, and has to be kept.
    var longer = later
    longer.kept.ring?.serial = 3
    longer.kept.ring?.head = [UInt8](repeating: 7, count: 32)
    #expect(try file.keep(longer, over: later))
    #expect(try file.held() == longer)
  }

  private func drafts() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: paths.folder).filter { $0.hasSuffix(".new") }.sorted()
  }

  /// As a process leaves them that is killed while it writes.
  private func leaveDrafts() throws {
    for path in [paths.keysFile, paths.ringFile, paths.sessionFile, paths.joiningFile] {
      // No process has the first number; the second is that of one that runs.
      for number in [Int(Int32.max), Int(getppid())] {
        try Data("x".utf8).write(to: URL(filePath: "\(path).\(number).new"))
      }
    }
  }

  @Test func whatAKilledProcessHasLeftOfKeysGoesWithTheNextWriteAndWithTheKeys() throws {
    let file = KeysFile(paths, account: "ada")
    try leaveDrafts()
    let keys = try held("ada")
    #expect(try file.keep(keys, over: nil))
    #expect(try drafts().filter { $0.hasPrefix("keys.json") || $0.hasPrefix("ring") }.isEmpty)
    try leaveDrafts()
    try file.remove()
    #expect(try file.held() == nil)
    #expect(try drafts().filter { $0.hasPrefix("keys.json") || $0.hasPrefix("ring") }.isEmpty)
  }

  @Test func erasingAJournalRemovesWhatKilledProcessesHaveLeft() throws {
    #expect(try KeysFile(paths, account: "ada").keep(held("ada"), over: nil))
    try leaveDrafts()
    try AccountRemoval(paths).eraseHere()
    #expect(!FileManager.default.fileExists(atPath: paths.folder))
  }

  @Test func keysThatAPersonGivesUpAreAsideAndStillOpen() throws {
    let file = KeysFile(paths, account: "ada")
    let keys = try held("ada")
    #expect(try file.keep(keys, over: nil))
    let device = try DeviceKeys.fresh(seeded(4))
    try file.beginAgain(as: device)
    let now = try #require(try file.held())
    #expect(now.kept.device == device && now.kept.state == .waiting && now.kept.ring == nil && now.ring == nil)
    #expect(now.kept.formerKeys == keys.kept.ring?.keys.all)
    let all = try FileManager.default.contentsOfDirectory(atPath: paths.folder)
    #expect(all.contains("keys.json.former-1") && all.contains("ring.former-1") && !all.contains("ring"))
    // What cannot be read is kept, too.
    try Data("{".utf8).write(to: URL(filePath: paths.keysFile))
    chmod(paths.keysFile, 0o600)
    try file.beginAgain(as: device)
    #expect(try Data(contentsOf: URL(filePath: paths.keysFile + ".former-2")) == Data("{".utf8))
    try file.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: paths.folder).allSatisfy { !$0.contains("former") })
  }

  /// The journal's own file says it before keys.json does, and when that is gone.
  @Test func theJournalsFileRemembersTheRing() throws {
    let shell = try ShellFixture()
    let keeper = JournalKeeper(file: KeysFile(shell.paths, account: "ada"), store: shell.journal.store)
    #expect(try keeper.noted() == nil)
    let keys = try held("ada")
    #expect(try keeper.keep(keys, over: nil))
    let noted = try #require(try keeper.noted())
    #expect(try noted == keys.note() && !noted.isOff)
    try keeper.file.remove()
    #expect(try keeper.noted() == noted)
    #expect(try (1...4).map { try keeper.mayReplaceOlder(at: $0) } == [true, true, true, false])
    #expect(try keeper.mayReplaceOlder(at: 2 * 24 * 3_600_000))
    // A journal of such a file has keys, whatever its settings say.
    try shell.signIn()
    let settings = try #require(try AccountFile(path: shell.paths.accountFile).read())
    #expect(try AccountKeys(shell.paths, settings, shell.journal.store) != nil)
    try RingNotes(shell.journal.store).note(NotedRing(id: noted.id, head: noted.head, isOff: true))
    #expect(try AccountKeys(shell.paths, settings, shell.journal.store) == nil)
  }

  @Test func anUnconfirmedRecoveryKeyComesBackOnceItIsDueAndAfterASheetNoMore() async throws {
    let shell = try ShellFixture()
    try shell.signIn()
    let desk = AccountDesk(shell.journal, environment: shell.environment)
    let settings = try #require(try desk.settings())
    let file = try #require(KeysFile(shell.paths, settings))
    var keys = try held("http://127.0.0.1:9 iCloud.org.cloudjournal _ada")
    keys.kept.recovery = RecoveryKey.fresh(seeded(3))
    #expect(try file.keep(keys, over: nil))
    let day: Int64 = 24 * 3_600_000
    #expect(try desk.recoveryDue(at: day / 2) == nil)
    #expect(try desk.recoveryDue(at: 2 * day) == keys.kept.recovery?.shown)
    #expect(try desk.recoveryDue(at: 2 * day) == nil, "once for each time")
    #expect(try desk.recoveryDue(at: 20 * day) != nil)
    try desk.noteSheet()
    #expect(try desk.recoveryDue(at: 900 * day) == nil)
    #expect(try await desk.recovery() == keys.kept.recovery?.shown, "it is kept until it is confirmed")
  }

  @Test func keysOfAnotherAccountAreNotUsedAndNotReplaced() throws {
    let keys = try held("ada")
    #expect(try KeysFile(paths, account: "ada").keep(keys, over: nil))
    let other = KeysFile(paths, account: "bert")
    #expect(try other.held() == nil)
    #expect(throws: CommandFailure.self) { try other.keep(held("bert"), over: nil) }
    #expect(try KeysFile(paths, account: "ada").held() == keys)
  }

  /// A server that has another address now: until the sign-in there is decided, the keys are those of the former one.
  @Test func keysMoveToAnotherAddressOnlyOnceTheSignInThereIsDecided() throws {
    let there = KeysFile(paths, account: "https://old ada")
    let keys = try held("https://old ada")
    #expect(try there.keep(keys, over: nil))
    let signIn = KeysFile(paths, account: "https://new ada", formerly: "https://old ada")
    var seen = try #require(try signIn.held())
    #expect(seen.kept.account == "https://new ada" && seen.ring == keys.ring)
    // What the sign-in takes in is the former address's, too, should it come to nothing.
    let before = seen
    seen.kept.ring?.serial = 2
    #expect(try signIn.keep(seen, over: before))
    #expect(try there.held()?.kept.ring?.serial == 2)
    #expect(try KeysFile(paths, account: "https://new ada").held() == nil)
    // A kill between the keys and the settings: both names are known.
    try signIn.adopt()
    for account in ["https://old ada", "https://new ada"] {
      #expect(try KeysFile(paths, account: account).held()?.kept.ring?.serial == 2)
    }
    #expect(try KeysFile(paths, account: "https://new bert").held() == nil)
    // The first write at the new address ends that.
    let now = KeysFile(paths, account: "https://new ada")
    let last = try #require(try now.held())
    #expect(try now.keep(last, over: last))
    #expect(try there.held() == nil && now.held() == last)
  }

  @Test func aFileThatOthersMayReadOrThatIsDamagedIsNotTakenForNone() throws {
    let file = KeysFile(paths, account: "ada")
    #expect(try file.keep(held("ada"), over: nil))
    chmod(paths.keysFile, 0o644)
    #expect(throws: (any Error).self) { try file.held() }
    chmod(paths.keysFile, 0o600)
    try Data("{\"version\":1}".utf8).write(to: URL(filePath: paths.keysFile))
    chmod(paths.keysFile, 0o600)
    #expect(throws: CommandFailure.self) { try file.held() }
    try Data("{\"version\":9}".utf8).write(to: URL(filePath: paths.keysFile))
    chmod(paths.keysFile, 0o600)
    #expect(throws: CommandFailure.self) { try file.held() }
  }
}
