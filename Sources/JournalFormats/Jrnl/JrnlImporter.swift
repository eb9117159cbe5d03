package import JournalCore

/// Reads jrnl's plain text, of version 1 and of 2 to 4.
///
/// Title, body, date to the minute and favourite are what that text holds; tags stay in the text, as they do in jrnl.
/// A line that is not understood ends the reading with an ``ImportError`` that says which. A text without any date is
/// one entry of now. Line ends come back as LF. However long the text is, only one entry of it is held at a time.
package struct JrnlImporter: TextImporter {
  /// Where the times of the file were read off the clock; the text has no zone.
  private let zone: any LocalZone
  private let now: Instant
  private let options: JrnlOptions
  /// Bytes that are read at once.
  var pieceSize = TextPieces.usualSize

  /// - Parameter now: the date of a text that has none.
  package init(zone: any LocalZone, now: Instant, options: JrnlOptions = JrnlOptions()) {
    (self.zone, self.now, self.options) = (zone, now, options)
  }

  /// What is said of a text without any date.
  package static let undated = ImportProblem(
    "No dates found: all of it is one entry dated now.",
    unlessNamed: "is not jrnl text: no line begins with a date; nor is it a file that CloudJournal wrote. "
      + "Nothing was imported. To take it in as one entry dated now, give --from jrnl.")

  /// Goes through a text from its beginning to its end.
  ///
  /// - Parameters:
  ///   - read: hands out the text's bytes.
  ///   - body: called with each entry in the order of the text. Entries that say the same come with the same id, as often
  ///     as they stand there. Nil where the text is only checked, which costs a fraction.
  /// - Returns: what a person should know although everything was taken.
  /// - Throws: ``ImportError`` for the first line that is not understood; the reader's error; the error of `body`.
  package func read(_ read: @escaping ByteReader, _ body: ((FiledEntry) throws -> Void)?) throws -> [ImportProblem] {
    var pieces = TextPieces(read, size: pieceSize) { head in
      if let error = JrnlImporter.refusal(of: FileKind(head)) { throw error }
    }
    var text = JrnlText(scanner: JrnlScanner(options: options))
    var hasMore = true
    while hasMore {
      hasMore = try pieces.append(to: &text.bytes)
      try text.scan(isAll: !hasMore) { bytes, header, style, range in
        try take(bytes, range, of: header, style, body)
      }
    }
    var problems = try text.scanner.finish()
    if text.open == nil, let entry = try undatedEntry(text.bytes) {
      problems.append(Self.undated)
      try body?(FiledEntry(entry))
    }
    return problems
  }

  /// Takes one entry apart and hands it on.
  private func take(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, of header: JrnlScanner.Header, _ style: JrnlScanner.Style,
    _ body: ((FiledEntry) throws -> Void)?
  ) throws {
    // What is short enough as it stands there is so without its escapes.
    guard body != nil || range.count > EntryRules.longestBody else { return }
    let parts = JrnlEntryParser(bytes: bytes, style: style, timeFormat: options.timeFormat).parse(range)
    guard parts.body.utf8.count <= EntryRules.longestBody else { throw JrnlText.tooLong(at: header.line) }
    try body?(FiledEntry(entry(parts, date: zone.date(local: header.date), dateKey: header.date.iso)))
  }

  /// A text without any date; its id does not depend on when it was imported.
  private func undatedEntry(_ text: [UInt8]) throws -> Entry? {
    let parts = text.withUnsafeBytes { bytes in
      JrnlEntryParser(bytes: bytes, style: .bare, timeFormat: options.timeFormat).parse(0..<bytes.count)
    }
    guard !parts.title.isEmpty || !parts.body.isEmpty else { return nil }
    guard parts.body.utf8.count <= EntryRules.longestBody else { throw JrnlText.tooLong(at: 1) }
    return entry(parts, date: zone.date(instant: now), dateKey: "")
  }

  private func entry(_ parts: JrnlEntryParser.Parts, date: EntryDate, dateKey: String) -> Entry {
    Entry(
      id: NameBasedID.uuidV5(format: "jrnl", parts: [dateKey, parts.title, parts.body]),
      title: parts.title, body: parts.body, date: date, modifiedAt: date.instant, isFavorite: parts.isStarred,
      tags: explicitTags(parts))
  }

  /// The tags that this program would not see in the text.
  private func explicitTags(_ parts: JrnlEntryParser.Parts) -> [String] {
    guard let symbols = options.tagSymbols, symbols.text.unicodeScalars.contains(where: { $0 != "#" && $0 != "@" })
    else { return [] }
    let names = [parts.title, parts.body].flatMap { text in
      TagSyntax.find(in: text, symbols: symbols).compactMap { found -> String? in
        let symbol = text.utf8[text.utf8.index(text.startIndex, offsetBy: found.range.lowerBound)]
        return symbol == UInt8(ascii: "#") || symbol == UInt8(ascii: "@") ? nil : found.name
      }
    }
    return TagSyntax.union(explicit: names, title: "", body: "")
  }
}

