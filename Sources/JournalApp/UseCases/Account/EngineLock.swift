import Glibc

/// Says which process synchronises a journal: the one that holds the lock of a file beside it.
///
/// The lock ends with the process at the latest, however that ends.
package final class EngineLock: Sendable {
  private let descriptor: CInt

  private init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the lock; nil while another process has it.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be made.
  package static func take(_ path: String) throws -> EngineLock? { try lock(path, LOCK_EX | LOCK_NB) }

  /// Waits until the lock is free, however long that takes, and takes it; blocks the thread meanwhile.
  package static func wait(_ path: String) throws -> EngineLock {
    while true {
      if let lock = try lock(path, LOCK_EX) { return lock }
    }
  }

  private static func lock(_ path: String, _ how: CInt) throws -> EngineLock? {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be opened", errno) }
    while flock(descriptor, how) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      guard code == EWOULDBLOCK else { throw WholeFile.failure(path, "cannot be locked", code) }
      return nil
    }
    return EngineLock(descriptor: descriptor)
  }
}
