import Foundation
import Glibc

/// The journal's file as the operating system sees it: folders, modes, what it holds before SQLite looks.
enum StoreFile {
  /// Makes sure that a journal can be opened at `path`, and says in a sentence why not.
  static func prepare(path: String, options: JournalStore.Options) throws(StoreError) {
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
    try checkHeader(path, size: Int(status.st_size))
    if !options.isReadOnly, access(path, W_OK) != 0 { throw failure(path, errno) }
    if !options.isReadOnly, status.st_mode & 0o077 != 0, status.st_uid == getuid(), chmod(path, 0o600) != 0 {
      throw failure(path, errno)
    }
  }

  private static func checkHeader(_ path: String, size: Int) throws(StoreError) {
    guard size > 0 else { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 16)
    let count = read(descriptor, &header, 16)
    guard count == 16, header.elementsEqual(Array("SQLite format 3\0".utf8)) else { throw .notAJournal(path: path) }
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
