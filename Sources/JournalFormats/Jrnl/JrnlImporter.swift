package import JournalCore

/// Reads jrnl's plain text, of version 1 and of 2 to 4.
///
/// Title, body, date to the minute and favourite are what that text holds; tags stay in the text, as they do in jrnl.
/// Either the whole text is understood, or an ``ImportError`` says which line is not. A text without any date is one
/// entry of now. Line ends come back as LF.
package struct JrnlImporter {
  /// Where the times of the file were read off the clock; the text has no zone.
  private let zone: any LocalZone
  private let now: Instant
  private let options: JrnlOptions

  /// - Parameter now: the date of a text that has none.
  package init(zone: any LocalZone, now: Instant, options: JrnlOptions = JrnlOptions()) {
    self.zone = zone
    self.now = now
    self.options = options
  }

  package func read(_ bytes: [UInt8], progress: ProgressHandler = { _ in }) throws -> ImportedJournal {
    try bytes.withUnsafeBytes { try read($0, progress: progress) }
  }

  /// Reads the bytes of a file, which may be mapped into memory.
  package func read(
    _ bytes: UnsafeRawBufferPointer, progress: ProgressHandler = { _ in }
  ) throws -> ImportedJournal {
    if let error = FileKind(bytes.prefix(512)).notJrnlText { throw error }
    try TextBytes.requireUTF8(bytes)
    let text = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    if let normalised = TextBytes.normalisedLineEnds(text) {
      return try normalised.withUnsafeBytes { try readText($0, progress: progress) }
    }
    return try readText(text, progress: progress)
  }

  private func readText(_ text: UnsafeRawBufferPointer, progress: ProgressHandler) throws -> ImportedJournal {
    var scanner = JrnlScanner(bytes: text, options: options)
    try scanner.scan(progress: progress)
    var journal = ImportedJournal()
    journal.problems = scanner.problems
    if scanner.headers.isEmpty {
      if let entry = undatedEntry(text) {
        journal.entries = [entry]
        journal.problems.append(ImportProblem("No line begins with a date, so the text became one entry of now."))
      }
    } else {
      try appendEntries(text, scanner, to: &journal, progress: progress)
    }
    try progress(FormatProgress(done: Int64(text.count) * 2, total: Int64(text.count) * 2))
    return journal
  }

  private func appendEntries(
    _ text: UnsafeRawBufferPointer, _ scanner: JrnlScanner, to journal: inout ImportedJournal,
    progress: ProgressHandler
  ) throws {
    let parser = JrnlEntryParser(bytes: text, style: scanner.style, timeFormat: options.timeFormat)
    var positions: [RecordName: Int] = [:]
    positions.reserveCapacity(scanner.headers.count)
    journal.entries.reserveCapacity(scanner.headers.count)
    var nextReport = 0
    for (index, header) in scanner.headers.enumerated() {
      if header.start >= nextReport {
        try progress(FormatProgress(done: Int64(text.count + header.start), total: Int64(text.count) * 2))
        nextReport = header.start + 1 << 20
      }
      let end = index + 1 < scanner.headers.count ? scanner.headers[index + 1].start : text.count
      let parts = parser.parse(header.text..<end)
      guard parts.body.utf8.count <= EntryRules.longestBody else {
        throw ImportError(
          "the text of this entry is longer than \(EntryRules.longestBody >> 20) MiB", at: .line(header.line),
          remedy: "Split it into several entries.")
      }
      let entry = entry(parts, date: zone.date(local: header.date), dateKey: header.date.iso)
      if let position = positions[entry.id] {
        // jrnl holds the same entry for one, too. A star on either of the two is kept.
        journal.repeated += 1
        if entry.isFavorite { journal.entries[position].isFavorite = true }
      } else {
        positions[entry.id] = journal.entries.count
        journal.entries.append(entry)
      }
    }
  }

  /// A text without any date; its id does not depend on when it was imported.
  private func undatedEntry(_ text: UnsafeRawBufferPointer) -> Entry? {
    let parser = JrnlEntryParser(bytes: text, style: .bare, timeFormat: options.timeFormat)
    let parts = parser.parse(0..<text.count)
    guard !parts.title.isEmpty || !parts.body.isEmpty else { return nil }
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
