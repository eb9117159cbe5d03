package import GRDB
import GRDBSQLite

/// The main file of a connection, as SQLite's own functions have it.
package enum SQLiteFile {
  /// The name of the file system (VFS) that the file was opened with; nil where SQLite does not say.
  package static func system(of db: Database) -> String? {
    var name: UnsafeMutablePointer<CChar>?
    let result = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_VFSNAME, &name)
    guard result == SQLITE_OK, let name else { return nil }
    defer { sqlite3_free(name) }
    return String(cString: name)
  }

  /// Has so many bytes of each page kept free, in a file that is still empty and in copies that are made of it.
  ///
  /// - Parameter bytes: 0 to 255.
  package static func reserve(_ bytes: Int, in db: Database) {
    var bytes = Int32(bytes)
    _ = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
  }
}
