import JournalCore

/// Reads the Markdown that “export --format md” writes: one entry or many, each of them behind a head.
///
/// What comes back is all of an entry but its history; pictures come as the names of their files. Line ends of a body are
/// those that it had, if the file's own are LF. However long the text is, only one entry of it is held at a time.
package struct MarkdownImporter: TextImporter {
  /// Bytes that are read at once.
  var pieceSize = TextPieces.usualSize

  package init() {}

  /// Goes through a text from its beginning to its end.
  ///
  /// - Parameters:
  ///   - read: hands out the text's bytes.
  ///   - body: called with each entry in the order of the text; nil where the text is only checked.
  /// - Returns: Nothing: what is taken is taken as it is meant.
  /// - Throws: ``ImportError`` for the first line that is not understood; the reader's error; the error of `body`.
  package func read(_ read: @escaping ByteReader, _ body: ((FiledEntry) throws -> Void)?) throws -> [ImportProblem] {
    var pieces = TextPieces(read, size: pieceSize, keepsLineEnds: true) { head in
      switch FileKind(head) {
      case .text, .frontMatter: return
      case let kind:
        throw ImportError("this is \(kind.name), not Markdown", remedy: "Give a file that “export --format md” wrote.")
      }
    }
    var text = MarkdownText()
    var hasMore = true
    while hasMore {
      hasMore = try pieces.append(to: &text.bytes)
      try text.scan(isAll: !hasMore) { bytes, parts in
        let entry = try MarkdownImporter.entry(bytes, parts)
        try body?(entry)
      }
    }
    return []
  }

  private static func entry(_ bytes: UnsafeRawBufferPointer, _ parts: MarkdownText.Parts) throws -> FiledEntry {
    let head = try FrontMatter(TextBytes.text(bytes, parts.head), firstLine: parts.line + 1)
    func error(_ problem: String, remedy: String? = nil) -> ImportError {
      ImportError(
        problem, at: .line(parts.line),
        remedy: remedy
          ?? "Give a file that “export --format md” wrote; a folder of other notes comes in with --from notes.")
    }
    guard let title = head.title else { throw error("the head that begins here has no “title”") }
    guard let dateText = head.date else { throw error("the head that begins here has no “date”") }
    guard let date = ISODate.date(dateText, timeZone: head.timeZone) else {
      throw error(
        "the date “\(dateText)” of the entry that begins here is not one like 2026-11-21T09:14:00.000+01:00",
        remedy: "Correct the date.")
    }
    let text = body(TextBytes.text(bytes, parts.text), pictures: head.pictures)
    var entry: Entry
    do throws(InvalidInput) {
      entry = try FiledEntry.entry(id: head.id, title: title, body: text, date: date, format: "markdown")
    } catch let invalid {
      throw ImportError(
        "the entry that begins here cannot be taken", at: .line(parts.line), remedy: invalid.sentence)
    }
    if let updated = head.updated { entry.modifiedAt = updated }
    for (field, content) in head.values { field.write(&entry, content) }
    entry.tags = head.explicitTags ?? TagList.explicit(in: head.tags, title: entry.title, body: entry.body)
    return FiledEntry(entry, categoryName: head.category, pictures: head.pictures)
  }

  /// A body without the links to its pictures, if they stand below it as they were written, and without what escapes it.
  private static func body(_ text: String, pictures: [FiledPicture]) -> String {
    var bytes = Array(text.utf8)[...]
    if !pictures.isEmpty {
      // A blank line stands between all of them; the one that ends the head is not there any more.
      let links = Array(MarkdownExporter.links(pictures).utf8)
      if bytes.elementsEqual(links.dropFirst(2)) { return "" }
      if bytes.count > links.count, bytes.suffix(links.count).elementsEqual(links) { bytes.removeLast(links.count) }
    }
    return MarkdownHeads.unescaped(String(decoding: bytes, as: UTF8.self))
  }
}

extension ImportFormat {
  /// Markdown as “export --format md” writes it, in a file or a folder of files.
  package static let markdown = ImportFormat(
    "markdown", alias: "md", title: "Markdown with front matter",
    help: "a file that “export --format md” wrote, or a folder of them with their pictures", folderEnding: ".md",
    recognizes: { $0.kind == .frontMatter || $0.isFolder }, reader: .text { _ in MarkdownImporter() })
}

