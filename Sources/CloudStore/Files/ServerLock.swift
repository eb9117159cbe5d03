import Glibc

/// The right to serve a data folder: one process at a time has it, until it lets go or ends.
///
/// Commands that look after accounts do not need it; the database orders their writes and the server's.
package final class ServerLock: Sendable {
  private let descriptor: Int32

  /// Makes the folder (0700) if need be.
  ///
  /// - Throws: ``CloudStoreError/alreadyServed(folder:)`` at once, without waiting.
  package init(folder: String) throws(CloudStoreError) {
    try DataFile.makeFolder(folder)
    let path = folder + "/server.lock"
    descriptor = try DataFile.open(path, O_CREAT | O_RDWR | O_NOFOLLOW)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(descriptor)
      throw reason == EWOULDBLOCK ? .alreadyServed(folder: folder) : DataFile.failure(path, reason)
    }
  }

  deinit { close(descriptor) }
}
