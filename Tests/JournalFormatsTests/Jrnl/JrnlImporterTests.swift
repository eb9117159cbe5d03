import JournalCore
import Testing

@testable import JournalFormats

@Suite struct JrnlImporterTests {
  private let zone = FixedZone(name: "Europe/Berlin", offset: 3600)
  private let now = Instant(milliseconds: 1_795_248_840_000)

  private func read(_ text: String, _ options: JrnlOptions = JrnlOptions()) throws -> ReadText {
    try JrnlImporter(zone: zone, now: now, options: options).read(Array(text.utf8))
  }

  private static let golden = """
    [2024-01-05 14:30] First sentence is the title. *
    Body line one with a @tag and a #tag2.
    Body line two.

    [2024-01-06 09:00] Title only

    [0001-01-01 00:00] The first day

    Two paragraphs,

    one blank line between.

    """

  @Test func readsTitleBodyDateAndStar() throws {
    let entries = try read(Self.golden).entries
    #expect(entries.map(\.title) == ["First sentence is the title.", "Title only", "The first day"])
    #expect(
      entries.map(\.body) == [
        "Body line one with a @tag and a #tag2.\nBody line two.", "", "Two paragraphs,\n\none blank line between.",
      ])
    #expect(entries.map(\.isFavorite) == [true, false, false])
    #expect(entries.map { $0.date.local.iso } == ["2024-01-05T14:30:00", "2024-01-06T09:00:00", "0001-01-01T00:00:00"])
    #expect(entries.allSatisfy { $0.date.timeZone == "Europe/Berlin" && $0.date.offsetSeconds == 3600 })
    #expect(entries.allSatisfy { $0.modifiedAt == $0.date.instant && $0.tags.isEmpty && $0.mood == nil })
    #expect(entries[0].allTags == ["tag", "tag2"])
  }

  @Test func sameFileGivesTheSameIDsInEveryZone() throws {
    let here = try read(Self.golden).entries.map(\.id)
    let there = try JrnlImporter(zone: FixedZone(name: "Asia/Tokyo", offset: 32_400), now: Instant(milliseconds: 0))
      .read(Array(Self.golden.utf8)).entries.map(\.id)
    #expect(here == there)
    #expect(Set(here).count == 3)
  }

  @Test func sameEntryTwiceHasOneName() throws {
    let entries = try read(
      "[2024-01-05 14:30] A\nb\n\n[2024-01-05 14:30] A *\nb\n\n[2024-01-05 14:31] A\nb\n"
    ).entries
    #expect(entries.map(\.isFavorite) == [false, true, false])
    #expect(entries[0].id == entries[1].id && entries[0].id != entries[2].id)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func everyKindOfLineEnd(_ lineEnd: String) throws {
    let text = Self.golden.replacing("\n", with: lineEnd)
    #expect(try read(text).entries == read(Self.golden).entries)
    #expect(try read("\u{FEFF}" + text).entries == read(Self.golden).entries)
  }

  @Test func textWithoutAnyDateIsOneEntryOfNow() throws {
    let journal = try read("Dear diary. Today\nwas fine.\n\n")
    let entry = try #require(journal.entries.first)
    #expect(journal.entries.count == 1)
    #expect(entry.title == "Dear diary. Today")
    #expect(entry.body == "was fine.")
    #expect(entry.date.instant == now)
    #expect(journal.problems.count == 1)
    let later = try JrnlImporter(zone: zone, now: Instant(milliseconds: 5)).read(
      Array("Dear diary. Today\nwas fine.".utf8))
    #expect(later.entries.map(\.id) == [entry.id])
  }

  @Test(arguments: ["", "\n", " \n\t\n", "\u{FEFF}"])
  func nothingIsNoEntry(_ text: String) throws {
    #expect(try read(text).entries.isEmpty)
  }

  @Test(arguments: [
    ("A. B", "A.", "B"), ("Really?! “Yes.” More", "Really?!", "“Yes.” More"),
    ("He said “so.” Then", "He said “so.”", "Then"),
    ("One sentence.", "One sentence.", ""), ("Pi is 3.5 or so", "Pi is 3.5 or so", ""),
    ("今日は晴れ。明日は雨。", "今日は晴れ。", "明日は雨。"),
    ("(Really.) Yes", "(Really.)", "Yes"), ("e.g.this is. one", "e.g.this is.", "one"),
  ])
  func lastLineWithoutLineEndIsCutAfterItsFirstSentence(_ text: String, _ title: String, _ body: String) throws {
    let entry = try #require(try read("[2024-01-05 14:30] \(text)").entries.first)
    #expect(entry.title == title)
    #expect(entry.body == body)
    let withEnd = try #require(try read("[2024-01-05 14:30] \(text)\n").entries.first)
    #expect(withEnd.title == text)
    #expect(withEnd.body.isEmpty)
  }

  @Test func starOfALastLineKeepsItWhole() throws {
    let entry = try #require(try read("[2024-01-05 14:30] A. B *").entries.first)
    #expect(entry.title == "A. B")
    #expect(entry.isFavorite)
  }

  @Test func titleMayStandOnTheNextLine() throws {
    let entry = try #require(try read("[2024-01-05 14:30] \n\n  Title *\nBody\n").entries.first)
    #expect(entry.title == "Title")
    #expect(entry.body == "Body")
    #expect(entry.isFavorite)
  }

  @Test(arguments: [
    "[1] a footnote", "[x] a task", "[ ] another", "[see the appendix] text", "[link text](https://example.org)",
    "[2024-01-05 14:30]", "[2024-01-05 14:30]no space", "[unclosed", "[] nothing", " [2024-01-05] spaced off",
    "[978-3-16-148410-0] a book", "> [2024-01-05 14:30] quoted", "[192.168.1.10] a machine",
  ])
  func bodyLinesThatAreNoHeaders(_ line: String) throws {
    let journal = try read("[2024-01-05 14:30] Title\nabove\n\(line)\nbelow\n")
    #expect(journal.entries.count == 1)
    #expect(journal.entries.first?.body.contains(line.drop { $0 == " " }) == true)
  }

  @Test(arguments: [
    "2024-01-06", "2024/01/06 00:00", "2024.01.06", "2024-01-06T00:00", "2024-01-06 00:00:00", "2024-01-06 12:00 AM",
  ])
  func datesThatCanOnlyMeanOneThing(_ date: String) throws {
    let entries = try read("[2024-01-05 14:30] A\n\n[\(date)] B\n").entries
    #expect(entries.map { $0.date.local.iso } == ["2024-01-05T14:30:00", "2024-01-06T00:00:00"])
  }

  @Test func entryDirectlyBelowTextIsReported() throws {
    let journal = try read("[2024-01-05 14:30] A\ntext\n[2020-01-01 10:00] a quotation?\n\n[2024-01-07 10:00] C\n")
    #expect(journal.entries.count == 3)
    #expect(journal.problems.map(\.place) == [.line(3)])
  }

  @Test func versionOneHasNoBrackets() throws {
    let entries = try read(
      "2012-03-29 09:00 The title *\nbody  \n[2012-03-30 09:00] is text here\n\n2012-03-31 10:00 Next\n"
    ).entries
    #expect(entries.map(\.title) == ["The title", "Next"])
    #expect(entries.map(\.body) == ["body  \n[2012-03-30 09:00] is text here", ""])
    #expect(entries.map(\.isFavorite) == [true, false])
    #expect(entries.map { $0.date.local.iso } == ["2012-03-29T09:00:00", "2012-03-31T10:00:00"])
  }

  @Test func otherTimeFormats() throws {
    let options = JrnlOptions(timeFormat: try DateFormat("%d.%m.%Y %H:%M"))
    #expect(try read("[05.01.2024 14:30] A\n", options).entries.map { $0.date.local.iso } == ["2024-01-05T14:30:00"])
    #expect(try read("05.01.2024 14:30 A\n", options).entries.map { $0.date.local.iso } == ["2024-01-05T14:30:00"])
  }

  @Test func tagsWithOtherSymbolsBecomeExplicit() throws {
    let options = JrnlOptions(tagSymbols: try TagSyntax.Symbols("@%"))
    let entry = try #require(try read("[2024-01-05 14:30] A %Work @home\n%work %idea #x\n", options).entries.first)
    #expect(entry.tags == ["Work", "idea"])
    #expect(entry.allTags == ["Work", "idea", "home", "x"])
  }

  @Test func titleLongerThanTheRulesAllowGoesOnInTheBody() throws {
    let words = Array(repeating: "word", count: 500).joined(separator: " ")
    let entry = try #require(try read("[2024-01-05 14:30] \(words)\nbody\n").entries.first)
    try EntryRules.check(entry)
    #expect("\(entry.title) \(entry.body)" == "\(words)\n\nbody")
  }

  @Test func theSourceAndTheReaderCanStopIt() throws {
    struct Stop: Error {}
    let importer = JrnlImporter(zone: zone, now: now)
    let bytes = Array(String(repeating: "[2024-01-05 14:30] A\nbody\n\n", count: 30).utf8)
    #expect(throws: Stop.self) { _ = try importer.read({ _ in throw Stop() }, nil) }
    var count = 0
    #expect(throws: Stop.self) {
      var isFirst = true
      _ = try importer.read(
        { buffer in
          defer { isFirst = false }
          if isFirst { buffer.copyBytes(from: bytes) }
          return isFirst ? bytes.count : 0
        },
        { _ in
          count += 1
          if count == 10 { throw Stop() }
        })
    }
    #expect(count == 10)
  }
}
