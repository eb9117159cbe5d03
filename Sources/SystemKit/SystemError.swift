import Glibc

/// An error of the operating system: its number and the path that it is about.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as the failed call was given it.
  package let path: String
  /// A number of errno(3).
  package let code: Int32

  package init(_ path: String, _ code: Int32) {
    (self.path, self.code) = (path, code)
  }

  /// The system's own words for a number of errno(3), without a full stop.
  package static func words(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// The path and the system's own words, without a full stop.
  package var description: String { "\(path): \(SystemError.words(code))" }
}
