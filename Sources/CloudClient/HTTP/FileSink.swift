import CloudRecord
import Crypto
import Glibc
import NIOCore
import Synchronization

/// A new file for bytes that come, and what they hash to; it is removed unless it was finished.
final class FileSink: Sendable {
  private struct State {
    var hash = SHA256()
    var size: Int64 = 0
    var isFinished = false
  }

  private let path: String
  /// How many bytes there are to be, where that is known.
  private let expected: Int64?
  private let descriptor: CInt
  private let state = Mutex(State())

  init(path: String, size expected: Int64?) throws(AssetFileError) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // Before anything is set: a file that is there is not this one's to remove.
    guard descriptor >= 0 else { throw .unwritable(String(cString: strerror(errno))) }
    self.path = path
    self.expected = expected
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if state.withLock({ !$0.isFinished }) { unlink(path) }
  }

  /// Bytes written so far.
  var size: Int64 { state.withLock { $0.size } }

  /// Writes a piece, blocking; how many bytes there are now.
  @discardableResult
  func write(_ piece: ByteBuffer) throws(AssetFileError) -> Int64 {
    let code = piece.withUnsafeReadableBytes { bytes -> CInt in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
        if count < 0, errno != EINTR { return errno }
        written += max(count, 0)
      }
      state.withLock { $0.hash.update(bufferPointer: bytes) }
      return 0
    }
    guard code == 0 else { throw .unwritable(String(cString: strerror(code))) }
    return state.withLock { state in
      state.size += Int64(piece.readableBytes)
      return state.size
    }
  }

  /// Keeps the file: its bytes are on the disk when this returns.
  func finish() throws(AssetFileError) -> StoredFile {
    guard expected.map({ $0 == size }) ?? true else { throw .otherSize }
    guard fsync(descriptor) == 0 else { throw .unwritable(String(cString: strerror(errno))) }
    return state.withLock { state in
      state.isFinished = true
      return StoredFile(size: state.size, digest: state.hash.finalize().hexadecimal)
    }
  }
}
