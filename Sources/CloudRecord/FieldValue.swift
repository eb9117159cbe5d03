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
  /// ASSET, by the SHA-256 of its bytes in lower-case hexadecimal.
  case asset(String)
  /// A list whose members are all of one type, none of them a list.
  case list([FieldValue])

  /// Whether two values are the same to the last byte; `==` on strings would join composed and decomposed characters.
  package func isIdentical(to other: FieldValue) -> Bool {
    CanonicalEncoder.encode(self) == CanonicalEncoder.encode(other)
  }
}

/// A field that names another record.
package struct Reference: Hashable, Sendable {
  /// What happens to the record that holds the reference when its target is deleted.
  package enum Action: UInt8, Hashable, Sendable {
    case none = 0
    case deleteSelf = 1
    case validate = 2
  }

  package var recordName: String
  package var action: Action

  package init(recordName: String, action: Action) {
    self.recordName = recordName
    self.action = action
  }
}
