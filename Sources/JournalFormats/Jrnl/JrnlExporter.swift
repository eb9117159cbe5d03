package import JournalCore

/// Writes jrnl's plain text, as jrnl 2 to 4 read it.
///
/// What comes back through ``JrnlImporter`` with the same options is title, body, favourite, and the date's wall clock
/// to the minute, exactly; the format has no place for seconds, zone, mood, category, pictures and history. Line ends
/// in bodies become LF, in titles a space; what jrnl would misread is escaped (``JrnlEscape``). Explicit tags that the
/// text does not hold already are written as a last line of the body, `@one @two`, because jrnl knows tags in text
/// only; they come back as that line.
package struct JrnlExporter {
  let options: JrnlOptions

  package init(options: JrnlOptions = JrnlOptions()) { self.options = options }

  /// The text of one entry, without a line end behind it.
  package func string(_ entry: Entry) -> String {
    var output: [UInt8] = []
    append(entry, to: &output)
    return String(decoding: output.dropLast(2), as: UTF8.self)
  }

  /// Appends one entry and the blank line behind it; for writing a journal in pieces.
  package func append(_ entry: Entry, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    options.timeFormat.append(writable(entry.date.local), to: &output)
    output.append(contentsOf: "] ".utf8)
    output.append(contentsOf: JrnlEscape.escapedTitle(entry.title).utf8)
    if entry.isFavorite { output.append(contentsOf: " *".utf8) }
    output.append(TextBytes.lineFeed)
    JrnlEscape.appendBody(body(entry), timeFormat: options.timeFormat, to: &output)
    output.append(TextBytes.lineFeed)
  }

  /// The years that four digits hold; an offset can push the first and the last day of all out of them.
  func writable(_ local: CivilDateTime) -> CivilDateTime {
    if (1...9999).contains(local.date.year) { return local }
    let nearest = local.date.year < 1 ? Instant.earliest : Instant.latest
    let dayLength: Int64 = 86_400_000
    let inside = nearest.milliseconds + (local.date.year < 1 ? dayLength : -dayLength)
    return CivilDateTime(instant: Instant(milliseconds: inside), offsetSeconds: 0)
  }

  func body(_ entry: Entry) -> String {
    let missing = missingTags(entry)
    guard !missing.isEmpty else { return entry.body }
    let symbol = options.tagSymbols?.text.unicodeScalars.first.map { String($0) } ?? "@"
    let line = missing.map { symbol + $0 }.joined(separator: " ")
    return entry.body.isEmpty ? line : entry.body + "\n\n" + line
  }

  /// Explicit tags that are not in the text; characters that no tag in text can have become `-`.
  private func missingTags(_ entry: Entry) -> [String] {
    guard !entry.tags.isEmpty else { return [] }
    let written = Set(
      (TagSyntax.find(in: entry.title) + TagSyntax.find(in: entry.body)).map { TagSyntax.normalise($0.name) })
    return entry.tags.compactMap { tag in
      let name = TagSyntax.name(of: tag)
      let safe = String(String.UnicodeScalarView(name.unicodeScalars.map { isTagCharacter($0) ? $0 : "-" }))
      return safe.isEmpty || written.contains(TagSyntax.normalise(name)) ? nil : safe
    }
  }

  private func isTagCharacter(_ scalar: Unicode.Scalar) -> Bool {
    "-+*#/_".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
      || scalar.properties.numericType != nil || scalar.properties.generalCategory == .nonspacingMark
      || scalar.properties.generalCategory == .spacingMark
  }
}
