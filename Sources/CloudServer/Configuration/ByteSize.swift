import Encodings

/// Sizes as people write them: `500`, `500 MB`, `5GB`, `1GiB`.
package enum ByteSize {
  private static let units: [(String, Int64)] = [
    ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30), ("tib", 1 << 40), ("kb", 1000), ("mb", 1_000_000),
    ("gb", 1_000_000_000), ("tb", 1_000_000_000_000), ("b", 1), ("", 1),
  ]

  /// Bytes; nil where the text is not a whole number with one of the units B, KB … TB, KiB … TiB.
  package static func parse(_ text: String) -> Int64? {
    let trimmed = text.lowercased().filter { $0 != " " }
    for (unit, factor) in units where trimmed.hasSuffix(unit) {
      let digits = trimmed.dropLast(unit.count)
      guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(digits) else {
        continue
      }
      let (size, overflow) = number.multipliedReportingOverflow(by: factor)
      return overflow ? nil : size
    }
    return nil
  }

  /// A size for reading, with one decimal where it is not whole: `5 GB`, `1.5 MB`.
  package static func text(_ bytes: Int64) -> String {
    for (name, factor) in [("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000)]
    where bytes >= factor {
      let tenths = bytes / (Int64(factor) / 10)
      return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return "\(bytes) B"
  }
}
