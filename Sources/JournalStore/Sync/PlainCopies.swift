import JournalCore
import SyncCore

/// Plain copies of what was sealed, and older ones of a picture: they are not taken in, whether the record is here, is about to be removed or was removed.
enum PlainCopies {
  /// Has a removal that waits go over a copy that is not taken in: what is removed here is removed there by its sealed word.
  ///
  /// - Parameter older: The seal of the copy; nil for a plain one.
  static func remove(
    _ tag: String, _ intent: PurgeIntent, older: SealMark? = nil,
    _ transaction: inout SyncTransaction<some SyncTables>
  ) throws {
    transaction.summary.refused += 1
    var intent = intent
    intent.seenEpoch = transaction.zone.epoch
    if let older { intent.seal = intent.seal?.raised(above: older) }
    intent.goOver(tag, naming: older?.files ?? [])
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

extension PurgeIntent {
  /// Has the removal go over a copy that is not taken in, and a picture that comes back with its entry go up over it.
  ///
  /// - Parameter files: Those that the copy names: of any other it is not known any more that it lies there.
  mutating func goOver(_ tag: String, naming files: [SealedFile] = []) {
    changeTag = tag
    // The next save has to clear what lies there plain.
    seal?.hasPlainFields = true
    seal?.files.removeAll { !files.contains($0) }
  }

  /// Whether it has a picture's last version, which is later than one under this seal: that version comes back with the entry, and no
  /// older one, whatever the server shows.
  func isOfLaterPicture(than seal: SealMark?) -> Bool {
    guard version != nil, let known = self.seal, let seal else { return false }
    return known.order(of: seal) == .older
  }

  /// Whether the server is not known to have the last version, but in its place a copy that was not taken in.
  var isCovered: Bool { seal.map { $0.isSealed && $0.hasPlainFields } ?? false }
}
