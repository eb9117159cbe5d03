import Encodings
import Foundation
import Glibc
import JournalSeal
import SystemKit

/// The journal's file as the operating system sees it: folders, modes, what it holds before SQLite looks.
enum StoreFile {
  /// Makes sure that a journal can be opened at `path`, and says in a sentence why not.
  static func prepare(path: String, options: JournalStore.Options, knownVersion: Int) throws(StoreError) {
    var status = stat()
    if stat(path, &status) != 0 {
      let reason = errno
      guard reason == ENOENT else { throw .noPermission(path: path, reason: message(reason)) }
      if options.isReadOnly || options.mustExist { throw .missing(path: path) }
      try makeFolder(of: path)
      try setForeignLogAside(path, options.log(of: path))
      let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw failure(path, errno) }
      close(descriptor)
      try syncFolder(SystemFile.folder(of: path))
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAJournal(path: path) }
    // SQLite would take it for a file that is in use, and wait.
    guard canLock(path, making: !options.isReadOnly) else { throw .noLocks(path: path) }
    try checkHeader(path, size: Int(status.st_size), knownVersion, isSealed: options.vault != nil)
    if !options.isReadOnly { try setForeignLogAside(path, options.log(of: path)) }
    if !options.isReadOnly, access(path, W_OK) != 0 { throw failure(path, errno) }
    if !options.isReadOnly, status.st_mode & 0o077 != 0, status.st_uid == getuid(), chmod(path, 0o600) != 0 {
      throw failure(path, errno)
    }
  }

  private struct Header {
    var version: Int
    var application: Int
    var isSealed: Bool
  }

  /// Looks at the file's header before SQLite does, since opening a file for writing may change it.
  private static func checkHeader(
    _ path: String, size: Int, _ knownVersion: Int, isSealed: Bool
  ) throws(StoreError) {
    guard size > 0 else { return }
    guard let header = try header(path) else { throw .notAJournal(path: path) }
    guard header.isSealed == isSealed else { throw isSealed ? .notSealed(path: path) : .sealed(path: path) }
    // Zero is a file whose first transaction is not in it yet, or one of a program that does not number its files.
    if header.application != 0, header.application != Schema.applicationID { throw .notAJournal(path: path) }
    if header.version > knownVersion {
      throw .newerFormat(path: path, found: header.version, known: knownVersion)
    }
  }

  /// The numbers that a database carries for its program, and whether it is sealed; nil for a file that is no database.
  ///
  /// Source: https://www.sqlite.org/fileformat2.html, section 1.3.
  private static func header(_ path: String) throws(StoreError) -> Header? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &header, header.count)
    let isSealed = header.starts(with: SealedFiles.magic)
    guard count == header.count, isSealed || header.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
    func number(_ offset: Int) -> Int { header[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
    return Header(version: number(60), application: number(68), isSealed: isSealed)
  }

  /// Whether there is a database that does not say whose it is.
  static func bearsNoMark(_ path: String) throws(StoreError) -> Bool {
    isEmpty(path) ? false : try header(path)?.application == 0
  }

  /// Whether a file is a sealed database; nil where there is none.
  static func isSealed(_ path: String) throws(StoreError) -> Bool? {
    exists(path) && !isEmpty(path) ? try header(path)?.isSealed : nil
  }

  /// How SQLite is told to open a file that is only read: by its path, or, where nothing beside it can be written and no
  /// log lies there that would have to be read along, as one that does not change.
  static func readOnlyName(_ path: String, _ vault: PageSeal?) -> String {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    let mayChange =
      !isLogForeign(path)
      && (access(folder.isEmpty ? "/" : folder, W_OK) == 0 || hasLog(log(of: path, isSealed: vault != nil)))
    return name(path, vault, isUnchanging: !mayChange)
  }

  /// How SQLite is told to open a file.
  ///
  /// - Parameter isUnchanging: Whether it is opened as one that does not change, without log and locks.
  static func name(_ path: String, _ vault: PageSeal?, isUnchanging: Bool = false) -> String {
    var options: [String] = []
    if let vault { options += ["vfs=cjvault", "vault=\(vault.vault)"] }
    if isUnchanging { options.append("immutable=1") }
    if options.isEmpty, !path.hasPrefix("file:") { return path }
    return "file:" + PercentCoding.encode(path, keeping: "/") + "?" + options.joined(separator: "&")
  }

  /// How SQLite is told to write a copy: a plain one is named with its file system, since it would take the connection's.
  static func copyName(_ path: String, _ vault: PageSeal?) -> String {
    vault == nil ? "file:\(PercentCoding.encode(path, keeping: "/"))?vfs=unix" : name(path, vault)
  }

  /// Where the log of a journal lies. A sealed one's has a name that other programs do not remove.
  static func log(of path: String, isSealed: Bool) -> String { path + (isSealed ? "-log" : "-wal") }

  /// Makes the folder of a file, and those above it, mode 0700.
  static func makeFolder(of path: String) throws(StoreError) {
    do { try SystemFile.makeFolder(SystemFile.folder(of: path)) } catch { throw failure(error.path, error.code) }
  }

  /// Makes new and renamed names of a folder durable.
  static func syncFolder(_ path: String) throws(StoreError) {
    do { try SystemFile.syncFolder(path) } catch { throw failure(error.path, error.code) }
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size == 0
  }

  /// Whether the disk that holds a file has no room for a log and its index.
  static func hasNoRoom(_ path: String) -> Bool {
    var disk = statvfs()
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
    guard statvfs(folder, &disk) == 0 else { return false }
    let blocks = geteuid() == 0 ? disk.f_bfree : disk.f_bavail
    return UInt64(blocks) * UInt64(disk.f_frsize) < roomForLog || disk.f_files > 0 && disk.f_ffree == 0
  }

  /// Whether files beside the journal can be locked; true where that is not known.
  ///
  /// - Parameter isMade: Whether a file for that is made where there is none.
  static func canLock(_ path: String, making isMade: Bool = true) -> Bool {
    // Not the journal itself: closing a descriptor of it would drop the locks of this process.
    RangeLock.isPossible(path + ".lock", making: isMade)
  }

  /// Whether there is a log at a path that has to be read along.
  static func hasLog(_ path: String) -> Bool {
    var log = stat()
    return stat(path, &log) == 0 && log.st_size > 0
  }

  /// The index of a log takes 32 KiB from the first transaction on.
  private static let roomForLog: UInt64 = 64 << 10

  static func message(_ code: Int32) -> String { String(cString: strerror(code)) }

  static func failure(_ path: String, _ code: Int32) -> StoreError {
    switch code {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case EROFS: .readOnly(path: path)
    case EACCES, EPERM: .readOnly(path: path)
    default: .noPermission(path: path, reason: message(code))
    }
  }

  /// Makes the file that is written before it has its name.
  static func makePart(of path: String) throws(StoreError) -> (path: String, descriptor: Int32) {
    do { return try SystemFile.makePart(of: path) } catch { throw failure(error.path, error.code) }
  }

  /// Removes the parts of a file that processes have left which do not run any more.
  static func sweepParts(of path: String) {
    let folder = SystemFile.folder(of: path)
    let prefix = (path.split(separator: "/").last.map { String($0) } ?? path) + ".part-"
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      // Nothing can be removed there; whether a file can be made is told by making it.
      return
    }
    for name in names where name.hasPrefix(prefix) {
      let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let process = pid_t(parts[0]), process > 0, UInt64(parts[1], radix: 16) != nil else {
        continue
      }
      if kill(process, 0) != 0, errno == ESRCH { unlink(folder + "/" + name) }
    }
  }

  /// Waits for an exclusive lock on a file beside the journal.
  static func lock(_ path: String) throws(StoreError) -> FileLock {
    do {
      return try FileLock.wait(path)
    } catch {
      switch error {
      case .opening(let reason), .locking(let reason): throw failure(reason.path, reason.code)
      }
    }
  }
}