extension ImportFormat {
  /// Plain text of jrnl; any text with dates at the beginning of lines is.
  package static let jrnl = ImportFormat(
    "jrnl", title: "jrnl text", help: "text of jrnl 1.x and 2 to 4, plain or encrypted", recognizes: { _ in false },
    reader: .text { settings throws(InvalidInput) in
      var options = JrnlOptions()
      if let format = settings.timeFormat { options.timeFormat = try DateFormat(format) }
      if let symbols = settings.tagSymbols { options.tagSymbols = try TagSyntax.Symbols(symbols) }
      return JrnlImporter(zone: settings.zone, now: settings.now, options: options)
    })
}

extension JrnlImporter {
  /// The error for a file that its beginning shows to be something else; nil where it may be jrnl text.
  private static func refusal(of kind: FileKind) -> ImportError? {
    let remedy: String
    switch kind {
    case .text, .frontMatter: return nil
    case .zip: remedy = "Try --from archive, if CloudJournal wrote it."
    case .sqlite: remedy = "If it is a journal of CloudJournal, open it with --journal, and export it from there."
    case .json:
      remedy =
        "If jrnl wrote it, give --from jrnl-json; if CloudJournal did, --from json."
    case .encryptedJrnl: remedy = "Give its password: in a terminal you are asked, else with --password-stdin."
    case .utf16: remedy = "Save it as UTF-8, or convert it with: iconv -f UTF-16 -t UTF-8."
    case .gzip, .tar: remedy = "Unpack it first."
    case .xml, .pdf, .picture: remedy = "Give a jrnl text file."
    }
    return ImportError("this is \(kind.name), not jrnl text", remedy: remedy)
  }
}

/// The part of a jrnl text that is being read: from the beginning of an entry to where the last piece ended.
private struct JrnlText {
  var scanner: JrnlScanner
  var bytes: [UInt8] = []
  /// The entry with which `bytes` begins; nil above the first one.
  private(set) var open: JrnlScanner.Header?
  /// Where the first line begins that was not looked at yet.
  private var scanned = 0

  init(scanner: JrnlScanner) { self.scanner = scanner }

  /// Looks at the lines that are whole, hands on the entries that have ended, and lets go of them.
  ///
  /// - Parameters:
  ///   - isAll: whether nothing follows, so that the last line and the last entry end here.
  ///   - body: gets the bytes, an entry's header, and where its text stands.
  mutating func scan(
    isAll: Bool,
    _ body: (UnsafeRawBufferPointer, JrnlScanner.Header, JrnlScanner.Style, Range<Int>) throws -> Void
  ) throws {
    var (scanner, open, scanned) = (self.scanner, self.open, self.scanned)
    try bytes.withUnsafeBytes { bytes in
      while scanned < bytes.count {
        let end = TextBytes.next(TextBytes.lineFeed, in: bytes, from: scanned)
        if end == bytes.count, !isAll {
          try scanner.requireLength(end - scanned, isWhole: false)
          break
        }
        if let header = try scanner.look(at: scanned..<end, of: bytes) {
          if let open { try body(bytes, open, scanner.style, open.text..<header.start) }
          open = header
        }
        scanned = end + 1
      }
      if isAll, let open { try body(bytes, open, scanner.style, open.text..<bytes.count) }
    }
    (self.scanner, self.open, self.scanned) = (scanner, open, scanned)
    try letGo()
  }

  /// Forgets what stands before the entry that is not at its end.
  private mutating func letGo() throws {
    if let start = open?.start, start > 0 {
      bytes.removeFirst(start)
      scanned -= start
      open?.text -= start
      open?.start = 0
    }
    // Its escapes and blank lines do not count, but they are held.
    guard bytes.count > 2 * EntryRules.longestBody + scanner.options.maximumLineBytes else { return }
    throw JrnlText.tooLong(at: open?.line ?? scanner.firstTextLine ?? 1)
  }

  static func tooLong(at line: Int) -> ImportError {
    ImportError(
      "the text of this entry is longer than \(EntryRules.longestBody >> 20) MiB", at: .line(line),
      remedy: "Split it into several entries.")
  }
}
