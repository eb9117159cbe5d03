/// Reads a JSON text into a flat list of entries.
///
/// RFC 8259 to the letter, and stricter where readers are known to disagree: a key may occur once only, every number
/// has to be finite as a Double, and escapes may not spell half a surrogate pair.
struct JSONParser {
  struct Failure: Error {
    var message: String
    var offset: Int
  }

  private(set) var entries: [JSONDocument.Entry] = []
  private let limits: JSONLimits
  private var position = 0

  init(limits: JSONLimits, expecting byteCount: Int) {
    self.limits = limits
    // About one value for sixteen bytes in practice; a guess that is wrong costs a copy.
    entries.reserveCapacity(min(byteCount / 16 + 8, limits.values))
  }

  mutating func readDocument(_ text: RawSpan) throws(Failure) {
    skipSpace(text)
    guard position < text.byteCount else {
      entries.append(JSONDocument.Entry(kind: .object, start: 0, end: 0, next: 1))
      return
    }
    try readValue(text, depth: 1)
    skipSpace(text)
    guard position == text.byteCount else { throw failure("text after the end of the value") }
  }

  private func failure(_ message: String) -> Failure { Failure(message: message, offset: position) }

  private func failure(_ message: String, at offset: Int) -> Failure { Failure(message: message, offset: offset) }

