import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func database(_ key: DatabaseKey) throws -> StoredDatabase? {
    let statement = try connection.prepare(
      """
      SELECT id, sequence, bytes FROM databases
      WHERE container = ? AND environment = ? AND scope = ? AND owner = ?
      """)
    try bind(key, to: statement)
    return try statement.first {
      StoredDatabase(id: $0.integer(0), key: key, sequence: $0.integer(1), bytes: $0.integer(2))
    }
  }

  func owner(ofDatabase id: Int64) throws -> String? {
    let statement = try connection.prepare("SELECT owner FROM databases WHERE id = ?")
    try statement.bind(id, at: 1)
    return try statement.first { $0.text(0) }
  }

  func makeDatabase(_ key: DatabaseKey) throws -> StoredDatabase {
    let statement = try connection.prepare(
      """
      INSERT INTO databases (container, environment, scope, owner, sequence, bytes) VALUES (?, ?, ?, ?, 0, 0)
      """)
    try bind(key, to: statement)
    try statement.run()
    return StoredDatabase(id: connection.lastRowID, key: key)
  }

  private func bind(_ key: DatabaseKey, to statement: borrowing SQLStatement) throws {
    try statement.bind(key.containerID, at: 1)
    try statement.bind(key.environment.rawValue, at: 2)
    try statement.bind(key.scope.rawValue, at: 3)
    try statement.bind(key.ownerRecordName, at: 4)
  }

  func save(_ database: StoredDatabase) throws {
    let statement = try connection.prepare("UPDATE databases SET sequence = ?, bytes = ? WHERE id = ?")
    try statement.bind(database.sequence, at: 1)
    try statement.bind(database.bytes, at: 2)
    try statement.bind(database.id, at: 3)
    try statement.run()
    guard connection.changedRows == 1 else { throw CloudStoreError.unknownRow("database \(database.id)") }
  }

  // MARK: Zones

  func zone(_ name: String, in database: Int64) throws -> StoredZone? {
    let statement = try connection.prepare(
      """
      SELECT id, database, name, sequence, horizon, isDeleted, createdAt, bytes FROM zones
      WHERE database = ? AND name = ?
      """)
    try statement.bind(database, at: 1)
    try statement.bind(name, at: 2)
    return try statement.first(Self.zone)
  }

  func zones(in database: Int64) throws -> [StoredZone] {
    let statement = try connection.prepare(
      """
      SELECT id, database, name, sequence, horizon, isDeleted, createdAt, bytes FROM zones
      WHERE database = ? ORDER BY name
      """)
    try statement.bind(database, at: 1)
    return try statement.all(Self.zone)
  }

  func zones(in database: Int64, after sequence: Int64, limit: Int) throws -> [StoredZone] {
    let statement = try connection.prepare(
      """
      SELECT id, database, name, sequence, horizon, isDeleted, createdAt, bytes FROM zones
      WHERE database = ? AND sequence > ? ORDER BY sequence LIMIT ?
      """)
    try statement.bind(database, at: 1)
    try statement.bind(sequence, at: 2)
    try statement.bind(limit: limit, at: 3)
    return try statement.all(Self.zone)
  }

  /// A deleted zone's row is there until its name is used again; then all that is known of it goes, its id for ever.
  func makeZone(_ zone: StoredZone) throws -> StoredZone {
    if let old = try self.zone(zone.name, in: zone.database) {
      try empty(zone: old.id)
      try runForZone("DELETE FROM zones WHERE id = ?", old.id)
    }
    let statement = try connection.prepare(
      """
      INSERT INTO zones (database, name, sequence, horizon, isDeleted, createdAt, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    try statement.bind(zone.database, at: 1)
    try statement.bind(zone.name, at: 2)
    try statement.bind(zone.sequence, at: 3)
    try statement.bind(zone.horizon, at: 4)
    try statement.bind(zone.isDeleted, at: 5)
    try statement.bind(zone.createdAt, at: 6)
    try statement.bind(zone.bytes, at: 7)
    try statement.run()
    var made = zone
    made.id = connection.lastRowID
    return made
  }

  func save(_ zone: StoredZone) throws {
    let statement = try connection.prepare(
      "UPDATE zones SET sequence = ?, horizon = ?, isDeleted = ?, createdAt = ?, bytes = ? WHERE id = ?")
    try statement.bind(zone.sequence, at: 1)
    try statement.bind(zone.horizon, at: 2)
    try statement.bind(zone.isDeleted, at: 3)
    try statement.bind(zone.createdAt, at: 4)
    try statement.bind(zone.bytes, at: 5)
    try statement.bind(zone.id, at: 6)
    try statement.run()
    guard connection.changedRows == 1 else { throw CloudStoreError.unknownRow("zone \(zone.id)") }
  }

  func empty(zone: Int64) throws {
    try runForZone("DELETE FROM records WHERE zone = ?", zone)
    try runForZone("DELETE FROM recordReferences WHERE zone = ?", zone)
    try runForZone("DELETE FROM assetReferences WHERE zone = ?", zone)
  }

  private func runForZone(_ sql: StaticString, _ zone: Int64) throws {
    let statement = try connection.prepare(sql)
    try statement.bind(zone, at: 1)
    try statement.run()
  }

  private static func zone(_ row: borrowing SQLStatement) -> StoredZone {
    StoredZone(
      id: row.integer(0), database: row.integer(1), name: row.text(2), sequence: row.integer(3),
      horizon: row.integer(4), isDeleted: row.flag(5), createdAt: row.integer(6), bytes: row.integer(7))
  }
}

extension SQLStatement {
  /// SQLite takes a negative limit for none.
  func bind(limit: Int, at place: Int32) throws { try bind(Int64(max(0, limit)), at: place) }
}
