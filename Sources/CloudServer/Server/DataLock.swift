import Glibc

/// Holds a data folder for one server as long as it lives, so that two never serve the same one.
///
/// Commands that look after accounts do not take it: they work beside a running server.
package final class DataLock: Sendable {
  private let descriptor: Int32

  /// - Parameter directory: Made (mode 0700) where it does not exist.
  /// - Throws: A sentence where another server has it, or it cannot be written.
  package init(directory: String) throws(ServerRefusal) {
    try Self.makeDirectory(directory)
    let path = directory + "/server.lock"
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { throw ServerRefusal("\(path) cannot be opened: \(Self.reason(errno)).") }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(opened)
      throw ServerRefusal(
        reason == EWOULDBLOCK
          ? "Another server is running on \(directory). Stop it first, or give this one a folder of its own with --data."
          : "\(path) cannot be locked: \(Self.reason(reason)).")
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  private static func makeDirectory(_ directory: String) throws(ServerRefusal) {
    var path = directory.hasPrefix("/") ? "" : "."
    for part in directory.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) != 0, errno != EEXIST, errno != EROFS || access(path, F_OK) != 0 {
        throw ServerRefusal("The folder \(path) cannot be made: \(reason(errno)).")
      }
    }
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw ServerRefusal("\(directory) is not a folder.")
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
