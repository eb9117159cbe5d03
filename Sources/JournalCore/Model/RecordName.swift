/// The name of a record in its zone: CloudKit's `recordName`, the identity of an entry, category, image or preference for life.
package struct RecordName: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// The name as CloudKit and the database hold it, unchecked; a UUID where this program made it.
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  /// Reads the name from a single string.
  ///
  /// - Throws: `DecodingError` where the value is not a string.
  package init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the name as a single string.
  ///
  /// - Throws: The encoder's error.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// The name itself, without quotation marks.
  package var description: String { rawValue }

  /// Compares the names' UTF-8 bytes, which is the order of the database.
  package static func < (a: RecordName, b: RecordName) -> Bool {
    a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8)
  }
}

extension String {
  /// Whether two texts are the same bytes; `==` would call a composed and a decomposed `é` equal, SQLite would not.
  package func isIdentical(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
