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

/// One field of a record: its value, and whether the schema has it encrypted.
package struct Field: Hashable, Sendable {
  /// Never null: a record has no field without a value.
  package var value: FieldValue
  /// Private and shared databases only; such a field can be neither queried nor sorted by.
  package var isEncrypted: Bool

  package init(_ value: FieldValue, isEncrypted: Bool = false) {
    self.value = value
    self.isEncrypted = isEncrypted
  }
}
