/// Bytes that are read only where they are needed, so that 20 MB of metadata cost a seek and not 20 MB.
package protocol ImageBytes: Sendable {
  /// Bytes in all.
  var count: Int { get }

  /// Returns `count` bytes from `offset` on, fewer only where the bytes end, none outside of them.
  ///
  /// - Throws: `cannotRead` where the system refuses.
  func read(at offset: Int, count: Int) throws(ImageFailure) -> [UInt8]
}

/// Bytes in memory.
package struct ImageData: ImageBytes {
  /// All bytes, in order.
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Bytes in all.
  package var count: Int { bytes.count }

  /// Returns `count` bytes from `offset` on, fewer only where the bytes end, none outside of them; never throws.
  package func read(at offset: Int, count: Int) throws(ImageFailure) -> [UInt8] {
    guard offset >= 0, offset < bytes.count, count > 0 else { return [] }
    return Array(bytes[offset..<min(bytes.count, offset + min(count, bytes.count))])
  }
}

/// Reads numbers out of bytes through a window; to read behind the end throws ``ImageFailure/Reason/isCutOff``.
struct ByteReader {
  let source: any ImageBytes
  let count: Int
  private var window: [UInt8] = []
  private var start = 0
  private let size: Int

  init(_ source: any ImageBytes, window: Int = 4096) {
    self.source = source
    count = source.count
    size = window
  }

  mutating func u8(_ offset: Int) throws(ImageFailure) -> Int {
    if offset >= start, offset - start < window.count { return Int(window[offset - start]) }
    try fill(offset)
    return Int(window[0])
  }

  mutating func u16(_ offset: Int, little: Bool = false) throws(ImageFailure) -> Int {
    let (first, second) = (try u8(offset), try u8(offset + 1))
    return little ? first | second << 8 : first << 8 | second
  }

  mutating func u24little(_ offset: Int) throws(ImageFailure) -> Int {
    try u16(offset, little: true) | (try u8(offset + 2)) << 16
  }

  mutating func u32(_ offset: Int, little: Bool = false) throws(ImageFailure) -> Int {
    let (first, second) = (try u16(offset, little: little), try u16(offset + 2, little: little))
    return little ? first | second << 16 : first << 16 | second
  }

  /// A number of 0 to 8 bytes, the largest first.
  mutating func number(_ offset: Int, bytes: Int) throws(ImageFailure) -> Int {
    var value = 0
    for place in 0..<bytes {
      guard value >> 40 == 0 else { throw ImageFailure(.isBroken("a number in it is out of bounds")) }
      value = value << 8 | (try u8(offset + place))
    }
    return value
  }

  /// `count` bytes, all of them.
  func bytes(_ offset: Int, _ count: Int) throws(ImageFailure) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
      throw ImageFailure(.isCutOff)
    }
    if count == 0 { return [] }
    let bytes = try source.read(at: offset, count: count)
    guard bytes.count == count else { throw ImageFailure(.isCutOff) }
    return bytes
  }

  /// Four characters; bytes outside ASCII become U+FFFD.
  func name(_ offset: Int) throws(ImageFailure) -> String {
    String(decoding: try bytes(offset, 4), as: UTF8.self)
  }

  private mutating func fill(_ offset: Int) throws(ImageFailure) {
    guard offset >= 0, offset < count else { throw ImageFailure(.isCutOff) }
    window = try source.read(at: offset, count: size)
    start = offset
    guard !window.isEmpty else { throw ImageFailure(.isCutOff) }
  }
}
