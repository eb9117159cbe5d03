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

  /// What the kernel keeps of a vault, as it was read.
  struct InKernel {
    let vault: VaultID
    let kept: KeptVault
    let found: KernelKeys.Found
  }

  /// What the kernel was found to keep while the vault's file was read: who asks for its key at once need not read it again.
  final class Glance {
    fileprivate var seen: InKernel?
  }

  /// What the kernel has of a vault; nil where it has nothing, or something of another form.
  ///
  /// - Throws: ``SystemError`` where the kernel keeps no keys.
  private static func kept(_ vault: VaultID) throws(SystemError) -> InKernel? {
    // A process that has a key writes no image of its memory.
    KernelKeys.forbidDumps()
    return try KernelKeys.reading(name(vault)) { found, bytes in
      KeptVault(bytes).map { InKernel(vault: vault, kept: $0, found: found) }
    }
  }

  /// The testimony of the file of a vault that was believed when its key was put at hand, or since; nil where it is not at hand.
  func testimony(of vault: VaultID, _ glance: Glance? = nil) -> [UInt8]? {
    if let kept = keptHere(vault) { return kept.testimony }
    do {
      let seen = try JournalVault.kept(vault)
      glance?.seen = seen
      return seen?.kept.testimony
    } catch {
      // A kernel that keeps no keys has none.
      return nil
    }
  }

  /// The key, if this process or the kernel has it; the kernel keeps it for as long again.
  ///
  /// - Parameter glance: Of the moment at which the file was read.
  /// - Throws: ``VaultFailure/forged`` for a file that was not written by a program with that key.
  func key(of file: VaultFile, _ glance: Glance? = nil) throws -> VaultKey? {
    if let kept = keptHere(file.id) {
      guard kept.believes(file) else { throw VaultFailure.forged }
      return kept.key
    }
    let seen: InKernel?
    if let known = glance?.seen, known.vault.bytes == file.id.bytes {
      seen = known
    } else {
      do { seen = try JournalVault.kept(file.id) } catch {
        // A kernel that keeps no keys has none.
        return nil
      }
    }
    guard let seen else { return nil }
    guard seen.kept.believes(file) else { throw VaultFailure.forged }
    let kept = seen.kept.believing(file)
    do {
      if !JournalVault.keepWords(kept, of: seen) { _ = try seen.found.renew(seconds: kept.seconds) }
    } catch {
      // It is at hand now; it goes when its time is over.
    }
    JournalVault.inKernel.withLock { $0[file.id] = true }
    JournalVault.known.withLock { $0[file.id] = kept }
    return kept.key
  }

  // MARK: The words that are believed

  /// Has the words of a file of the vault that was proved be those that are believed without another look, here and by the kernel:
  /// another passphrase or recovery key makes others of them. A process that is killed before leaves it to the next that proves them.
  func keepWords(of file: VaultFile) {
    if let kept = keptHere(file.id) { keepWordsHere(of: file, kept) }
    do {
      guard let seen = try JournalVault.kept(file.id), seen.kept.believes(file) else { return }
      _ = JournalVault.keepWords(seen.kept.believing(file), of: seen)
    } catch {
      // A kernel that keeps no keys has none.
    }
  }

  /// The same in this process alone.
  func keepWordsHere(of file: VaultFile, _ kept: KeptVault) {
    guard kept.key == keyHere(file.id), !kept.names(file) else { return }
    JournalVault.known.withLock { $0[file.id] = kept.believing(file) }
  }

  /// Has the kernel keep other words than it was found to keep, if it keeps any; false where nothing was to be done, or it refused.
  private static func keepWords(_ kept: KeptVault, of seen: InKernel) -> Bool {
    guard !seen.kept.testimony.isEmpty, seen.kept.testimony != kept.testimony else { return false }
    do {
      return try kept.bytes.withBytes { bytes throws(SystemError) in
        try seen.found.replace(with: bytes, seconds: kept.seconds)
      }
    } catch {
      // Without room the former words stay: each command proves the file.
      return false
    }
  }

  /// The words of a vault's file that were believed last: those that the kernel keeps for all processes, or else this one's.
  func newestWords(of vault: VaultID) -> [UInt8]? {
    do {
      if let words = try JournalVault.kept(vault)?.kept.testimony, !words.isEmpty { return words }
    } catch {
      // A kernel that keeps no keys keeps no words.
    }
    return keptHere(vault)?.testimony
  }

  // MARK: Keeping and forgetting

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
        try bytes.withBytes { bytes throws(SystemError) in
          try KernelKeys.keep(bytes, as: JournalVault.name(file.id), seconds: seconds)
        }
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
      guard let seen = try JournalVault.kept(file.id) else { return false }
      return try seen.found.renew(seconds: seen.kept.seconds)
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
    do { return try KernelKeys.find(JournalVault.name(file.id)) == nil } catch { return false }
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
