import CloudService
import Foundation
import GRDB

extension ServiceSchema {
  /// Makes format 2 of format 1.
  static func second(_ database: Database) throws {
    try database.execute(sql: secondTables)
    try fillFieldTypes(database)
  }

  /// A session may be for one container, and an upload's address for a file of one size. Sessions of before go on opening
  /// every container of their account: their owners were not asked for less.
  ///
  /// A change knows in which run of the service it was made: `runStarts` has a database's number where that differs from
  /// the one noted before, `commits` the digests of the last commits. What was there before belongs to no run, and its
  /// change tags stay what they were.
  ///
  /// A field keeps its type. API tokens learn which web pages they are for and which environment; the table of sign-ins,
  /// which nothing ever wrote to, goes.
  private static let secondTables = """
    ALTER TABLE sessions ADD COLUMN container TEXT;
    ALTER TABLE uploads ADD COLUMN expectedSize INTEGER;
    CREATE TABLE runs (number INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE) STRICT;
    CREATE TABLE runStarts (
      database INTEGER NOT NULL, run INTEGER NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (database, run)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE commits (
      database INTEGER NOT NULL, sequence INTEGER NOT NULL, first INTEGER NOT NULL, number INTEGER NOT NULL,
      digest BLOB NOT NULL, PRIMARY KEY (database, sequence)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE records ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE fieldTypes (
      database INTEGER NOT NULL, recordType TEXT NOT NULL, field TEXT NOT NULL, type TEXT NOT NULL,
      PRIMARY KEY (database, recordType, field)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE apiTokens ADD COLUMN origins TEXT NOT NULL DEFAULT '';
    ALTER TABLE apiTokens ADD COLUMN environment TEXT;
    DROP TABLE signIns;
    """

  /// Reads the types of fields from the records that are there.
  ///
  /// A field that is found in two types is written down as free, so that a client that relied on it can go on.
  private static func fillFieldTypes(_ database: Database) throws {
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
  private static func kinds(_ fields: Data) -> [String: FieldShape] {
    do { return try FieldCoding.kinds(of: Array(fields)) } catch { return [:] }
  }
}
