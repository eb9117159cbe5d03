import Glibc
import JournalSeal
import JournalStore
import Synchronization
import SystemKit

/// The key of a vault, while this process or the kernel has it.
extension JournalVault {
  /// Keys that were unlocked in this process.
  private static let known = Mutex(ShortTable<VaultID, KeptVault>())
  /// Those of them that the kernel has, or had.
  private static let inKernel = Mutex(ShortTable<VaultID, Bool>())

  private static func name(_ vault: VaultID) -> String { "cloudjournal:\(vault)" }

  /// Whether a file of the vault is what a program with the key wrote, as far as this process has the key.
  func isOurs(_ file: VaultFile) -> Bool { keptHere(file.id)?.believes(file) ?? false }

  /// What this process has of a vault.
  func keptHere(_ vault: VaultID) -> KeptVault? { JournalVault.known.withLock { $0[vault] } }

  /// What the kernel has of a vault; nil where it has nothing, or something of another form.
  ///
  /// - Throws: ``SystemError`` where the kernel keeps no keys.
  private static func kept(_ vault: VaultID) throws(SystemError) -> KeptVault? {
    // A process that has a key writes no image of its memory.
    KernelKeys.forbidDumps()
    return try KernelKeys.bytes(name(vault), limit: 2 * VaultFile.maximumLength).flatMap { KeptVault($0) }
  }

  /// The testimony of the file of a vault that was believed when its key was put at hand; nil where it is not at hand.
  func testimony(of vault: VaultID) -> [UInt8]? {
    if let kept = keptHere(vault) { return kept.testimony }
    do { return try JournalVault.kept(vault)?.testimony } catch {
      // A kernel that keeps no keys has none.
      return nil
    }
  }

  /// The key, if this process or the kernel has it; the kernel keeps it for as long again.
  ///
  /// - Throws: ``VaultFailure/forged`` for a file that was not written by a program with that key.
  func key(of file: VaultFile) throws -> VaultKey? {
    if let kept = keptHere(file.id) {
      guard kept.believes(file) else { throw VaultFailure.forged }
      return kept.key
    }
    let found: KeptVault?
    do { found = try JournalVault.kept(file.id) } catch {
      // A kernel that keeps no keys has none.
      return nil
    }
    guard let kept = found else { return nil }
    guard kept.believes(file) else { throw VaultFailure.forged }
    do { _ = try KernelKeys.renew(JournalVault.name(file.id), seconds: kept.seconds) } catch {
      // It is at hand now; it goes when its time is over.
    }
    JournalVault.inKernel.withLock { $0[file.id] = true }
    JournalVault.known.withLock { $0[file.id] = kept }
    return kept.key
  }

  /// Has the key at hand in this process, and in all of the person's for a time.
  ///
  /// - Parameters:
  ///   - file: The vault's, which was found genuine.
  ///   - seconds: 0: it is kept here alone.
  /// - Returns: Whether the kernel keeps it.
  func keep(_ key: VaultKey, of file: VaultFile, seconds: UInt32) -> Bool {
    KernelKeys.forbidDumps()
    let kept = KeptVault(key, of: file, seconds: seconds)
    JournalVault.known.withLock { $0[file.id] = kept }
    guard seconds > 0 else { return false }
    // What a user's keys may take together is little (keyrings(7)): then the key is kept alone.
    for bytes in [kept.bytes, kept.short] {
      do {
        try KernelKeys.keep(bytes, as: JournalVault.name(file.id), seconds: seconds)
        JournalVault.inKernel.withLock { $0[file.id] = true }
        return true
      } catch {
        // Without any room each command asks; the person is told.
      }
    }
    return false
  }

  /// The key, if this process has it.
  func keyHere(_ vault: VaultID) -> VaultKey? { keptHere(vault)?.key }

  /// Has the kernel not keep the key any more, which this process has: the journal stays open here, and is not locked for that.
  func withhold(_ vault: VaultID) {
    JournalVault.inKernel.withLock { $0[vault] = nil }
    _ = revoke(vault)
  }

  /// Has this process not have the key any more, which the kernel keeps as long as it does: the journal was left.
  func leave() {
    guard let file = lastSeen else { return }
    JournalVault.known.withLock { $0[file.id] = nil }
    forgetPages(file.id)
  }

  /// SQLite may open another file of a journal that is open.
  private func forgetPages(_ vault: VaultID) {
    if !VaultConversion.isOpenHere(paths.database) { VaultConversion.forget(vault) }
  }

  /// Has the kernel keep the key for as long again; false where it had it, and has it no more: its time is over, or it was
  /// locked.
  func renew() -> Bool {
    guard let file = lastSeen, JournalVault.inKernel.withLock({ $0[file.id] != nil }) else { return true }
    do {
      guard let kept = try JournalVault.kept(file.id) else { return false }
      return try KernelKeys.renew(JournalVault.name(file.id), seconds: kept.seconds)
    } catch {
      // A kernel that keeps no keys has ended none.
      return true
    }
  }

  /// Whether the kernel has the key, or had it in this process's time.
  var isInKernel: Bool { lastSeen.map { file in JournalVault.inKernel.withLock { $0[file.id] != nil } } ?? false }

  /// Whether the kernel had the key, and has it no more.
  var isKeyGone: Bool {
    guard let file = lastSeen, JournalVault.inKernel.withLock({ $0[file.id] != nil }) else { return false }
    do { return try KernelKeys.bytes(JournalVault.name(file.id)) == nil } catch { return false }
  }

  /// Has the key go, here and from the kernel; false where the kernel had none.
  func forget(_ vault: VaultID) -> Bool {
    let wasHere = JournalVault.known.withLock { known in
      defer { known[vault] = nil }
      return known[vault] != nil
    }
    forgetPages(vault)
    return revoke(vault) || wasHere
  }

  /// Has the key go from the kernel; false where that had none.
  func revoke(_ vault: VaultID) -> Bool {
    do { return try KernelKeys.revoke(JournalVault.name(vault)) } catch {
      // A kernel that keeps no keys has none to revoke.
      return false
    }
  }
}
