import JournalCore

/// An entry in the Markdown of Day One.
extension DayOneText {
  /// A text that ``parts(of:)`` takes apart into the same title, body and pictures.
  ///
  /// The title is a heading in the first line, which is empty for an entry without one; the pictures follow it, where no block of
  /// code can take them in.
  static func text(of entry: Entry, photos: [DayOneWriter.Photo]) -> String {
    var parts: [String] = []
    if !entry.title.isEmpty || !entry.body.isEmpty { parts.append("# \(escaped(entry.title))") }
    parts += photos.map { "![\(caption($0))](dayone-moment://\(DayOneWriter.identifier($0.id)))" }
    if !entry.body.isEmpty { parts.append(entry.body) }
    return parts.joined(separator: "\n\n")
  }

  /// A title, which is no Markdown here and would be some there.
  private static func escaped(_ title: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in title.unicodeScalars {
      if "\\`*_[]<>~&|".unicodeScalars.contains(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  /// A caption as the words of a link, short enough to be found again.
  private static func caption(_ photo: DayOneWriter.Photo) -> String {
    var text = String.UnicodeScalarView()
    for scalar in photo.caption.unicodeScalars.prefix(60) {
      text.append("\\[]\n\r".unicodeScalars.contains(scalar) ? " " : scalar)
    }
    return String(text)
  }
}
