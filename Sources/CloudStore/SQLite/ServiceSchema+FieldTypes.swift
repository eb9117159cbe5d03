import CloudService
import Foundation
import GRDB

extension ServiceSchema {
  /// Makes the table of types, and reads them from the records that are there.
  ///
  /// A field that is found in two types is written down as free, so that a client that relied on it can go on.
  static func addFieldTypes(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE fieldTypes (
          database INTEGER NOT NULL, recordType TEXT NOT NULL, field TEXT NOT NULL, type TEXT NOT NULL,
          PRIMARY KEY (database, recordType, field)
        ) STRICT, WITHOUT ROWID;
        """)
    var found: [FieldPlace: FieldType] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT zones.database, records.recordType, records.fields FROM records JOIN zones ON zones.id = records.zone
        WHERE records.isDeleted = 0
        """)
    while let row = try rows.next() {
      for (field, kind) in kinds(row[2]) {
        let place = FieldPlace(database: row[0], recordType: row[1], field: field)
        switch found[place] {
        case nil: found[place] = .kept(kind)
        case .kept(kind): break
        case .kept, .free: found[place] = .free
        }
      }
    }
    for (place, type) in found {
      try database.execute(
        sql: "INSERT INTO fieldTypes VALUES (?, ?, ?, ?)",
        arguments: [place.database, place.recordType, place.field, type.name])
    }
  }

  private struct FieldPlace: Hashable {
    var database: Int64
    var recordType: String
    var field: String
  }

  /// A record that is damaged says nothing of types, and must not keep the others from being served.
  private static func kinds(_ fields: Data) -> [String: FieldKind] {
    do { return try FieldCoding.kinds(of: Array(fields)) } catch { return [:] }
  }
}
