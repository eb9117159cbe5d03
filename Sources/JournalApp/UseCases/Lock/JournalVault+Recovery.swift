import CloudClient
import Glibc
import JournalSeal
import JournalStore
import JournalSync
import SystemKit

/// The recovery key of a vault follows that of the journal's account.
extension JournalVault {
  /// Notes that the keys of the account are about to be kept anew: a process that is killed between the two would leave the
  /// former recovery key to open the vault.
  func noteWrap() throws {
    let path = wrapNotice
    try WholeFile.saying("cannot be written") { () throws(SystemError) in try SystemFile.replace(path, with: []) }
  }

  /// There while the recovery key of the vault may be another than the account's.
  var wrapNotice: String { paths.folder + "/vault.rewrap" }

  /// Ends what processes that were killed have left beside a journal that was opened just now, and has its key kept for as long as
  /// it is set in it.
  func tidy(_ opened: Opened?, _ store: JournalStore) {
    guard let opened else { return }
    AssetVault.clearScratch(paths)
    tell(opened, store)
    if !store.isReadOnly { endWrap(opened) }
  }

  /// Wraps the key to the recovery key of the account where a process was killed before it did; else it is tried again with the
  /// next opening, and “doctor” tells of it.
  func endWrap(_ opened: Opened?) {
    guard let opened, FolderFiles.exists(wrapNotice) else { return }
    do {
      if let settings = try paths.account.read(), let held = try KeysFile(paths, settings)?.held(),
        held.kept.state == .ready, let recovery = held.recovery
      {
        try wrap(opened, to: recovery)
      }
      unlink(wrapNotice)
    } catch {
      // The journal can be read all the same.
    }
  }

  /// Wraps the key to a recovery key, in the place of the former one.
  func wrap(_ opened: Opened, to recovery: PublicKeys) throws {
    let lock = try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.wait(paths.vaultLock) }
    try withExtendedLifetime(lock) {
      guard var file = try read(), file.id == opened.file.id, file.state == .sealed else { return }
      // Another program may have put its own key for what is written while the journal is locked into the file.
      guard file.isGenuine(opened.key) else { throw VaultFailure.forged }
      try file.wrap(opened.key, to: recovery, wrapping: HybridWrapping())
      try write(file)
      keepWords(of: file)
    }
  }
}
