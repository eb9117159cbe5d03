/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z; negative before that.
///
/// Milliseconds are what CloudKit Web Services sends for a TIMESTAMP, so a value survives the wire unchanged.
package struct Instant: Hashable, Comparable, Sendable, Codable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  package static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// The earliest moment that an entry's date may name: the start of year 0001 anywhere on earth.
  package static let earliest = Instant(milliseconds: -62_135_683_200_000)
  /// The latest moment that an entry's date may name: the end of year 9999 anywhere on earth.
  package static let latest = Instant(milliseconds: 253_402_387_199_999)
}
