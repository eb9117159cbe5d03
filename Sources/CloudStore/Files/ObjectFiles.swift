import Encodings
import Glibc

/// The bytes of assets: files with random names in a folder beside the database, two levels deep.
///
/// An object appears whole and durable or not at all, and never changes. Which objects are wanted, the database knows.
/// Calls block their thread.
package struct ObjectFiles: Sendable {
  /// The folder of all objects.
  package let folder: String
  /// What is still being written; a crash leaves its files here.
  private var incoming: String { folder + "/.incoming" }

  /// Makes the folder (0700) if need be.
  ///
  /// - Throws: ``CloudStoreError`` where the folder cannot be made.
  package init(folder: String) throws(CloudStoreError) {
    self.folder = folder
    try DataFile.makeFolder(incoming)
  }

  /// A folder to be read only, which is there or not.
  init(existing folder: String) { self.folder = folder }

  /// Whether a text can be an object's name: 16 to 128 of `0-9 a-z A-Z - _`, the first two of them letters or digits.
  package static func isKey(_ key: String) -> Bool {
    guard (16...128).contains(key.utf8.count) else { return false }
    return key.utf8.prefix(2).allSatisfy { $0.isASCIILetterOrDigit() }
      && key.utf8.allSatisfy { $0.isASCIILetterOrDigit(or: "-_") }
  }

  /// Where an object lies; other keys than ``isKey(_:)`` allows cannot name a place.
  func path(_ key: String) throws(CloudStoreError) -> String {
    guard Self.isKey(key) else { throw .invalidObjectKey(key) }
    return shard(key) + "/" + key
  }

  private func shard(_ key: String) -> String { folder + "/" + key.prefix(2) }

  /// Begins a new object.
  ///
  /// - Parameters:
  ///   - key: random, given by the caller, ``isKey(_:)``.
  ///   - sizeLimit: in bytes; the first byte above it is refused.
  /// - Throws: ``CloudStoreError/invalidObjectKey(_:)``, ``CloudStoreError/objectExists(key:)``, and any failure of the
  ///   disk.
  package func write(_ key: String, sizeLimit: Int64) throws(CloudStoreError) -> ObjectWriter {
    let target = try path(key)
    try DataFile.makeFolder(shard(key))
    return try ObjectWriter(key: key, temporary: incoming + "/" + key, target: target, sizeLimit: sizeLimit)
  }

  /// Opens an object for reading.
  ///
  /// - Throws: ``CloudStoreError/invalidObjectKey(_:)``, ``CloudStoreError/missingObject(key:)``, and any failure of
  ///   the disk.
  package func open(_ key: String) throws(CloudStoreError) -> AssetReader {
    do {
      return try AssetReader(path: try path(key))
    } catch {
      if case .missing = error { throw .missingObject(key: key) }
      throw error
    }
  }

  /// The size of an object in bytes; nil where there is none.
  ///
  /// - Throws: ``CloudStoreError/invalidObjectKey(_:)``, and any failure of the disk.
  package func size(_ key: String) throws(CloudStoreError) -> Int64? {
    let path = try path(key)
    var status = stat()
    guard stat(path, &status) == 0 else {
      let reason = errno
      if reason == ENOENT { return nil }
      throw DataFile.failure(path, reason)
    }
    return Int64(status.st_size)
  }

  /// Removes an object; one that is not there is no error.
  ///
  /// - Throws: ``CloudStoreError/invalidObjectKey(_:)``, and any failure of the disk.
  package func remove(_ key: String) throws(CloudStoreError) {
    try DataFile.remove(try path(key))
  }

  /// Every object that was written before a time, by name.
  ///
  /// What no row names among these is an orphan: a younger one may belong to an upload whose row is about to come.
  ///
  /// - Parameter time: milliseconds since 1970; nil for all.
  /// - Throws: ``CloudStoreError`` where a folder cannot be read.
  package func keys(writtenBefore time: Int64? = nil) throws(CloudStoreError) -> [String] {
    var keys: [String] = []
    for shard in try DataFile.names(in: folder) where shard.utf8.count == 2 {
      for name in try DataFile.names(in: folder + "/" + shard) where Self.isKey(name) && name.hasPrefix(shard) {
        if let time, try modificationTime(folder + "/" + shard + "/" + name) >= time { continue }
        keys.append(name)
      }
    }
    return keys
  }

  /// Removes what a crash left half-written; to be called before the first upload, by the one server that has the folder.
  ///
  /// - Throws: ``CloudStoreError`` where a file cannot be removed.
  package func removeLeftovers() throws(CloudStoreError) {
    for name in try DataFile.names(in: incoming) { try DataFile.remove(incoming + "/" + name) }
  }

  private func modificationTime(_ path: String) throws(CloudStoreError) -> Int64 {
    var status = stat()
    guard stat(path, &status) == 0 else { throw DataFile.failure(path, errno) }
    return Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
  }
}
