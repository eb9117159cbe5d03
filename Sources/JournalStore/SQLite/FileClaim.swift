import Glibc
import Synchronization

/// Notes that this process has a journal's file open, as long as it lives.
///
/// A process loses all its POSIX locks on a file as soon as it closes any descriptor of it. SQLite minds that; code that
/// looks into the file by hand must not while a connection is open in the same process, or another process takes the
/// journal for its own and throws away the log that holds our last commits.
///
/// Source: https://www.sqlite.org/howtocorrupt.html, section 2.2.
final class FileClaim: Sendable {
  private struct File: Equatable {
    var device: UInt64
    var inode: UInt64

    /// nil where there is no file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// One element a claim: there are never more than a few, and a dictionary takes longer to set up than to search them.
  private static let open = Mutex<[File]>([])
  private let file: File
  /// Whether this process had the file open already, so that it has been looked at.
  let isShared: Bool

  /// Whether this process has the file at `path` open, so that it may not look into it by hand.
  static func isOpen(_ path: String) -> Bool {
    guard let file = File(path) else { return false }
    return open.withLock { $0.contains(file) }
  }

  /// Does something with the file at `path` that no part of this process opens meanwhile; nil where it is open already.
  static func unlessOpen<Value>(_ path: String, _ body: () -> Value) -> Value? {
    open.withLock { open in
      if let file = File(path), open.contains(file) { return nil }
      return body()
    }
  }

  /// Claims the file at `path`, which `prepare` looks at, or makes, if this process does not have it open.
  init(_ path: String, prepare: () throws(StoreError) -> Void) throws(StoreError) {
    let result = FileClaim.open.withLock { open in
      Result { () throws(StoreError) -> (File, Bool) in
        if let file = File(path), open.contains(file) {
          open.append(file)
          return (file, true)
        }
        try prepare()
        guard let file = File(path) else { throw .missing(path: path) }
        open.append(file)
        return (file, false)
      }
    }
    (file, isShared) = try result.get()
  }

  deinit {
    FileClaim.open.withLock { [file] open in
      if let index = open.firstIndex(of: file) { open.remove(at: index) }
    }
  }
}
