package import CloudClient
package import JournalSeal
package import JournalSync
import SystemKit

/// The keys of a sealed journal, in its folder: `keys.json`, and the ring beside it; both for their owner's eyes alone (0600).
///
/// The ring is written first: after a crash between the two the keys name an entry of its log, from which the rest follows.
/// Both are replaced only by what follows from what they are (compare and swap, under `keys.lock`).
package struct KeysFile: KeyKeeping {
  private let account: String
  /// How the account was named at its server's former address, while a sign-in at another one is not decided; nil otherwise.
  private let formerly: String?
  private let keys: PrivateFile
  private let ring: PrivateFile
  private let lockPath: String
  let paths: JournalPaths

  /// - Parameters:
  ///   - account: Service, container and user, as ``KeptKeys/account``.
  ///   - formerly: As `account`, at the server's former address: the keys keep that name until ``adopt()``, so that a sign-in
  ///     that comes to nothing leaves them where they belong.
  package init(_ paths: JournalPaths, account: String, formerly: String? = nil) {
    (self.account, self.formerly) = (account, formerly)
    (self.paths, lockPath) = (paths, paths.keysLock)
    let exposure = "who can read it can read your journal; see to it that the folder is yours, and run chmod 600 on it"
    let seal = JournalVault.fileSeal(paths)
    keys = PrivateFile(path: paths.keysFile, exposure: exposure, sizeLimit: KeptKeys.maximumLength, seal: seal)
    ring = PrivateFile(path: paths.ringFile, exposure: exposure, sizeLimit: KeyRing.maximumLength, seal: seal)
  }

  /// The keys of the account that a journal was signed in to last; nil where it never was.
  package init?(_ paths: JournalPaths, _ settings: AccountSettings) {
    guard let user = settings.userRecordName else { return nil }
    self.init(paths, account: KeysFile.account(settings, user: user))
  }

  /// How keys name their account.
  static func account(_ settings: AccountSettings, user: String) -> String {
    "\(settings.service) \(settings.container) \(user)"
  }

  package func held() throws -> HeldKeys? {
    guard var kept = try read(), isOurs(kept) else { return nil }
    // Which of its names the account has in the file is this type's business alone.
    (kept.account, kept.accountBefore) = (account, nil)
    return HeldKeys(kept, ring: kept.ring == nil ? nil : try ring.contents())
  }

  /// Whether the keys are the account's, by either of its names.
  private func isOurs(_ kept: KeptKeys) -> Bool {
    let names = [account, formerly].compactMap(\.self)
    return names.contains(kept.account) || kept.accountBefore.map { names.contains($0) } ?? false
  }

  private func read() throws -> KeptKeys? {
    guard let bytes = try keys.contents() else { return nil }
    do {
      return try KeptKeys(decoding: bytes)
    } catch SealFailure.newer {
      throw CommandFailure(
        .badFile, "The keys of this journal were written by a newer version of this program: update it.")
    } catch {
      throw CommandFailure(
        .badFile,
        "The keys of this journal (keys.json) are damaged. Put keys.json and ring back from one backup, or run "
          + "“cloudjournal account keys --begin-again” to be let in again.")
    }
  }

  package func keep(_ next: HeldKeys, over former: HeldKeys?) throws -> Bool {
    try alone {
      // Keys of another account are left alone: no other place may have them.
      let there = try read()
      if let there, !isOurs(there) {
        throw KeysFile.anothers
      }
      // What another process has kept meanwhile is never replaced by what follows from less.
      guard try held() == former else { return false }
      var kept = next.kept
      if let there, formerly != nil || there.account != account {
        (kept.account, kept.accountBefore) = (there.account, there.accountBefore)
      } else if let formerly {
        kept.account = formerly
      }
      if let bytes = next.ring { try ring.replace(with: bytes, isAlone: true) }
      try keys.replace(with: kept.encoded(), isAlone: true)
      return true
    }
  }

  /// Gives the keys their account's name at its server's new address: the sign-in there is decided.
  ///
  /// Until the account's settings say the same, they are found by the former name as well.
  ///
  /// - Throws: ``PrivateFileError`` where the file cannot be written.
  package func adopt() throws {
    try alone {
      guard let formerly, var kept = try read(), kept.account == formerly else { return }
      (kept.account, kept.accountBefore) = (account, formerly)
      try keys.replace(with: kept.encoded(), isAlone: true)
    }
  }

  /// Puts keys and ring aside for a person who begins with other ones; what they can open, they open from now on as well.
  ///
  /// The files are beside the new ones, with `.former-1` and so on behind their names.
  ///
  /// - Parameter device: The keys with which this computer asks to be let in.
  /// - Throws: ``PrivateFileError`` where that cannot be written; the former keys are in force then.
  package func beginAgain(as device: DeviceKeys) throws {
    try alone {
      let number = (1...).first { !FolderFiles.exists("\(keys.path).former-\($0)") } ?? 1
      for file in [keys, ring] {
        if let bytes = try file.contents() { try file.beside("former-\(number)").replace(with: bytes) }
      }
      let former: KeptKeys?
      do { former = try read() } catch {
        // What cannot be read is aside, for a person to put right.
        former = nil
      }
      if let former, !isOurs(former) { throw KeysFile.anothers }
      var kept = KeptKeys(account: account, device: device, state: .waiting)
      kept.formerKeys = (former?.formerKeys ?? []) + (former?.ring?.keys.all ?? [])
      try keys.replace(with: kept.encoded(), isAlone: true)
      try ring.remove()
    }
  }

  /// Tells the process that synchronises the journal to look at its keys, and at those of what it shares: it watches for files that
  /// are named like this one.
  ///
  /// - Throws: ``PrivateFileError`` where the folder cannot be written.
  func nudge() throws {
    let notice = keys.beside("look")
    try notice.replace(with: [])
    try notice.remove()
  }

  private static let anothers = CommandFailure(
    .badFile, "The keys in this journal’s folder (keys.json) belong to another account.")

  /// The files that were put aside.
  static func former(_ paths: JournalPaths) -> [String] {
    [paths.keysFile, paths.ringFile].flatMap { path in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return FolderFiles.names(in: paths.folder, prefix: name + ".former-").map { "\(paths.folder)/\($0)" }
    }
  }

  /// Forgets the keys: this device has left, or was never let in.
  ///
  /// - Throws: ``PrivateFileError`` where one of the files cannot be removed.
  package func remove() throws {
    try alone {
      try keys.remove()
      try ring.remove()
      for path in KeysFile.former(paths) { try keys.at(path).remove() }
    }
  }

  /// Runs `body` while no other process writes keys.
  private func alone<Value>(_ body: () throws -> Value) throws -> Value {
    let lock = try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.wait(lockPath) }
    return try withExtendedLifetime(lock, body)
  }
}
