import CloudService
import CloudStore

extension ServerBackend {
  /// Rows that end with the process; the bytes of files lie in `folder`, which is the caller's to remove.
  ///
  /// - Throws: ``CloudStoreError`` where the folder cannot be made.
  package static func memory(files folder: String, surroundings: ServerSurroundings) throws -> ServerBackend {
    let identity = ServerIdentity(
      incarnation: surroundings.randomBytes(16), signingKey: surroundings.randomBytes(32))
    return ServerBackend(
      storage: MemoryCloudStorage(), accounts: SQLiteAccounts(try ServiceDatabase(inMemoryWith: identity)),
      files: try ObjectFiles(folder: folder), identity: identity)
  }
}
