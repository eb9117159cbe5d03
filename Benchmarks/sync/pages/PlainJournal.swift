import GRDB
import GRDBSQLite
import JournalStore

/// A row's values as SQLite gives them.
enum PlainValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .integer(Int64(number))
    case .string(let text): self = .text(text)
    case .blob(let data): self = .blob([UInt8](data))
    }
  }
}

/// The rows of a journal that was filled before, to be put into others.
struct PlainRows {
  var columns: [String] = []
  var entries: [[PlainValue]] = []
  /// By the entry's place in `entries`.
  var tags: [[[PlainValue]]] = []
  /// Title and body with the row's number, as the search index takes them.
  var words: [[PlainValue]] = []

  var count: Int { entries.count }

  init(journal path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: PlainJournal.configuration)
    try queue.read { db in
      // In the order in which they came.
      let rows = try Row.fetchAll(
        db, sql: "SELECT * FROM entries ORDER BY length(baseChangeTag), baseChangeTag, recordName")
      columns = rows.first.map { Array($0.columnNames) } ?? []
      entries = rows.map { $0.databaseValues.map { PlainValue($0) } }
      words = rows.map { row in ["position", "title", "body"].map { PlainValue(row[$0]) } }
      tags = try rows.map { row in
        try Row.fetchAll(db, sql: "SELECT * FROM entryTags WHERE position = ?", arguments: [row["position"] as Int64])
          .map { $0.databaseValues.map { PlainValue($0) } }
      }
    }
    try queue.close()
  }
}

/// Puts rows into a file through SQLite's own functions: statements prepared once, values bound as they are, one
/// transaction a page, on the disk when it returns.
final class PlainJournal {
  private let queue: DatabaseQueue
  private let isIndexed: Bool
  private var insert: OpaquePointer?
  private var tag: OpaquePointer?
  private var search: OpaquePointer?

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { $0.add(tokenizer: JournalTokenizer.self) }
    return configuration
  }

  /// - Parameter isIndexed: Whether the file is a journal with its indexes, triggers and search index; else it gets one
  ///   table without any.
  init(path: String, isIndexed: Bool) throws {
    self.isIndexed = isIndexed
    queue = try DatabaseQueue(path: path, configuration: PlainJournal.configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
  }

  func put(_ rows: PlainRows, _ range: Range<Int>) throws {
    try queue.writeWithoutTransaction { db in
      guard let handle = db.sqliteConnection else { return }
      if insert == nil { try prepare(rows.columns, db, handle) }
      try check(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil))
      for index in range {
        try run(insert, rows.entries[index])
        if isIndexed { for values in rows.tags[index] { try run(tag, values) } }
      }
      // After the rows: in turns with them the index would be written out for each row.
      if isIndexed { for index in range { try run(search, rows.words[index]) } }
      try check(sqlite3_exec(handle, "COMMIT", nil, nil, nil))
    }
  }

  func close() throws {
    for statement in [insert, tag, search] { sqlite3_finalize(statement) }
    try queue.close()
  }

  private func prepare(_ columns: [String], _ db: Database, _ handle: OpaquePointer) throws {
    if !isIndexed { try db.execute(sql: "CREATE TABLE entries(\(columns.joined(separator: ", ")))") }
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    func statement(_ sql: String) throws -> OpaquePointer? {
      var statement: OpaquePointer?
      try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
      return statement
    }
    insert = try statement("INSERT INTO entries(\(columns.joined(separator: ", "))) VALUES(\(marks))")
    guard isIndexed else { return }
    tag = try statement("INSERT INTO entryTags VALUES(?, ?, ?)")
    search = try statement("INSERT INTO entrySearch(rowid, title, body) VALUES(?, ?, ?)")
  }

  private func run(_ statement: OpaquePointer?, _ values: [PlainValue]) throws {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .integer(let number): sqlite3_bind_int64(statement, place, number)
      case .text(var text):
        _ = text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) { bytes in
            sqlite3_bind_text(statement, place, bytes.baseAddress, Int32(bytes.count), transient)
          }
        }
      case .blob(let bytes):
        _ = bytes.withUnsafeBytes { sqlite3_bind_blob(statement, place, $0.baseAddress, Int32($0.count), transient) }
      }
    }
    let result = sqlite3_step(statement)
    try check(sqlite3_reset(statement))
    guard result == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
  }

  private func check(_ result: Int32) throws {
    guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
  }
}

/// SQLite copies what it is given.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
