import Foundation
import Glibc

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
      let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw failure(path, errno) }
      close(descriptor)
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAJournal(path: path) }
    try checkHeader(path, size: Int(status.st_size), knownVersion)
    if !options.isReadOnly, access(path, W_OK) != 0 { throw failure(path, errno) }
    if !options.isReadOnly, status.st_mode & 0o077 != 0, status.st_uid == getuid(), chmod(path, 0o600) != 0 {
      throw failure(path, errno)
    }
  }

  /// Looks at the file's header before SQLite does, since opening a file for writing may change it.
  private static func checkHeader(_ path: String, size: Int, _ knownVersion: Int) throws(StoreError) {
    guard size > 0 else { return }
    guard let header = try header(path) else { throw .notAJournal(path: path) }
    // Zero is a file whose first transaction is not in it yet, or one of somebody who does not number their files.
    if header.application != 0, header.application != Schema.applicationID { throw .notAJournal(path: path) }
    if header.version > knownVersion {
      throw .newerFormat(path: path, found: header.version, known: knownVersion)
    }
  }

  /// The numbers that a database carries for its program; nil for a file that is no database.
  ///
  /// Source: https://www.sqlite.org/fileformat2.html, section 1.3.
  private static func header(_ path: String) throws(StoreError) -> (version: Int, application: Int)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &header, header.count)
    guard count == header.count, header.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
    func number(_ offset: Int) -> Int { header[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
    return (number(60), number(68))
  }

  /// Whether there is a database that does not say whose it is.
  static func bearsNoMark(_ path: String) throws(StoreError) -> Bool {
    isEmpty(path) ? false : try header(path)?.application == 0
  }

  /// How SQLite is told to open a file that is only read: by its path, or, where nothing beside it can be written and no
  /// log lies there that would have to be read along, as one that does not change.
  static func readOnlyPath(_ path: String) -> String {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    var log = stat()
    let hasLog = stat(path + "-wal", &log) == 0 && log.st_size > 0
    guard access(folder.isEmpty ? "/" : folder, W_OK) != 0, !hasLog else { return path }
    var uri = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        uri += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return uri + "?immutable=1"
  }

  /// Makes the folder of a file, and those above it, mode 0700.
  static func makeFolder(of path: String) throws(StoreError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).dropLast()
    var folder = path.hasPrefix("/") ? "" : "."
    for part in parts {
      folder += "/" + part
      if mkdir(folder, 0o700) != 0 {
        let reason = errno
        var status = stat()
        guard reason == EEXIST || stat(folder, &status) == 0 else { throw failure(folder, reason) }
      }
    }
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size == 0
  }

  static func message(_ code: Int32) -> String { String(cString: strerror(code)) }

  static func failure(_ path: String, _ code: Int32) -> StoreError {
    switch code {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case EROFS: .readOnly(path: path)
    case EACCES, EPERM: .readOnly(path: path)
    default: .noPermission(path: path, reason: message(code))
    }
  }

  /// Waits for an exclusive lock on a file beside the journal; it ends with the process at the latest.
  static func lock(_ path: String) throws(StoreError) -> FileLock {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path, errno) }
    while flock(descriptor, LOCK_EX) != 0 {
      let reason = errno
      guard reason == EINTR else {
        close(descriptor)
        throw failure(path, reason)
      }
    }
    return FileLock(descriptor: descriptor)
  }
}

struct FileLock {
  let descriptor: Int32

  func release() { close(descriptor) }
}
