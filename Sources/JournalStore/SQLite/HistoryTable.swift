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

  /// The largest number that values which were replaced together share; 0 without a history.
  func latestGroup() throws -> Int64 { try db.integer("SELECT max(editGroup) FROM history") ?? 0 }
}
