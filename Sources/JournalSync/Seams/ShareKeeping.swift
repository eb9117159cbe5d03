package import CloudRecord
package import JournalSeal
package import SyncCore

/// Where the rings of shares are kept that a journal's records may be sealed in. Methods block.
package protocol ShareKeeping: Sendable {
  /// Whether the journal holds what another person shares; otherwise the shares are this person's own.
  var isGuest: Bool { get }
  /// This person's identities, oldest first; none where this device is not in the account's ring.
  ///
  /// - Throws: The error of the disk, or of keys that cannot be read.
  func identities() throws -> [KeyPair]
  /// What was taken last, of all shares.
  ///
  /// - Throws: The error of the disk.
  func kept() throws -> [KeptShare]
  /// Keeps a ring in place of the one of the same share; it is on the disk on return.
  ///
  /// - Throws: The error of the disk.
  func keep(_ share: KeptShare) throws
  /// The records with rings that the server has, as it told them last.
  ///
  /// - Throws: The error of the disk.
  func shown() throws -> [Record]
  /// Whether that is all of them: of what the server had before, nothing is left to be read again.
  ///
  /// - Throws: The error of the disk.
  func isShownWhole() throws -> Bool
}

extension ShareKeeping {
  /// It is, for a keeper that forgets nothing.
  package func isShownWhole() throws -> Bool { true }
}

/// What an engine needs of shares: where their rings are kept, and who is told what they seal.
package struct ShareRound: Sendable {
  let keeper: any ShareKeeping
  /// Told what seals and opens from each change on.
  let learnt: @Sendable (Sealing) -> Void

  package init(_ keeper: any ShareKeeping, learnt: @escaping @Sendable (Sealing) -> Void = { _ in }) {
    (self.keeper, self.learnt) = (keeper, learnt)
  }
}
