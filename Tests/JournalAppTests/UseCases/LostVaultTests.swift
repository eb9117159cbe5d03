import CloudClient
import CloudRecord
import Foundation
import Glibc
import JournalCore
import JournalFormats
import JournalSeal
import JournalStore
import JournalSync
import JournalUI
import SealKit
import SystemKit
import Testing

@testable import JournalApp

/// A journal whose `vault.json` has gone, or is damaged: it is sealed all the same, and nothing plain is written beside it.
@Suite struct LostVaultTests {
  private let journal: LockedJournal

  init() throws {
    journal = try LockedJournal()
    try journal.write("zqcanary one")
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
  }

  private var file: URL { URL(filePath: journal.paths.vaultFile) }

  private static func draft() -> Draft {
    let entry = Entry(
      id: RecordName("a"), title: "zqcanary", date: EntryDate(instant: World.now(), timeZone: "", offsetSeconds: 0),
      modifiedAt: World.now())
    return Draft(entry: entry, isNew: true, owner: World.draftOwner, savedAt: World.now())
  }

  /// Runs a body that has to say that the file is missing.
  private func isSaid(_ body: () throws -> Void) {
    do {
      try body()
      Issue.record("done without the file of the vault")
    } catch {
      let failure = CommandFailure(error)
      #expect(failure.code == .damaged && failure.sentence.contains("vault.json is missing"), "\(failure.sentence)")
      #expect(failure.sentence.contains("Put the file back"))
    }
  }

  private func backedUp() throws -> String {
    let open = try journal.open()
    defer { withExtendedLifetime(open) {} }
    let path = try open.backUp(to: nil)
    try open.close()
    return path
  }

