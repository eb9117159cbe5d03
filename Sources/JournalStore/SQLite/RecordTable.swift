import Foundation
import GRDB
import JournalCore
import SQLiteKit
import SyncCore

/// A record type with a table of its own in the journal's file.
protocol TabledRecord: JournalRecord {
  associatedtype Table: RecordTable where Table.Record == Self
  /// The name of the table.
  static var tableName: String { get }
  static var statements: RecordStatements<Self> { get }
}

/// A record with what the store keeps beside it.
struct Stored<Record: JournalRecord> {
  var record: Record
  /// The row's id; of an entry, its position in time.
  var place: Int64
  var stamps: FieldStamps
  var state: SyncState

  var synced: SyncedRow { SyncedRow(record: record.wrapped, stamps: stamps, state: state, place: place) }
}

/// The statements of a record type's table, put together once from the table of its fields.
struct RecordStatements<Record: JournalRecord>: Sendable {
  let columns = RecordColumns<Record>()
  /// All columns that a ``Stored`` is read from.
  let stored: String
  /// Zone and name follow.
  let find: String
  /// Zone, name, fields, stamps, state, and what is made from the fields.
  let insert: String
  /// Fields, stamps, state, what is made from the fields, and the row's place.
  let update: String

  /// - Parameter derived: Columns that the store makes from the fields.
  init(_ table: String, derived: [String] = []) {
    stored = "rowid, \(columns.list()), stamps, \(SyncState.columns)"
    find = "SELECT \(stored) FROM \(table) WHERE zone = ? AND recordName = ?"
    let derivedNames = derived.map { ", \($0)" }.joined()
    let count = columns.count + 2 + SyncState.columnCount + derived.count
    let marks = repeatElement("?", count: count).joined(separator: ", ")
    insert =
      "INSERT INTO \(table)(zone, \(columns.list()), stamps, \(SyncState.columns)\(derivedNames)) VALUES(\(marks))"
    let assignments = columns.names.map { "\($0) = ?" }.joined(separator: ", ")
    let derivedAssignments = derived.map { ", \($0) = ?" }.joined()
    update =
      "UPDATE \(table) SET \(assignments), stamps = ?, \(SyncState.assignments)\(derivedAssignments) WHERE rowid = ?"
  }

  /// Reads a row of the columns in ``stored``.
  func stored(_ row: Row) throws -> Stored<Record> {
    let stamps = columns.count + 1
    return Stored(
      record: columns.record(row, from: 1), place: row[0],
      stamps: try FieldStamps(decoding: [UInt8](row[stamps] as Data)), state: SyncState(row, from: stamps + 1))
  }
}

/// Reads and writes rows of one record type in one zone.
protocol RecordTable {
  associatedtype Record: TabledRecord
  var db: Database { get }
  var zone: Int64 { get }
  /// - Parameter queue: Where changes of the search index wait; nil where each is made at once.
  init(db: Database, zone: Int64, queue: SearchQueue?)
  /// Puts in a record that came with its state.
  func insert(_ record: Record, stamps: FieldStamps, state: SyncState) throws
  /// Writes a record over what it was.
  func update(_ old: Stored<Record>, to record: Record, stamps: FieldStamps, state: SyncState) throws
  func delete(_ old: Stored<Record>) throws
}

extension RecordTable {
  init(db: Database, zone: Int64) { self.init(db: db, zone: zone, queue: nil) }

  func find(_ id: RecordName) throws -> Stored<Record>? {
    try db.row(Record.statements.find, [zone, id.rawValue]).map(Record.statements.stored)
  }

  /// Puts in a record that was made here.
  func insert(_ record: Record, stamps: FieldStamps) throws {
    try insert(record, stamps: stamps, state: SyncState(localDigest: RowDigest.of(Record.recordType, stamps)))
    try PurgeTable(db: db, zone: zone).cancel(record.id.rawValue)
  }

  /// Writes an edit that was made here.
  func update(_ old: Stored<Record>, to record: Record, stamps: FieldStamps) throws {
    let state = old.state.edited(
      from: old.record.version(old.stamps), to: RowDigest.of(Record.recordType, stamps))
    if old.state.isOnlyHere {
      // It goes up as new, and so must its pictures.
      try db.run(
        "UPDATE images SET baseDigest = NULL WHERE zone = ? AND entry = ? AND baseChangeTag IS NULL",
        [zone, record.id.rawValue])
    }
    try RecordMarks(db: db, zone: zone).clearAfterEdit(of: record.id.rawValue)
    try update(old, to: record, stamps: stamps, state: state)
  }

  /// Runs an insertion.
  ///
  /// - Parameter bindDerived: Binds what is made from the fields.
  func runInsert(
    _ record: Record, encodedStamps: [UInt8], state: SyncState, orElse clause: String = "",
    bindDerived: (inout SQLStatement) throws -> Void = { _ in }
  ) throws {
    var statement = try db.prepare(clause.isEmpty ? Record.statements.insert : Record.statements.insert + clause)
    try statement.add(zone)
    try statement.add(record.id.rawValue)
    try bind(record, encodedStamps, state, to: &statement)
    try bindDerived(&statement)
    try statement.run()
  }

  /// Writes over the row at a place.
  func runUpdate(
    _ record: Record, at place: Int64, encodedStamps: [UInt8], state: SyncState,
    bindDerived: (inout SQLStatement) throws -> Void = { _ in }
  ) throws {
    var statement = try db.prepare(Record.statements.update)
    try bind(record, encodedStamps, state, to: &statement)
    try bindDerived(&statement)
    try statement.add(place)
    try statement.run()
  }

  private func bind(
    _ record: Record, _ encodedStamps: [UInt8], _ state: SyncState, to statement: inout SQLStatement
  ) throws {
    try Record.statements.columns.bind(record, to: &statement)
    try statement.add(encodedStamps)
    try state.bind(to: &statement)
  }
}

/// A table that has nothing beside the records.
struct PlainTable<Record: TabledRecord>: RecordTable {
  let db: Database
  let zone: Int64

  init(db: Database, zone: Int64, queue: SearchQueue?) {
    (self.db, self.zone) = (db, zone)
  }

  func insert(_ record: Record, stamps: FieldStamps, state: SyncState) throws {
    try runInsert(record, encodedStamps: stamps.encoded, state: state)
  }

  func update(_ old: Stored<Record>, to record: Record, stamps: FieldStamps, state: SyncState) throws {
    try runUpdate(record, at: old.place, encodedStamps: stamps.encoded, state: state)
  }

  func delete(_ old: Stored<Record>) throws {
    try db.run("DELETE FROM \(Record.tableName) WHERE zone = ? AND recordName = ?", [zone, old.record.id.rawValue])
  }
}

extension PlainTable<JournalCore.Category> {
  func all(includingTrash: Bool) throws -> [JournalCore.Category] {
    let columns = Record.statements.columns
    let condition = includingTrash ? "" : " WHERE trashedAt IS NULL"
    return try db.rows("SELECT \(columns.list()) FROM categories\(condition)").map { columns.record($0) }
      .sorted(by: JournalCore.Category.shownBefore)
  }
}

/// The digest that `localDigest` and `baseDigest` hold: over the type and every field's stamp and value.
enum RowDigest {
  static func of(_ recordType: String, _ stamps: FieldStamps) -> [UInt8] {
    RecordDigest.of(recordType: recordType, encodedStamps: stamps.encoded)
  }
}
