import CloudRecord
import Foundation
import GRDB
import JournalCore
import SQLiteKit
import SyncCore

extension SyncState {
  static let columns = "localDigest, base, baseDigest, baseChangeTag, foreignFields, seenEpoch"
  /// How many there are.
  static let columnCount = 6
  static let assignments =
    "localDigest = ?, base = ?, baseDigest = ?, baseChangeTag = ?, foreignFields = ?, seenEpoch = ?"

  /// Reads the columns in their order.
  ///
  /// - Parameter first: The place of the first.
  init(_ row: Row, from first: Int) {
    self.init(
      localDigest: [UInt8](row[first] as Data), base: (row[first + 1] as Data?).map { [UInt8]($0) },
      baseDigest: (row[first + 2] as Data?).map { [UInt8]($0) }, changeTag: row[first + 3],
      foreignFields: (row[first + 4] as Data?).map { [UInt8]($0) }, seenEpoch: row[first + 5])
  }

  /// The values of the columns, in their order.
  var arguments: StatementArguments {
    [
      Data(localDigest), base.map { Data($0) }, baseDigest.map { Data($0) }, changeTag, foreignFields.map { Data($0) },
      seenEpoch,
    ]
  }
}

extension SyncState {
  /// Binds the values of the columns, in their order.
  func bind(to statement: inout SQLStatement) throws {
    try statement.add(localDigest)
    try statement.add(base)
    try statement.add(baseDigest)
    try statement.add(changeTag)
    try statement.add(foreignFields)
    try statement.add(seenEpoch)
  }
}

/// Marks of a few records, each kind in a small table of its own so that the large tables stay as they are.
struct RecordMarks {
  let db: Database
  let zone: Int64

  /// Removes the marks that an edit made here ends: that it is parked, and that only this device's trash has it.
  func clearAfterEdit(of name: String) throws {
    try db.run("DELETE FROM parked WHERE zone = ? AND recordName = ?", [zone, name])
    try db.run("DELETE FROM removedElsewhere WHERE zone = ? AND recordName = ?", [zone, name])
  }

  /// Removes all marks of a record that goes.
  func clear(_ name: String) throws {
    try clearAfterEdit(of: name)
    try db.run("DELETE FROM newerFormat WHERE zone = ? AND recordName = ?", [zone, name])
    try db.run("DELETE FROM merges WHERE zone = ? AND recordName = ?", [zone, name])
    try db.run("DELETE FROM resealing WHERE zone = ? AND recordName = ?", [zone, name])
  }

  func isNewerFormat(_ name: String) throws -> Bool {
    try db.integer("SELECT 1 FROM newerFormat WHERE zone = ? AND recordName = ?", [zone, name]) != nil
  }

  func removalReason(_ name: String) throws -> String? {
    try String.fetchOne(
      try db.cachedStatement(sql: "SELECT reason FROM removedElsewhere WHERE zone = ? AND recordName = ?"),
      arguments: [zone, name])
  }

  func refuseNewerFormat(of name: RecordName, called title: String) throws {
    if try isNewerFormat(name.rawValue) { throw StoreError.newerRecord(title) }
  }
}

/// Reads and writes rows of `purges`.
struct PurgeTable {
  let db: Database
  let zone: Int64

  private static let columns =
    "recordName, recordType, title, stamps, baseStamps, changeTag, owner, version, purgedAt, seenEpoch"

  /// In a file of before format 5 that is only read nothing is sealed.
  static func columns(in db: Database) throws -> String {
    "\(columns), \(try db.tableExists("sealedRemovals") ? "seal" : "NULL AS seal")"
  }

  static func intent(_ row: Row) throws -> PurgeIntent {
    var intent = PurgeIntent(
      name: row["recordName"], recordType: row["recordType"], title: row["title"],
      stamps: try FieldStamps(decoding: [UInt8](row["stamps"] as Data)),
      formerStamps: try FieldStamps(decoding: [UInt8](row["baseStamps"] as Data)), changeTag: row["changeTag"],
      owner: row["owner"], version: (row["version"] as Data?).map { [UInt8]($0) },
      purgedAt: Instant(milliseconds: row["purgedAt"]), seenEpoch: row["seenEpoch"])
    if let seal = row["seal"] as Data? { intent.seal = try ForeignCoding.seal([UInt8](seal)) }
    return intent
  }

  func find(_ name: String) throws -> PurgeIntent? {
    try db.row("SELECT \(PurgeTable.columns(in: db)) FROM purges WHERE zone = ? AND recordName = ?", [zone, name])
      .map(PurgeTable.intent)
  }

  func set(_ intent: PurgeIntent) throws {
    try db.run(
      "INSERT OR REPLACE INTO purges(zone, \(PurgeTable.columns), seal) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        zone, intent.name, intent.recordType, intent.title, Data(intent.stamps.encoded),
        Data(intent.formerStamps.encoded),
        intent.changeTag, intent.owner,
        intent.version.map { Data($0) }, intent.purgedAt.milliseconds, intent.seenEpoch,
        intent.seal.flatMap { ForeignCoding.encode([:], seal: $0) }.map { Data($0) },
      ])
  }

  func remove(_ name: String) throws {
    // Pictures of a sealed entry have sealed words of their own, which go whatever becomes of the entry's.
    try db.run(
      "DELETE FROM purges WHERE zone = ? AND (recordName = ? OR owner = ? AND seal IS NULL)", [zone, name, name])
  }

  /// Ends the removal of a record that was made here again; the pictures that went with it stay removed.
  func cancel(_ name: String) throws {
    try db.run("DELETE FROM purges WHERE zone = ? AND recordName = ?", [zone, name])
    try db.run("UPDATE purges SET owner = NULL, version = NULL WHERE zone = ? AND owner = ?", [zone, name])
  }

  /// Notes that a record was deleted forever, so that the server is told, or sent back what it turns out to have.
  ///
  /// Nothing is noted of a record that cannot ever have left this machine.
  func add(_ row: SyncedRow, owner: PurgeIntent? = nil, at now: Instant) throws -> PurgeIntent? {
    guard try row.state.changeTag != nil || db.integer("SELECT 1 FROM account") != nil else { return nil }
    var intent = try PurgeIntent(of: row, owner: owner, at: now)
    let former = try db.rows(
      """
      SELECT field, oldValue, oldStamp FROM history WHERE zone = ? AND recordName = ? AND cause <> ?
      ORDER BY id DESC LIMIT ?
      """, [zone, intent.name, EditCause.refused.rawValue, PurgeIntent.mostFormerValues])
    for row in former {
      intent.addFormer(
        row[0], (row[1] as Data?).map { [UInt8]($0) }, stamp: (row[2] as String?).flatMap { HybridTime($0) })
    }
    try set(intent)
    return intent
  }
}
