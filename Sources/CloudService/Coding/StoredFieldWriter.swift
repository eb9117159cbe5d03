import CloudRecord

/// Appends values in the form of ``FieldCoding``.
struct StoredFieldWriter {
  var bytes: [UInt8] = []

  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(signed number: Int64) {
    append(varint: UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  /// Eight bytes, the least significant first.
  mutating func append(fixed number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(varint: UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func append(data: [UInt8]) {
    append(varint: UInt64(data.count))
    bytes.append(contentsOf: data)
  }

  mutating func append(_ value: FieldValue, flags: UInt8 = 0) {
    switch value {
    case .string(let text):
      bytes.append(FieldCoding.Tag.string | flags)
      append(text)
    case .int64(let number):
      bytes.append(FieldCoding.Tag.int64 | flags)
      append(signed: number)
    case .double(let number):
      bytes.append(FieldCoding.Tag.double | flags)
      append(fixed: number.bitPattern)
    case .date(let milliseconds):
      bytes.append(FieldCoding.Tag.date | flags)
      append(signed: milliseconds)
    case .bytes(let data):
      bytes.append(FieldCoding.Tag.bytes | flags)
      append(data: data)
    case .reference(let reference):
      bytes.append(FieldCoding.Tag.reference | flags)
      append(reference)
    case .asset(let asset):
      bytes.append(FieldCoding.Tag.asset | flags)
      append(asset)
    case .list(let members):
      bytes.append(FieldCoding.Tag.list | flags)
      append(varint: UInt64(members.count))
      for member in members { append(member) }
    case .location(let location):
      bytes.append(FieldCoding.Tag.location | flags)
      append(location)
    }
  }

  private mutating func append(_ reference: Reference) {
    let zone = reference.zoneID
    let owner = zone?.ownerRecordName
    bytes.append(reference.action.rawValue | (zone == nil ? 0 : 0x10) | (owner == nil ? 0 : 0x20))
    append(reference.recordName)
    if let zone { append(zone.zoneName) }
    if let owner { append(owner) }
  }

  private mutating func append(_ asset: Asset) {
    bytes.append(
      (asset.size == nil ? 0 : 1) | (asset.wrappingKey == nil ? 0 : 2) | (asset.referenceChecksum == nil ? 0 : 4))
    append(asset.fileChecksum)
    if let size = asset.size { append(signed: size) }
    if let key = asset.wrappingKey { append(key) }
    if let checksum = asset.referenceChecksum { append(checksum) }
  }

  private mutating func append(_ location: Location) {
    let measures = [
      location.altitude, location.horizontalAccuracy, location.verticalAccuracy, location.course, location.speed,
    ]
    var present: UInt8 = location.timestamp == nil ? 0 : 0x20
    for (bit, measure) in measures.enumerated() where measure != nil { present |= 1 << UInt8(bit) }
    bytes.append(present)
    append(fixed: location.latitude.bitPattern)
    append(fixed: location.longitude.bitPattern)
    for case let measure? in measures { append(fixed: measure.bitPattern) }
    if let timestamp = location.timestamp { append(signed: timestamp) }
  }
}
