import Glibc

/// A lock on a file (flock(2)), which keeps apart all processes that ask for it, and all parts of one process.
///
/// It ends with this value, which `withExtendedLifetime` keeps for as long as it is needed, and with the process at the
/// latest, however that ends.
package final class FileLock: Sendable {
  /// How a lock is shared among its holders.
  package enum Mode: Sendable {
    /// Others may hold it in this mode as well.
    case shared
    /// The only holder.
    case exclusive
  }

  /// Why a lock could not be asked for.
  package enum Failure: Error, Hashable, Sendable {
    /// The file cannot be opened or made.
    case opening(SystemError)
    /// The system has no lock for it.
    case locking(SystemError)
  }

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  // MARK: Taking

  /// Takes the lock of a file, which is made (mode 0600) where it is missing; nil while another holder has it.
  ///
  /// - Throws: ``Failure/opening(_:)`` if the file cannot be opened or made, ``Failure/locking(_:)`` if the system has
  ///   no lock for it.
  package static func take(_ path: String) throws(Failure) -> FileLock? {
    let descriptor = try opened(path)
    switch attempt(descriptor) {
    case .taken: return FileLock(descriptor: descriptor)
    case .heldElsewhere:
      close(descriptor)
      return nil
    case .refused(let code):
      close(descriptor)
      throw .locking(SystemError(path, code))
    }
  }

  /// Waits until the lock of a file is free, however long that takes, and takes it; blocks the thread meanwhile.
  ///
  /// - Throws: ``Failure/opening(_:)`` if the file cannot be opened or made, ``Failure/locking(_:)`` if the system has
  ///   no lock for it.
  package static func wait(_ path: String, _ mode: Mode = .exclusive) throws(Failure) -> FileLock {
    let descriptor = try opened(path)
    while flock(descriptor, operation(mode)) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      throw .locking(SystemError(path, code))
    }
    return FileLock(descriptor: descriptor)
  }

  private static func opened(_ path: String) throws(Failure) -> Int32 {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, SystemFile.fileMode)
    guard descriptor >= 0 else { throw .opening(SystemError(path, errno)) }
    return descriptor
  }

  private static func operation(_ mode: Mode) -> Int32 { mode == .shared ? LOCK_SH : LOCK_EX }

  // MARK: Files that are open already

  /// The outcome of asking for a lock without waiting.
  package enum Attempt: Hashable, Sendable {
    case taken
    case heldElsewhere
    /// The system has no lock for it; a number of errno(3).
    case refused(Int32)
  }

  /// Locks an open file, exclusively, if that is possible at once. The lock ends when the file is closed.
  package static func attempt(_ descriptor: Int32) -> Attempt {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      return code == EWOULDBLOCK ? .heldElsewhere : .refused(code)
    }
    return .taken
  }
}

/// Locks on ranges of a file (fcntl(2)): SQLite's kind, which belongs to a process.
///
/// Closing any descriptor of a file drops all such locks that the process has on it.
package enum RangeLock {
  /// Whether another process holds a lock on a range; false where there is no file.
  ///
  /// Not for a file that this process has open.
  package static func isHeldElsewhere(_ path: String, start: Int, length: Int) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = exclusive
    lock.l_start = off_t(start)
    lock.l_len = off_t(length)
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  /// Whether a file can be locked so; true where that is not known.
  ///
  /// Not for a file that this process has open.
  /// - Parameter isMade: Whether the file is made where it is missing.
  package static func isPossible(_ path: String, making isMade: Bool = true) -> Bool {
    let descriptor = open(path, (isMade ? O_CREAT : 0) | O_RDWR | O_CLOEXEC, SystemFile.fileMode)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    var lock = exclusive
    return fcntl(descriptor, F_SETLK, &lock) == 0 || errno != ENOLCK
  }

  private static var exclusive: flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }
}
