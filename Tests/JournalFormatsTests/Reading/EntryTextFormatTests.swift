import JournalCore
import Testing

@testable import JournalFormats

@Suite struct EntryTextFormatTests {
  private let entry = Entry(
    id: RecordName("01939c3e-0000-7000-8000-000000000001"), title: "Harbour walk: #sea",
    body: "We saw a *boat*.\n\nIt was \"red\".", mood: .happy,
    date: EntryDate(
      instant: Instant(milliseconds: 1_795_248_840_000), timeZone: "Europe/Berlin", offsetSeconds: 3600),
    modifiedAt: Instant(milliseconds: 1_795_248_840_123), isFavorite: true, category: RecordName("c"), tags: ["walk"])

  @Test func json() {
    #expect(
      EntryTextFormat.json.string(entry, categoryName: "Travel")
        == #"{"id":"01939c3e-0000-7000-8000-000000000001","title":"Harbour walk: #sea","#
        + #""body":"We saw a *boat*.\n\nIt was \"red\".","mood":"happy","category":"Travel","tags":["walk","sea"],"#
        + #""isFavorite":true,"createdAt":"2026-11-21T09:14:00.000+01:00","timeZone":"Europe/Berlin","#
        + #""modifiedAt":"2026-11-21T08:14:00.123Z"}"#)
  }

  @Test func jsonOfWhatIsAbsent() {
    var bare = entry
    bare.mood = nil
    bare.tags = []
    var json = JSONWriter()
    EntryJSON.write(bare, categoryName: nil, fields: [.mood, .category, .tags], to: &json)
    #expect(json.text == #"{"mood":null,"category":null,"tags":["sea"]}"#)
  }

  @Test func text() {
    #expect(
      EntryTextFormat.txt.string(entry, categoryName: "Travel")
        == "[2026-11-21 09:14] Harbour walk: #sea *\nWe saw a *boat*.\n\nIt was \"red\".\n\n@walk")
  }

  @Test func markdown() {
    #expect(
      EntryTextFormat.md.string(entry, categoryName: "Travel") == """
        ---
        title: "Harbour walk: #sea"
        id: "01939c3e-0000-7000-8000-000000000001"
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

        We saw a *boat*.

        It was "red".
        """)
  }

  @Test(
    arguments: [
      (1_795_248_840_000, 3600, "2026-11-21T09:14:00.000+01:00"), (-1, 0, "1969-12-31T23:59:59.999+00:00"),
      (0, -12_600, "1969-12-31T20:30:00.000-03:30"), (-3_000_000_000_000, 3208, "1874-12-07T19:33:28.000+00:53:28"),
      (-62_135_596_800_000, 0, "0001-01-01T00:00:00.000+00:00"),
    ] as [(Int64, Int, String)])
  func datesWithTheirOffsets(_ milliseconds: Int64, _ offset: Int, _ text: String) {
    let date = EntryDate(instant: Instant(milliseconds: milliseconds), timeZone: "", offsetSeconds: offset)
    #expect(ISODate.string(date) == text)
  }

  @Test(arguments: [
    ("Plain words", "Plain words"), ("yes", "\"yes\""), ("No", "\"No\""), ("12", "\"12\""), ("", "\"\""),
    ("a: b", "\"a: b\""),
    ("a #b", "\"a #b\""), ("- a", "\"- a\""), ("über", "über"), ("a\nb\t\"\\", "\"a\\nb\\t\\\"\\\\\""),
    ("\u{0}\u{85}\u{2028}\u{FEFF}\u{E0041}", "\"\\u0000\\u0085\\u2028\\ufeff\\U000e0041\""), ("a ", "\"a \""),
    ("null", "\"null\""),
    ("{a}", "\"{a}\""), ("&a", "\"&a\""), ("a 🙂", "\"a 🙂\""),
  ])
  func yamlScalars(_ text: String, _ yaml: String) {
    #expect(YAMLText.scalar(text) == yaml)
  }

  @Test func fileNames() {
    var taken: Set<String> = []
    let names = ["Harbour walk!", "harbour WALK", "", "../../etc/passwd", "漢字 und Öl", "🙂"].map { title in
      var entry = entry
      entry.title = title
      return MarkdownExporter.fileName(entry, taken: &taken)
    }
    #expect(
      names == [
        "2026-11-21-harbour-walk.md", "2026-11-21-harbour-walk-2.md", "2026-11-21-untitled.md",
        "2026-11-21-etc-passwd.md", "2026-11-21-漢字-und-öl.md", "2026-11-21-untitled-2.md",
      ])
    var long = entry
    long.title = String(repeating: "漢", count: 1000)
    #expect(MarkdownExporter.fileName(long, taken: &taken).utf8.count < 200)
  }
}
