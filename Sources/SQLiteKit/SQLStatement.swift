package import GRDB
import GRDBSQLite

/// One use of a statement that its connection keeps prepared: bind, step, read, and reset at the end.
///
/// GRDB's own binding and fetching go through values and rows in between; at the rates of the service and of an import that is
/// up to half of the time, so the columns are moved here by SQLite's own functions. The statement, its errors and its life are GRDB's.
package struct SQLStatement: ~Copyable {
  private let statement: Statement
  private let handle: OpaquePointer
  /// Where ``add(_:)`` binds next.
  private var next: Int32 = 1

  /// Takes a statement that its connection has prepared; of two uses at once of the same one, the second would end the first.
  package init(_ statement: Statement) {
    self.statement = statement
    handle = statement.sqliteStatement
  }

  deinit {
    sqlite3_reset(handle)
    // A kilobyte of a user's record need not stay in memory until the next use.
    sqlite3_clear_bindings(handle)
  }

  // MARK: Binding; the first place is 1

  /// Binds an integer. All of these throw `DatabaseError` where the place is outside the statement or memory is short.
  package func bind(_ number: Int64, at place: Int32) throws {
    try check(sqlite3_bind_int64(handle, place, number))
  }

  /// Binds 1 or 0.
  package func bind(_ flag: Bool, at place: Int32) throws {
    try check(sqlite3_bind_int(handle, place, flag ? 1 : 0))
  }

  /// Binds an integer, or NULL.
  package func bind(_ number: Int64?, at place: Int32) throws {
    guard let number else { return try check(sqlite3_bind_null(handle, place)) }
    try bind(number, at: place)
  }

  /// Binds a copy of a text in UTF-8; an empty one is not NULL.
  package func bind(_ text: String, at place: Int32) throws {
    var text = text
    let result = text.withUTF8 { bytes in
      // A null pointer would mean NULL; an empty text has to be one.
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map {
          sqlite3_bind_text64(handle, place, $0, UInt64(bytes.count), Self.copying, UInt8(SQLITE_UTF8))
        }
      }
    }
    try check(result ?? sqlite3_bind_text(handle, place, "", 0, Self.copying))
  }

  /// Binds a copy of a text, or NULL.
  package func bind(_ text: String?, at place: Int32) throws {
    guard let text else { return try check(sqlite3_bind_null(handle, place)) }
    try bind(text, at: place)
  }

  /// Binds a copy of some bytes; none are an empty blob, not NULL.
  package func bind(_ bytes: [UInt8], at place: Int32) throws {
    let result =
      bytes.isEmpty
      ? sqlite3_bind_zeroblob(handle, place, 0)
      : bytes.withUnsafeBytes {
        sqlite3_bind_blob64(handle, place, $0.baseAddress, UInt64($0.count), Self.copying)
      }
    try check(result)
  }

  // MARK: Binding one place after the other

  /// Binds an integer, or NULL, at the place after the last one that was bound so.
  package mutating func add(_ number: Int64?) throws {
    try bind(number, at: next)
    next += 1
  }

  /// Binds a copy of a text, or NULL, at the place after the last one that was bound so.
  package mutating func add(_ text: String?) throws {
    try bind(text, at: next)
    next += 1
  }

  /// Binds a copy of some bytes, or NULL, at the place after the last one that was bound so.
  package mutating func add(_ bytes: [UInt8]?) throws {
    if let bytes { try bind(bytes, at: next) } else { try check(sqlite3_bind_null(handle, next)) }
    next += 1
  }

  /// Tells SQLite to copy what it is given, since it is asked to use it after the call.
  ///
  /// The header defines SQLITE_TRANSIENT as this number in the guise of a function's address, which is not imported.
  private static let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  // MARK: Running

  /// Goes to the next row; false at the end.
  ///
  /// - Throws: `DatabaseError` with SQLite's extended code and message.
  package func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure()
    }
  }

  /// Runs to the end, for a statement that is not asked for rows.
  package func run() throws {
    while try step() {}
  }

  /// Every row that is left.
  @inlinable package func all<Element>(_ read: (borrowing SQLStatement) throws -> Element) throws -> [Element] {
    var elements: [Element] = []
    while try step() { elements.append(try read(self)) }
    return elements
  }

  /// The next row, if there is one.
  @inlinable package func first<Element>(_ read: (borrowing SQLStatement) throws -> Element) throws -> Element? {
    try step() ? try read(self) : nil
  }

  private func check(_ result: Int32) throws {
    guard result == SQLITE_OK else { throw failure() }
  }

  private func failure() -> DatabaseError {
    let connection = sqlite3_db_handle(handle)
    return DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: sqlite3_errmsg(connection).map { String(cString: $0) })
  }

  // MARK: Columns; the first is 0

  /// The integer in a column; 0 for NULL.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The integer in a column, nil for NULL.
  package func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
  }

  /// Whether a column holds another integer than 0.
  package func flag(_ column: Int32) -> Bool { sqlite3_column_int(handle, column) != 0 }

  /// The text in a column, ill-formed UTF-8 replaced; empty for NULL.
  package func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The text in a column, nil for NULL.
  package func optionalText(_ column: Int32) -> String? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : text(column)
  }

  /// The bytes in a column; empty for NULL.
  package func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
