package import CloudService

/// The service's databases in a ``ServiceDatabase``.
package struct SQLiteCloudStorage: CloudStorage {
  package let database: ServiceDatabase

  package init(_ database: ServiceDatabase) { self.database = database }

  package func read<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result {
    try database.read { try body(SQLiteTransaction($0)) }
  }

  package func write<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result {
    try database.write { try body(SQLiteTransaction($0)) }
  }
}

/// The rows of one transaction.
final class SQLiteTransaction: CloudTransaction {
  let connection: SQLConnection

  init(_ connection: SQLConnection) { self.connection = connection }
}