  @Test func aJournalIsNotTakenForAPlainOneWithoutItsVault() throws {
    // A journal counts as open until nothing holds it.
    let backup = try backedUp()
    _ = try journal.desk.lock()
    let whole = try Data(contentsOf: file)
    let sealed = try Data(contentsOf: URL(filePath: journal.paths.database))
    try FileManager.default.removeItem(at: file)
    #expect(journal.paths.isInVault)
    isSaid { _ = try journal.open() }
    isSaid { _ = try journal.desk.isLocked() }
    isSaid { _ = try journal.desk.report() }
    isSaid { _ = try journal.desk.lock() }
    isSaid { try journal.desk.unlock(passphrase: LockedJournal.passphrase) }
    isSaid { try journal.desk.requireReady() }
    isSaid { try journal.desk.setUp(passphrase: LockedJournal.passphrase) }
    isSaid { try LockedCapture(journal.paths).write(NewEntry(text: "zqcanary two")) }
    isSaid { _ = try AssetFolder(of: journal.paths) }
    isSaid { _ = try JournalVault.sealed(Array("zqcanary".utf8), of: journal.paths) }
    isSaid { _ = try JournalVault.seal(Array("zqcanary".utf8), journal.paths.accountFile, of: journal.paths) }
    // The copy that a backup has is named.
    do { _ = try journal.open() } catch { #expect(CommandFailure(error).sentence.contains(backup + ".vault.json")) }
    #expect(try journal.filesWithWords() == [])
    #expect(try Data(contentsOf: URL(filePath: journal.paths.database)) == sealed)
    try whole.write(to: file)
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    #expect(try journal.titles() == ["zqcanary one"])
  }

  @Test(arguments: [true, false])
  func itComesBackUnderAnOpenJournal(isDamaged: Bool) throws {
    let whole = try Data(contentsOf: file)
    let open = try journal.open()
    if isDamaged { try whole.dropLast(200).write(to: file) } else { try FileManager.default.removeItem(at: file) }
    let path = try UnsavedCopies(journal.paths).write(Self.draft())
    #expect(try Data(contentsOf: URL(filePath: path)).starts(with: Data("CJI".utf8)))
    let sealed = try JournalVault.seal(Array("zqcanary".utf8), journal.paths.accountFile, of: journal.paths)
    #expect(sealed.starts(with: Array("CJW".utf8)))
    _ = try open.assets.keep(Array("zqcanary picture".utf8))
    #expect(try AssetFolder(of: journal.paths).vault != nil)
    _ = try open.context.write(NewEntry(text: "zqcanary two"))
    #expect(try Data(contentsOf: file) == whole)
    #expect(FileManager.default.fileExists(atPath: journal.paths.vaultFile + ".damaged") == isDamaged)
    try open.close()
    #expect(try journal.filesWithWords() == [])
    _ = try journal.desk.lock()
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    #expect(try journal.titles() == ["zqcanary one", "zqcanary two"])
  }

  @Test func aJournalThatWasMadePlainElsewhereIsPlain() throws {
    _ = try journal.desk.report()
    // As another program leaves it that has made the journal plain.
    let plain = try LockedJournal()
    try plain.write("zqcanary two")
    _ = try journal.desk.lock()
    let whole = try Data(contentsOf: file)
    let sealed = try Data(contentsOf: URL(filePath: journal.paths.database))
    try FileManager.default.removeItem(at: file)
    try Data(contentsOf: URL(filePath: plain.paths.database)).write(to: URL(filePath: journal.paths.database))
    #expect(!journal.paths.isInVault)
    #expect(try journal.titles() == ["zqcanary two"])
    try sealed.write(to: URL(filePath: journal.paths.database))
    try whole.write(to: file)
  }

  @Test func sealedFilesWithoutAJournalAreNotTakenForAPlainOne() throws {
    let sealed = try JournalVault.seal(Array("zqcanary".utf8), journal.paths.accountFile, of: journal.paths)
    try SystemFile.replace(journal.paths.accountFile, with: sealed)
    let (database, away) = (journal.paths.database, journal.paths.database + ".away")
    let whole = try Data(contentsOf: file)
    try FileManager.default.moveItem(atPath: database, toPath: away)
    try FileManager.default.removeItem(at: file)
    isSaid { _ = try journal.open() }
    #expect(!FileManager.default.fileExists(atPath: database))
    try FileManager.default.moveItem(atPath: away, toPath: database)
    try whole.write(to: file)
  }

  // MARK: What lies elsewhere

  @Test func copiesThatWereSealedAreReadableOnceTheVaultIsRemoved() throws {
    let path = try UnsavedCopies(journal.paths).write(Self.draft())
    try journal.desk.remove(passphrase: LockedJournal.passphrase)
    #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("zqcanary".utf8)) != nil)
    #expect(UnsavedCopies(journal.paths).find(owner: World.draftOwner).map(\.entry.title) == ["zqcanary"])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func whatAKilledProcessHasLeftOnTheWayGoes() throws {
    let scratch = try AssetVault.makeScratch(journal.paths)
    // No process has a number as high as that.
    let dead = "\(scratch)/\(AssetWriter.unfinishedPrefix)2147483646-\(UUID().uuidString)"
    let own = AssetWriter.unfinishedPath(in: scratch)
    for path in [dead, own] { try Data("zqcanary".utf8).write(to: URL(filePath: path)) }
    try journal.open().close()
    #expect(!FileManager.default.fileExists(atPath: dead))
    #expect(FileManager.default.fileExists(atPath: own))
    try Data("zqcanary".utf8).write(to: URL(filePath: dead))
    _ = try journal.desk.lock()
    #expect(!FileManager.default.fileExists(atPath: dead))
    try FileManager.default.removeItem(atPath: own)
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
  }

  /// No image of a process that has the key is written to a file.
  @Test func aProcessThatHasTheKeyWritesNoCore() throws {
    try journal.open().close()
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    let control = unsafeBitCast(try #require(dlsym(nil, "prctl")), to: Control.self)
    let getDumpable: Int32 = 3
    #expect(control(getDumpable, 0, 0, 0, 0) == 0)
  }

  @Test func aSessionsFolderOnADiskIsNotBelieved() throws {
    let named = try JournalPaths(journal: "a", environment: ["XDG_RUNTIME_DIR": "/proc"])
    #expect(!named.isRuntimeOffDisk)
    #expect(AssetVault.scratchFolder(named).hasPrefix("/dev/shm/"))
    #expect(try JournalPaths(journal: "a", environment: ["XDG_RUNTIME_DIR": "/dev/shm"]).isRuntimeOffDisk)
    #expect(try !JournalPaths(journal: "a", environment: [:]).isRuntimeOffDisk)
  }

  @Test func copiesOfBeforeAreNamedAgain() throws {
    let plain = try LockedJournal()
    try plain.write("one")
    let open = try plain.open()
    let backup = try open.backUp(to: nil)
    try open.close()
    try plain.desk.setUp(passphrase: LockedJournal.passphrase)
    #expect(plain.desk.plainCopyWords?.contains(backup) == true)
    var printed = Printout(isStyled: false)
    try plain.desk.report().print(to: &printed)
    #expect(String(decoding: printed.bytes, as: UTF8.self).contains(backup))
    let again = try plain.open()
    #expect(try again.checkup(repairs: false).problems.contains { $0.contains(backup) })
    try again.close()
    #expect(journal.desk.plainCopyWords == nil)
  }

  /// A process is killed after it has kept keys with another recovery key, and before the vault follows.
  @Test func aFormerRecoveryKeyIsReplacedWithTheNextOpening() throws {
    var settings = AccountSettings(
      service: "https://zq.example", container: "c", environment: .development, apiToken: "a", isOurs: true,
      deviceName: "d", deviceID: "e")
    settings.userRecordName = "ada"
    try journal.paths.account.write(settings)
    let random = seeded(15)
    let device = try DeviceKeys.fresh(random)
    let recovery = RecoveryKey.fresh(random)
    let draft = try RingDraft.found(
      by: device, named: "laptop", recovery: recovery.pair(), mode: .sealed, at: 1, random: random)
    let ring = try draft.encoded(wrapping: HybridWrapping())
    let verified = try VerifiedRing(decoding: ring)
    let known = KeptKeys.Ring(
      id: verified.ring.id, serial: 1, head: verified.state.head, keys: draft.box.keys, nameKey: draft.box.nameKey,
      entrance: .vouched)
    let keys = HeldKeys(
      KeptKeys(
        account: KeysFile.account(settings, user: "ada"), device: device, ring: known, state: .ready), ring: ring)
    try JournalVault(journal.paths).noteWrap()
    #expect(try #require(KeysFile(journal.paths, settings)).keep(keys, over: nil))
    _ = try journal.desk.lock()
    #expect(throws: (any Error).self) {
      try journal.desk.unlock(recovery: Passphrase(recovery.shown.joined(separator: " ")))
    }
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    try journal.open().close()
    #expect(!FileManager.default.fileExists(atPath: JournalVault(journal.paths).wrapNotice))
    _ = try journal.desk.lock()
    try journal.desk.unlock(recovery: Passphrase(recovery.shown.joined(separator: " ")))
    #expect(try journal.titles() == ["zqcanary one"])
  }

  // MARK: Waiting, and time

  @Test func wordsWaitWhileTheJournalIsConverted() throws {
    #expect(try !journal.desk.waitForConversion { Issue.record("waited for no program") })
    let held = Held(try FileLock.take(journal.paths.vaultLock))
    #expect(try journal.desk.waitForConversion { held.lock = nil })
    #expect(held.lock == nil)
  }

  private final class Held {
    var lock: FileLock?
    init(_ lock: FileLock?) { self.lock = lock }
  }

  @Test func titleAndBodyAreKeptWhileItIsLocked() throws {
    _ = try journal.desk.lock()
    try LockedCapture(journal.paths).write(NewEntry(title: "zqcanary title", body: "zqcanary body"))
    #expect(throws: CommandFailure.self) { try LockedCapture(journal.paths).write(NewEntry(title: "", body: "")) }
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    let open = try journal.open()
    let page = try open.store.page(ListRequest(scope: .all, order: ListOrder(), anchor: .first, limit: 10))
    let row = try #require(page.rows.first { $0.title == "zqcanary title" })
    #expect(try open.store.entry(row.id)?.body == "zqcanary body")
    try open.close()
  }

  @Test func aScreenLocksBeforeTheFirstKeyAfterALongTime() throws {
    let watch = try LockWatch(journal.paths, idle: 60) {}
    let now = MonotonicClock.millisecondsWithSleep
    #expect(watch.due(now: now) == nil)
    watch.wasUsed(now: now + 50_000)
    #expect(watch.due(now: now + 100_000) == nil)
    // It is asked before a key counts.
    #expect(watch.due(now: now + 111_000) == .idle)
    #expect((watch.timeout(now: now + 111_000) ?? .max) <= 30_000)
    // The settings are changed while it runs.
    var preferences = Preferences()
    watch.change(preferences, from: Preferences())
    #expect(watch.due(now: now + 900_000) != .idle)
    preferences.lockIdle = 600
    watch.change(preferences, from: Preferences())
    #expect(watch.due(now: now + 1_511_000) == .idle)
  }

  // MARK: What is told

  @Test func filesOfAnAccountThatCannotBeReadAreTold() throws {
    let plain = try LockedJournal()
    try plain.write("one")
    let open = try plain.open()
    #expect(open.accountFaults() == [])
    try SystemFile.replace(plain.paths.syncNote, with: Array("{".utf8))
    // The next synchronisation writes the note anew: it is told, and no fault of the account.
    #expect(open.accountFaults() == [])
    let checkup = try open.checkup(repairs: false)
    #expect(checkup.facts.contains { $0.contains("sync-status.json") })
    #expect(!checkup.problems.contains { $0.contains("sync-status.json") })
    var printed = Printout(isStyled: false)
    try SafetyReport(open).print(to: &printed, now: World.now(), zone: open.context.zone)
    #expect(String(decoding: printed.bytes, as: UTF8.self).contains("sync-status.json"))
    try open.close()
  }

  @Test func anExaminationDoesNotSendToItself() throws {
    let trouble = StoreError.damaged(path: "/zq/journal.sqlite", detail: "a page")
    let said = CommandFailure(CommandFailure.ofExamination(trouble, journal.paths)).sentence
    #expect(!said.contains("doctor") && said.contains("/zq/journal.sqlite") && said.contains("backup"))
  }
}
