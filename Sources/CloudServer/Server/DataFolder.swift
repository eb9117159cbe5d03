package import CloudStore
import Glibc

/// A server's data as it lies on the disk: one file with rows, one folder with files.
package struct DataFolder: Sendable {
  /// The folder's path as it was given.
  package let path: String
  /// The file `service.sqlite` in the folder.
  package let database: ServiceDatabase
  /// The folder `objects` in the folder.
  package let files: ObjectFiles
  /// Kept in ``database``.
  package let accounts: any AccountStoring

  /// Opens a data folder, and makes it where there is none.
  ///
  /// - Parameter mustExist: Refuses to make one: there is nothing to look after in a new one.
  /// - Throws: ``ServerRefusal`` where there is none and `mustExist` is true, ``CloudStoreError`` where it cannot be
  ///   opened.
  package init(_ path: String, surroundings: ServerSurroundings, mustExist: Bool = false) throws {
    let file = path + "/" + ServiceDatabase.fileName
    guard !mustExist || access(file, F_OK) == 0 else {
      throw ServerRefusal("There is no data of a server in \(path); name the folder with --data.")
    }
    self.path = path
    database = try ServiceDatabase(path: file) {
      ServerIdentity(incarnation: surroundings.randomBytes(16), signingKey: surroundings.randomBytes(32))
    }
    files = try ObjectFiles(folder: path + "/objects")
    accounts = SQLiteAccounts(database)
  }

  /// What a server serves from here.
  package var backend: ServerBackend {
    ServerBackend(
      storage: SQLiteCloudStorage(database), accounts: accounts, files: files, identity: database.identity)
  }
}
