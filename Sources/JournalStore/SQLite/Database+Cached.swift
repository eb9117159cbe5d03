import GRDB
import SQLiteKit

extension Database {
  /// Runs a statement that is prepared once per connection.
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The same statement, to be bound and run without values in between: for what is done for each of many records.
  ///
  /// It may be used once at a time.
  func prepare(_ sql: String) throws -> SQLStatement {
    SQLStatement(try cachedStatement(sql: sql))
  }

  func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
    try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
  }

  func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
    try Row.fetchAll(try cachedStatement(sql: sql), arguments: arguments)
  }

  func integer(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int64? {
    try Int64.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
  }
}
