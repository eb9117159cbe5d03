/// Writes JSON as UTF-8 bytes, member by member, without building a tree first.
///
/// Texts keep their bytes: nothing is normalised, and what JSON cannot hold as it is comes as `\u00XX`.
package struct JSONWriter {
  /// What besides quotes, backslashes and control characters is written as `\uXXXX`.
  package enum Escaping: Sendable {
    /// Nothing.
    case minimal
    /// What could steer a terminal or turn the direction of its text: DEL, C1, bidi controls, tag characters.
    case terminalSafe
  }

  /// All that was written since the start or ``removeAll()``, as UTF-8.
  package private(set) var bytes: [UInt8] = []
  private let escaping: Escaping
  private var needsComma = false

  package init(escaping: Escaping = .minimal) { self.escaping = escaping }

  /// The bytes as a text, copied at each call.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets what was written, and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Appends an object whose members the closure writes.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    nested("{", closing: "}", members)
  }

  /// Appends an array whose elements the closure writes.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nested("[", closing: "]", elements)
  }

  private mutating func nested(_ opening: Unicode.Scalar, closing: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    comma()
    bytes.append(UInt8(ascii: opening))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: closing))
    needsComma = true
  }

  /// Begins a member; a value has to follow.
  package mutating func key(_ name: StaticString) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Begins a member whose name needs no escaping; a value has to follow.
  package mutating func key(named name: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A text, or null.
  package mutating func string(_ value: String?) {
    guard var value else { return null() }
    comma()
    bytes.append(UInt8(ascii: "\""))
    value.withUTF8 { appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// A whole number, or null.
  package mutating func integer(_ value: Int64?) {
    guard let value else { return null() }
    comma()
    bytes.appendDecimal(Int(value))
    needsComma = true
  }

  /// A truth value.
  package mutating func boolean(_ value: Bool) {
    comma()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
    needsComma = true
  }

  /// Writes `null`, as the value of a member or as an element.
  package mutating func null() {
    comma()
    bytes.append(contentsOf: "null".utf8)
    needsComma = true
  }

  /// An array of texts, in their order.
  package mutating func strings(_ values: [String]) {
    array { for value in values { $0.string(value) } }
  }

  /// A member with a text; nil is written as null, not left out.
  package mutating func member(_ name: StaticString, _ value: String?) {
    key(name)
    string(value)
  }

  /// A member with a whole number; nil is written as null, not left out.
  package mutating func member(_ name: StaticString, _ value: Int64?) {
    key(name)
    integer(value)
  }

  /// A member with a truth value.
  package mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    boolean(value)
  }

  /// A member with an array of texts.
  package mutating func member(_ name: StaticString, _ values: [String]) {
    key(name)
    strings(values)
  }

  /// Ends a line; for a file of one value a line.
  package mutating func lineFeed() {
    bytes.append(TextBytes.lineFeed)
    needsComma = false
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    // Runs of harmless bytes go over in one piece.
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
        index += 1
        continue
      }
      if byte >= 0x7F {
        guard escaping == .terminalSafe, let (scalar, length) = steering(text, index) else {
          index += 1
          continue
        }
        bytes.append(contentsOf: text[start..<index])
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { appendUnit(unit) }
        index += length
      } else {
        bytes.append(contentsOf: text[start..<index])
        appendShort(byte)
        index += 1
      }
      start = index
    }
    bytes.append(contentsOf: text[start..<index])
  }

  private mutating func appendShort(_ byte: UInt8) {
    let letter: UInt8? =
      switch byte {
      case 0x22: UInt8(ascii: "\"")
      case 0x5C: UInt8(ascii: "\\")
      case 0x0A: UInt8(ascii: "n")
      case 0x0D: UInt8(ascii: "r")
      case 0x09: UInt8(ascii: "t")
      default: nil
      }
    guard let letter else { return appendUnit(UInt16(byte)) }
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(letter)
  }

  private mutating func appendUnit(_ unit: UInt16) {
    bytes.append(contentsOf: "\\u".utf8)
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(unit >> UInt16(shift) & 0xF)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// The scalar at `index` if a terminal would obey it, and its length in bytes.
  private func steering(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> (Unicode.Scalar, Int)? {
    let first = text[index]
    if first == 0x7F { return ("\u{7F}", 1) }
    guard first == 0xC2 || first == 0xD8 || first == 0xE2 || first == 0xEF || first == 0xF3 else { return nil }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= text.count else { return nil }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset]) & 0x3F }
    switch value {
    case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F:
      return Unicode.Scalar(value).map { ($0, length) }
    default: return nil
    }
  }
}
