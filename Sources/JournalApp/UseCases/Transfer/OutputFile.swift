import CLinux
import Glibc

/// A file that appears under its name only when it is complete: mode 0600, flushed to disk, then renamed.
///
/// Whatever goes wrong, a file that was there before stays as it was.
package final class OutputFile {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private let replaces: Bool
  private var buffer: [UInt8] = []
  private var isFinished = false

  private static let bufferSize = 1 << 18

  /// - Parameter replaces: whether a file of that name may be replaced; else it throws a sentence where there is one.
  package init(path: String, replaces: Bool) throws {
    self.path = path
    self.replaces = replaces
    temporary = "\(path).part-\(getpid())"
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw CommandFailure(.exists, "\(path) is a folder. Name a file in it.")
      }
      if !replaces { throw OutputFile.exists(path) }
    }
    descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be written", errno) }
  }

  private static func exists(_ path: String) -> CommandFailure {
    CommandFailure(.exists, "\(path) is there already, and was left as it is. Name another file, or give --force.")
  }

  package func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= OutputFile.bufferSize { try flush() }
  }

  private func flush() throws {
    try WholeFile.write(buffer, to: descriptor, name: path)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Puts the file in its place.
  package func finish() throws {
    try flush()
    guard fsync(descriptor) == 0 else { throw WholeFile.failure(path, "cannot be written", errno) }
    guard (replaces ? rename(temporary, path) : renameToNew()) == 0 else {
      throw errno == EEXIST ? OutputFile.exists(path) : WholeFile.failure(path, "cannot be written", errno)
    }
    isFinished = true
  }

  private func renameToNew() -> Int32 {
    let result = clinux_rename_new(temporary, path)
    guard result != 0, errno == EINVAL else { return result }
    // Some file systems cannot rename so; a hard link never replaces anything either.
    guard link(temporary, path) == 0 else { return -1 }
    return unlink(temporary)
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporary) }
  }
}
