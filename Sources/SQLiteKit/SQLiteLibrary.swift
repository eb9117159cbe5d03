import CSQLite

/// Settings of SQLite that hold for the whole process.
package enum SQLiteLibrary {
  /// Makes SQLite count no memory, which would take a lock for each piece of it and which nothing asks for; take names that
  /// begin with `file:` as URIs; and keep in memory what it notes to take a statement back, which would go to a plain file.
  ///
  /// To be read before the first database is opened; later it changes nothing.
  package static let isPrepared: Void = { _ = csqlite_prepare() }()
}
