package import CloudClient
import JournalSeal
package import JournalSync
import SystemKit

/// The keys of a sealed journal, in its folder: `keys.json`, and the ring beside it; both for their owner's eyes alone (0600).
///
/// The ring is written first: after a crash between the two the keys name an entry of its log, from which the rest follows.
/// Both are replaced only by what follows from what they are (compare and swap, under `keys.lock`).
package struct KeysFile: KeyKeeping {
  private let account: String
  private let keys: PrivateFile
  private let ring: PrivateFile
  private let lockPath: String

  /// - Parameter account: Service, container and user, as ``KeptKeys/account``.
  package init(_ paths: JournalPaths, account: String) {
    self.account = account
    lockPath = paths.keysLock
    let exposure = "who can read it can read your journal; see to it that the folder is yours, and run chmod 600 on it"
    keys = PrivateFile(path: paths.keysFile, exposure: exposure, sizeLimit: KeptKeys.maximumLength)
    ring = PrivateFile(path: paths.ringFile, exposure: exposure, sizeLimit: KeyRing.maximumLength)
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
    guard let kept = try read(), kept.account == account else { return nil }
    return HeldKeys(kept, ring: kept.ring == nil ? nil : try ring.contents())
  }

  private func read() throws -> KeptKeys? {
    guard let bytes = try keys.contents() else { return nil }
    do {
      return try KeptKeys(decoding: bytes)
    } catch SealFailure.newer {
      throw CommandFailure(
        .badFile, "The keys of this journal were written by a newer version of this program: update it.")
    } catch {
      throw CommandFailure(.badFile, "The keys of this journal (keys.json) are damaged.")
    }
  }

  package func keep(_ next: HeldKeys, over former: HeldKeys?) throws -> Bool {
    try alone {
      // Keys of another account are left alone: no other place may have them.
      if let other = try read(), other.account != account {
        throw CommandFailure(.badFile, "The keys in this journal’s folder (keys.json) belong to another account.")
      }
      // What another process has kept meanwhile is never replaced by what follows from less.
      guard try held() == former else { return false }
      if let bytes = next.ring { try ring.replace(with: bytes, isAlone: true) }
      try keys.replace(with: next.kept.encoded(), isAlone: true)
      return true
    }
  }

  /// Takes over keys whose account's server has another address now.
  func adopt(from former: String) throws {
    guard former != account, var kept = try read(), kept.account == former else { return }
    kept.account = account
    try keys.replace(with: kept.encoded())
  }

  /// Forgets the keys: this device has left, or was never let in.
  ///
  /// - Throws: ``PrivateFileError`` where one of the files cannot be removed.
  package func remove() throws {
    try alone {
      try keys.remove()
      try ring.remove()
    }
  }

  /// Runs `body` while no other process writes keys.
  private func alone<Value>(_ body: () throws -> Value) throws -> Value {
    let lock = try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.wait(lockPath) }
    return try withExtendedLifetime(lock, body)
  }
}
