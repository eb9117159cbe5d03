import CloudRecord
import SyncCore

/// An engine's looks at the rings of shares.
struct ShareLook {
  private let round: ShareRound
  /// Whether it was seen to that each record is under the key of its share.
  private var hasSorted = false

  init(_ round: ShareRound) { self.round = round }

  /// What is in force, by what the server told last.
  ///
  /// - Throws: The error of the disk.
  func look(_ zone: String) throws -> ShareSeals { try ShareJudge(round.keeper, zone: zone).look() }

  /// Tells who else opens and seals.
  func tell(_ sealing: Sealing) { round.learnt(sealing) }

  /// Has records of the owner's that are not under the key that they are to be under go up again: at the first look, and after each
  /// that brought something. What comes later is seen to in the transaction that takes it in.
  ///
  /// - Returns: Whether there are any.
  /// - Throws: The error of the disk.
  mutating func sort(by sealing: Sealing, isOther: Bool, _ store: any SyncStoring) throws -> Bool {
    guard !round.keeper.isGuest, sealing.isSealed, isOther || !hasSorted else { return false }
    hasSorted = true
    guard try !round.keeper.kept().isEmpty else { return false }
    return try store.resealShared(sealing.shares.wanted) > 0
  }

  /// Whether records that came say something of rings.
  static func isNews(_ changes: [FetchedChange]) -> Bool {
    changes.contains { change in
      switch change {
      case .foreign(let record): record.recordType == KeptShare.recordType
      case .deleted(let name): name.hasPrefix(KeptShare.prefix)
      case .record, .removed, .closed: false
      }
    }
  }

  /// The names of records that came closed, and of which the keys are here by now.
  static func opening(_ changes: [FetchedChange], _ keys: Set<String>) -> [String] {
    changes.compactMap { change in
      guard case .closed(let closed) = change, closed.reason == .noKey, keys.contains(closed.keyID) else { return nil }
      return closed.record.recordName
    }
  }
}
