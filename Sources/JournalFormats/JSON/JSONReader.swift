import Encodings

/// Reads JSON strictly: RFC 8259 without fractions, and without a key that comes twice in one object.
///
/// Foundation's decoder takes the first of two equal keys, holds composed and decomposed keys for equal, and rounds
/// numbers; an archive may not be read in two ways.
struct JSONReader {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0
  private var depth = 0
  private let takesFractions: Bool

  static let deepest = 16
  static let mostMembers = 256

  /// Reads the one value of a text.
  ///
  /// - Parameter takesFractions: whether numbers that are not whole are passed over, for files of other programs.
  static func value(
    _ bytes: UnsafeRawBufferPointer, takesFractions: Bool = false
  ) throws(JSONError) -> JSONValue {
    if let offset = TextBytes.firstInvalidByte(bytes) { throw JSONError("the text is not UTF-8", offset: offset) }
    var reader = JSONReader(bytes: bytes, takesFractions: takesFractions)
    reader.skipSpace()
    let value = try reader.value()
    reader.skipSpace()
    guard reader.index == bytes.count else { throw reader.error("there is something behind the value") }
    return value
  }

  /// Reads a text whose value is an object.
  static func object(
    _ bytes: UnsafeRawBufferPointer, takesFractions: Bool = false
  ) throws(JSONError) -> JSONMembers {
    guard case .object(let object) = try value(bytes, takesFractions: takesFractions) else {
      throw JSONError("an object belongs here")
    }
    return object
  }

  /// The text of an object without some of its members, as it stands there otherwise.
  static func objectText(
    _ bytes: UnsafeRawBufferPointer, without left: Set<String>
  ) throws(JSONError) -> String {
    var reader = JSONReader(bytes: bytes, takesFractions: true)
    reader.skipSpace()
    guard reader.next == UInt8(ascii: "{") else { throw JSONError("an object belongs here") }
    reader.index += 1
    var text: [UInt8] = []
    reader.skipSpace()
    while reader.next == UInt8(ascii: "\"") {
      let start = reader.index
      let key = try reader.string()
      reader.skipSpace()
      guard reader.next == UInt8(ascii: ":") else { throw reader.error("a colon belongs here") }
      reader.index += 1
      reader.skipSpace()
      _ = try reader.value()
      if !left.contains(key) {
        text.append(UInt8(ascii: text.isEmpty ? "{" : ","))
        text += bytes[start..<reader.index]
      }
      reader.skipSpace()
      if try reader.endsList(with: UInt8(ascii: "}")) { break }
      reader.skipSpace()
    }
    return text.isEmpty ? "{}" : String(decoding: text + [UInt8(ascii: "}")], as: UTF8.self)
  }

  private init(bytes: UnsafeRawBufferPointer, takesFractions: Bool) {
    (self.bytes, self.takesFractions) = (bytes, takesFractions)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func error(_ problem: String) -> JSONError { JSONError(problem, offset: index) }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try nested { (reader) throws(JSONError) in .object(try reader.members()) }
    case UInt8(ascii: "["): return try nested { (reader) throws(JSONError) in .array(try reader.elements()) }
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return try number()
    case nil: throw error("the text ends too early")
    default: throw error("no value begins like this")
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    depth += 1
    guard depth <= JSONReader.deepest else { throw error("it is nested more than \(JSONReader.deepest) deep") }
    index += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let matches = word.withUTF8Buffer { bytes.dropFirst(index).starts(with: $0) }
    guard matches else { throw error("no value begins like this") }
    index += word.utf8CodeUnitCount
    return value
  }

  private mutating func members() throws(JSONError) -> JSONMembers {
    var object = JSONMembers()
    skipSpace()
    if next == UInt8(ascii: "}") {
      index += 1
      return object
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a key belongs here") }
      let key = try string()
      guard object.optional(key) == nil else { throw error("the key “\(key)” comes twice") }
      guard object.members.count < JSONReader.mostMembers else { throw error("the object has too many keys") }
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw error("a colon belongs here") }
      index += 1
      skipSpace()
      object.members.append((key, try value()))
      skipSpace()
      if try endsList(with: UInt8(ascii: "}")) { return object }
    }
  }

  private mutating func elements() throws(JSONError) -> [JSONValue] {
    var values: [JSONValue] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      index += 1
      return values
    }
    while true {
      skipSpace()
      values.append(try value())
      skipSpace()
      if try endsList(with: UInt8(ascii: "]")) { return values }
    }
  }

  private mutating func endsList(with end: UInt8) throws(JSONError) -> Bool {
    guard let byte = next, byte == end || byte == UInt8(ascii: ",") else {
      throw error("a comma or “\(Unicode.Scalar(end))” belongs here")
    }
    index += 1
    return byte == end
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let firstDigit = index
    var value: Int64 = 0
    while let byte = next, (0x30...0x39).contains(byte) {
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte - 0x30)
      let (sum, carry) = tenfold.addingReportingOverflow(isNegative ? -digit : digit)
      guard !overflow, !carry else { throw JSONError("the number is too large", offset: start) }
      value = sum
      index += 1
    }
    guard index > firstDigit, index == firstDigit + 1 || bytes[firstDigit] != 0x30 else {
      throw JSONError("this is not a number", offset: start)
    }
    if let byte = next, byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
      guard takesFractions else { throw JSONError("the number is not a whole one", offset: start) }
      if byte == UInt8(ascii: ".") { try fractionDigits(from: start) }
      if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
        if index + 1 < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index + 1]) { index += 1 }
        try fractionDigits(from: start)
      }
      return .fraction
    }
    return .integer(value)
  }

  /// Passes over a sign and the digits behind it.
  private mutating func fractionDigits(from start: Int) throws(JSONError) {
    index += 1
    let first = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    if index == first { throw JSONError("this is not a number", offset: start) }
  }

  // MARK: Texts

  private mutating func string() throws(JSONError) -> String {
    index += 1
    let start = index
    // Most texts have no escape, and are taken in one piece.
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
    if next == UInt8(ascii: "\"") {
      index += 1
      return TextBytes.text(bytes, start..<(index - 1))
    }
    var result = Array(bytes[start..<index])
    while let byte = next {
      let runStart = index
      if byte == UInt8(ascii: "\"") {
        index += 1
        return String(decoding: result, as: UTF8.self)
      } else if byte == UInt8(ascii: "\\") {
        index += 1
        try appendEscape(to: &result)
      } else if byte < 0x20 {
        throw error("a control character stands in a text")
      } else {
        while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
        result.append(contentsOf: bytes[runStart..<index])
      }
    }
    throw error("the text ends too early")
  }

  private mutating func appendEscape(to result: inout [UInt8]) throws(JSONError) {
    guard let byte = next else { throw error("the text ends too early") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "u"): result.append(contentsOf: String(try escapedScalar()).utf8)
    default: throw error("this escape is not known")
    }
  }

  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let high = try unit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard (0xD800...0xDBFF).contains(high), next == UInt8(ascii: "\\") else { throw error("half a surrogate pair") }
    index += 1
    guard next == UInt8(ascii: "u") else { throw error("half a surrogate pair") }
    index += 1
    let low = try unit()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw error("half a surrogate pair") }
    return scalar
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Hexadecimal.value(byte) else {
        throw error("four hexadecimal digits belong behind \\u")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