  @inline(__always)
  private func byte(_ text: RawSpan, at offset: Int) -> UInt8 {
    text.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  @inline(__always)
  private mutating func skipSpace(_ text: RawSpan) {
    while position < text.byteCount {
      switch byte(text, at: position) {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  @inline(__always)
  private mutating func append(_ entry: JSONDocument.Entry) throws(Failure) {
    guard entries.count < limits.values else { throw failure("more than \(limits.values) values") }
    entries.append(entry)
  }

  private mutating func appendScalar(
    _ kind: JSONDocument.Kind, from start: Int, to end: Int, flag: Bool = false
  ) throws(Failure) {
    try append(
      JSONDocument.Entry(
        kind: kind, flag: flag, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: entries.count + 1)))
  }

  private mutating func readValue(_ text: RawSpan, depth: Int) throws(Failure) {
    guard position < text.byteCount else { throw failure("the text ends where a value should be") }
    switch byte(text, at: position) {
    case UInt8(ascii: "\""): try readString(text)
    case UInt8(ascii: "{"): try readObject(text, depth: depth)
    case UInt8(ascii: "["): try readArray(text, depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber(text)
    case UInt8(ascii: "t"): try readWord("true", .bool, flag: true, text)
    case UInt8(ascii: "f"): try readWord("false", .bool, flag: false, text)
    case UInt8(ascii: "n"): try readWord("null", .null, flag: false, text)
    default: throw failure("expected a value")
    }
  }

  private mutating func readWord(
    _ word: StaticString, _ kind: JSONDocument.Kind, flag: Bool, _ text: RawSpan
  ) throws(Failure) {
    let start = position
    let end = start + word.utf8CodeUnitCount
    guard end <= text.byteCount, JSONText.isEqual(text, from: start, to: end, word) else {
      throw failure("expected a value")
    }
    position = end
    try appendScalar(kind, from: start, to: end, flag: flag)
  }

  // MARK: Containers

  private mutating func open(_ kind: JSONDocument.Kind, depth: Int) throws(Failure) -> Int {
    guard depth <= limits.depth else { throw failure("nested deeper than \(limits.depth) levels") }
    let index = entries.count
    try append(JSONDocument.Entry(kind: kind, start: UInt32(truncatingIfNeeded: position), end: 0, next: 0))
    position += 1
    return index
  }

  private mutating func close(_ index: Int) {
    position += 1
    entries[index].end = UInt32(truncatingIfNeeded: position)
    entries[index].next = UInt32(truncatingIfNeeded: entries.count)
  }

  private mutating func readArray(_ text: RawSpan, depth: Int) throws(Failure) {
    let index = try open(.array, depth: depth)
    skipSpace(text)
    if position < text.byteCount, byte(text, at: position) == UInt8(ascii: "]") { return close(index) }
    while true {
      skipSpace(text)
      try readValue(text, depth: depth + 1)
      skipSpace(text)
      guard position < text.byteCount else { throw failure("the text ends within an array") }
      switch byte(text, at: position) {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"): return close(index)
      default: throw failure("expected a comma or the end of the array")
      }
    }
  }

  private mutating func readObject(_ text: RawSpan, depth: Int) throws(Failure) {
    let index = try open(.object, depth: depth)
    var count = 0
    skipSpace(text)
    if position < text.byteCount, byte(text, at: position) == UInt8(ascii: "}") { return close(index) }
    while true {
      skipSpace(text)
      guard position < text.byteCount, byte(text, at: position) == UInt8(ascii: "\"") else {
        throw failure("expected a key")
      }
      count += 1
      guard count <= limits.members else { throw failure("more than \(limits.members) members") }
      try readString(text)
      skipSpace(text)
      guard position < text.byteCount, byte(text, at: position) == UInt8(ascii: ":") else {
        throw failure("expected a colon")
      }
      position += 1
      skipSpace(text)
      try readValue(text, depth: depth + 1)
      skipSpace(text)
      guard position < text.byteCount else { throw failure("the text ends within an object") }
      switch byte(text, at: position) {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"):
        if let duplicate = JSONKeys.duplicate(in: index, count: count, of: entries, text) {
          throw failure("the key \"\(duplicate)\" is given twice")
        }
        return close(index)
      default: throw failure("expected a comma or the end of the object")
      }
    }
  }

  // MARK: Strings

  private mutating func readString(_ text: RawSpan) throws(Failure) {
    let start = position + 1
    var scan = start
    var hasEscapes = false
    var isASCII = true
    while true {
      scan = JSONText.skipPlain(text, from: scan, isASCII: &isASCII)
      guard scan < text.byteCount else { throw failure("the text ends within a string") }
      let byte = byte(text, at: scan)
      if byte == UInt8(ascii: "\"") { break }
      guard byte == UInt8(ascii: "\\") else { throw failure("a control character within a string", at: scan) }
      hasEscapes = true
      scan = try skipEscape(text, from: scan)
    }
    if !isASCII, let offset = JSONText.firstInvalidUTF8(text, from: start, to: scan) {
      throw failure("not UTF-8", at: offset)
    }
    position = scan + 1
    try appendScalar(.string, from: start, to: scan, flag: hasEscapes)
  }

  /// The offset after the escape, or pair of escapes, at `start`.
  private func skipEscape(_ text: RawSpan, from start: Int) throws(Failure) -> Int {
    guard start + 1 < text.byteCount else { throw failure("the text ends within a string", at: start) }
    switch byte(text, at: start + 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      guard let unit = JSONText.codeUnit(text, at: start + 2) else {
        throw failure("\\u without four hexadecimal digits", at: start)
      }
      guard unit & 0xF800 == 0xD800 else { return start + 6 }
      guard unit < 0xDC00, start + 12 <= text.byteCount, byte(text, at: start + 6) == UInt8(ascii: "\\"),
        byte(text, at: start + 7) == UInt8(ascii: "u"), let low = JSONText.codeUnit(text, at: start + 8),
        low & 0xFC00 == 0xDC00
      else { throw failure("half of a surrogate pair", at: start) }
      return start + 12
    default: throw failure("an unknown escape", at: start)
    }
  }

  // MARK: Numbers

  /// More digits than any number needs that is a Double.
  private static let longestNumber = 1_100

  private mutating func readNumber(_ text: RawSpan) throws(Failure) {
    let start = position
    var scan = start
    var isReal = false
    if byte(text, at: scan) == UInt8(ascii: "-") { scan += 1 }
    let whole = scan
    scan = skipDigits(text, from: scan)
    guard scan > whole else { throw failure("a minus sign without digits") }
    guard scan == whole + 1 || byte(text, at: whole) != UInt8(ascii: "0") else {
      throw failure("a number with a leading zero")
    }
    let wholeDigits = scan - whole
    if scan < text.byteCount, byte(text, at: scan) == UInt8(ascii: ".") {
      isReal = true
      let fraction = scan + 1
      scan = skipDigits(text, from: fraction)
      guard scan > fraction else { throw failure("a decimal point without digits") }
    }
    var hasExponent = false
    if scan < text.byteCount, byte(text, at: scan) | 0x20 == UInt8(ascii: "e") {
      isReal = true
      hasExponent = true
      scan += 1
      if scan < text.byteCount, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte(text, at: scan)) { scan += 1 }
      let exponent = scan
      scan = skipDigits(text, from: exponent)
      guard scan > exponent else { throw failure("an exponent without digits") }
    }
    guard scan - start <= Self.longestNumber else { throw failure("a number of \(scan - start) characters") }
    // Without an exponent only a number of more than 308 digits can be too large.
    if hasExponent || wholeDigits > 308, !JSONText.double(text, from: start, to: scan).isFinite {
      throw failure("a number out of range")
    }
    position = scan
    try appendScalar(isReal ? .real : .integer, from: start, to: scan)
  }

  private func skipDigits(_ text: RawSpan, from start: Int) -> Int {
    var scan = start
    while scan < text.byteCount, byte(text, at: scan) &- UInt8(ascii: "0") < 10 { scan += 1 }
    return scan
  }
}
