import JournalCore
import Testing

@testable import JournalFormats

@Suite struct MarkdownImporterTests {
  private let one = """
    ---
    title: Harbour walk
    id: "01939c3e"
    updated: 2026-11-21 08:14:00Z
    created: 2026-11-21 08:14:00Z
    tags:
      - walk
      - sea
    date: "2026-11-21T09:14:00.000+01:00"
    timezone: Europe/Berlin
    category: Travel
    mood: happy
    favorite: true
    ---

    We saw a *boat*. #sea

    """

  @Test func everyFieldIsRead() throws {
    let read = try #require(try MarkdownImporter().entries(one).first)
    let instant = Instant(milliseconds: 1_795_248_840_000)
    #expect(
      read.entry
        == Entry(
          id: RecordName("01939c3e"), title: "Harbour walk", body: "We saw a *boat*. #sea", mood: .happy,
          date: EntryDate(instant: instant, timeZone: "Europe/Berlin", offsetSeconds: 3600), modifiedAt: instant,
          isFavorite: true, tags: ["walk"]))
    #expect(read.categoryName == "Travel")
  }

  /// A text that another system has written keeps no CR; in any other they belong to the body.
  @Test func lineEndsOfTheFileAreNoneOfTheBody() throws {
    let foreign = try MarkdownImporter().entries(
      String(
        one.unicodeScalars.flatMap { $0 == "\n" ? ["\r", "\n"] : [$0] }.reduce(into: String.UnicodeScalarView()) {
          $0.append($1)
        }))
    #expect(foreign == (try MarkdownImporter().entries(one)))
    let own = try MarkdownImporter().entries(one + "more\r\n")
    #expect(own.map(\.entry.body.unicodeScalars.count) == ["We saw a *boat*. #sea\nmore\r".unicodeScalars.count])
  }

  @Test func aByteOrderMarkAndBlankLinesMayStandAbove() throws {
    #expect(try MarkdownImporter().entries("\u{FEFF}\n\n" + one) == MarkdownImporter().entries(one))
  }

  /// Files of a folder put together are a file of many.
  @Test func filesOneBehindTheOther() throws {
    let second = one.replacing("01939c3e", with: "other")
    #expect(try MarkdownImporter().entries(one + second).map(\.entry.id.rawValue) == ["01939c3e", "other"])
    #expect(try MarkdownImporter().entries(one + second).map(\.entry.body).allSatisfy { $0.hasSuffix("#sea") })
  }

  /// An entry that was written by hand needs no more than a title and a date; its content is its name then.
  @Test func anEntryWrittenByHand() throws {
    let text = "---\ntitle: 'It''s'\ndate: 2026-11-21 09:14+01:00\naliases: [a, b]\nnested:\n  key: value\n---\nBody"
    let read = try MarkdownImporter().entries(text)
    #expect(read.map(\.entry.title) == ["It's"] && read.map(\.entry.body) == ["Body"])
    #expect(try MarkdownImporter().entries(text) == read)
    #expect(read[0].entry.date.local.clock == "09:14")
    let emptied = text.replacing("aliases: [a, b]", with: "id:\ncategory: \nmood:\nupdated:\nfavorite:\ntags:")
    #expect(try MarkdownImporter().entries(emptied) == read)
  }

  @Test(arguments: [
    ("# A note\n", 1, "head of an entry"), ("\n\nnote\n", 3, "head of an entry"), ("", 1, "head of an entry"),
    ("---\ntitle: a\n", 1, "no end"), ("---\ntitle: a\n---\n", 1, "no “date”"),
    ("---\ndate: 2026-11-21\n---\n", 1, "no “title”"), ("---\ntitle: a\ndate: 2026-11-21\n---\n", 1, "“2026-11-21”"),
    ("---\ntitle: a\ndate: 2026-02-30T10:00+00:00\n---\n", 1, "Correct the date"),
    ("---\ntitle: \"a\n---\n", 2, "quotation mark"), ("---\ntitle: \"\\q\"\n---\n", 2, "escape"),
    ("---\ntitle: \"\\ud800\"\n---\n", 2, "hexadecimal"), ("---\ntitle: \"a\" b\n---\n", 2, "behind the quotation"),
    ("---\ntitle: a\nnonsense\n---\n", 3, "key: value"), ("---\ntitle: a\ntitle: b\n---\n", 3, "twice"),
    ("---\ntitle: a\ntags: b\n---\n", 3, "is a list"), ("---\ntitle: a\ntags:\n  b\n---\n", 4, "begins with"),
    ("---\ntitle: a\nfavorite: yes\n---\n", 3, "true or false"), ("---\ntitle: |\n  a\n---\n", 2, "several lines"),
    ("---\ntitle: a\nupdated: today\n---\n", 3, "“today”"),
  ])
  func whatIsNotUnderstoodIsNamed(_ text: String, _ line: Int, _ words: String) throws {
    let found = try #require(importError { _ = try MarkdownImporter().entries(text) })
    #expect(found.place == .line(line), "\(found)")
    #expect(found.description.contains(words), "\(found)")
  }

  @Test func theSecondHeadIsCountedFromTheFilesBeginning() throws {
    let found = try #require(importError { _ = try MarkdownImporter().entries(one + "\n---\ntitle: b\nmood\n---\n") })
    #expect(found.place == .line(20))
  }

  @Test(arguments: [Array("{\"ok\":true}".utf8), [0x50, 0x4B, 3, 4], [0xFF, 0xFE, 0x2D, 0]])
  func otherFiles(_ bytes: [UInt8]) {
    #expect(
      importError { _ = try MarkdownImporter().read(reader(of: bytes), nil) }?.problem.contains("not Markdown") == true)
  }

  @Test func aTextThatIsTooLong() throws {
    let line = String(repeating: "x", count: 1 << 20) + "\n"
    let text = one + "\n" + one + String(repeating: line, count: 17)
    let found = try #require(importError { _ = try MarkdownImporter().entries(text) })
    #expect(found.place == .line(18))
    #expect(
      importError { _ = try MarkdownImporter().entries(one + String(repeating: line, count: 40)) }?.place == .line(1))
  }

  /// Only lines that could be taken for a head are changed, and come back as they were.
  @Test(arguments: [
    ("---\ntitle: a", "\\---\ntitle: a"), ("\\---\ntitle:", "\\\\---\ntitle:"),
    ("---\r\ntitle: a", "\\---\r\ntitle: a"),
    ("---\n\ntitle: a", "---\n\ntitle: a"), ("a ---\ntitle: a", "a ---\ntitle: a"), ("---", "---"),
    ("---\ntitle: a\n---\ntitle: b", "\\---\ntitle: a\n\\---\ntitle: b"),
  ])
  func headsInBodies(_ body: String, _ escaped: String) {
    #expect(MarkdownHeads.escaped(body) == escaped)
    #expect(MarkdownHeads.unescaped(escaped) == body)
  }
}
