package import CloudRecord
import Foundation
import GRDB
package import JournalCore
import SyncCore

/// Shares as the server has told them, and what becomes of others' entries that are no longer shared.
package struct StoredShares: Sendable {
  private let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  /// The type of a share's record.
  package static let recordType = "cloudkit.share"
  /// How names of shares begin that this program makes; the name of the root follows.
  package static let prefix = "share-"

  /// Reads the records of shares in the zone, as they were told last; those of which no people are known are left out.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func all() throws(StoreError) -> [CloudRecord.Record] {
    try store.reading { db in
      try db.rows(
        "SELECT record FROM foreignRecords WHERE zone = ? AND recordType = ? ORDER BY recordName",
        [store.zone, StoredShares.recordType]
      ).map { try ForeignCoding.record([UInt8]($0[0] as Data)) }.filter { $0.sharing != nil }
    }
  }

  /// T9: Keeps a share's record as the server has just answered it.
  ///
  /// - Parameter category: The category that is its root, whose entries then hang on it on the server; nil for an entry.
  package func keep(_ record: CloudRecord.Record, ofCategory category: RecordName?) throws {
    try store.syncing { transaction in
      try transaction.tables.keepForeign(record, epoch: transaction.zone.epoch)
      if let category { try transaction.tables.hangEntries(on: category) }
    }
  }

  /// T9: Forgets a share that has ended.
  ///
  /// - Parameter category: The category that was its root, on which its entries hang no longer; nil for an entry.
  package func forget(_ name: String, ofCategory category: RecordName?) throws {
    try store.syncing { transaction in
      try transaction.tables.removeForeign(name)
      if let category { try transaction.tables.hangEntries(on: category) }
    }
  }

  /// Reads the entries of another person's zone that this device may not have any more: the server said that they are gone,
  /// or took no word of them as new.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func lostEntries() throws(StoreError) -> [RecordName] {
    try store.reading { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT recordName FROM entries WHERE zone = ?1 AND baseChangeTag IS NULL AND recordName IN (
            SELECT recordName FROM removedElsewhere WHERE zone = ?1
            UNION SELECT recordName FROM parked WHERE zone = ?1)
          ORDER BY recordName
          """, arguments: [store.zone]
      ).map { RecordName($0) }
    }
  }

  /// Reads the names of entries with saved words that the server does not have: of their own, or in a picture.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func entriesWithUnsentWords() throws(StoreError) -> Set<RecordName> {
    try store.reading { db in
      let names = try String.fetchAll(
        db,
        sql: """
          SELECT recordName FROM entries WHERE zone = ?1 AND localDigest IS NOT baseDigest
          UNION SELECT entry FROM images WHERE zone = ?1 AND localDigest IS NOT baseDigest
          """, arguments: [store.zone])
      return Set(names.map { RecordName($0) })
    }
  }

  /// Whether an entry was added here to what another person shares, and the server never had it.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func isNew(_ entry: RecordName) throws -> Bool {
    try store.consulting { try $0.state(of: entry.rawValue, RecordFields.entryType)?.isNew ?? false }
  }

  /// Reads the names of all such entries.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func added() throws -> Set<RecordName> {
    try store.consulting { tables in
      let names = try String.fetchAll(
        tables.db, sql: "SELECT recordName FROM entries WHERE +zone = ? AND baseChangeTag IS NULL",
        arguments: [tables.zoneRow])
      return try Set(
        names.filter { try tables.state(of: $0, RecordFields.entryType)?.isNew ?? false }.map { RecordName($0) })
    }
  }

  /// Reads the names of entries that were added on this device and that the server has by their maker's word alone, as far as is
  /// known, and of those with such pictures: where the maker may write no more, no device of the owner's need have taken them in.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func addedWithoutWord() throws -> Set<RecordName> {
    try store.consulting { tables in
      let entries = try tables.addedWithoutWord("entries", RecordFields.entryType).map(\.record.name)
      let pictures = try tables.addedWithoutWord("images", RecordFields.imageType)
        .filter { $0.record.trashedAt == nil }.compactMap(\.record.owner)
      return Set(entries + pictures)
    }
  }

  /// Reads the entries that were added here, never sent, and thrown away again.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func undone() throws -> [RecordName] {
    try store.consulting { tables in
      try String.fetchAll(
        tables.db,
        sql: """
          SELECT recordName FROM entries WHERE zone = ? AND baseChangeTag IS NULL AND trashedAt IS NOT NULL
          ORDER BY position
          """, arguments: [tables.zoneRow]
      ).map { RecordName($0) }.filter { try tables.isUndone($0) }
    }
  }

  /// Removes those of them that still are such.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func forgetUndone(_ names: [RecordName]) throws {
    try store.syncing { transaction in
      for name in names where try transaction.tables.isUndone(name) { try transaction.tables.forget(name) }
    }
  }

  /// Reads the pictures of an entry that the server never had, or of which it has not what is here, such as a caption; and those that
  /// were added on this device and that it has by their maker's word alone.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func unsentImages(of entry: RecordName) throws -> [EntryImage] {
    try store.consulting { tables in
      let own = try tables.ownDevice()
      return try tables.images(of: entry.rawValue).compactMap { row in
        guard case .image(let image) = row.record, image.trashedAt == nil else { return nil }
        let isUnsent = row.state.changeTag == nil || row.state.isUnsent
        return try isUnsent || row.isAddedWithoutWord(by: own) ? image : nil
      }
    }
  }

  /// How far a picture is on its way to the owner of another person's category.
  package enum PictureStage: Hashable, Sendable {
    /// The server never had it.
    case new
    /// The server has it by its maker's word alone, as far as is known.
    case withoutWord
    /// It is the owner's.
    case owners
  }

  /// Reads how far a picture is on its way.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func stage(ofPicture name: RecordName) throws -> PictureStage {
    try store.consulting { tables in
      guard let state = try tables.state(of: name.rawValue, RecordFields.imageType) else { return .owners }
      if state.isNew { return .new }
      return try state.seal()?.filedCounter == 0 ? .withoutWord : .owners
    }
  }

  /// Removes pictures that were added here, never sent, and removed again: those who have their entry never see them.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func forgetUndonePictures() throws {
    try store.syncing { transaction in
      let names = try String.fetchAll(
        transaction.tables.db,
        sql: """
          SELECT recordName FROM images WHERE zone = ? AND recordName GLOB ? AND baseChangeTag IS NULL
          AND trashedAt IS NOT NULL
          """, arguments: [transaction.tables.zoneRow, SealMark.addedPrefix + "*"])
      for name in names {
        guard let row = try transaction.tables.row(of: name, RecordFields.imageType), row.state.isNew else { continue }
        try transaction.tables.forget(row)
      }
    }
  }

  /// Removes entries of another person with their pictures and drafts, without a word to the server.
  package func forgetLost(_ names: [RecordName]) throws {
    try store.syncing { transaction in
      for name in names { try transaction.tables.forget(name) }
    }
  }
}

/// Whether others read a category along.
enum CategorySharing {
  case none
  /// There is a list of people.
  case listed
  /// There is a ring of keys alone: it is there before the list, and goes after it.
  case sealed

  init(of category: RecordName, zone: Int64, _ db: Database) throws {
    let name = StoredShares.prefix + category.rawValue
    let list = try db.integer(
      "SELECT 1 FROM foreignRecords WHERE zone = ? AND recordName = ? AND recordType = ?",
      [zone, name, StoredShares.recordType])
    let ring = try db.integer(
      "SELECT 1 FROM shareRings WHERE zone = ? AND name = ? AND phase <> ?",
      [zone, name, KeptShare.Phase.ended.rawValue])
    self = list != nil ? .listed : ring != nil ? .sealed : .none
  }

  /// A category that others read along stays as long as it is shared: in the trash its entries would stay theirs, too.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` for the step that puts a shared one into the trash.
  static func require(none operation: JournalOperation, zone: Int64, _ db: Database) throws {
    guard case .edit(.category(let id, let changes)) = operation,
      changes.contains(where: { $0.field == "trashedAt" && $0.content != .moment(nil) })
    else { return }
    switch try CategorySharing(of: id, zone: zone, db) {
    case .none: break
    case .listed:
      throw StoreError.invalid(
        "Others read this category. Stop sharing it first: cloudjournal share stop NAME. Nothing was changed.")
    case .sealed:
      throw StoreError.invalid(
        "Sharing of this category was begun, or is not at its end. Stop it first: cloudjournal share stop NAME. Nothing was "
          + "changed.")
    }
  }
}

extension SyncedRow {
  /// Whether a device added it to another person's category, and the server has it by its maker's word alone, as far as is known.
  fileprivate func isAddedWithoutWord(by device: UInt64?) throws -> Bool {
    try state.seal()?.filedCounter == 0 && stamps.marks.values.contains { $0.stamp.device == device }
  }
}

extension SQLiteSyncTables {
  fileprivate func ownDevice() throws -> UInt64? {
    try db.integer("SELECT value FROM meta WHERE key = 'device'").map { UInt64(bitPattern: $0) }
  }

  /// What was added on this device to another person's category, and has no word of the owner's.
  fileprivate func addedWithoutWord(_ table: String, _ type: String) throws -> [SyncedRow] {
    let own = try ownDevice()
    return try String.fetchAll(
      db, sql: "SELECT recordName FROM \(table) WHERE zone = ? AND recordName GLOB ?",
      arguments: [zoneRow, SealMark.addedPrefix + "*"]
    ).compactMap { try row(of: $0, type) }.filter { try $0.isAddedWithoutWord(by: own) }
  }

  /// Whether an entry was added here, never sent, and thrown away again.
  fileprivate func isUndone(_ name: RecordName) throws -> Bool {
    guard let row = try row(of: name.rawValue, RecordFields.entryType) else { return false }
    return row.state.isNew && row.record.trashedAt != nil
  }

  /// Removes an entry with its pictures and drafts.
  fileprivate mutating func forget(_ entry: RecordName) throws {
    let name = entry.rawValue
    for image in try images(of: name) { try forget(image) }
    if let row = try row(of: name, RecordFields.entryType) { return try forget(row) }
    try db.run("DELETE FROM drafts WHERE entry = ?", [name])
  }

  /// Removes a record with its history and drafts, as if it had never been here.
  fileprivate mutating func forget(_ row: SyncedRow) throws {
    let name = row.record.name.rawValue
    try remove(row)
    try setParked(nil, name)
    try db.run("DELETE FROM history WHERE zone = ? AND recordName = ?", [zoneRow, name])
    try db.run("DELETE FROM merges WHERE zone = ? AND recordName = ?", [zoneRow, name])
    try db.run("DELETE FROM drafts WHERE entry = ?", [name])
  }

  /// Has the entries of a category go up again, so that they hang on what they are to hang on.
  fileprivate mutating func hangEntries(on category: RecordName) throws {
    try db.run("INSERT OR IGNORE INTO meta VALUES('hasShares', 1)")
    let names = try String.fetchAll(
      db,
      sql: "SELECT recordName FROM entries WHERE +zone = ? AND category = ? ORDER BY position",
      arguments: [zoneRow, category.rawValue])
    try sendAgain(names)
  }

  func parentEdit(of entry: Entry, isNew: Bool) throws -> ParentEdit {
    // What others share is put where it is by them, but for what this person adds to a category.
    if address.database == .shared, isNew, let category = entry.category?.rawValue { return .set(category) }
    guard hasForeign || hasShared, address.database == .private else { return .unchanged }
    guard try !isRoot(entry.id.rawValue) else { return .unchanged }
    // A shared entry is no category, whatever another person who may write says of it. What is in the trash hangs on none.
    if entry.trashedAt == nil, let category = entry.category?.rawValue, try isRoot(category),
      try row(of: category, RecordFields.entryType) == nil
    {
      return .set(category)
    }
    // As long as a category is shared, what is moved out of it has to leave the share, whichever device does so.
    return try hasShared || sharesCategory() ? .cleared : .unchanged
  }

  /// Whether a record is at the top of a share. Of a sealed one its ring says so: it is there before the list of people, and
  /// ends before that.
  private func isRoot(_ name: String) throws -> Bool {
    let phases = try Int64.fetchAll(
      db, sql: "SELECT phase FROM shareRings WHERE zone = ? AND name = ? AND phase <> ?",
      arguments: [zoneRow, StoredShares.prefix + name, KeptShare.Phase.ended.rawValue])
    if !phases.isEmpty { return phases.contains(KeptShare.Phase.inForce.rawValue) }
    return try db.integer(
      "SELECT 1 FROM foreignRecords WHERE zone = ? AND recordName = ? AND recordType = ?",
      [zoneRow, StoredShares.prefix + name, StoredShares.recordType]) != nil
  }

  /// An entry or a category with all that hangs on it; of a category those entries are left out that are shared by themselves, and
  /// those in the trash.
  func names(under root: String) throws -> [SharedRecordName] {
    var found: [SharedRecordName] = []
    var entries = [root]
    if try state(of: root, RecordFields.categoryType) != nil {
      found.append(SharedRecordName(name: root, type: RecordFields.categoryType))
      entries = try String.fetchAll(
        db,
        sql: """
          SELECT recordName FROM entries
          WHERE +zone = ?1 AND category = ?2 AND trashedAt IS NULL AND ?3 || recordName NOT IN (
            SELECT name FROM shareRings WHERE zone = ?1 AND phase = ?4)
          """, arguments: [zoneRow, root, StoredShares.prefix, KeptShare.Phase.inForce.rawValue])
    }
    for entry in entries {
      found.append(SharedRecordName(name: entry, type: RecordFields.entryType))
      let images = try db.rows("SELECT recordName FROM images WHERE +zone = ? AND entry = ?", [zoneRow, entry])
      found += images.map { SharedRecordName(name: $0[0], type: RecordFields.imageType) }
    }
    return found
  }

  /// Whether the server does not have a record sealed in a form; what is not here is not left.
  func isLeft(_ record: SharedRecordName, _ form: SharedForm) throws -> Bool {
    guard let state = try state(of: record.name, record.type) else { return false }
    guard let mark = try state.seal(), mark.isSealed else { return !state.isOnlyHere }
    return state.isUnsent || !form.isReached(by: mark)
  }

  private func sharesCategory() throws -> Bool {
    try db.integer(
      """
      SELECT 1 FROM categories WHERE zone = ?1 AND ?2 || recordName IN (
        SELECT recordName FROM foreignRecords WHERE zone = ?1 AND recordType = ?3) LIMIT 1
      """, [zoneRow, StoredShares.prefix, StoredShares.recordType]) != nil
  }
}