/// The part of a Markdown text that is being read: from the beginning of an entry to where the last piece ended.
private struct MarkdownText {
  /// Where the parts of an entry stand.
  struct Parts {
    /// The lines of its head, without the hyphens around them.
    var head: Range<Int>
    /// Its body, with pictures and escapes.
    var text: Range<Int>
    /// The number of its first line.
    var line: Int
  }

  /// An entry whose end is not known yet; its text begins at the start of `bytes`.
  private struct Open {
    var line: Int
    /// Where the line of hyphens below the head begins and ends; nil where it was not found yet.
    var close: Range<Int>?
  }

  var bytes: [UInt8] = []
  private var open: Open?
  /// Where the first line begins that was not looked at yet, and its number.
  private var scanned = 0
  private var line = 1

  /// Looks at the lines that are whole, hands on the entries that have ended, and lets go of them.
  ///
  /// - Parameters:
  ///   - isAll: whether nothing follows, so that the last line and the last entry end here.
  ///   - body: gets the bytes, and where an entry stands in them.
  mutating func scan(isAll: Bool, _ body: (UnsafeRawBufferPointer, Parts) throws -> Void) throws {
    var (open, scanned, line, start) = (self.open, self.scanned, self.line, 0)
    try bytes.withUnsafeBytes { bytes in
      while scanned < bytes.count {
        let end = TextBytes.next(TextBytes.lineFeed, in: bytes, from: scanned)
        let isRule = bytes[scanned..<end].elementsEqual(MarkdownHeads.rule)
        // Whether a head begins is seen in the next line.
        if !isAll, end == bytes.count || isRule && bytes.count - end <= MarkdownHeads.firstKey.count { break }
        let isHead = isRule && (open == nil || bytes.dropFirst(end + 1).starts(with: MarkdownHeads.firstKey))
        if let entry = open, entry.close == nil {
          if isRule { open?.close = scanned..<min(end + 1, bytes.count) }
        } else if isHead {
          if let open { try body(bytes, MarkdownText.parts(bytes, open, from: start, to: scanned, isLast: false)) }
          open = Open(line: line)
          start = scanned
        } else if open == nil, !bytes[scanned..<end].allSatisfy({ $0 <= 0x20 }) {
          throw MarkdownText.headless(at: line)
        }
        scanned = end + 1
        line += 1
      }
      guard isAll else { return }
      guard let open else { throw MarkdownText.headless(at: 1) }
      try body(bytes, MarkdownText.parts(bytes, open, from: start, to: bytes.count, isLast: true))
    }
    (self.open, self.scanned, self.line) = (open, scanned, line)
    try letGo(upTo: start)
  }

  private static func parts(
    _ bytes: UnsafeRawBufferPointer, _ open: Open, from start: Int, to end: Int, isLast: Bool
  ) throws -> Parts {
    guard let close = open.close else {
      throw ImportError(
        "the head that begins here has no end", at: .line(open.line),
        remedy: "A line “---” belongs below its last line; or give the file as “export --format md” wrote it.")
    }
    // An empty line stands above the body, and one below it where an entry follows.
    var text = close.upperBound..<end
    if text.first.map({ bytes[$0] }) == TextBytes.lineFeed { text.removeFirst() }
    for _ in 0..<(isLast ? 1 : 2) where text.last.map({ bytes[$0] }) == TextBytes.lineFeed { text.removeLast() }
    let head = TextBytes.next(TextBytes.lineFeed, in: bytes, from: start) + 1
    return Parts(head: head..<max(head, close.lowerBound), text: text, line: open.line)
  }

  /// Forgets what stands before an entry that is not at its end.
  private mutating func letGo(upTo start: Int) throws {
    if start > 0 {
      bytes.removeFirst(start)
      scanned -= start
      if let close = open?.close { open?.close = (close.lowerBound - start)..<(close.upperBound - start) }
    }
    guard bytes.count > 2 * EntryRules.longestBody else { return }
    throw ImportError(
      "the text of this entry is longer than \(EntryRules.longestBody >> 20) MiB", at: .line(open?.line ?? 1),
      remedy: "Split it into several entries.")
  }

  private static func headless(at line: Int) -> ImportError {
    ImportError(
      "the text does not begin with the head of an entry, which is a line “---” and “title: …” below it",
      at: .line(line),
      remedy:
        "Give a file that “export --format md” wrote. A folder of other notes comes in with --from notes, text with dates with --from jrnl."
    )
  }
}

extension Range<Int> {
  fileprivate mutating func removeFirst() { self = (lowerBound + 1)..<upperBound }
  fileprivate mutating func removeLast() { self = lowerBound..<(upperBound - 1) }
}
