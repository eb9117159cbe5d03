import CloudRecord
import Foundation
import GRDB
import JournalCore
import SyncCore

/// Writes rows of `history`.
struct HistoryTable {
  let db: Database
  let zone: Int64

  /// A value that was replaced.
  struct Row {
    var record: String
    var field: String
    var value: FieldValue?
    var stamp: HybridTime?
    var replacedAt: Instant
    var device: String
    var cause: EditCause
    var group: Int64
  }

  func add(_ row: Row) throws {
    try db.run(
      """
      INSERT INTO history(zone, recordName, field, oldValue, oldStamp, replacedAt, device, cause, editGroup)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        zone, row.record, row.field, row.value.map { Data(CanonicalEncoder.encode($0)) }, row.stamp?.description,
        row.replacedAt.milliseconds, row.device, row.cause.rawValue, row.group,
      ])
  }

  /// When this journal last moved a record to the trash, or was told so; nil where it never was outside of it here.
  func latestTrashing(of record: RecordName) throws -> Instant? {
    try db.integer(
      """
      SELECT max(replacedAt) FROM history
      WHERE zone = ? AND recordName = ? AND field = 'trashedAt' AND oldValue IS NULL AND cause <> ?
      """, [zone, record.rawValue, EditCause.refused.rawValue]
    ).map { Instant(milliseconds: $0) }
  }

  /// The largest number that values which were replaced together share; 0 without a history.
  func latestGroup() throws -> Int64 { try db.integer("SELECT max(editGroup) FROM history") ?? 0 }
}
