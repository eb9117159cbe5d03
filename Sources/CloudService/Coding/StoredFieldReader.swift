import CloudRecord

/// Reads what ``StoredFieldWriter`` writes; every malformed input is an error, none a trap or a large allocation.
struct StoredFieldReader {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  func failure(_ expected: String) -> FieldCodingError { FieldCodingError(expected: expected, offset: offset) }

  mutating func byte() throws(FieldCodingError) -> UInt8 {
    guard offset < bytes.count else { throw failure("a byte") }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func varint() throws(FieldCodingError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || next <= 1 else { throw failure("a number of 64 bits") }
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 {
        guard next != 0 || shift == 0 else { throw failure("a number in its shortest form") }
        return number
      }
      shift += 7
    }
  }

  mutating func signed() throws(FieldCodingError) -> Int64 {
    let number = try varint()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func fixed() throws(FieldCodingError) -> UInt64 {
    guard bytes.count - offset >= 8 else { throw failure("eight bytes") }
    var number: UInt64 = 0
    for index in (offset..<(offset + 8)).reversed() { number = number << 8 | UInt64(bytes[index]) }
    offset += 8
    return number
  }

  /// A number of things that take at least `size` bytes each.
  mutating func count(ofAtLeast size: Int) throws(FieldCodingError) -> Int {
    let count = try varint()
    guard count <= UInt64((bytes.count - offset) / size) else { throw failure("\(count) members") }
    return Int(count)
  }

  private mutating func range() throws(FieldCodingError) -> Range<Int> {
    let count = try count(ofAtLeast: 1)
    defer { offset += count }
    return offset..<(offset + count)
  }

  mutating func data() throws(FieldCodingError) -> [UInt8] { Array(bytes[try range()]) }

  mutating func string() throws(FieldCodingError) -> String {
    let range = try range()
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw FieldCodingError(expected: "UTF-8 text", offset: range.lowerBound)
    }
    return text
  }

  mutating func value(tag: UInt8, inList: Bool = false) throws(FieldCodingError) -> FieldValue {
    switch tag {
    case FieldCoding.Tag.string: return .string(try string())
    case FieldCoding.Tag.int64: return .int64(try signed())
    case FieldCoding.Tag.double: return .double(Double(bitPattern: try fixed()))
    case FieldCoding.Tag.date: return .date(try signed())
    case FieldCoding.Tag.bytes: return .bytes(try data())
    case FieldCoding.Tag.reference: return .reference(try reference())
    case FieldCoding.Tag.asset: return .asset(try asset())
    case FieldCoding.Tag.list where !inList:
      let count = try count(ofAtLeast: 2)
      var members: [FieldValue] = []
      members.reserveCapacity(count)
      for _ in 0..<count { members.append(try value(tag: try byte(), inList: true)) }
      return .list(members)
    case FieldCoding.Tag.location: return .location(try location())
    default: throw failure("a known type")
    }
  }

  /// Passes over a value without making it.
  mutating func skip(tag: UInt8) throws(FieldCodingError) {
    switch tag {
    case FieldCoding.Tag.string, FieldCoding.Tag.bytes: _ = try range()
    case FieldCoding.Tag.int64, FieldCoding.Tag.date: _ = try varint()
    default: _ = try value(tag: tag)
    }
  }

  private mutating func reference() throws(FieldCodingError) -> Reference {
    let flags = try byte()
    guard let action = Reference.Action(rawValue: flags & 0x0F), flags & 0xC0 == 0, flags & 0x30 != 0x20 else {
      throw failure("a reference's action")
    }
    var reference = Reference(recordName: try string(), action: action)
    if flags & 0x10 != 0 {
      var zoneID = ZoneID(zoneName: try string())
      if flags & 0x20 != 0 { zoneID.ownerRecordName = try string() }
      reference.zoneID = zoneID
    }
    return reference
  }

  private mutating func asset() throws(FieldCodingError) -> Asset {
    let flags = try byte()
    guard flags < 8 else { throw failure("what an asset has") }
    var asset = Asset(fileChecksum: try string())
    if flags & 1 != 0 { asset.size = try signed() }
    if flags & 2 != 0 { asset.wrappingKey = try string() }
    if flags & 4 != 0 { asset.referenceChecksum = try string() }
    return asset
  }

  private mutating func location() throws(FieldCodingError) -> Location {
    let present = try byte()
    guard present < 0x40 else { throw failure("what a location has") }
    var location = Location(latitude: Double(bitPattern: try fixed()), longitude: Double(bitPattern: try fixed()))
    if present & 0x01 != 0 { location.altitude = Double(bitPattern: try fixed()) }
    if present & 0x02 != 0 { location.horizontalAccuracy = Double(bitPattern: try fixed()) }
    if present & 0x04 != 0 { location.verticalAccuracy = Double(bitPattern: try fixed()) }
    if present & 0x08 != 0 { location.course = Double(bitPattern: try fixed()) }
    if present & 0x10 != 0 { location.speed = Double(bitPattern: try fixed()) }
    if present & 0x20 != 0 { location.timestamp = try signed() }
    return location
  }
}
