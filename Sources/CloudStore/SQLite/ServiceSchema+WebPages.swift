import GRDB

extension ServiceSchema {
  /// API tokens learn which web pages they are for and which environment; the table of sign-ins, which nothing ever
  /// wrote to, goes.
  static func addWebPages(_ database: Database) throws {
    try database.execute(
      sql: """
        ALTER TABLE apiTokens ADD COLUMN origins TEXT NOT NULL DEFAULT '';
        ALTER TABLE apiTokens ADD COLUMN environment TEXT;
        DROP TABLE signIns;
        """)
  }
}
