package import CloudRecord
package import SyncCore

/// Keeps what this program does not understand, whole: fields of a newer version, and records of unknown types.
///
/// The canonical encoding leaves out what makes no difference to a value (an asset's size, a reference's zone); here
/// nothing may be left out, so such values are followed by the rest of them. What is known of a record's seal is kept in
/// the same place: it is as rare as these in a plain journal, and of every record in a sealed one.
package enum ForeignCoding {
  private static let formatVersion: UInt8 = 1
  private static let sealedVersion: UInt8 = 2
  /// As ``sealedVersion``, of a record that is sealed under a key of a share.
  private static let sealedInShareVersion: UInt8 = 4
  /// Of a raw record that says something of sharing.
  private static let sharedVersion: UInt8 = 3

  /// Fields that this program does not know, and what is known of the record's seal; nil for neither.
  package static func encode(_ fields: [String: Field], seal: SealMark? = nil) -> [UInt8]? {
    guard let seal else { return encode(plain: fields) }
    var encoder = CanonicalEncoder(reservingCapacity: 256)
    encoder.append(byte: seal.share.isEmpty ? sealedVersion : sealedInShareVersion)
    encoder.append(seal.counter)
    encoder.append(seal.keyNumber)
    encoder.append(byte: (seal.hasPlainFields ? 1 : 0) | (seal.hasStraySeal ? 2 : 0))
    encoder.append(lengthPrefixed: seal.digest)
    encoder.append(seal.entry)
    encoder.append(UInt16(clamping: seal.files.count))
    for file in seal.files {
      encoder.append(file.field)
      encoder.append(lengthPrefixed: file.digest)
      encoder.append(file.length)
      encoder.append(lengthPrefixed: file.key)
    }
    encoder.append(lengthPrefixed: seal.later.encoded)
    if !seal.share.isEmpty {
      encoder.append(lengthPrefixed: seal.share)
      encoder.append(seal.journalKey)
    }
    append(fields, to: &encoder)
    return encoder.bytes
  }

  /// What is known of a record's seal; nil for one that was never sealed.
  package static func seal(_ bytes: [UInt8]) throws(CanonicalDecodingError) -> SealMark? {
    guard isSealed(bytes) else { return nil }
    var decoder = CanonicalDecoder(bytes)
    return try seal(&decoder)
  }

  private static func isSealed(_ bytes: [UInt8]) -> Bool {
    bytes.first == sealedVersion || bytes.first == sealedInShareVersion
  }

  private static func seal(_ decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> SealMark {
    let version = try decoder.byte()
    let counter = try decoder.uint64()
    let number = try decoder.uint32()
    let flags = try decoder.byte()
    let digest = try decoder.lengthPrefixed()
    let entry = try decoder.string()
    var files: [SealedFile] = []
    for _ in 0..<(try decoder.uint16()) {
      files.append(
        SealedFile(
          field: try decoder.string(), digest: try decoder.lengthPrefixed(), length: try decoder.uint64(),
          key: try decoder.lengthPrefixed()))
    }
    var mark = SealMark(
      counter: counter, keyNumber: number, digest: digest, entry: entry, files: files,
      later: try RecordVersion(decoding: decoder.lengthPrefixed()), hasPlainFields: flags & 1 == 1)
    mark.hasStraySeal = flags & 2 == 2
    guard version == sealedInShareVersion else { return mark }
    mark.share = try decoder.lengthPrefixed()
    mark.journalKey = try decoder.uint32()
    return mark
  }

  private static func encode(plain fields: [String: Field]) -> [UInt8]? {
    guard !fields.isEmpty else { return nil }
    var encoder = CanonicalEncoder()
    encoder.append(byte: formatVersion)
    append(fields, to: &encoder)
    return encoder.bytes
  }

  package static func fields(_ bytes: [UInt8]) throws(CanonicalDecodingError) -> [String: Field] {
    var decoder = CanonicalDecoder(bytes)
    if isSealed(bytes) {
      _ = try seal(&decoder)
      return try fields(&decoder)
    }
    guard try decoder.byte() == formatVersion else { throw decoder.failure("foreign fields format 1, 2 or 4") }
    return try fields(&decoder)
  }

  package static func encode(_ record: Record) -> [UInt8] {
    var encoder = CanonicalEncoder()
    let isShared = record.sharing != nil
    encoder.append(byte: isShared ? sharedVersion : formatVersion)
    encoder.append(record.recordName)
    encoder.append(record.recordType)
    append(record.zoneID, to: &encoder)
    encoder.append(record.recordChangeTag)
    for stamp in [record.created, record.modified] {
      encoder.append(UInt64(bitPattern: stamp.timestamp))
      encoder.append(stamp.userRecordName)
      encoder.append(stamp.deviceID)
    }
    append(record.parent, to: &encoder)
    append(record.fields, to: &encoder)
    if let sharing = record.sharing {
      append(record.share, to: &encoder)
      append(record.shortGUID, to: &encoder)
      SharingCoding.append(sharing, to: &encoder)
    }
    return encoder.bytes
  }

  package static func record(_ bytes: [UInt8]) throws(CanonicalDecodingError) -> Record {
    var decoder = CanonicalDecoder(bytes)
    let version = try decoder.byte()
    guard version == formatVersion || version == sharedVersion else {
      throw decoder.failure("foreign record format 1 or 3")
    }
    let name = try decoder.string()
    let type = try decoder.string()
    let zone = try zone(&decoder)
    let tag = try decoder.string()
    let created = try stamp(&decoder)
    let modified = try stamp(&decoder)
    let parent = try text(&decoder)
    var record = Record(
      recordName: name, recordType: type, zoneID: zone, fields: try fields(&decoder), recordChangeTag: tag,
      created: created, modified: modified, parent: parent)
    guard version == sharedVersion else { return record }
    record.share = try text(&decoder)
    record.shortGUID = try text(&decoder)
    record.sharing = try SharingCoding.description(&decoder)
    return record
  }

  // MARK: Parts

  private static func append(_ fields: [String: Field], to encoder: inout CanonicalEncoder) {
    encoder.append(UInt32(fields.count))
    for (name, field) in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      encoder.append(name)
      encoder.append(byte: field.isEncrypted ? 1 : 0)
      append(field.value, to: &encoder)
    }
  }

  private static func fields(_ decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> [String: Field] {
    var fields: [String: Field] = [:]
    for _ in 0..<(try decoder.uint32()) {
      let name = try decoder.string()
      let isEncrypted = try decoder.byte() == 1
      fields[name] = Field(try value(&decoder), isEncrypted: isEncrypted)
    }
    return fields
  }

  private static func append(_ value: FieldValue, to encoder: inout CanonicalEncoder) {
    switch value {
    case .asset(let asset):
      encoder.append(byte: 1)
      encoder.append(asset.fileChecksum)
      append(asset.size.map { String($0) }, to: &encoder)
      for part in [asset.wrappingKey, asset.referenceChecksum, asset.receipt, asset.downloadURL] {
        append(part, to: &encoder)
      }
    case .reference(let reference):
      encoder.append(byte: 2)
      encoder.append(reference.recordName)
      encoder.append(byte: reference.action.rawValue)
      encoder.append(byte: reference.zoneID == nil ? 0 : 1)
      if let zone = reference.zoneID { append(zone, to: &encoder) }
    case .list(let members):
      encoder.append(byte: 3)
      encoder.append(UInt32(members.count))
      for member in members { append(member, to: &encoder) }
    default:
      encoder.append(byte: 0)
      encoder.append(value)
    }
  }

  private static func value(
    _ decoder: inout CanonicalDecoder, inList: Bool = false
  ) throws(CanonicalDecodingError) -> FieldValue {
    switch try decoder.byte() {
    case 0: return try decoder.value()
    case 1:
      var asset = Asset(fileChecksum: try decoder.string())
      asset.size = try text(&decoder).flatMap { Int64($0) }
      asset.wrappingKey = try text(&decoder)
      asset.referenceChecksum = try text(&decoder)
      asset.receipt = try text(&decoder)
      asset.downloadURL = try text(&decoder)
      return .asset(asset)
    case 2:
      let name = try decoder.string()
      guard let action = Reference.Action(rawValue: try decoder.byte()) else { throw decoder.failure("an action") }
      let zone = try decoder.byte() == 1 ? try zone(&decoder) : nil
      return .reference(Reference(recordName: name, action: action, zoneID: zone))
    case 3 where !inList:
      var members: [FieldValue] = []
      for _ in 0..<(try decoder.uint32()) { members.append(try value(&decoder, inList: true)) }
      return .list(members)
    default: throw decoder.failure("a known kind of value")
    }
  }

  private static func append(_ zone: ZoneID, to encoder: inout CanonicalEncoder) {
    encoder.append(zone.zoneName)
    append(zone.ownerRecordName, to: &encoder)
  }

  private static func zone(_ decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> ZoneID {
    let name = try decoder.string()
    return ZoneID(zoneName: name, ownerRecordName: try text(&decoder))
  }

  static func append(_ text: String?, to encoder: inout CanonicalEncoder) {
    encoder.append(byte: text == nil ? 0 : 1)
    if let text { encoder.append(text) }
  }

  static func text(_ decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> String? {
    try decoder.byte() == 1 ? try decoder.string() : nil
  }

  private static func stamp(_ decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> RecordStamp {
    let time = Int64(bitPattern: try decoder.uint64())
    let user = try decoder.string()
    return RecordStamp(timestamp: time, userRecordName: user, deviceID: try decoder.string())
  }
}
