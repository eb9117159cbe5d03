import GRDB

extension Schema {
  /// How far the server is known to have been, as its header tells it; NULL until an answer says so.
  static func addHistory(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE zones ADD COLUMN history TEXT")
  }
}
