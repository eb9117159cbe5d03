import Encodings

/// Writes a JSON text into bytes.
///
/// The caller writes one value after each key; the writer adds the brackets and the commas.
package struct JSONWriter: Sendable {
  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether a number was not finite, and was written as null.
  private(set) var hasLostNumber = false

  /// Makes a writer without text; a good guess of `capacity`, in bytes, saves copies.
  package init(reservingCapacity capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  /// Returns the text of one object; `write` writes its members.
  package static func object(reservingCapacity capacity: Int = 512, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(reservingCapacity: capacity)
    json.object(write)
    return json.bytes
  }

  // MARK: Objects and arrays

  /// Writes an object, as the value of the last key or as the next element; `write` writes its members.
  package mutating func object(_ write: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    write(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes a key and an object; `write` writes the object's members.
  package mutating func object(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
    key(name)
    object(write)
  }

  /// Writes an array; `write` writes exactly one value for each element.
  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: "["))
    for element in elements { write(element, &self) }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes a key and an array; `write` writes exactly one value for each element.
  package mutating func array<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    array(elements, write)
  }

  /// Writes a key and an array of objects; `write` writes the members of one element's object.
  package mutating func objects<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    array(name, elements) { element, json in json.object { write(element, &$0) } }
  }

  // MARK: Keys and values

  /// Writes a key of letters, digits, `-` and `_`; its value has to follow.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes any key; its value has to follow.
  package mutating func key(named name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes a string; quotes, backslashes and control characters become escapes.
  package mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(escaping: $0) }
    if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { append(escaping: $0) } }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a string that needs no escapes, of one or two parts.
  package mutating func string(plain text: StaticString, _ rest: StaticString = "") {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(text)
    append(rest)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes bytes as a string of base64.
  package mutating func string(base64 data: [UInt8]) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes += Base64.encode(data)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a whole number.
  package mutating func integer(_ number: Int64) {
    separate()
    append(digitsOf: number)
  }

  /// Writes a whole number between quotes.
  package mutating func string(number: Int64) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(digitsOf: number)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a number; one that is not finite becomes null, since JSON has no word for it.
  package mutating func double(_ number: Double) {
    guard number.isFinite else {
      hasLostNumber = true
      return null()
    }
    separate()
    bytes.append(contentsOf: number.description.utf8)
  }

  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func null() {
    separate()
    append("null")
  }

  // MARK: Members that may be absent

  /// Writes a key and a string, or nothing for nil.
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  /// Writes a key and a whole number, or nothing for nil.
  package mutating func member(_ name: StaticString, _ number: Int64?) {
    guard let number else { return }
    key(name)
    integer(number)
  }

  /// Writes a key and a number, or nothing for nil; a number that is not finite becomes null.
  package mutating func member(_ name: StaticString, _ number: Double?) {
    guard let number else { return }
    key(name)
    double(number)
  }

  /// Writes a key and `true` or `false`, or nothing for nil.
  package mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    key(name)
    bool(value)
  }

  /// Writes a key and an array of strings, or nothing for nil.
  package mutating func member(_ name: StaticString, _ texts: [String]?) {
    guard let texts else { return }
    array(name, texts) { text, json in json.string(text) }
  }

  // MARK: Bytes

  /// Writes the comma that the next key or element needs. The last byte tells: after `{`, `[` and `:` none is due, and
  /// no value ends in one of these.
  @inline(__always)
  private mutating func separate() {
    guard let last = bytes.last else { return }
    switch last {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  @inline(__always)
  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    let span = Span(_unsafeElements: text).bytes
    var isASCII = true
    var start = 0
    while true {
      let end = JSONText.skipPlain(span, from: start, isASCII: &isASCII)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { return }
      append(escapeOf: text[end])
      start = end + 1
    }
  }

  private mutating func append(escapeOf byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      append(byte < 0x10 ? "u000" : "u001")
      let low = byte & 0xF
      bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }

  private mutating func append(digitsOf number: Int64) {
    guard number.magnitude >= 10 else {
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(UInt8(ascii: "0") + UInt8(number.magnitude))
      return
    }
    bytes.append(contentsOf: number.description.utf8)
  }
}
