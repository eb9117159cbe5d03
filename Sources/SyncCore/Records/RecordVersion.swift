package import CloudRecord

/// A record as one side has it: its values, and the stamps of its fields.
///
/// "Needs sending" is `local != base` over two of these; their digests make that a comparison of two columns. An absent
/// field has a stamp too (it was cleared at that time), so `stamps` may name fields that `values` does not.
package struct RecordVersion: Hashable, Sendable {
  /// Such as `JournalEntry`; one record name keeps one type.
  package var recordType: String
  /// By field; an absent field has no value.
  package var values: [String: FieldValue]
  /// By field, the time of its last edit.
  package var stamps: [String: HybridTime]

  package init(recordType: String, values: [String: FieldValue] = [:], stamps: [String: HybridTime] = [:]) {
    (self.recordType, self.values, self.stamps) = (recordType, values, stamps)
  }

  /// Sets or clears one field.
  package mutating func set(_ field: String, _ value: FieldValue?, at stamp: HybridTime) {
    values[field] = value
    stamps[field] = stamp
  }

  private static let formatVersion: UInt8 = 1

  /// Version, type, then per field in the byte order of their names: stamp, and value if present.
  package var encoded: [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 512)
    encoder.append(byte: RecordVersion.formatVersion)
    encoder.append(recordType)
    let names = Set(values.keys).union(stamps.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    encoder.append(UInt32(names.count))
    for name in names {
      encoder.append(name)
      if let stamp = stamps[name] {
        encoder.append(byte: 1)
        encoder.append(stamp)
      } else {
        encoder.append(byte: 0)
      }
      if let value = values[name] {
        encoder.append(byte: 1)
        encoder.append(value)
      } else {
        encoder.append(byte: 0)
      }
    }
    return encoder.bytes
  }

  /// The digest of ``encoded``, computed at each call.
  package var digest: Digest { Digest(of: encoded) }

  /// Reads what ``encoded`` writes.
  ///
  /// - Throws: ``CanonicalDecodingError`` for another format, a wrong value, and too few or too many bytes.
  package init(decoding bytes: [UInt8]) throws(CanonicalDecodingError) {
    var decoder = CanonicalDecoder(bytes)
    guard try decoder.byte() == RecordVersion.formatVersion else { throw decoder.failure("record format 1") }
    recordType = try decoder.string()
    values = [:]
    stamps = [:]
    for _ in 0..<(try decoder.uint32()) {
      let name = try decoder.string()
      if try RecordVersion.isPresent(in: &decoder) { stamps[name] = try decoder.hybridTime() }
      if try RecordVersion.isPresent(in: &decoder) { values[name] = try decoder.value() }
    }
    guard decoder.isAtEnd else { throw decoder.failure("the end") }
  }

  /// Any other byte would be a second encoding of the same version, with another digest.
  private static func isPresent(in decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> Bool {
    let place = decoder
    switch try decoder.byte() {
    case 0: return false
    case 1: return true
    default: throw place.failure("0 or 1")
    }
  }
}

extension CanonicalEncoder {
  /// Appends sixteen bytes, whose order as bytes is the order in time.
  package mutating func append(_ time: HybridTime) {
    append(time.milliseconds << 16 | UInt64(time.counter))
    append(time.device)
  }
}

extension CanonicalDecoder {
  /// Reads the sixteen bytes of a time.
  ///
  /// - Throws: ``CanonicalDecodingError`` if fewer are left.
  package mutating func hybridTime() throws(CanonicalDecodingError) -> HybridTime {
    let packed = try uint64()
    return HybridTime(milliseconds: packed >> 16, counter: UInt16(packed & 0xFFFF), device: try uint64())
  }
}
