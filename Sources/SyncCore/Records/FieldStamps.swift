package import CloudRecord

/// The `fieldStamps` that travel with a record: for each field, when it got its value, and a digest of that value.
///
/// If value and digest disagree, a client that writes no stamps changed the field since.
package struct FieldStamps: Hashable, Sendable {
  /// The time of one field's last edit, and the value that it gave.
  package struct Mark: Hashable, Sendable {
    /// When the field got its value or was cleared.
    package var stamp: HybridTime
    /// Sixteen bytes; the digest of an absent value is taken over nothing.
    package var digest: [UInt8]

    package init(stamp: HybridTime, digest: [UInt8]) {
      self.stamp = stamp
      self.digest = digest
    }
  }

  /// By field; a cleared field has a mark too.
  package var marks: [String: Mark]

  package init(marks: [String: Mark] = [:]) { self.marks = marks }

  /// Returns the sixteen bytes that stand for a value, or for an absent one.
  package static func digest(of value: FieldValue?) -> [UInt8] {
    value.map { Digest(of: $0).short } ?? absent
  }

  private static let absent = Digest(of: [UInt8]()).short

  /// Marks every stamped field of a record.
  package init(of version: RecordVersion) {
    marks = [:]
    for (name, stamp) in version.stamps {
      marks[name] = Mark(stamp: stamp, digest: FieldStamps.digest(of: version.values[name]))
    }
  }

  /// Whether the value that a record shows for a field is the one that was stamped.
  package func covers(_ field: String, value: FieldValue?) -> Bool {
    marks[field]?.digest == FieldStamps.digest(of: value)
  }

  private static let formatVersion: UInt8 = 1
  /// Marks that one record may have; far more than any record type has fields.
  private static let most = 1024

  /// A field and the digest of its value, without a time.
  package struct Digested: Hashable, Sendable {
    /// The field's name as CloudKit knows it.
    package let field: String
    /// Sixteen bytes.
    package let digest: [UInt8]

    package init(field: String, digest: [UInt8]) {
      self.field = field
      self.digest = digest
    }
  }

  /// Fields in the order in which an encoding has them.
  package static func sorted(_ fields: [Digested]) -> [Digested] {
    fields.sorted { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
  }

  /// What ``encoded`` is of marks that all have one time.
  ///
  /// - Parameter fields: Sorted, each field once, at most 65,535.
  package static func encoded(_ fields: [Digested], at stamp: HybridTime) -> [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 16 + fields.count * 48)
    encoder.append(byte: formatVersion)
    encoder.append(UInt16(fields.count))
    for field in fields {
      encoder.append(field.field)
      encoder.append(stamp)
      encoder.append(raw: field.digest)
    }
    return encoder.bytes
  }

  /// Format version, number of marks, then name, stamp and digest of each in the byte order of the names; traps beyond
  /// 65,535 marks.
  package var encoded: [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 16 + marks.count * 48)
    encoder.append(byte: FieldStamps.formatVersion)
    encoder.append(UInt16(marks.count))
    for (name, mark) in marks.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      encoder.append(name)
      encoder.append(mark.stamp)
      encoder.append(raw: mark.digest)
    }
    return encoder.bytes
  }

  /// Reads what ``encoded`` writes.
  ///
  /// - Throws: ``CanonicalDecodingError`` for another format, and for too few or too many bytes.
  package init(decoding bytes: [UInt8]) throws(CanonicalDecodingError) {
    var decoder = CanonicalDecoder(bytes)
    guard try decoder.byte() == FieldStamps.formatVersion else { throw decoder.failure("field stamps format 1") }
    marks = [:]
    let count = Int(try decoder.uint16())
    guard count <= FieldStamps.most else { throw decoder.failure("at most \(FieldStamps.most) field stamps") }
    for _ in 0..<count {
      let name = try decoder.string()
      marks[name] = Mark(stamp: try decoder.hybridTime(), digest: try decoder.raw(16))
    }
    guard decoder.isAtEnd else { throw decoder.failure("the end") }
  }
}

/// The digest by which a store knows whether a record differs from what the server acknowledged.
///
/// Field stamps hold a digest of every stamped value, so a digest over type and stamps covers these values too.
package enum RecordDigest {
  /// Returns the 32 bytes for a record; `encodedStamps` is ``FieldStamps/encoded``.
  package static func of(recordType: String, encodedStamps: [UInt8]) -> [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: encodedStamps.count + 32)
    encoder.append(recordType)
    encoder.append(lengthPrefixed: encodedStamps)
    return Digest(of: encoder.bytes).bytes
  }
}
