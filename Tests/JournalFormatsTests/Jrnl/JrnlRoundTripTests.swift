import JournalCore
import Testing

@testable import JournalFormats

@Suite struct JrnlRoundTripTests {
  private let zone = FixedZone(name: "Europe/Amsterdam", offset: 1172)

  private func importer(_ options: JrnlOptions) -> JrnlImporter {
    JrnlImporter(zone: zone, now: Instant(milliseconds: 0), options: options)
  }

  /// What the text holds, its texts as bytes.
  private func content(_ entry: Entry) -> String {
    bytesOfFields([entry.title, entry.body, entry.date.local.iso, "\(entry.isFavorite)"])
  }

  @Test(arguments: ["%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M:%S", "%A, %B %d, %Y %I:%M %p", "%y%m%d"])
  func importUndoesExport(_ timeFormat: String) throws {
    var values = NastyValues(seed: 2026)
    let options = JrnlOptions(timeFormat: try DateFormat(timeFormat))
    let exporter = JrnlExporter(options: options)
    for _ in 0..<400 {
      let entries = (0..<values.number(1...5)).map { _ in
        var entry = values.entry()
        entry.tags = []
        return entry
      }
      // Two-digit years say nothing of their century.
      let isShort = timeFormat.contains("%y")
      let written = entries.map { entry -> Entry in
        var entry = entry
        if isShort { entry.date.instant.milliseconds = abs(entry.date.instant.milliseconds % 1_000_000_000_000) }
        return entry
      }
      let bytes = exporter.bytes(written)
      let read = try importer(options).read(bytes)
      let wanted = written.map { content(exporter.canonical($0)) }
      #expect(
        read.entries.map(content) == wanted, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  @Test func canonicalFormKeepsWhatTheTextHolds() {
    let date = EntryDate(instant: Instant(milliseconds: 59_999), timeZone: "", offsetSeconds: 0)
    let entry = Entry(
      id: RecordName("x"), title: "  a\r\nb *", body: "\r\n\n x\ry \n\n", date: date, modifiedAt: date.instant,
      isFavorite: true)
    let canonical = JrnlExporter().canonical(entry)
    #expect(canonical.title == "  a b *")
    #expect(canonical.body == "\n\n x\ny \n\n")
    #expect(canonical.date.instant == Instant(milliseconds: 0))
  }

  @Test(arguments: [
    ("Plain", false, "[1970-01-01 00:00] Plain\n"), ("Plain", true, "[1970-01-01 00:00] Plain *\n"),
    ("", false, "[1970-01-01 00:00] \\\n"), ("", true, "[1970-01-01 00:00] \\ *\n"),
    ("**Bold**", false, "[1970-01-01 00:00] **Bold**\\\n"), ("**Bold**", true, "[1970-01-01 00:00] **Bold**\\ *\n"),
    (" both ", false, "[1970-01-01 00:00] \\ both \\\n"), ("\\", false, "[1970-01-01 00:00] \\\\\n"),
    ("C:\\", false, "[1970-01-01 00:00] C:\\\n"),
  ])
  func titlesAsWritten(_ title: String, _ isFavorite: Bool, _ text: String) {
    let date = EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0)
    let entry = Entry(
      id: RecordName("x"), title: title, date: date, modifiedAt: date.instant, isFavorite: isFavorite)
    #expect(String(decoding: JrnlExporter().bytes([entry]), as: UTF8.self) == text)
  }

  @Test func bodiesAsWritten() {
    let date = EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0)
    let body = "\nplain\n[2020-01-01 10:00] quoted\n [2020-01-01 10:00] twice\n[x] task\n[1] note\n[open\n\nlast\n"
    let entries = [body, ""].map {
      Entry(id: RecordName("x"), title: "T", body: $0, date: date, modifiedAt: date.instant)
    }
    let text = """
      [1970-01-01 00:00] T
      \u{20}
      plain
       [2020-01-01 10:00] quoted
        [2020-01-01 10:00] twice
      [x] task
      [1] note
       [open

      last
      \u{20}

      [1970-01-01 00:00] T

      """
    #expect(String(decoding: JrnlExporter().bytes(entries), as: UTF8.self) == text)
  }

  @Test func explicitTagsAreALastLine() throws {
    let date = EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0)
    let entry = Entry(
      id: RecordName("x"), title: "T #one", body: "Body", date: date, modifiedAt: date.instant,
      tags: ["ONE", "two", "New York", "käse", ""])
    #expect(JrnlExporter().string(entry) == "[1970-01-01 00:00] T #one\nBody\n\n@two @New-York @käse")
    let hash = JrnlExporter(options: JrnlOptions(tagSymbols: try TagSyntax.Symbols("#")))
    #expect(hash.string(entry).hasSuffix("\n\n#two #New-York #käse"))
    let back = try #require(try importer(JrnlOptions()).read(JrnlExporter().bytes([entry])).entries.first)
    #expect(back.allTags == ["one", "two", "New-York", "käse"])
    #expect(back.body == JrnlExporter().canonical(entry).body)
  }

  @Test func exportOfAnImportIsTheSameFile() throws {
    let text =
      "[1660-01-11 21:00] 1st (Lord’s day).\nThis morning…\n\nMore.\n\n[1660-01-12 21:00] Next *\n\n[1660-01-13 08:00] X\ny\n"
    let journal = try importer(JrnlOptions()).read(Array(text.utf8))
    #expect(String(decoding: JrnlExporter().bytes(journal.entries), as: UTF8.self) == text)
  }

  @Test func datesOutsideFourDigitsAreWrittenAsTheNearest() throws {
    for (instant, offset, day) in [
      (Instant.earliest, -86_399, "[0001-01-01 "), (Instant.latest, 86_399, "[9999-12-31 "),
    ] {
      let date = EntryDate(instant: instant, timeZone: "", offsetSeconds: offset)
      let entry = Entry(id: RecordName("x"), title: "T", date: date, modifiedAt: instant)
      #expect(JrnlExporter().string(entry).hasPrefix(day))
    }
  }
}

extension JrnlExporter {
  /// The entries' text, in their order.
  fileprivate func bytes(_ entries: some Sequence<Entry>) -> [UInt8] {
    var output: [UInt8] = []
    for entry in entries { append(entry, to: &output) }
    if !output.isEmpty { output.removeLast() }
    return output
  }

  /// An entry as it comes back, if its zone is the importer's: what is not in the text is gone, line ends are LF, and
  /// explicit tags are a line of the body. Its id is the importer's.
  fileprivate func canonical(_ entry: Entry) -> Entry {
    var date = entry.date
    if case .date(let local) = options.timeFormat.read(Array(options.timeFormat.string(writable(date.local)).utf8)) {
      date = EntryDate(local: local, timeZone: date.timeZone, offsetSeconds: date.offsetSeconds)
    }
    let (title, body) = JrnlEscape.fitted(
      title: JrnlEscape.canonicalTitle(entry.title), body: TextBytes.normalisedLineEnds(body(entry)))
    return Entry(
      id: entry.id, title: title, body: body, date: date, modifiedAt: date.instant, isFavorite: entry.isFavorite)
  }
}
