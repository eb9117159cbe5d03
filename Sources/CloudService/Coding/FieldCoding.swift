package import CloudRecord

/// A record's fields as the storage keeps them: compact, with a version, in one form for equal fields.
///
/// A version byte, the number of fields, and for each field, by name: name, type, value. Numbers are in the variable
/// length of LEB128, signed ones after zigzag; text is UTF-8 after its length. Receipts and links for
/// downloads are left out, for they belong to requests and answers.
package enum FieldCoding {
  static let version: UInt8 = 1
  static let encryptedFlag: UInt8 = 0x40

  enum Tag {
    static let string: UInt8 = 1
    static let int64: UInt8 = 2
    static let double: UInt8 = 3
    static let date: UInt8 = 4
    static let bytes: UInt8 = 5
    static let reference: UInt8 = 6
    static let asset: UInt8 = 7
    static let list: UInt8 = 8
    static let location: UInt8 = 9
  }

  /// Encodes fields in the order of their names; equal dictionaries give equal bytes.
  package static func encode(_ fields: [String: Field]) -> [UInt8] {
    var writer = StoredFieldWriter()
    writer.bytes.reserveCapacity(256)
    writer.bytes.append(version)
    writer.append(varint: UInt64(fields.count))
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
      writer.append(name)
      writer.append(field.value, flags: field.isEncrypted ? encryptedFlag : 0)
    }
    return writer.bytes
  }

  /// Reads every field.
  ///
  /// - Throws: ``FieldCodingError`` for damaged bytes and for an unknown version.
  package static func decode(_ bytes: [UInt8]) throws(FieldCodingError) -> [String: Field] {
    try decode(bytes, keeping: nil)
  }

  /// Reads the fields of these names only; the others are passed over.
  ///
  /// - Throws: ``FieldCodingError`` for damaged bytes and for an unknown version.
  package static func decode(_ bytes: [UInt8], only names: Set<String>) throws(FieldCodingError) -> [String: Field] {
    try decode(bytes, keeping: names)
  }

  /// The types of the fields, without those that are empty lists; damage is an error that says where.
  package static func kinds(of bytes: [UInt8]) throws(FieldCodingError) -> [String: FieldShape] {
    try decode(bytes).compactMapValues { FieldShape($0) }
  }

  private static func decode(_ bytes: [UInt8], keeping names: Set<String>?) throws(FieldCodingError) -> [String: Field]
  {
    var reader = StoredFieldReader(bytes)
    guard try reader.byte() == version else { throw reader.failure("a known version") }
    let count = try reader.count(ofAtLeast: 2)
    var fields = [String: Field](minimumCapacity: names.map { min($0.count, count) } ?? count)
    var last: String?
    for _ in 0..<count {
      let name = try reader.string()
      if let last, last >= name { throw reader.failure("names in order") }
      last = name
      let tag = try reader.byte()
      let isEncrypted = tag & encryptedFlag != 0
      if let names, !names.contains(name) {
        try reader.skip(tag: tag & ~encryptedFlag)
      } else {
        fields[name] = Field(try reader.value(tag: tag & ~encryptedFlag), isEncrypted: isEncrypted)
      }
    }
    guard reader.isAtEnd else { throw reader.failure("the end") }
    return fields
  }
}

/// Why bytes are not fields: what was expected, and at which byte.
package struct FieldCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A noun phrase for the part that is missing, such as `UTF-8 text`.
  package var expected: String
  /// Bytes from the start of the encoded fields.
  package var offset: Int

  /// One line for logs, without any value of the record.
  package var description: String { "a record's fields are damaged: expected \(expected) at byte \(offset)" }
}
