import CloudRecord
import Crypto
import Encodings
import Glibc
import NIOCore
import Synchronization
import SystemKit

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
    // Before anything is set: a file that is there is not this one's to remove.
    do { descriptor = try SystemFile.create(path) } catch { throw .unwritable(SystemError.words(error.code)) }
    (self.path, self.expected) = (path, expected)
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
    let problem = piece.withUnsafeReadableBytes { bytes -> SystemError? in
      do throws(SystemError) { try SystemFile.write(bytes, to: descriptor, path) } catch { return error }
      state.withLock { $0.hash.update(bufferPointer: bytes) }
      return nil
    }
    if let problem { throw .unwritable(SystemError.words(problem.code)) }
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
      return StoredFile(size: state.size, digest: Hexadecimal.text(state.hash.finalize()))
    }
  }
}
