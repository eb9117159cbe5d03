/// The value of one field of a record, in the types that CloudKit knows.
///
/// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Record Field Dictionary.
package indirect enum FieldValue: Hashable, Sendable {
  case string(String)
  case int64(Int64)
  case double(Double)
  /// TIMESTAMP: whole milliseconds since 1970.
  case date(Int64)
  case bytes([UInt8])
  case reference(Reference)
  case asset(Asset)
  case location(Location)
  /// A list whose members are all of one type, none of them a list.
  case list([FieldValue])

  /// Whether two values are the same to the last byte; `==` on strings would join composed and decomposed characters.
  package func isIdentical(to other: FieldValue) -> Bool {
    CanonicalEncoder.encode(self) == CanonicalEncoder.encode(other)
  }
}

/// The type of a value, by its name on the wire.
package enum ValueKind: String, Hashable, Sendable {
  case string = "STRING"
  case int64 = "INT64"
  case double = "DOUBLE"
  case date = "TIMESTAMP"
  case bytes = "BYTES"
  case reference = "REFERENCE"
  case asset = "ASSETID"
  case location = "LOCATION"
  /// Any list, whatever its members are.
  case list = "LIST"

  /// Returns the type of this value.
  package init(_ value: FieldValue) {
    self =
      switch value {
      case .string: .string
      case .int64: .int64
      case .double: .double
      case .date: .date
      case .bytes: .bytes
      case .reference: .reference
      case .asset: .asset
      case .location: .location
      case .list: .list
      }
  }
}

/// One field of a record: its value, and whether the schema has it encrypted.
package struct Field: Hashable, Sendable {
  /// Never null: a record has no field without a value.
  package var value: FieldValue
  /// Private and shared databases only; such a field can be neither queried nor sorted by.
  package var isEncrypted: Bool

  package init(_ value: FieldValue, isEncrypted: Bool = false) {
    (self.value, self.isEncrypted) = (value, isEncrypted)
  }
}
