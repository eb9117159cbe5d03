import Glibc

/// Work on the bytes of a text file before it is a `String`.
enum TextBytes {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// The offset of the first byte that is not part of well-formed UTF-8.
  static func firstInvalidByte(_ bytes: UnsafeRawBufferPointer) -> Int? {
    do {
      _ = try UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// The offset of the next `byte` at or after `start`, or the end.
  static func next(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(found) - base
  }

  /// The same text with every CR LF and lone CR as LF, or nil where there is no CR in it.
  static func normalisedLineEnds(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard next(carriageReturn, in: bytes, from: 0) < bytes.count else { return nil }
    return [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
      var previous: UInt8 = 0
      for byte in bytes {
        if byte == carriageReturn {
          result[count] = lineFeed
          count += 1
        } else if byte != lineFeed || previous != carriageReturn {
          result[count] = byte
          count += 1
        }
        previous = byte
      }
    }
  }

  /// A text with every CR LF and lone CR as LF.
  static func normalisedLineEnds(_ text: String) -> String {
    guard text.utf8.contains(carriageReturn) else { return text }
    return Array(text.utf8).withUnsafeBytes { bytes in
      normalisedLineEnds(bytes).map { String(decoding: $0, as: UTF8.self) } ?? text
    }
  }

  static func text(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }
}
