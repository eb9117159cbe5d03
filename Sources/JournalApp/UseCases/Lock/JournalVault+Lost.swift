import Glibc
import JournalSeal
import JournalStore
import Synchronization
import SystemKit

/// A vault whose file has gone, or cannot be read: the journal is sealed all the same, and is never taken for a plain one.
extension JournalVault {
  /// The vaults' files as this process has read them last, by the journal's folder.
  private static let seen = Mutex(ShortTable<String, VaultFile>())

  /// The words of files that this process has seen replaced: nothing else tells them from newer ones.
  private static let replaced = Mutex<[[UInt8]]>([])

  /// The file as this process has read it last; nil where it has not, or the journal was found to be plain since.
  var lastSeen: VaultFile? { JournalVault.seen.withLock { $0[paths.folder] } }

  /// Notes the file as it was read, unless this process has the key of the one before and that key does not vouch for it.
  func note(_ file: VaultFile) {
    if let former = lastSeen, let kept = keptHere(former.id) {
      guard kept.believes(file) else { return }
      keepWordsHere(of: file, kept)
      let (old, new) = (former.testimony, file.testimony)
      if old != new {
        JournalVault.replaced.withLock { replaced in
          replaced.removeAll { $0 == new || $0 == old }
          replaced.append(old)
        }
      }
    }
    JournalVault.seen.withLock { $0[paths.folder] = file }
  }

  /// The journal was made plain.
  func forgetFile() { JournalVault.seen.withLock { $0[paths.folder] = nil } }

  /// Whether the journal is sealed, and no file of a vault is beside it.
  var isLost: Bool {
    guard !FolderFiles.exists(paths.vaultFile) else { return false }
    switch VaultConversion.look(paths.database) {
    // A look would take SQLite's locks from this process. A vault is not removed while it has the journal open.
    case .open: return lastSeen != nil
    case .sealed: return true
    case .plain:
      forgetFile()
      return false
    case .missing:
      forgetFile()
      return hasSealedRemains
    }
  }

  /// Whether something that only a vault's key opens lies where the database is missing.
  private var hasSealedRemains: Bool {
    paths.smallFiles.contains { path in
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      var head = [UInt8](repeating: 0, count: 3)
      return Glibc.read(descriptor, &head, 3) == 3 && head == Array("CJW".utf8)
    }
  }

  /// The file; where it has gone, or is damaged, under a journal that this process has open: as it was read last.
  ///
  /// - Returns: nil where the journal is plain.
  /// - Throws: ``CommandFailure`` where the file is missing beside a sealed journal; ``VaultFailure``.
  func readOrKnown(_ glance: Glance? = nil) throws -> VaultFile? {
    let trouble: any Error
    do {
      if let file = try read(glance) { return file }
      guard isLost else { return nil }
      trouble = missing
    } catch VaultFailure.newer {
      throw VaultFailure.newer
    } catch {
      trouble = error
    }
    guard VaultConversion.isOpenHere(paths.database), let seen = lastSeen, seen.state == .sealed else { throw trouble }
    let file = newest(seen)
    do { try putBack(file) } catch {
      // What is sealed meanwhile is sealed to the same keys; the next use tries again.
    }
    return file
  }

  /// The file with the words that are kept, where a passphrase or recovery key was changed since this process looked.
  private func newest(_ file: VaultFile) -> VaultFile {
    guard let here = keptHere(file.id), let words = newestWords(of: file.id), let newer = VaultFile(testimony: words),
      newer.id == file.id, here.believes(newer), !JournalVault.replaced.withLock({ $0.contains(words) })
    else { return file }
    return newer
  }

  /// Writes the file anew: without it nothing opens the journal once its key has gone. What is damaged is kept beside it.
  private func putBack(_ file: VaultFile) throws {
    guard isOurs(file), let lock = try FileLock.take(paths.vaultLock) else { return }
    try withExtendedLifetime(lock) {
      do { if try read() != nil { return } } catch is VaultFailure {
        try SystemFile.move(paths.vaultFile, to: paths.vaultFile + ".damaged")
      }
      try write(file)
    }
  }

  /// What is said where the file is missing.
  var missing: CommandFailure {
    let copies = FolderFiles.names(in: paths.backups, prefix: "").filter { $0.hasSuffix(".vault.json") }
    let copy = copies.max().map { " One is \(paths.backups)/\($0): it opens with the passphrase of that time." } ?? ""
    return CommandFailure(
      .damaged,
      "\(paths.vaultFile) is missing. “\(paths.name)” is encrypted on the disk, and nothing opens it without that file. "
        + "Nothing was changed or removed. Put the file back from a backup of the journal’s folder.\(copy)")
  }
}
