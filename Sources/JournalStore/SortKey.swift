import JournalCore

/// What titles are sorted by: without case and diacritics, leading punctuation left out, the first 64 characters.
package enum SortKey {
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
