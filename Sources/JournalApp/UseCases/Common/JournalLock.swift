import Glibc

/// Keeps two commands from doing at once what has to look before it writes, such as making a category by name.
///
/// The lock is that of a file beside the journal, and ends with the process at the latest.
struct JournalLock: Hashable, Sendable {
  let path: String

  /// Waits until nobody else is in here, and then runs `body`.
  func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      let code = errno
      guard code == EINTR else { throw WholeFile.failure(path, "cannot be locked", code) }
    }
    return try body()
  }
}
