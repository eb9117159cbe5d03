package import SystemKit

/// Says which process synchronises a journal: the one that holds the lock of a file beside it.
package enum EngineLock {
  /// Takes the lock; nil while another process has it.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be made.
  package static func take(_ path: String) throws -> FileLock? {
    try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.take(path) }
  }

  /// Takes the lock as soon as it is free; nil where another process has it for ten seconds. The screen and a command have it
  /// for a moment each.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be made, or `CancellationError`.
  static func soon(_ path: String) async throws -> FileLock? {
    for _ in 0..<200 {
      if let lock = try take(path) { return lock }
      try await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }

  /// Waits until the lock is free, however long that takes, and takes it; blocks the thread meanwhile.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be made.
  package static func wait(_ path: String) throws -> FileLock {
    try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.wait(path) }
  }
}
