import GRDB
import Glibc
import SQLiteKit
import SystemKit

/// Whole copies of a service: its database, the objects that this names, and a manifest of both.
package enum CloudBackup {
  /// What was done, for a person.
  package struct Summary: Hashable, Sendable {
    /// Milliseconds since 1970: when the backup was taken.
    package var createdAt: Int64
    /// The number of objects in the backup.
    package var objects: Int
    /// In bytes, database and objects together.
    package var size: Int64
  }

  /// Writes a backup into a new folder while the service goes on.
  ///
  /// The database comes first, as it is at one moment, then the objects that it names: those are immutable and outlive
  /// their last record by days, so that none of them can be gone. The folder has its name only once all is on disk.
  ///
  /// - Parameters:
  ///   - folder: must not exist, or be empty. Objects are linked to where it is on the same file system, else copied.
  ///   - time: milliseconds since 1970, for the manifest.
  /// - Throws: ``CloudStoreError/folderNotEmpty(path:)``, ``CloudStoreError/missingObject(key:)`` where a record's
  ///   object is gone, and any failure of the disk; no unfinished folder stays then.
  package static func write(
    _ database: ServiceDatabase, _ objects: ObjectFiles, to folder: String, at time: Int64
  ) throws(CloudStoreError) -> Summary {
    try requireFree(folder)
    return try gather(folder) { unfinished throws(CloudStoreError) in
      try write(database, objects, into: unfinished, at: time)
    }
  }

  private static func write(
    _ database: ServiceDatabase, _ objects: ObjectFiles, into unfinished: String, at time: Int64
  ) throws(CloudStoreError) -> Summary {
    let copy = unfinished + "/" + ServiceFile.name
    do { try ServiceDatabase.copy(database.pool, to: copy) } catch { throw CloudStoreError(error, path: copy) }
    guard chmod(copy, SystemFile.fileMode) == 0 else { throw DataFile.failure(copy, errno) }
    try DataFile.sync(file: copy)
    let files = try copyObjects(named: copy, from: objects, to: try ObjectFiles(folder: unfinished + "/objects"))
    let manifest = BackupManifest(
      createdAt: time, database: try BackupManifest.file(ServiceFile.name, at: copy), objects: files)
    try writeFile(unfinished + "/" + BackupManifest.fileName, manifest.text)
    return summary(manifest)
  }

  /// Lets `body` fill a folder beside the one that is wanted, which has its name if all went well and is gone if not.
  private static func gather(
    _ folder: String, _ body: (_ unfinished: String) throws(CloudStoreError) -> Summary
  ) throws(CloudStoreError) -> Summary {
    let unfinished = try UnfinishedFolder(for: folder)
    do throws(CloudStoreError) {
      let summary = try body(unfinished.path)
      try unfinished.finish()
      return summary
    } catch {
      try unfinished.abandon()
      throw error
    }
  }

  /// Makes a data folder of a backup, as a new history: change tokens of before are not accepted any more, so that
  /// clients look at everything again.
  ///
  /// - Parameters:
  ///   - folder: must not exist, or be empty.
  ///   - incarnation: sixteen fresh random bytes.
  ///   - now: milliseconds since 1970; later than every earlier restore of the same backup.
  /// - Throws: ``CloudStoreError/folderNotEmpty(path:)``, ``CloudStoreError/notABackup(path:detail:)`` for a backup
  ///   that is not whole, and any failure of the disk; no unfinished folder stays then.
  package static func restore(
    _ backup: String, to folder: String, incarnation: [UInt8], at now: Int64
  ) throws(CloudStoreError) -> Summary {
    try requireFree(folder)
    let manifest = try readManifest(backup)
    return try gather(folder) { unfinished throws(CloudStoreError) in
      try restore(manifest, of: backup, into: unfinished, incarnation, now)
    }
  }

  private static func restore(
    _ manifest: BackupManifest, of backup: String, into unfinished: String, _ incarnation: [UInt8], _ now: Int64
  ) throws(CloudStoreError) -> Summary {
    let copy = unfinished + "/" + ServiceFile.name
    try copyFile(backup + "/" + ServiceFile.name, to: copy, expecting: manifest.database, backup)
    let source = ObjectFiles(existing: backup + "/objects")
    let target = try ObjectFiles(folder: unfinished + "/objects")
    for object in manifest.objects {
      guard try DataFile.kind(of: try source.path(object.name)) == .file else {
        throw .notABackup(path: backup, detail: "object \(object.name) is missing")
      }
      let path = try target.path(object.name)
      try DataFile.makeFolder(SystemFile.folder(of: path))
      try copyFile(try source.path(object.name), to: path, expecting: object, backup)
    }
    try renew(copy, incarnation: incarnation, now: now)
    return summary(manifest)
  }

  /// Sequences go on from the time, a thousand of them a millisecond, which no history of the data can have reached:
  /// a change tag that was given after the backup must never fit another record state.
  private static func renew(_ path: String, incarnation: [UInt8], now: Int64) throws(CloudStoreError) {
    try ServiceFile.checkHeader(path, ServiceSchema.current.version)
    do {
      let queue = try DatabaseQueue(path: path)
      try queue.write { database in
        let connection = SQLConnection(database)
        defer { connection.close() }
        try connection.run("UPDATE server SET incarnation = ?", incarnation)
        try connection.run("UPDATE databases SET sequence = max(sequence + 4294967296, ?)", now << 10)
      }
      try queue.close()
    } catch {
      throw CloudStoreError(error, path: path)
    }
    try DataFile.sync(file: path)
  }

  // MARK: Objects

  private static func copyObjects(
    named database: String, from source: ObjectFiles, to target: ObjectFiles
  ) throws(CloudStoreError) -> [BackupManifest.File] {
    var files: [BackupManifest.File] = []
    for (key, isReferenced) in try objects(namedBy: database) {
      let from = try source.path(key)
      let to = try target.path(key)
      try DataFile.makeFolder(SystemFile.folder(of: to))
      if let file = try link(key, source: from, target: to) {
        files.append(file)
      } else if isReferenced {
        throw .missingObject(key: key)
      }
      // The file of no record may have been collected since the copy of the database was made, were it just now.
    }
    return files
  }

  /// Links an object, or copies it where it lies on another file system; nil where it is not there (any more).
  private static func link(
    _ key: String, source: String, target: String
  ) throws(CloudStoreError) -> BackupManifest.File? {
    if Glibc.link(source, target) == 0 { return try BackupManifest.file(key, at: target) }
    return errno == ENOENT ? nil : try copy(key, source, target)
  }

  static func copy(
    _ key: String, _ source: String, _ target: String
  ) throws(CloudStoreError) -> BackupManifest.File? {
    let descriptor = try DataFile.open(target, O_CREAT | O_EXCL | O_WRONLY)
    defer { close(descriptor) }
    do throws(CloudStoreError) {
      let file = try BackupManifest.file(key, at: source, copyingTo: descriptor)
      try DataFile.sync(descriptor, target)
      return file
    } catch {
      guard error == .missing(path: source) else { throw error }
      try DataFile.remove(target)
      return nil
    }
  }

  /// The objects that a database names, and whether a record does as well, by key.
  static func objects(namedBy path: String) throws(CloudStoreError) -> [(key: String, isReferenced: Bool)] {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let objects = try queue.read { database in
        let connection = SQLConnection(database)
        defer { connection.close() }
        return try ObjectRows.all(connection)
      }
      try queue.close()
      return objects.map { ($0.key, $0.isReferenced) }
    } catch {
      throw CloudStoreError(error, path: path)
    }
  }

  // MARK: Files and folders

  static func requireFree(_ folder: String) throws(CloudStoreError) {
    switch try DataFile.kind(of: folder) {
    case nil: return
    case .folder where try DataFile.names(in: folder).isEmpty: return
    case .folder, .file, .other: throw .folderNotEmpty(path: folder)
    }
  }

  private static func writeFile(_ path: String, _ text: String) throws(CloudStoreError) {
    let descriptor = try DataFile.open(path, O_CREAT | O_EXCL | O_WRONLY)
    defer { close(descriptor) }
    try DataFile.write(Array(text.utf8), to: descriptor, path)
    try DataFile.sync(descriptor, path)
  }

  private static func copyFile(
    _ source: String, to target: String, expecting file: BackupManifest.File, _ backup: String
  ) throws(CloudStoreError) {
    let descriptor = try DataFile.open(target, O_CREAT | O_EXCL | O_WRONLY)
    defer { close(descriptor) }
    guard try BackupManifest.file(file.name, at: source, copyingTo: descriptor) == file else {
      throw .notABackup(path: backup, detail: "\(file.name) is not as it was written")
    }
    try DataFile.sync(descriptor, target)
  }

  private static func readManifest(_ backup: String) throws(CloudStoreError) -> BackupManifest {
    let path = backup + "/" + BackupManifest.fileName
    guard try DataFile.kind(of: path) == .file else { throw .notABackup(path: backup, detail: "it has no manifest") }
    let descriptor = try DataFile.open(path, O_RDONLY)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      let chunk = try DataFile.read(descriptor, path, at: Int64(bytes.count), count: 1 << 20)
      if chunk.isEmpty { break }
      bytes += chunk
    }
    do {
      return try BackupManifest(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .notABackup(path: backup, detail: error.detail)
    }
  }

  private static func summary(_ manifest: BackupManifest) -> Summary {
    Summary(
      createdAt: manifest.createdAt, objects: manifest.objects.count,
      size: manifest.objects.reduce(manifest.database.size) { $0 + $1.size })
  }
}
