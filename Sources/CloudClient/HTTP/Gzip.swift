import CZlib

/// Why compressed bytes are not taken.
enum GzipError: Error, Hashable, Sendable {
  case malformed
  /// It would expand to more than is accepted.
  case tooLarge
}

/// Expands one gzip member piece by piece, and stops where it grows beyond a limit.
struct GzipInflater: ~Copyable {
  /// zlib keeps the address of its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let limit: Int
  private(set) var output: [UInt8] = []
  private var isComplete = false

  /// - Parameter limit: Bytes that may come out, all in all.
  init(limit: Int) throws(GzipError) {
    self.limit = limit
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

  mutating func feed(_ input: [UInt8]) throws(GzipError) {
    guard !input.isEmpty else { return }
    guard !isComplete else { throw .malformed }
    var input = input
    var failure: GzipError?
    input.withUnsafeMutableBufferPointer { source in
      stream.pointee.next_in = source.baseAddress
      stream.pointee.avail_in = UInt32(clamping: source.count)
      failure = drain()
      stream.pointee.next_in = nil
      stream.pointee.avail_in = 0
    }
    if let failure { throw failure }
  }

  /// Takes out all that the input at hand expands to.
  private mutating func drain() -> GzipError? {
    let room = 64 * 1024
    while true {
      var code = Z_OK
      let piece = [UInt8](unsafeUninitializedCapacity: room) { target, count in
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(clamping: room)
        code = inflate(stream, Z_NO_FLUSH)
        count = room - Int(stream.pointee.avail_out)
      }
      guard output.count + piece.count <= limit else { return .tooLarge }
      output += piece
      switch code {
      case Z_STREAM_END:
        isComplete = true
        return stream.pointee.avail_in > 0 ? .malformed : nil
      case Z_OK where stream.pointee.avail_in > 0 || piece.count == room: continue
      case Z_OK, Z_BUF_ERROR: return nil
      default: return .malformed
      }
    }
  }

  /// All that came out; refuses a member that has not come to its end.
  mutating func finish() throws(GzipError) -> [UInt8] {
    guard isComplete else { throw .malformed }
    return output
  }
}

/// Makes requests smaller.
enum Gzip {
  /// Bodies up to this are sent as they are.
  static let threshold = 1024

  /// One gzip member of the bytes, at zlib's fastest level; nil where zlib has no memory for it.
  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    return withUnsafeMutablePointer(to: &stream) { stream -> [UInt8]? in
      guard czlib_begin_deflate(stream, 1) == Z_OK else { return nil }
      defer { deflateEnd(stream) }
      var source = bytes
      let bound = Int(deflateBound(stream, UInt(source.count)))
      var isWhole = false
      let output = source.withUnsafeMutableBufferPointer { source in
        [UInt8](unsafeUninitializedCapacity: bound) { target, count in
          stream.pointee.next_in = source.baseAddress
          stream.pointee.avail_in = UInt32(clamping: source.count)
          stream.pointee.next_out = target.baseAddress
          stream.pointee.avail_out = UInt32(clamping: bound)
          isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
          count = bound - Int(stream.pointee.avail_out)
        }
      }
      return isWhole ? output : nil
    }
  }
}
