import CloudClient
import JournalSeal
package import JournalSync

/// The keys of a sealed journal, in its folder: `keys.json`, and the ring beside it; both for their owner's eyes alone (0600).
///
/// The ring is written first: after a crash between the two the keys name an entry of its log, from which the rest follows.
package struct KeysFile: KeyKeeping {
  private let account: String
  private let keys: PrivateFile
  private let ring: PrivateFile

  /// - Parameter account: Service, container and user, as ``KeptKeys/account``.
  package init(_ paths: JournalPaths, account: String) {
    self.account = account
    let exposure = "who can read it can read your journal; see to it that the folder is yours, and run chmod 600 on it"
    keys = PrivateFile(path: paths.keysFile, exposure: exposure, sizeLimit: KeptKeys.maximumLength)
    ring = PrivateFile(path: paths.ringFile, exposure: exposure, sizeLimit: KeyRing.maximumLength)
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

  package func keep(_ held: HeldKeys) throws {
    // Keys of another account are left alone: no other place may have them.
    if let other = try read(), other.account != account {
      throw CommandFailure(.badFile, "The keys in this journal’s folder (keys.json) belong to another account.")
    }
    if let bytes = held.ring { try ring.replace(with: bytes) }
    try keys.replace(with: held.kept.encoded())
  }
}
