import Encodings

/// The part of a file that a `Range` header asks for.
///
/// Source: RFC 9110, 14.1.2 and 14.2.
package enum ByteRange: Hashable, Sendable {
  /// No header, or one that is not understood and therefore ignored; a header with several ranges is ignored, too.
  case whole
  case part(Range<Int64>)
  /// The file ends before the part begins.
  case unsatisfiable

  /// Reads the value of a `Range` header.
  ///
  /// - Parameters:
  ///   - header: nil where the request has none.
  ///   - size: Bytes of the whole file.
  package init(header: String?, size: Int64) {
    self = .whole
    guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return }
    let halves = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return }
    let (first, last) = (Self.number(halves[0]), Self.number(halves[1]))
    switch (first, last) {
    case (nil, let length?) where halves[0].isEmpty:
      self = length > 0 && size > 0 ? .part(max(0, size - length)..<size) : .unsatisfiable
    case (let first?, nil) where halves[1].isEmpty:
      self = first < size ? .part(first..<size) : .unsatisfiable
    case (let first?, let last?) where first <= last:
      self = first < size ? .part(first..<(min(last, size - 1) + 1)) : .unsatisfiable
    default: return
    }
  }

  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy(\.isASCIIDigit) ? Int64(text) : nil
  }
}
