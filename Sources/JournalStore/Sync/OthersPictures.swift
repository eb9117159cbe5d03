import CloudRecord
import JournalCore
import SyncCore

/// Pictures that people who take part add to entries of a shared category, and that the owner has not sealed yet.
///
/// Their names say who made them and for which entry, and not where that lies: who has the category's key could name any entry, with the
/// server's help. So one is taken in only where its entry lies in the same share.
enum OthersPictures {
  /// Leaves out a picture that a person adds to an entry that lies elsewhere, or was removed for good.
  ///
  /// What was removed is judged by the order of versions, and what is here goes up over a later version of the maker's. Where the entry
  /// is not here yet it is looked at again when that comes: see ``sort(_:_:)``.
  ///
  /// - Returns: Whether the version is left out.
  static func leavesOut(
    _ fetched: FetchedRecord, _ server: StorableVersion, _ transaction: inout SyncTransaction<some SyncTables>
  ) throws -> Bool {
    let (name, type) = (fetched.recordName, RecordFields.imageType)
    guard fetched.version.recordType == type, let seal = fetched.seal, seal.filedCounter == 0,
      try transaction.tables.intent(name) == nil, try transaction.tables.sealedRemoval(name) == nil
    else { return false }
    if let entry = try transaction.tables.row(of: seal.entry, RecordFields.entryType) {
      guard try !isIn(seal.share, entry, transaction.tables) else { return false }
    } else {
      guard try transaction.tables.intent(seal.entry) != nil || transaction.tables.sealedRemoval(seal.entry) != nil
      else { return false }
    }
    if let state = try transaction.tables.state(of: name, type) {
      guard let known = try state.seal(), known.order(of: seal) == .later else { return false }
      try transaction.refuse(fetched, server, state, known)
      return true
    }
    try transaction.takeIn(ClosedRecord(Record(fetched, in: transaction.tables.address.zoneID), reason: .forbidden))
    return true
  }

  /// Whether a version of the owner's takes the place of what its maker has here, unsent or not: from then on it is the owner's.
  static func takesOver(_ fetched: FetchedRecord, _ known: SealMark?, _ tables: some SyncTables) -> Bool {
    tables.address.database == .shared && fetched.version.recordType == RecordFields.imageType
      && known?.filedCounter == 0 && fetched.seal.map { $0.filedCounter == nil } ?? false
  }

  /// Whether a picture goes when its owner removes it, whatever was changed in it here: nothing of it would be taken in as new.
  static func goes(_ row: SyncedRow, _ tables: some SyncTables) throws -> Bool {
    guard tables.address.database == .shared, row.record.recordType == RecordFields.imageType else { return false }
    return try row.state.changeTag != nil && row.state.seal()?.isSealed ?? false
  }

  /// Whether a picture on the server keeps an entry that is removed without it. One by its maker's word alone does not: who may write
  /// could bring back what its owner deleted.
  static func keepsEntry(_ picture: SyncedRow) throws -> Bool {
    try picture.state.changeTag != nil && picture.state.seal()?.filedCounter != 0
  }

  /// The names of entries that come and are not here yet; none where no sealed record here can be another person's.
  static func newEntries(in changes: [FetchedChange], _ tables: some SyncTables) throws -> Set<String> {
    guard try tables.mayHoldOthers() else { return [] }
    var names: Set<String> = []
    for case .record(let record) in changes where record.version.recordType == RecordFields.entryType {
      if try tables.state(of: record.recordName, RecordFields.entryType) == nil { names.insert(record.recordName) }
    }
    return names
  }

  /// Whether a picture waits for its entry: until that is here it is not sealed in the owner's name.
  static func waits(_ row: SyncedRow, _ tables: some SyncTables) throws -> Bool {
    guard row.record.recordType == RecordFields.imageType, tables.address.database == .private,
      let seal = try row.state.seal(), seal.filedCounter == 0
    else { return false }
    return try tables.state(of: seal.entry, RecordFields.entryType) == nil
  }

  /// Takes pictures out again that came before their entry, where that turns out to lie elsewhere.
  ///
  /// - Parameter entries: The names of entries that were not here before.
  static func sort(_ entries: Set<String>, _ transaction: inout SyncTransaction<some SyncTables>) throws {
    for name in entries.sorted() {
      guard let entry = try transaction.tables.row(of: name, RecordFields.entryType) else { continue }
      for picture in try transaction.tables.images(of: name) {
        guard let seal = try picture.state.seal(), seal.filedCounter == 0,
          try !isIn(seal.share, entry, transaction.tables)
        else { continue }
        try transaction.tables.remove(picture)
        try transaction.tables.setUnreadable(.forbidden, keyID: "", picture.record.name.rawValue)
        transaction.summary.unreadable += 1
      }
    }
  }

  /// Whether an entry lies in a share, by the version that is known of the server's or by what it is filed under here.
  private static func isIn(_ share: [UInt8], _ entry: SyncedRow, _ tables: some SyncTables) throws -> Bool {
    let mark = try entry.state.seal()
    if let mark, mark.isSealed, mark.share == share { return true }
    guard tables.address.database == .private else { return mark == nil }
    let record = SealedRecord(
      name: entry.record.name.rawValue, type: RecordFields.entryType, mark: mark ?? .none(RecordFields.entryType),
      category: try tables.category(of: entry.record))
    return try tables.sharedForms()?.form(of: record)?.origin == share
  }
}
