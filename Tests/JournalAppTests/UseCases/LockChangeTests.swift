import Foundation
import JournalCore
import JournalSeal
import Synchronization
import SystemKit
import Testing

@testable import JournalApp

/// Another passphrase: what opens the vault then, and which words of its file are believed without a look.
@Suite struct LockChangeTests {
  private let journal: LockedJournal
  private let next: Passphrase = "zqanother one"

  init() throws {
    journal = try LockedJournal()
    try journal.write("zqcanary one")
    try journal.desk.setUp(passphrase: LockedJournal.passphrase, seconds: 600)
  }

  private func file(_ journal: LockedJournal) throws -> VaultFile {
    try VaultFile(decoding: [UInt8](try Data(contentsOf: URL(filePath: journal.paths.vaultFile))))
  }

  /// What the kernel keeps of the vault; nil where it keeps no keys.
  private func kept() throws -> KeptVault? {
    let name = try "cloudjournal:\(file(journal).id)"
    do throws(SystemError) { return try KernelKeys.reading(name) { _, bytes in KeptVault(bytes) } } catch { return nil }
  }

  /// As another process begins, which has nothing of the vault.
  private func leave(_ journal: LockedJournal) throws {
    let vault = JournalVault(journal.paths)
    _ = try vault.read()
    vault.leave()
    #expect(vault.keptHere(try file(journal).id) == nil)
  }

  @Test func theWordsThatAreBelievedAreThoseOfTheNewFile() throws {
    guard let before = try kept() else { return }
    #expect(try before.names(file(journal)))
    try journal.desk.change(from: LockedJournal.passphrase, to: next)
    #expect(try !before.names(file(journal)))
    let after = try #require(try kept())
    #expect(try after.names(file(journal)) && after.key == before.key && after.seconds == 600)
    #expect(try JournalVault(journal.paths).keptHere(file(journal).id)?.testimony == after.testimony)
    try leave(journal)
    #expect(try journal.titles() == ["zqcanary one"])
  }

  @Test func aJournalThatIsLockedStaysLocked() throws {
    _ = try journal.desk.lock()
    try journal.desk.change(from: LockedJournal.passphrase, to: next)
    #expect(try journal.desk.isLocked() && kept() == nil)
    #expect(throws: VaultFailure.wrongPassphrase) { try journal.desk.unlock(passphrase: LockedJournal.passphrase) }
    try journal.desk.unlock(passphrase: next)
    #expect(try journal.titles() == ["zqcanary one"])
  }

  /// The folder as it was at each step, and what the kernel keeps as it was there: one of the two passphrases opens the journal, who has
  /// the key goes on, and the next that proves the file has its words kept.
  @Test(arguments: ["proved", "written", "kept"]) func itIsKilledAtEachStep(_ killed: String) throws {
    struct Killed: Error {}
    let left = Mutex<[String]>([])
    var desk = journal.desk
    desk.step = { step in
      left.withLock { $0.append(step) }
      if step == killed { throw Killed() }
    }
    #expect(throws: Killed.self) { try desk.change(from: LockedJournal.passphrase, to: next) }
    #expect(left.withLock { $0 } == Array(["proved", "written", "kept"].prefix { $0 != killed } + [killed]))
    let isChanged = killed != "proved"
    if let kept = try kept() { #expect(try kept.names(file(journal)) == (killed != "written")) }
    try leave(journal)
    if try kept() != nil {
      #expect(try journal.titles() == ["zqcanary one"])
      let kept = try #require(try kept())
      #expect(try kept.names(file(journal)) && kept.seconds == 600)
    }
    _ = try journal.desk.lock()
    let (right, wrong) = isChanged ? (next, LockedJournal.passphrase) : (LockedJournal.passphrase, next)
    #expect(throws: VaultFailure.wrongPassphrase) { try journal.desk.unlock(passphrase: wrong) }
    try journal.desk.unlock(passphrase: right)
    #expect(try journal.titles() == ["zqcanary one"])
    let names = try FileManager.default.contentsOfDirectory(atPath: journal.folder.path)
    #expect(!names.contains { $0.hasSuffix(".new") }, "\(names)")
  }

  /// A vault that was unlocked without room for words, or by an older program, stays as it is.
  @Test func whereTheKeyIsKeptAloneNoWordsAreKept() throws {
    let key = try file(journal).key(passphrase: LockedJournal.passphrase.secret)
    let short = KeptVault(key, of: try file(journal), seconds: 600).short
    let name = try "cloudjournal:\(file(journal).id)"
    do throws(SystemError) {
      try short.withBytes { bytes throws(SystemError) in try KernelKeys.keep(bytes, as: name, seconds: 600) }
    } catch { return }
    try leave(journal)
    #expect(try journal.titles() == ["zqcanary one"])
    #expect(try kept()?.testimony == [])
    try journal.desk.change(from: LockedJournal.passphrase, to: next)
    #expect(try kept()?.testimony == [] && kept()?.key == key)
  }

  /// A program that has the journal open writes the file anew where that has gone: with the passphrase that is in force.
  @Test func aFileThatHasGoneComesBackWithTheNewPassphrase() throws {
    let open = try journal.open()
    try journal.desk.change(from: LockedJournal.passphrase, to: next)
    let whole = try Data(contentsOf: URL(filePath: journal.paths.vaultFile))
    try FileManager.default.removeItem(atPath: journal.paths.vaultFile)
    _ = try open.assets.keep(Array("zqcanary picture".utf8))
    _ = try JournalVault.seal(Array("zqcanary".utf8), journal.paths.accountFile, of: journal.paths)
    #expect(try Data(contentsOf: URL(filePath: journal.paths.vaultFile)) == whole)
    try open.close()
    _ = try journal.desk.lock()
    #expect(throws: VaultFailure.wrongPassphrase) { try journal.desk.unlock(passphrase: LockedJournal.passphrase) }
    try journal.desk.unlock(passphrase: next)
    #expect(try journal.titles() == ["zqcanary one"])
  }

  /// A change that was killed before the kernel had the new words leaves the former ones there, which are not the newer ones.
  @Test func wordsThatWereSeenReplacedDoNotComeBack() throws {
    let open = try journal.open()
    let vault = JournalVault(journal.paths)
    let former = try file(journal)
    try journal.desk.change(from: LockedJournal.passphrase, to: next)
    let whole = try Data(contentsOf: URL(filePath: journal.paths.vaultFile))
    _ = try vault.read()
    vault.keepWords(of: former)
    try FileManager.default.removeItem(atPath: journal.paths.vaultFile)
    _ = try JournalVault.seal(Array("zqcanary".utf8), journal.paths.accountFile, of: journal.paths)
    #expect(try Data(contentsOf: URL(filePath: journal.paths.vaultFile)) == whole)
    try open.close()
  }

  /// Another recovery key makes another file as well.
  @Test func anotherRecoveryKeyHasItsWordsKept() throws {
    guard try kept() != nil else { return }
    let vault = JournalVault(journal.paths)
    let opened = try #require(try vault.opened())
    try vault.wrap(opened, to: RecoveryKey.fresh(World.chance).pair().publicKeys)
    #expect(try file(journal).recovery != nil)
    #expect(try kept()?.names(file(journal)) == true)
  }
}
