/// Why bytes are not a canonical encoding: what was expected, and at which byte.
package struct CanonicalDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  package var expected: String
  package var offset: Int

  package var description: String { "expected \(expected) at byte \(offset)" }
}

/// Reads what ``CanonicalEncoder`` writes; every malformed input is an error, none a trap.
package struct CanonicalDecoder: Sendable {
  private let bytes: [UInt8]
  package private(set) var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { offset == bytes.count }

  package func failure(_ expected: String) -> CanonicalDecodingError {
    CanonicalDecodingError(expected: expected, offset: offset)
  }

  package mutating func byte(_ what: String = "a byte") throws(CanonicalDecodingError) -> UInt8 {
    guard offset < bytes.count else { throw failure(what) }
    defer { offset += 1 }
    return bytes[offset]
  }

  package mutating func raw(_ count: Int, _ what: String = "more bytes") throws(CanonicalDecodingError) -> [UInt8] {
    guard count >= 0, bytes.count - offset >= count else { throw failure(what) }
    defer { offset += count }
    return Array(bytes[offset..<(offset + count)])
  }

  package mutating func uint16() throws(CanonicalDecodingError) -> UInt16 { try integer() }
  package mutating func uint32() throws(CanonicalDecodingError) -> UInt32 { try integer() }
  package mutating func uint64() throws(CanonicalDecodingError) -> UInt64 { try integer() }

  private mutating func integer<Number: FixedWidthInteger>() throws(CanonicalDecodingError) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - offset >= size else { throw failure("a number of \(size) bytes") }
    var number: Number = 0
    for index in offset..<(offset + size) { number = number << 8 | Number(bytes[index]) }
    offset += size
    return number
  }

  package mutating func lengthPrefixed() throws(CanonicalDecodingError) -> [UInt8] {
    let count = try uint32()
    return try raw(Int(count), "\(count) bytes")
  }

  package mutating func string() throws(CanonicalDecodingError) -> String {
    let start = offset
    let data = try lengthPrefixed()
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CanonicalDecodingError(expected: "UTF-8 text", offset: start)
    }
    return text
  }

  package mutating func value() throws(CanonicalDecodingError) -> FieldValue { try value(inList: false) }

  private mutating func value(inList: Bool) throws(CanonicalDecodingError) -> FieldValue {
    switch try byte("a type") {
    case 1: return .string(try string())
    case 2: return .int64(Int64(bitPattern: try uint64()))
    case 3: return .double(Double(bitPattern: try uint64()))
    case 4: return .date(Int64(bitPattern: try uint64()))
    case 5: return .bytes(try lengthPrefixed())
    case 6:
      guard let action = Reference.Action(rawValue: try byte()) else { throw failure("a reference action") }
      return .reference(Reference(recordName: try string(), action: action))
    case 7: return .asset(Asset(fileChecksum: try string()))
    case 8 where !inList:
      let count = try uint32()
      guard Int(count) <= bytes.count - offset else { throw failure("\(count) list members") }
      var members: [FieldValue] = []
      for _ in 0..<count { members.append(try value(inList: true)) }
      return .list(members)
    case 9: return .location(try location())
    default: throw failure("a known type")
    }
  }

  private mutating func location() throws(CanonicalDecodingError) -> Location {
    var location = Location(
      latitude: Double(bitPattern: try uint64()), longitude: Double(bitPattern: try uint64()))
    location.altitude = try optional().map { Double(bitPattern: $0) }
    location.horizontalAccuracy = try optional().map { Double(bitPattern: $0) }
    location.verticalAccuracy = try optional().map { Double(bitPattern: $0) }
    location.course = try optional().map { Double(bitPattern: $0) }
    location.speed = try optional().map { Double(bitPattern: $0) }
    location.timestamp = try optional().map { Int64(bitPattern: $0) }
    return location
  }

  private mutating func optional() throws(CanonicalDecodingError) -> UInt64? {
    switch try byte("whether a number follows") {
    case 0: return nil
    case 1: return try uint64()
    default: throw failure("whether a number follows")
    }
  }
}
