import Glibc

/// Standard output as commands write it.
package enum StandardStreams {
  /// The reader of a pipe has gone, so that nothing more is to be written; this is no failure.
  package struct ReaderGone: Error {}

  /// Writes all of some bytes to standard output.
  ///
  /// - Throws: ``ReaderGone`` where the other end of a pipe is closed; ``CommandFailure`` where it cannot be written.
  package static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) throws {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { throw ReaderGone() }
        throw WholeFile.failure("Standard output", "cannot be written", errno)
      }
      offset += count
    }
  }
}
