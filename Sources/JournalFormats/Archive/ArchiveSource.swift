import Glibc

/// The bytes of an archive, wherever they lie; they may not change while they are read.
package protocol ArchiveSource {
  /// How many bytes there are.
  var size: Int64 { get }

  /// Copies bytes from `offset` on and says how many; fewer than asked for only at the end.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// An archive in a file that the caller has opened, and closes.
package struct DescriptorSource: ArchiveSource {
  private let descriptor: Int32
  /// The file's size in bytes when it was taken.
  package let size: Int64

  /// Takes an open file; throws a sentence where it is not a regular file, which alone can be read from the end.
  package init(descriptor: Int32) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw DescriptorSource.failure(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImportError("this is not a file", remedy: "Save the archive as a file, and give that.")
    }
    self.descriptor = descriptor
    size = Int64(status.st_size)
  }

  /// Copies bytes from `offset` on, without moving the file's own position.
  ///
  /// - Throws: ``ImportError`` where the disk fails.
  package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var total = 0
    while total < buffer.count {
      let count = pread(
        descriptor, buffer.baseAddress.map { $0 + total }, buffer.count - total, off_t(offset) + off_t(total))
      if count < 0 {
        if errno == EINTR { continue }
        throw DescriptorSource.failure(errno)
      }
      if count == 0 { break }
      total += count
    }
    return total
  }

  private static func failure(_ code: Int32) -> ImportError {
    ImportError(
      "the file cannot be read (\(String(cString: strerror(code))))", remedy: "Look at the disk, and try again.")
  }
}

extension ArchiveSource {
  /// Exactly `count` bytes, or a sentence about the end being missing.
  func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
    var short = false
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      short = initialized < count
    }
    if short { throw ZipDirectory.incomplete }
    return bytes
  }
}
