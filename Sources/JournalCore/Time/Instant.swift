/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z; negative before that.
///
/// Milliseconds are what CloudKit Web Services sends for a TIMESTAMP, so a value survives the wire unchanged.
package struct Instant: Hashable, Comparable, Sendable, Codable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative before that.
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Reads the milliseconds from a single whole number.
  ///
  /// - Throws: `DecodingError` where the value is not a whole number of 64 bits.
  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Writes the milliseconds as a single whole number.
  ///
  /// - Throws: The encoder's error.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  /// An earlier moment is smaller.
  package static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// The earliest moment that an entry's date may name: the start of year 0001 anywhere on earth.
  package static let earliest = Instant(milliseconds: -62_135_683_200_000)
  /// The latest moment that an entry's date may name: the end of year 9999 anywhere on earth.
  package static let latest = Instant(milliseconds: 253_402_387_199_999)
}
