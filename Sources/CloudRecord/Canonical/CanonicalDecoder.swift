/// Why bytes are not a canonical encoding: the piece that was expected, and the byte where it is missing.
package struct CanonicalDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The missing piece as a noun phrase, such as `a byte` or `UTF-8 text`.
  package var expected: String
  /// In bytes from 0: where the missing piece should begin, or just behind a byte whose value is wrong.
  package var offset: Int

  /// For logs, such as `expected UTF-8 text at byte 12`.
  package var description: String { "expected \(expected) at byte \(offset)" }
}

/// Reads the bytes of ``CanonicalEncoder``; a malformed input is an error and never a trap.
package struct CanonicalDecoder: Sendable {
  private let bytes: [UInt8]
  /// How many bytes have been read.
  package private(set) var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether every byte has been read; a reader checks it at the end, since trailing bytes are an error too.
  package var isAtEnd: Bool { offset == bytes.count }

  /// Returns an error at the present offset.
  package func failure(_ expected: String) -> CanonicalDecodingError {
    CanonicalDecodingError(expected: expected, offset: offset)
  }

  /// Reads one byte.
  ///
  /// - Throws: ``CanonicalDecodingError`` that expects `what`, at the end of the bytes.
  package mutating func byte(_ what: String = "a byte") throws(CanonicalDecodingError) -> UInt8 {
    guard offset < bytes.count else { throw failure(what) }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Reads `count` bytes that have no length before them.
  ///
  /// - Throws: ``CanonicalDecodingError`` that expects `what`, if fewer are left or `count` is negative.
  package mutating func raw(_ count: Int, _ what: String = "more bytes") throws(CanonicalDecodingError) -> [UInt8] {
    guard count >= 0, bytes.count - offset >= count else { throw failure(what) }
    defer { offset += count }
    return Array(bytes[offset..<(offset + count)])
  }

  /// Reads two bytes, big-endian.
  ///
  /// - Throws: ``CanonicalDecodingError`` if fewer are left.
  package mutating func uint16() throws(CanonicalDecodingError) -> UInt16 { try integer() }
  /// Reads four bytes, big-endian.
  ///
  /// - Throws: ``CanonicalDecodingError`` if fewer are left.
  package mutating func uint32() throws(CanonicalDecodingError) -> UInt32 { try integer() }
  /// Reads eight bytes, big-endian.
  ///
  /// - Throws: ``CanonicalDecodingError`` if fewer are left.
  package mutating func uint64() throws(CanonicalDecodingError) -> UInt64 { try integer() }

  private mutating func integer<Number: FixedWidthInteger>() throws(CanonicalDecodingError) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - offset >= size else { throw failure("a number of \(size) bytes") }
    var number: Number = 0
    for index in offset..<(offset + size) { number = number << 8 | Number(bytes[index]) }
    offset += size
    return number
  }

  /// Reads a length of four bytes, then so many bytes.
  ///
  /// - Throws: ``CanonicalDecodingError`` if fewer are left.
  package mutating func lengthPrefixed() throws(CanonicalDecodingError) -> [UInt8] {
    let count = try uint32()
    return try raw(Int(count), "\(count) bytes")
  }

  /// Reads a length of four bytes, then text.
  ///
  /// - Throws: ``CanonicalDecodingError`` if fewer bytes are left or they are not UTF-8.
  package mutating func string() throws(CanonicalDecodingError) -> String {
    let start = offset
    let data = try lengthPrefixed()
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CanonicalDecodingError(expected: "UTF-8 text", offset: start)
    }
    return text
  }

  /// Reads a type byte and its value: a reference comes without its zone, an asset with its checksum alone.
  ///
  /// - Throws: ``CanonicalDecodingError`` for an unknown type, a list within a list, or too few bytes.
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
