import Glibc
import SystemKit

/// Why one of this program's own files cannot be read, written or removed, in words for a person.
package struct PrivateFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Names the file; without a full stop at its end.
  package var description: String
}

/// A small file for its owner's eyes alone (0600), that is replaced as a whole and durably.
struct PrivateFile: Sendable {
  private static let sizeLimit = 64 << 10

  let path: String
  /// What it means that others could read or change it, and what to do: an end of the sentence without a full stop.
  let exposure: String

  /// Removes the file, if there is one.
  func remove() throws(PrivateFileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("removed") }
  }

  /// Reads the file; nil if there is none.
  ///
  /// - Throws: ``PrivateFileError`` for a link, for a file that belongs to others or that others may read, and for one
  ///   of more than 64 KiB.
  func contents() throws(PrivateFileError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("read")
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw failure("read") }
    guard facts.st_mode & S_IFMT == S_IFREG, Int(facts.st_size) <= Self.sizeLimit else {
      throw PrivateFileError(description: "\(path) is no file that this program has made")
    }
    guard facts.st_mode & 0o077 == 0, facts.st_uid == geteuid() else {
      throw PrivateFileError(
        description: "\(path) is not for your eyes alone, as it has to be: \(exposure)")
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read") }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= Self.sizeLimit else {
        throw PrivateFileError(description: "\(path) is no file that this program has made")
      }
    }
  }

  /// Writes a new file beside this one and moves it into its place, so that one of the two is there at any time.
  func replace(with bytes: [UInt8]) throws(PrivateFileError) {
    do { try SystemFile.replace(path, with: bytes) } catch { throw failure("written", error.code) }
  }

  private func failure(_ verb: String, _ code: Int32 = errno) -> PrivateFileError {
    PrivateFileError(description: "\(path) cannot be \(verb): \(SystemError.words(code))")
  }
}
