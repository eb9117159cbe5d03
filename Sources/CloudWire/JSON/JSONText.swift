import Encodings

/// Looks at and converts stretches of a JSON text.
enum JSONText {
  /// The offset of the first byte from `start` on that cannot stand for itself in a string: a quote, a backslash or a
  /// control character; or the end of the text. Eight bytes at a time.
  static func skipPlain(_ text: RawSpan, from start: Int, isASCII: inout Bool) -> Int {
    var scan = start
    let count = text.byteCount
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var seen: UInt64 = 0
    defer { if seen & highs != 0 { isASCII = false } }
    while scan &+ 8 <= count {
      let word = UInt64(littleEndian: text.unsafeLoadUnaligned(fromUncheckedByteOffset: scan, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      // A byte's high bit is set where the byte is zero, or below 0x20; the lowest such bit is exact.
      let special =
        (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- ones &* 0x20) & ~word)) & highs
      if special != 0 {
        let plain = special.trailingZeroBitCount >> 3
        seen |= word & ((1 << UInt64(plain << 3)) &- 1)
        return scan &+ plain
      }
      seen |= word
      scan &+= 8
    }
    while scan < count {
      let byte = text.unsafeLoad(fromUncheckedByteOffset: scan, as: UInt8.self)
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { return scan }
      seen |= UInt64(byte)
      scan &+= 1
    }
    return scan
  }

  /// Where the first wrong byte of a stretch is; nil if all of it is UTF-8.
  static func firstInvalidUTF8(_ text: RawSpan, from start: Int, to end: Int) -> Int? {
    text.withUnsafeBytes { raw in
      let bytes = raw.bindMemory(to: UInt8.self)
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[start..<end])))
        return nil
      } catch {
        return start + error.byteOffsets.lowerBound
      }
    }
  }

  /// Whether the stretch, which has to lie within the text, spells the word.
  @inline(__always)
  static func isEqual(_ text: RawSpan, from start: Int, to end: Int, _ word: StaticString) -> Bool {
    guard end - start == word.utf8CodeUnitCount else { return false }
    let characters = word.utf8Start
    for offset in 0..<(end &- start) {
      let byte = text.unsafeLoad(fromUncheckedByteOffset: start &+ offset, as: UInt8.self)
      if byte != characters[offset] { return false }
    }
    return true
  }

  /// The four hexadecimal digits at `start`.
  static func codeUnit(_ text: RawSpan, at start: Int) -> UInt16? {
    guard start + 4 <= text.byteCount else { return nil }
    var unit: UInt16 = 0
    for offset in start..<(start + 4) {
      guard let digit = Hexadecimal.value(text.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// The value of a string entry, whose text is known to be correct.
  static func string(_ entry: JSONDocument.Entry, in bytes: [UInt8]) -> String {
    let start = Int(entry.start)
    let end = Int(entry.end)
    guard !entry.flag else { return String(decoding: unescaped(bytes.span.bytes, from: start, to: end), as: UTF8.self) }
    return bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[start..<end]), as: UTF8.self)
    }
  }

  static func unescaped(_ text: RawSpan, from start: Int, to end: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(end - start)
    var scan = start
    while scan < end {
      let byte = text.unsafeLoad(fromByteOffset: scan, as: UInt8.self)
      guard byte == UInt8(ascii: "\\"), scan + 1 < end else {
        result.append(byte)
        scan += 1
        continue
      }
      scan += 2
      switch text.unsafeLoad(fromByteOffset: scan - 1, as: UInt8.self) {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = UInt32(codeUnit(text, at: scan) ?? 0xFFFD)
        scan += 4
        if scalar & 0xFC00 == 0xD800 {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32((codeUnit(text, at: scan + 2) ?? 0) & 0x3FF)
          scan += 6
        }
        result.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      case let plain: result.append(plain)
      }
    }
    return result
  }

  /// nil for what does not fit.
  static func int64(_ text: RawSpan, from start: Int, to end: Int) -> Int64? {
    var scan = start
    let isNegative = scan < end && text.unsafeLoad(fromByteOffset: scan, as: UInt8.self) == UInt8(ascii: "-")
    if isNegative { scan += 1 }
    guard scan < end, end - scan <= 19 else { return nil }
    var magnitude: UInt64 = 0
    while scan < end {
      let digit = text.unsafeLoad(fromByteOffset: scan, as: UInt8.self) &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      scan += 1
    }
    if isNegative { return magnitude <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int64(exactly: magnitude)
  }

  /// The nearest Double to a number of JSON's grammar; infinite for what is too large.
  static func double(_ text: RawSpan, from start: Int, to end: Int) -> Double {
    // Whole numbers up to 2^53 are exact as they are.
    if let whole = int64(text, from: start, to: end), whole.magnitude <= 1 << 53, whole != 0 { return Double(whole) }
    let description = text.withUnsafeBytes {
      String(decoding: UnsafeRawBufferPointer(rebasing: $0[start..<end]), as: UTF8.self)
    }
    return Double(description) ?? .infinity
  }
}
