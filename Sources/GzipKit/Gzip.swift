import CZlib
package import NIOCore

/// Why compressed bytes are not taken.
package enum GzipError: Error, Hashable, Sendable {
  case malformed
  /// It would expand to more than is accepted, in all or by its ratio.
  case tooLarge
}

/// Expands one gzip member piece by piece, and stops where it grows beyond a limit.
package struct GzipInflater: ~Copyable {
  /// Bytes that may come out before a ratio counts.
  private static let ratioFloor = 1 << 20

  // zlib keeps the address of its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let limit: Int
  private let ratio: Int?
  private var consumed = 0
  private var produced = 0
  private var isComplete = false

  /// - Parameters:
  ///   - limit: Bytes that may come out, all in all.
  ///   - ratio: How many bytes may come out of one, once a mebibyte has come out; nil for any. Text has about 5, a bomb
  ///     1,000.
  package init(limit: Int, ratio: Int? = nil) throws(GzipError) {
    (self.limit, self.ratio) = (limit, ratio)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard czlib_begin_inflate(stream) == Z_OK else {
      stream.deallocate()
      throw .malformed
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Expands the next piece onto the end of `output`.
  package mutating func feed(_ input: ByteBuffer, into output: inout ByteBuffer) throws(GzipError) {
    guard input.readableBytes > 0 else { return }
    guard !isComplete else { throw .malformed }
    consumed += input.readableBytes
    var failure: GzipError?
    input.withUnsafeReadableBytes { source in
      // zlib only reads what its declaration lets it write.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
      stream.pointee.avail_in = UInt32(clamping: source.count)
      while failure == nil, !isComplete {
        var code = Z_OK
        let room = 64 * 1024
        let written = output.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { target in
          stream.pointee.next_out = target.bindMemory(to: UInt8.self).baseAddress
          stream.pointee.avail_out = UInt32(clamping: target.count)
          code = inflate(stream, Z_NO_FLUSH)
          return target.count - Int(stream.pointee.avail_out)
        }
        produced += written
        if produced > limit || (produced > Self.ratioFloor && ratio.map { produced / consumed > $0 } ?? false) {
          failure = .tooLarge
        } else if code == Z_STREAM_END {
          isComplete = true
          if stream.pointee.avail_in > 0 { failure = .malformed }
        } else if code == Z_BUF_ERROR || (code == Z_OK && stream.pointee.avail_in == 0 && written == 0) {
          break
        } else if code != Z_OK {
          failure = .malformed
        }
      }
      stream.pointee.next_in = nil
      stream.pointee.avail_in = 0
    }
    if let failure { throw failure }
  }

  /// Refuses a member that has not come to its end.
  package func finish() throws(GzipError) {
    guard isComplete else { throw .malformed }
  }
}

/// Makes bodies smaller.
package enum Gzip {
  /// Bodies up to this are sent as they are.
  package static let threshold = 1024

  /// One gzip member of the bytes, at zlib's fastest level; nil where zlib has no memory for it.
  package static func deflated(_ bytes: ByteBuffer, level: Int32 = 1) -> ByteBuffer? {
    var stream = z_stream()
    return withUnsafeMutablePointer(to: &stream) { stream -> ByteBuffer? in
      guard czlib_begin_deflate(stream, level) == Z_OK else { return nil }
      defer { deflateEnd(stream) }
      let bound = Int(deflateBound(stream, UInt(bytes.readableBytes)))
      var output = ByteBufferAllocator().buffer(capacity: bound)
      var isWhole = false
      bytes.withUnsafeReadableBytes { source in
        // zlib only reads what its declaration lets it write.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(clamping: source.count)
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
          stream.pointee.next_out = target.bindMemory(to: UInt8.self).baseAddress
          stream.pointee.avail_out = UInt32(clamping: target.count)
          isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
          return target.count - Int(stream.pointee.avail_out)
        }
      }
      return isWhole ? output : nil
    }
  }
}
