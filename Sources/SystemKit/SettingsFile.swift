import Glibc

/// Reads small text files that a person writes, such as settings, without trusting what lies there.
///
/// A pipe or a device is not waited for, and a very large file is not read.
package enum SettingsFile {
  /// Why a file was not read.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no file of the name.
    case isMissing
    /// It is a folder, a pipe, a socket or a device.
    case isNoFile
    /// It has more bytes than may be read; the number allowed.
    case isTooLarge(limit: Int)
    case isNoText
    /// A number of errno(3).
    case cannotRead(Int32)

    /// What is wrong, to follow the path; without a full stop.
    package var description: String {
      switch self {
      case .isMissing: "is not there"
      case .isNoFile: "is no ordinary file"
      case .isTooLarge(let limit): "is larger than \(limit / 1024) KiB"
      case .isNoText: "is not UTF-8 text"
      case .cannotRead(let code): "cannot be read (\(SystemError.words(code)))"
      }
    }
  }

  /// The whole text of a file.
  ///
  /// - Parameter limit: the most bytes that the file may have.
  /// - Throws: ``Failure``.
  package static func text(_ path: String, limit: Int) throws(Failure) -> String {
    // Not to wait at a pipe into which no program writes.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? .isMissing : .cannotRead(errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .cannotRead(errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
    guard facts.st_size <= limit else { throw .isTooLarge(limit: limit) }
    let rest: [UInt8]?
    do { rest = try SystemFile.rest(of: descriptor, path, limit: limit) } catch { throw .cannotRead(error.code) }
    guard let bytes = rest else { throw .isTooLarge(limit: limit) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .isNoText }
    return text
  }
}
