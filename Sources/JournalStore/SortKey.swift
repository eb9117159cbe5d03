import JournalCore

/// The text by which titles are sorted: without case and diacritics, leading punctuation left out, cut off.
package enum SortKey {
  /// Returns the sort key of a title, of at most 64 Unicode scalars; empty where it has no letter or digit.
  package static func of(_ title: String) -> String {
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in TextFolding.fold(String(title.unicodeScalars.prefix(128))).unicodeScalars {
      if scalars.isEmpty, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil { continue }
      scalars.append(scalar)
      count += 1
      if count == 64 { break }
    }
    return String(scalars)
  }
}
