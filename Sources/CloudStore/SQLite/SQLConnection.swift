import GRDB
import SQLiteKit

/// A connection within one transaction: prepared statements by their text.
///
/// Good until the transaction's body returns; afterwards everything throws ``CloudStoreError/closed``.
final class SQLConnection {
  private let database: Database
  /// By the address of the literal: looking a statement up by its text would hash two hundred bytes each time.
  private var statements: [UInt: Statement] = [:]
  private var isOpen = true

  init(_ database: Database) { self.database = database }

  func close() {
    isOpen = false
    statements = [:]
  }

  /// The statement of this text with `values` in its places, from the first on; nil is NULL.
  ///
  /// It may be used once at a time: its rows are read to the end, or let go, before the same is asked for again.
  func prepare(_ sql: StaticString, _ values: (any SQLValue)?...) throws -> SQLStatement {
    try prepare(sql, binding: values)
  }

  /// Carries out the statement of this text with `values` in its places, and drops its rows.
  func run(_ sql: StaticString, _ values: (any SQLValue)?...) throws { try prepare(sql, binding: values).run() }

  private func prepare(_ sql: StaticString, binding values: [(any SQLValue)?]) throws -> SQLStatement {
    guard isOpen else { throw CloudStoreError.closed }
    let key = UInt(bitPattern: sql.utf8Start)
    let prepared: Statement
    if let known = statements[key] {
      prepared = known
    } else {
      prepared = try database.cachedStatement(sql: sql.description)
      statements[key] = prepared
    }
    let statement = SQLStatement(prepared)
    try statement.bind(values)
    return statement
  }

  /// How many rows the last statement changed.
  var changedRows: Int { database.changesCount }

  var lastRowID: Int64 { database.lastInsertedRowID }

  var isInTransaction: Bool { database.isInsideTransaction }
}
