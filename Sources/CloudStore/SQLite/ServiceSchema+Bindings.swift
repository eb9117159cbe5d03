import GRDB

extension ServiceSchema {
  /// Format 2: a session may be for one container, and an upload's address for a file of one size.
  ///
  /// Sessions of before go on opening every container of their account: their owners were not asked for less.
  static func addBindings(_ database: Database) throws {
    try database.execute(
      sql: """
        ALTER TABLE sessions ADD COLUMN container TEXT;
        ALTER TABLE uploads ADD COLUMN expectedSize INTEGER;
        """)
  }
}
