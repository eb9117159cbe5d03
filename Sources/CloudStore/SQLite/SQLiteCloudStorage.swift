package import CloudService

/// The service's databases in a ``ServiceDatabase``.
package struct SQLiteCloudStorage: CloudStorage {
  /// Also holds the accounts; ``SQLiteAccounts`` shares it.
  package let database: ServiceDatabase

  package init(_ database: ServiceDatabase) { self.database = database }

  /// Runs `body` on one state of the file, beside a writer and other readers.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails, and any error of `body`.
  package func read<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result {
    try database.read { try body(SQLiteTransaction($0)) }
  }

  /// Runs `body` alone and returns once its commit is on disk; writers that wait share one commit.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails, and any error of `body`, which undoes all that it wrote.
  package func write<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result {
    try database.write { try body(SQLiteTransaction($0)) }
  }
}

/// The rows of one transaction.
final class SQLiteTransaction: CloudTransaction {
  let connection: SQLConnection

  init(_ connection: SQLConnection) { self.connection = connection }
}
