import JournalCore
import SyncCore

/// Plain copies of what was sealed: they are not taken in, whether the record is here, is about to be removed or was removed.
enum PlainCopies {
  /// Has a removal that waits go over a plain copy that is not taken in: what is removed here is removed there by its sealed word.
  static func remove(
    _ tag: String, _ intent: PurgeIntent, _ transaction: inout SyncTransaction<some SyncTables>
  ) throws {
    transaction.summary.refused += 1
    var intent = intent
    intent.changeTag = tag
    intent.seenEpoch = transaction.zone.epoch
    // The word has to clear what lies there plain.
    intent.seal?.hasPlainFields = true
    try transaction.tables.setIntent(intent)
  }
}

extension FetchedRecord {
  /// Whether it is a plain copy of what was sealed since encryption was turned on, as is known here: that does not become plain. One
  /// that was sealed before encryption was off for a while may have become plain then.
  func isRefusedPlain(beside known: SealMark?) -> Bool {
    guard seal == nil, let sealedSince, let known else { return false }
    return known.isSealed && known.keyNumber >= sealedSince
  }
}
