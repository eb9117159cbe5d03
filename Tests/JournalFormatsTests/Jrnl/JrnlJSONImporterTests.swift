import JournalCore
import TestKit
import Testing

@testable import JournalFormats

/// JSON as jrnl writes it.
@Suite struct JrnlJSONImporterTests {
  private let importer = JrnlJSONImporter(zone: FixedZone())

  private static let sample = #"""
    {
      "tags": {"@tag": 1, "#tag2": 1},
      "entries": [
        {
          "title": "First sentence is the title.",
          "body": "Body line one with a @tag and a #tag2.\nBody \u0435line two.\n",
          "date": "2024-01-05",
          "time": "14:30",
          "tags": ["@tag", "#tag2"],
          "starred": true
        },
        {"title": "Without", "body": "", "date": "2024-01-06", "time": "07:05", "tags": ["@ada"], "starred": false}
      ]
    }
    """#

  private func entries(_ text: String, pieces: Int = 4096, _ importer: JrnlJSONImporter? = nil) throws -> [Entry] {
    var importer = importer ?? self.importer
    importer.pieceSize = pieces
    var entries: [Entry] = []
    _ = try importer.read(reader(of: Array(text.utf8))) { entries.append($0.entry) }
    return entries
  }

  @Test func everyFieldComes() throws {
    for size in [3, 64, 4096] {
      let entries = try entries(Self.sample, pieces: size)
      #expect(entries.map(\.title) == ["First sentence is the title.", "Without"])
      #expect(entries[0].body == "Body line one with a @tag and a #tag2.\nBody еline two.")
      #expect(entries.map(\.date.local.iso) == ["2024-01-05T14:30:00", "2024-01-06T07:05:00"])
      #expect(entries.map(\.isFavorite) == [true, false])
      // Those of the first stand in its text.
      #expect(entries.map(\.tags) == [[], ["ada"]])
    }
  }

  /// A journal that is imported as text and as JSON has each entry once.
  @Test func itIsTheEntryThatPlainTextHas() throws {
    var written: [Entry] = []
    let text = """
      [2024-01-05 14:30] First sentence is the title. *
      Body line one with a @tag and a #tag2.
      Body \u{435}line two.

      """
    _ = try JrnlImporter(zone: FixedZone(), now: Instant(milliseconds: 0)).read(reader(of: Array(text.utf8))) {
      written.append($0.entry)
    }
    #expect(try entries(Self.sample).first == written.first)
  }

  @Test func aListOrASingleEntryIsTakenToo() throws {
    let item = #"{"title": "T", "body": "B", "date": "2024-01-06", "time": "07:05", "tags": [], "starred": false}"#
    #expect(try entries(item).map(\.title) == ["T"])
    #expect(try entries("[\(item), \(item)]").count == 2)
    #expect(try entries(#"{"tags": {}, "entries": []}"#).isEmpty)
  }

  @Test func signsOfTagsAreThoseOfTheConfiguration() throws {
    var options = JrnlOptions()
    options.tagSymbols = try TagSyntax.Symbols("%")
    let item = #"[{"title": "T %a", "body": "", "date": "2024-01-06", "time": "07:05", "tags": ["%a", "%b"]}]"#
    #expect(try entries(item, JrnlJSONImporter(zone: FixedZone(), options: options)).map(\.tags) == [["a", "b"]])
  }

  @Test func itIsRecognized() {
    func format(_ text: String) -> ImportFormat {
      let head = Array(text.utf8)
      return .of(.file(FileKind(head), head: head, isWhole: true))
    }
    #expect(format(Self.sample) == .jrnlJSON && format(#"{"entries": []}"#) == .jrnlJSON)
    #expect(format(#"{"ok":true,"items":[]}"#) == .json && format(#"{"metadata":{}}"#) == .json)
  }

  @Test(arguments: [
    (#"{"items": []}"#, "not of jrnl"), (#"{"metadata": {"version": "1.0"}, "entries": []}"#, "Day One"),
    (
      #"{"entries": [{"title": "T", "body": "B", "date": "2024-02-30", "time": "07:05"}]}"#,
      "entry 1: “2024-02-30 07:05”"
    ),
    (#"{"entries": [{"title": "T", "body": "B", "date": "2024-02-03"}]}"#, "“time” is missing"),
    (#"{"entries": [{"title": 1, "body": "B", "date": "2024-02-03", "time": "07:05"}]}"#, "“title” is a number"),
    (#"{"entries": [{"title": "T""#, "belongs here"), ("[2024-01-01 10:00] x", "behind the value"),
    ("", "nothing in it"),
  ])
  func whatIsNotJrnls(_ text: String, _ words: String) throws {
    let found = try #require(importError { _ = try entries(text) })
    #expect(found.description.contains(words), "\(found)")
  }
}

/// The JSON of jrnl, written and read back.
@Suite struct JrnlJSONExporterTests {
  private func read(_ bytes: [UInt8]) throws -> [Entry] {
    var entries: [Entry] = []
    _ = try JrnlJSONImporter(zone: FixedZone()).read(reader(of: bytes)) { entries.append($0.entry) }
    return entries
  }

  @Test func whatGoesOutComesBack() throws {
    let date = FixedZone().date(instant: Instant(milliseconds: 1_700_000_040_000))
    var first = Entry(
      id: RecordName("a"), title: "One \"quoted\" @home", body: "two\n\n\\ é 🎻", date: date, modifiedAt: date.instant)
    (first.isFavorite, first.tags) = (true, ["Work"])
    let second = Entry(id: RecordName("b"), title: "", body: "", date: date, modifiedAt: date.instant)
    var exporter = JrnlJSONExporter()
    var bytes: [UInt8] = []
    exporter.append(first, to: &bytes)
    exporter.append(second, to: &bytes)
    let back = try read(bytes + exporter.end())
    #expect(back.map(\.title) == [first.title, ""] && back.map(\.body) == [first.body, ""])
    #expect(back[0].tags == ["Work"] && back.map(\.isFavorite) == [true, false])
    #expect(back.map(\.date.local) == [date.local, date.local])
    let head = Array(bytes.prefix(64))
    #expect(ImportFormat.of(.file(FileKind(head), head: head, isWhole: true)) == .jrnlJSON)
  }

  /// Blank lines at the ends of a body come back, as they do out of plain text.
  @Test(arguments: ["\n", " ", "\n\nTwo lines below.\n\n", "  indented\n \n", "x\n", "A\u{200B}B  ", "\ttab\t"])
  func blankLinesAtTheEndsComeBack(body: String) throws {
    let date = FixedZone().date(instant: Instant(milliseconds: 1_700_000_040_000))
    let entry = Entry(id: RecordName("a"), title: "T", body: body, date: date, modifiedAt: date.instant)
    var exporter = JrnlJSONExporter()
    var bytes: [UInt8] = []
    exporter.append(entry, to: &bytes)
    #expect(try read(bytes + exporter.end()).map(\.body) == [body])
  }

  @Test func noEntriesAreAnEmptyList() throws {
    #expect(try read(JrnlJSONExporter().end()).isEmpty)
  }
}
