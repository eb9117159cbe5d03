import Crypto
import Encodings
import Glibc
import NIOCore
import NIOPosix

/// Why a file cannot be sent, or kept.
enum AssetFileError: Error, Hashable, Sendable {
  /// With what the system says.
  case unreadable(String)
  /// With what the system says.
  case unwritable(String)
  /// It has become shorter or longer while it was read, or its bytes are not those that were meant.
  case changed
  /// Fewer or more bytes came than the file was said to have.
  case otherSize
}

/// A file that is open for reading.
final class OpenAssetFile: Sendable {
  let size: Int64
  private let descriptor: CInt

  init(path: String) throws(AssetFileError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable("it is no file")
    }
    size = Int64(facts.st_size)
  }

  deinit { close(descriptor) }

  /// Reads a piece; blocks.
  func read(at offset: Int64, count: Int) throws(AssetFileError) -> [UInt8] {
    var length = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      repeat {
        length = pread(descriptor, target.baseAddress, count, off_t(offset))
      } while length < 0 && errno == EINTR
      initialized = max(length, 0)
    }
    guard length >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
    return bytes
  }
}

/// A file's bytes as a request's body, piece by piece as they can be sent.
struct AssetFilePieces: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private static let piece = 256 << 10

  let file: OpenAssetFile
  /// The SHA-256 that the bytes must have; the last piece of others is not handed out.
  var digest: String?
  let progress: Progress
  var told: (@Sendable (Int64) -> Void)?

  struct AsyncIterator: AsyncIteratorProtocol {
    let file: OpenAssetFile
    let digest: String?
    let progress: Progress
    let told: (@Sendable (Int64) -> Void)?
    var offset: Int64 = 0
    var hash = SHA256()

    mutating func next() async throws -> ByteBuffer? {
      progress.note()
      // The piece before has gone once the next one is asked for.
      if offset > 0 { told?(offset) }
      let (file, start) = (file, offset)
      let count = Int(Swift.min(Int64(AssetFilePieces.piece), file.size - start))
      // Reading blocks, which the threads of this task must not.
      let bytes = try await NIOThreadPool.singleton.runIfActive { try file.read(at: start, count: Swift.max(count, 1)) }
      guard count > 0 else {
        if !bytes.isEmpty { throw AssetFileError.changed }
        return nil
      }
      guard bytes.count == count else { throw AssetFileError.changed }
      offset += Int64(count)
      if let digest {
        hash.update(data: bytes)
        guard offset < file.size || Hexadecimal.text(hash.finalize()) == digest else { throw AssetFileError.changed }
      }
      return ByteBuffer(bytes: bytes)
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(file: file, digest: digest, progress: progress, told: told)
  }
}
