import CloudClient
import Glibc
import JournalSeal
import JournalStore
import JournalSync
import SystemKit

/// Encrypting a journal on the disk: setting a vault up, locking, unlocking, another passphrase, and making it plain again.
package struct LockDesk: Sendable {
  /// Where the journal is.
  let paths: JournalPaths
  /// Told of each step, for tests.
  var step: @Sendable (String) throws -> Void = { _ in }

  /// How long the key is kept unless another time is given: eight hours, from the last use on.
  package static let usualTime: UInt32 = 8 * 3600
  /// The shortest passphrase, in characters.
  package static let shortest = 8

  package init(_ paths: JournalPaths) { self.paths = paths }

  private var vault: JournalVault { JournalVault(paths) }

  // MARK: Setting up

  /// Refuses a passphrase that is easily guessed by its length alone.
  ///
  /// - Throws: ``CommandFailure``.
  package static func check(_ passphrase: Passphrase) throws {
    guard passphrase.length >= shortest else {
      throw CommandFailure(
        .invalidInput, "The passphrase is too short: \(shortest) characters or more, better four words.")
    }
  }

  /// Refuses what a vault does not hold yet, before a passphrase is asked for.
  ///
  /// - Throws: ``CommandFailure`` with the reason and the way out.
  package func requireReady() throws {
    guard FolderFiles.exists(paths.database) else {
      throw CommandFailure(.notFound, "There is no journal at \(paths.folder).")
    }
    if paths.isInVault {
      _ = try vault.readOrKnown()
      throw CommandFailure(.exists, "“\(paths.name)” is encrypted on the disk already. Lock it with: cloudjournal lock")
    }
    guard FolderFiles.names(in: paths.guestFolder, prefix: "").isEmpty else {
      throw CommandFailure(
        .invalidInput,
        "What others share with you lies beside the journal, and cannot be encrypted with it yet. “cloudjournal share list” "
          + "says what it is; leave it first: cloudjournal share leave ENTRY")
    }
    try vault.beside.requireOurs()
  }

  /// Encrypts the journal under a passphrase, and has it unlocked for a time; no other program may have it open.
  ///
  /// - Parameter seconds: How long from its last use; 0: in this process alone.
  /// - Returns: Whether the kernel keeps the key.
  /// - Throws: ``CommandFailure``, ``StoreError`` or ``VaultFailure``; the journal is plain then, or sealed as a whole.
  @discardableResult
  package func setUp(passphrase: Passphrase, seconds: UInt32 = usualTime) throws -> Bool {
    try LockDesk.check(passphrase)
    try requireReady()
    return try vault.alone {
      try requireReady()
      let key = VaultKey.fresh(World.chance)
      var file = try VaultFile(key: key, passphrase: passphrase.secret, random: World.chance)
      if let recovery = try accountRecovery() { try file.wrap(key, to: recovery, wrapping: HybridWrapping()) }
      try vault.write(file)
      try step("making")
      let conversion = vault.conversion(from: nil, to: key.pages(of: file.id))
      do {
        try conversion.run(World.storeEnvironment()) { exchange in
          try step("copied")
          try vault.beside.writeCopies(from: nil, to: JournalVault.Opened(file: file, key: key))
          try step("pictures")
          file.state = .switching
          try vault.write(file)
          try step("switching")
          try exchange()
          try step("exchanged")
        }
        try vault.beside.takePlaces()
        try step("placed")
      } catch {
        if file.state == .making {
          try conversion.removeCopy()
          try vault.beside.removeCopies()
          try vault.removeFile()
        }
        throw error
      }
      file.state = .sealed
      try vault.write(file)
      try step("sealed")
      vault.beside.forgetDrawings()
      return vault.keep(key, of: file, seconds: seconds)
    }
  }

  /// Copies of the journal that were made before it was encrypted.
  package var plainCopies: [String] {
    let database = paths.database.split(separator: "/").last.map(String.init) ?? paths.database
    let beside = FolderFiles.names(in: paths.folder, prefix: database + ".").map { "\(paths.folder)/\($0)" }
    let backups = FolderFiles.names(in: paths.backups, prefix: "").map { "\(paths.backups)/\($0)" }
    return (beside + backups).filter { path in
      // Asked of copies only, which no process has open.
      do { return try !path.hasSuffix(".copy") && VaultConversion.isSealed(path) == false } catch {
        // What cannot be read is not known to be a copy.
        return false
      }
    }
  }

  /// What is said of ``plainCopies`` where the journal is encrypted; nil where there are none.
  package var plainCopyWords: String? {
    let copies = plainCopies
    guard let first = copies.first else { return nil }
    return
      (copies.count == 1
      ? "1 copy of before is not encrypted: \(first)."
      : "\(copies.count) copies of before are not encrypted, such as \(first).")
      + " Remove what you do not need, or keep it elsewhere."
  }

  /// Removes copies for good.
  ///
  /// - Throws: ``CommandFailure`` about the first that cannot be removed.
  package func remove(_ copies: [String]) throws {
    for path in copies {
      try WholeFile.saying("cannot be removed") { () throws(SystemError) in try SystemFile.remove(path) }
    }
  }

  // MARK: Locking and unlocking

  /// Whether the journal is in a vault whose key is not at hand.
  ///
  /// - Throws: ``VaultFailure`` where the vault's file cannot be used.
  package func isLocked() throws -> Bool {
    guard paths.isInVault, let file = try vault.settled() else { return false }
    return try vault.key(of: file) == nil
  }

  /// Waits for a program that encrypts or decrypts the journal at this moment.
  ///
  /// - Parameter waiting: Called before it waits.
  /// - Returns: Whether there was one.
  /// - Throws: ``CommandFailure`` where the lock cannot be looked at.
  @discardableResult
  package func waitForConversion(_ waiting: () -> Void) throws -> Bool {
    guard FolderFiles.exists(paths.vaultFile), FolderFiles.exists(paths.vaultLock) else { return false }
    let free = try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.take(paths.vaultLock) }
    guard free == nil else { return false }
    waiting()
    _ = try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.wait(paths.vaultLock) }
    return true
  }

  /// Whether another program has the journal open, and so its key, some seconds after it was locked: screens close it.
  package func staysOpenElsewhere() -> Bool {
    let end = MonotonicClock.milliseconds + 3000
    while VaultConversion.isOpenElsewhere(paths.database) {
      guard MonotonicClock.milliseconds < end else { return true }
      poll(nil, 0, 20)
    }
    return false
  }

  /// Has the key at hand, in this process and for a time in all of the person's.
  ///
  /// - Returns: Whether the kernel keeps it; where it does not, each command asks.
  /// - Throws: ``VaultFailure``, or ``CommandFailure`` where there is no vault.
  @discardableResult
  package func unlock(passphrase: Passphrase, for time: KeptTime = .seconds(usualTime)) throws -> Bool {
    let file = try present()
    let key = try file.key(passphrase: passphrase.secret)
    guard let opened = try vault.opened(file, key) else { throw notInVault }
    return vault.keep(key, of: opened.file, time)
  }

  /// The same by the recovery key of the journal's account.
  ///
  /// - Throws: ``CommandFailure`` where it is mistyped, another one, or none opens the vault; ``VaultFailure``.
  @discardableResult
  package func unlock(recovery typed: Passphrase, for time: KeptTime = .seconds(usualTime)) throws -> Bool {
    let file = try present()
    let key = try key(of: file, recovery: typed)
    guard let opened = try vault.opened(file, key) else { throw notInVault }
    return vault.keep(key, of: opened.file, time)
  }

  /// Whether what was typed is merely not the passphrase, and another one may be.
  package static func isWrongPassphrase(_ error: any Error) -> Bool { error as? VaultFailure == .wrongPassphrase }

  /// Refuses what does not open the vault; nothing is unlocked.
  ///
  /// - Parameter isRecovery: Whether the recovery key was typed in the place of the passphrase.
  /// - Throws: ``VaultFailure``, or ``CommandFailure``.
  package func verify(_ typed: Passphrase, isRecovery: Bool) throws {
    let file = try present()
    _ = try isRecovery ? key(of: file, recovery: typed) : file.key(passphrase: typed.secret)
  }

  private func key(of file: VaultFile, recovery typed: Passphrase) throws -> VaultKey {
    guard file.recovery != nil else { throw noRecovery }
    let pair: KeyPair
    do { pair = try RecoveryKey(typed: typed.text).pair() } catch let mistake as RecoveryKey.Mistake {
      throw CommandFailure(.invalidInput, KeyWords.sentence(mistake))
    }
    do { return try file.key(recovery: pair, wrapping: HybridWrapping()) } catch {
      throw CommandFailure(.locked, "That is not the recovery key of this journal.")
    }
  }

  private var noRecovery: CommandFailure {
    CommandFailure(
      .invalidInput,
      "No recovery key opens “\(paths.name)”: it has had no account with one since it was encrypted on the disk.")
  }

  /// Refuses a vault that no recovery key opens, before one is asked for.
  ///
  /// - Throws: ``CommandFailure``, ``VaultFailure``.
  package func requireRecovery() throws { if try !hasRecovery() { throw noRecovery } }

  /// The recovery key in force of the journal's account, as far as it is known here; to be asked before there is a vault.
  private func accountRecovery() throws -> PublicKeys? {
    guard let settings = try paths.account.read(), let held = try KeysFile(paths, settings)?.held() else { return nil }
    return held.recovery
  }

  /// Whether a recovery key opens the vault.
  func hasRecovery() throws -> Bool { try vault.settled()?.recovery != nil }

  /// Has the key go, and screens that show the journal close it; false where it was not at hand.
  ///
  /// - Throws: ``CommandFailure`` where there is no vault, ``VaultFailure``.
  package func lock() throws -> Bool {
    let wasAtHand = vault.forget(try idInForce())
    AssetVault.clearScratch(paths)
    tell()
    return wasAtHand
  }

  /// Has the key go from the kernel; this process keeps it until it has closed the journal, and locks it then.
  func revoke() throws { _ = vault.revoke(try idInForce()) }

  /// The vault whose key this process has: a file that another program has put in since does not keep it from being locked.
  private func idInForce() throws -> VaultID {
    if let known = vault.lastSeen, vault.keyHere(known.id) != nil { return known.id }
    return try present().id
  }

  /// Has this process not have the key any more, which another program has had go, or which is another journal's by now.
  func leave() {
    AssetVault.clearScratch(paths)
    vault.leave()
  }

  private func tell() {
    do throws(SystemError) { try SystemFile.replace(paths.lockNotice, with: []) } catch {
      // A screen that does not hear of it goes on; “lock” says so where it was typed.
    }
  }

  /// Refuses a journal that is plain on the disk, before a passphrase is asked for.
  ///
  /// - Throws: ``CommandFailure``.
  package func requireEncrypted() throws {
    guard paths.isInVault else { throw notInVault }
  }

  private func present() throws -> VaultFile {
    guard let file = try vault.settled() else { throw notInVault }
    return file
  }

  private var notInVault: CommandFailure {
    CommandFailure(
      .invalidInput, "“\(paths.name)” is not encrypted on the disk. Encrypt it with: cloudjournal lock --set-up")
  }

  // MARK: Changing and removing

  /// Puts another passphrase in the place of the present one.
  ///
  /// - Parameter isRecovery: Whether `present` is the recovery key instead.
  /// - Throws: ``VaultFailure`` where the present one is wrong; ``CommandFailure``.
  package func change(from present: Passphrase, to next: Passphrase, isRecovery: Bool = false) throws {
    try LockDesk.check(next)
    _ = try self.present()
    try vault.alone {
      guard var file = try vault.read() else { throw notInVault }
      let key = try isRecovery ? self.key(of: file, recovery: present) : file.key(passphrase: present.secret)
      try file.change(to: next.secret, key: key, random: World.chance)
      try step("proved")
      try vault.write(file)
      try step("written")
      vault.keepWords(of: file)
      try step("kept")
    }
  }

  /// Makes the journal plain again; no other program may have it open. What was written while it was locked is to be taken in
  /// before, by opening the journal.
  ///
  /// - Throws: ``CommandFailure``, ``StoreError`` or ``VaultFailure``; the journal is sealed then, or plain as a whole.
  package func remove(passphrase: Passphrase) throws {
    try unlock(passphrase: passphrase)
    try vault.alone {
      guard var file = try vault.read() else { throw notInVault }
      let key = try file.key(passphrase: passphrase.secret)
      guard Inbox(paths).notes.isEmpty else {
        throw CommandFailure(
          .invalidInput,
          "Something that was written while “\(paths.name)” was locked could not be taken in. See: cloudjournal doctor")
      }
      file.set(.removing, with: key)
      try vault.write(file)
      try step("removing")
      let conversion = vault.conversion(from: key.pages(of: file.id), to: nil)
      var isExchanged = false
      do {
        try conversion.run(World.storeEnvironment()) { exchange in
          try step("copied")
          try vault.beside.writeCopies(from: JournalVault.Opened(file: file, key: key), to: nil)
          try step("pictures")
          try exchange()
          isExchanged = true
          try step("exchanged")
        }
        try vault.beside.takePlaces()
        try step("placed")
        try UnsavedCopies(paths).makePlain(JournalVault.Opened(file: file, key: key))
      } catch {
        if !isExchanged {
          try conversion.removeCopy()
          try vault.beside.removeCopies()
          file.set(.sealed, with: key)
          try vault.write(file)
        }
        throw error
      }
      try vault.removeFile()
      Inbox(paths).removeFolder()
      unlink(paths.lockNotice)
      _ = vault.forget(file.id)
    }
  }
}
