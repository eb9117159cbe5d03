import Encodings
import Foundation
import JournalCore
import JournalSeal
import SealKit
import Testing

@testable import JournalApp

/// A `vault.json` that another program has written, which does not have the vault's key.
@Suite struct ForgedVaultTests {
  private let journal: LockedJournal
  private let genuine: Data

  init() throws {
    journal = try LockedJournal()
    try journal.write("zqcanary one")
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    genuine = try Data(contentsOf: URL(filePath: journal.paths.vaultFile))
  }

  private func put(_ bytes: Data) throws { try bytes.write(to: URL(filePath: journal.paths.vaultFile)) }

  /// Runs a body that has to say that the file was changed.
  private func isRefused(_ body: () throws -> Void) {
    do {
      try body()
      Issue.record("a forged file was believed")
    } catch {
      #expect(CommandFailure(error).sentence == VaultFailure.forged.description, "\(error)")
    }
  }

  /// The genuine file with some of its values changed, and a check that fits, which needs no key.
  private func forged(_ changes: [String: String]) throws -> Data {
    var form = try #require(try JSONSerialization.jsonObject(with: genuine) as? [String: Any])
    for (name, value) in changes { form[name] = value }
    func digits(_ name: String, in form: [String: Any]) throws -> [UInt8] {
      let digits = Array(try #require(form[name] as? String).utf8).compactMap { Hexadecimal.value($0) }
      return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
    let kdf = try #require(form["kdf"] as? [String: Any])
    let state = try #require((form["state"] as? String).flatMap(VaultFile.State.init(rawValue:)))
    let stage = try #require(VaultFile.State.allCases.firstIndex(of: state))
    let ln = try #require(kdf["ln"] as? Int)
    let cost = UInt8(ln)
    let capture = try #require(form["capture"] as? String)
    // As docs/vault.md has it, without a recovery key.
    let isGoing: UInt8 = state == .removing ? 1 : 0
    var proved: [UInt8] = [1] + (try digits("vault", in: form)) + [isGoing, cost]
    proved += try digits("salt", in: kdf) + digits("wrapped", in: form) + [0, 0, 0, 0, 1]
    proved += try #require(Base64.decode(capture.utf8))
    let bytes = Array("cloudjournal/vault-check/1".utf8) + [0, UInt8(stage)] + proved + (try digits("proof", in: form))
    form["check"] = Hexadecimal.text(Array(Sample.digest(of: bytes).prefix(8)))
    return try JSONSerialization.data(withJSONObject: form, options: [.sortedKeys, .withoutEscapingSlashes])
  }

  /// Beside the key lie the words of the file that was believed; what an older program kept has the key alone.
  @Test func whatTheKernelKeepsSaysWhichFileWasBelieved() throws {
    let file = try VaultFile(decoding: [UInt8](genuine))
    let key = try file.key(passphrase: LockedJournal.passphrase.secret)
    let kept = try #require(KeptVault(KeptVault(key, of: file, seconds: 600).bytes))
    #expect(kept.key == key && kept.seconds == 600 && kept.testimony == file.testimony && kept.believes(file))
    #expect(kept.key.pageSecret == VaultKey(key.secret.copied)?.pageSecret)
    let older = try #require(KeptVault(kept.short))
    #expect(older.key == key && older.seconds == 600 && older.testimony.isEmpty && older.believes(file))
    for count in [0, 35, 37, 69] { #expect(KeptVault(SecretBytes([UInt8](repeating: 1, count: count))) == nil) }
    // A form to come is none that is known here.
    #expect(KeptVault(SecretBytes([2] + kept.bytes.copied.dropFirst())) == nil)
    let capture = Base64.text([UInt8](repeating: 1, count: CaptureKey.publicLength))
    let theirs = try VaultFile(decoding: [UInt8](try forged(["capture": capture])))
    #expect(!kept.believes(theirs) && !older.believes(theirs))
  }

  @Test func anotherKeyUnderThePassphraseOfTheirsOpensNothing() throws {
    let other = try #require(VaultKey([UInt8](repeating: 6, count: 32)))
    var theirs = try VaultFile(decoding: [UInt8](genuine))
    try theirs.change(to: "zqtheir own words", cost: 15, key: other, random: seeded(13))
    _ = try journal.titles()
    try put(Data(theirs.encoded))
    // This process has the key, and the kernel.
    isRefused { _ = try journal.open() }
    isRefused { _ = try journal.desk.isLocked() }
    isRefused { _ = try JournalVault.seal(Array("zqcanary".utf8), journal.paths.accountFile, of: journal.paths) }
    _ = try journal.desk.lock()
    #expect(throws: VaultFailure.wrongPassphrase) { try journal.desk.unlock(passphrase: LockedJournal.passphrase) }
    // Who types theirs has a key that opens no page.
    try journal.desk.unlock(passphrase: "zqtheir own words")
    #expect(throws: (any Error).self) { try journal.titles() }
    _ = try journal.desk.lock()
    try put(genuine)
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    #expect(try journal.titles() == ["zqcanary one"])
    #expect(try journal.filesWithWords() == [])
  }

  @Test func anotherPublicKeyIsSaidWhereItIsUnlocked() throws {
    let theirs = try #require(VaultKey([UInt8](repeating: 6, count: 32))).capture()
    _ = try journal.desk.lock()
    try put(try forged(["capture": Base64.text(theirs.publicKey)]))
    // Without the key it cannot be told, and is not.
    try LockedCapture(journal.paths).write(NewEntry(text: "written meanwhile"))
    isRefused { try journal.desk.unlock(passphrase: LockedJournal.passphrase) }
    #expect(throws: CommandFailure.self) { try journal.titles() }
    try put(genuine)
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    // What was sealed to theirs cannot be opened here; it stays, and is told.
    #expect(try journal.titles() == ["zqcanary one"])
    let open = try journal.open()
    #expect(try open.checkup(repairs: false).problems.contains { $0.contains("cannot be opened") })
    try open.close()
  }

  /// Copies of unsaved words are sealed to the key of the process that writes them, whatever the file says.
  @Test func whoHasTheKeySealsToNoOther() throws {
    let theirs = try #require(VaultKey([UInt8](repeating: 6, count: 32))).capture()
    let open = try journal.open()
    try put(try forged(["capture": Base64.text(theirs.publicKey)]))
    let sealed = try JournalVault.sealed(Array("zqcanary".utf8), of: journal.paths)
    let id = try VaultFile(decoding: [UInt8](genuine)).id
    #expect(throws: SealFailure.self) { try theirs.open(sealed, of: id) }
    try put(genuine)
    #expect(try JournalVault.opened(sealed, of: journal.paths) == Array("zqcanary".utf8))
    try open.close()
  }

  @Test func aRemovalThatNoOneBeganIsRefused() throws {
    _ = try journal.desk.lock()
    try put(try forged(["state": "removing"]))
    isRefused { try journal.desk.unlock(passphrase: LockedJournal.passphrase) }
    #expect(throws: CommandFailure.self) { try journal.titles() }
    #expect(journal.paths.isInVault)
    try put(genuine)
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    #expect(try journal.titles() == ["zqcanary one"])
  }

  /// A file with another name of a vault, or of a version to come, does not keep the key from going.
  @Test(arguments: ["vault", "version"]) func whoHasTheKeyCanLockWhateverTheFileSays(_ what: String) throws {
    let open = try journal.open()
    try put(what == "vault" ? try forged(["vault": String(repeating: "7", count: 32)]) : Data(#"{"version":2}"#.utf8))
    #expect(try journal.desk.lock())
    try open.close()
    try put(genuine)
    #expect(try journal.desk.isLocked())
    #expect(throws: CommandFailure.self) { try journal.titles() }
  }
}
