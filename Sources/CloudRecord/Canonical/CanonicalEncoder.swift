/// Writes values in a form in which equal values are equal bytes; digests are taken over this form.
///
/// Each value is a type byte and a payload; lengths and numbers are big-endian; text is its UTF-8 bytes as they are.
package struct CanonicalEncoder: Sendable {
  /// Everything that was appended, in that order.
  package private(set) var bytes: [UInt8] = []

  /// Makes an encoder without bytes; a good guess of `capacity`, in bytes, saves copies.
  package init(reservingCapacity capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  /// Appends one byte as it is.
  package mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Appends two bytes, big-endian.
  package mutating func append(_ number: UInt16) { appendInteger(number) }
  /// Appends four bytes, big-endian.
  package mutating func append(_ number: UInt32) { appendInteger(number) }
  /// Appends eight bytes, big-endian.
  package mutating func append(_ number: UInt64) { appendInteger(number) }

  private mutating func appendInteger<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends the length in four bytes, then the bytes.
  package mutating func append(lengthPrefixed data: some Collection<UInt8>) {
    append(UInt32(data.count))
    bytes.append(contentsOf: data)
  }

  /// Appends the length in four bytes, then the UTF-8 bytes as they are, without normalising them.
  package mutating func append(_ text: String) { append(lengthPrefixed: text.utf8) }

  /// Appends the bytes without a length before them.
  package mutating func append(raw data: some Sequence<UInt8>) { bytes.append(contentsOf: data) }

  /// The same of an array, without a look-up of types.
  package mutating func append(raw data: [UInt8]) { bytes += data }

  /// So many bytes of zero, as they stand.
  package mutating func append(zeros count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }

  /// Appends the type byte and the value: of a reference all but its zone, of an asset the checksum alone.
  package mutating func append(_ value: FieldValue) {
    switch value {
    case .string(let text):
      append(byte: 1)
      append(text)
    case .int64(let number):
      append(byte: 2)
      append(UInt64(bitPattern: number))
    case .double(let number):
      append(byte: 3)
      append(number.bitPattern)
    case .date(let milliseconds):
      append(byte: 4)
      append(UInt64(bitPattern: milliseconds))
    case .bytes(let data):
      append(byte: 5)
      append(lengthPrefixed: data)
    case .reference(let reference):
      append(byte: 6)
      append(byte: reference.action.rawValue)
      append(reference.recordName)
    case .asset(let asset):
      append(byte: 7)
      append(asset.fileChecksum)
    case .list(let members):
      append(byte: 8)
      append(UInt32(members.count))
      for member in members { append(member) }
    case .location(let location):
      append(byte: 9)
      append(location)
    }
  }

  private mutating func append(_ location: Location) {
    append(location.latitude.bitPattern)
    append(location.longitude.bitPattern)
    let measures = [
      location.altitude, location.horizontalAccuracy, location.verticalAccuracy, location.course, location.speed,
    ]
    for measure in measures {
      append(byte: measure == nil ? 0 : 1)
      if let measure { append(measure.bitPattern) }
    }
    append(byte: location.timestamp == nil ? 0 : 1)
    if let timestamp = location.timestamp { append(UInt64(bitPattern: timestamp)) }
  }

  /// Returns the canonical bytes of one value, its type byte included.
  package static func encode(_ value: FieldValue) -> [UInt8] {
    var encoder = CanonicalEncoder()
    encoder.append(value)
    return encoder.bytes
  }
}
