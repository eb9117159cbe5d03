import CSQLite

/// Settings of SQLite that hold for the whole process.
package enum SQLiteLibrary {
  /// Makes SQLite count no memory, which would take a lock for each piece of it; nothing asks for the numbers.
  ///
  /// To be read before the first database is opened; later it changes nothing.
  package static let forgoesStatistics: Void = { _ = csqlite_forgo_memory_statistics() }()
}
