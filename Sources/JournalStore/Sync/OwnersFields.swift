import CloudRecord
import JournalCore
import SyncCore

/// Fields that the owner of a journal alone changes, whatever another person sends who may write in what is shared. Where an entry is
/// filed decides who sees it.
///
/// What a version of another person's says for them counts only with the stamp of another device of the owner's: that one changed it,
/// and the person wrote on. Anything else is refused: what is here stays and goes up again.
enum OwnersFields {
  /// The fields of a record of which another person's version is not believed. Where the owner's word of filing came along, it says
  /// where the entry is.
  private static func names(of fetched: FetchedRecord, _ base: RecordVersion) -> [String] {
    switch fetched.version.recordType {
    case RecordFields.entryType: fetched.seal?.filedCounter == nil ? ["category", "isFavorite"] : ["isFavorite"]
    case RecordFields.imageType: ["entry"]
    case RecordFields.categoryType:
      // What was taken out without a trace is missed, too.
      Set(fetched.version.stamps.keys).union(fetched.version.values.keys).union(base.stamps.keys)
        .union(base.values.keys).sorted()
    default: []
    }
  }

  /// A version of another person's with what was here in the place of what is refused.
  ///
  /// - Returns: nil where nothing is refused.
  static func taken(of fetched: FetchedRecord, _ tables: some SyncTables) throws -> FetchedRecord? {
    guard tables.address.database == .private, try isOthers(fetched, tables) else { return nil }
    guard let row = try tables.row(of: fetched.recordName, fetched.version.recordType) else { return nil }
    // An older copy is told as such, and not taken in at all.
    if let seal = fetched.seal, let known = try row.state.seal(), known.order(of: seal) != .later { return nil }
    let here = row.version
    // Where the answer to the first save was lost, what is here is all that is known.
    let base = try row.base() ?? here
    let theirs = fetched.version
    let names = names(of: fetched, base)
    var taken = fetched
    if theirs.recordType == RecordFields.categoryType { (taken.isNewerFormat, taken.foreignFields) = (false, [:]) }
    var devices: Set<UInt64>?
    for name in names {
      // A stamp alone counts, too: by it the person's device would pass for one of the owner's.
      guard !theirs.hasSame(name, as: base), !theirs.hasSame(name, as: here) else { continue }
      let known = try devices ?? tables.ownDevices()
      devices = known
      // A value has to be later than what is known here: an earlier one of the owner's comes back by no one's copy.
      if let stamp = theirs.stamps[name], known.contains(stamp.device),
        base.stamps[name].map({ $0 < stamp }) ?? true || FieldValue.areIdentical(theirs.values[name], base.values[name])
      {
        continue
      }
      (taken.version.values[name], taken.version.stamps[name]) = (base.values[name], base.stamps[name])
    }
    return taken == fetched ? nil : taken
  }

  private static func isOthers(_ fetched: FetchedRecord, _ tables: some SyncTables) throws -> Bool {
    if let signer = fetched.signer { return !signer.isOwner }
    return try fetched.seal == nil && OthersWriting.isOfAnother(fetched, tables)
  }

  /// Has a record go up over a version that was taken in without what it says for the owner's fields, and keeps that in the history.
  static func sendAgain(
    over server: StorableVersion, of fetched: FetchedRecord, _ transaction: inout SyncTransaction<some SyncTables>
  ) throws {
    let (name, type) = (fetched.recordName, fetched.version.recordType)
    guard let row = try transaction.tables.row(of: name, type), row.state.changeTag == fetched.changeTag else { return }
    var state = row.state
    state.acknowledge(server.version, digest: server.digest, changeTag: fetched.changeTag)
    try transaction.tables.setState(state, of: name, type)
    transaction.summary.refused += 1
    try OthersWriting.keepRefused(server, of: fetched, besides: row, &transaction)
  }
}

extension RecordVersion {
  /// Whether a field has the same value and stamp in another version.
  fileprivate func hasSame(_ field: String, as other: RecordVersion) -> Bool {
    FieldValue.areIdentical(values[field], other.values[field]) && stamps[field] == other.stamps[field]
  }
}
