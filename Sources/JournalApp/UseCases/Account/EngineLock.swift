package import SystemKit

/// Says which process synchronises a journal: the one that holds the lock of a file beside it.
package enum EngineLock {
  /// Takes the lock; nil while another process has it.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be made.
  package static func take(_ path: String) throws -> FileLock? {
    try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.take(path) }
  }

  /// Waits until the lock is free, however long that takes, and takes it; blocks the thread meanwhile.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be made.
  package static func wait(_ path: String) throws -> FileLock {
    try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.wait(path) }
  }
}
