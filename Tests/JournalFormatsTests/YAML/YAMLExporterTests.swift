import JournalCore
import Testing

@testable import JournalFormats

/// Entries as YAML.
@Suite struct YAMLExporterTests {
  private func yaml(_ entries: [FiledEntry], images: [EntryImage] = []) -> [UInt8] {
    var exporter = YAMLExporter()
    var output: [UInt8] = []
    for filed in entries {
      exporter.append(filed.entry, categoryName: filed.categoryName, images: images, to: &output)
    }
    return output + exporter.end()
  }

  private func entry(_ title: String, _ body: String) -> FiledEntry {
    let date = EntryDate(
      instant: Instant(milliseconds: 1_795_267_800_123), timeZone: "Europe/Berlin", offsetSeconds: 3600)
    return FiledEntry(Entry(id: RecordName("e1"), title: title, body: body, date: date, modifiedAt: date.instant))
  }

  @Test func anEntryIsReadable() throws {
    var filed = entry("Harbour: walk", "We saw boats.\n\n- one\n- two")
    filed.categoryName = "Travel"
    (filed.entry.mood, filed.entry.isFavorite, filed.entry.tags) = (.happy, true, ["sea"])
    let image = EntryImage(
      id: RecordName("p1"), entry: filed.entry.id, imageAsset: String(repeating: "a", count: 64), caption: "The quay",
      modifiedAt: filed.entry.modifiedAt)
    let wanted = """
      format: cloudjournal-entries
      version: 1
      entries:
        - title: "Harbour: walk"
          id: e1
          date: "2026-11-21T14:30:00.123+01:00"
          timezone: Europe/Berlin
          updated: "2026-11-21T13:30:00.123Z"
          category: Travel
          mood: happy
          favorite: true
          tags:
            - sea
          pictures:
            - id: p1
              caption: The quay
              sha256: "\(String(repeating: "a", count: 64))"
          body: |-
            We saw boats.

            - one
            - two

      """
    #expect(String(decoding: yaml([filed], images: [image]), as: UTF8.self) == wanted)
  }

  @Test func nothingIsAListOfNothing() throws {
    let read = try YAMLCheck.read(yaml([]))
    #expect(read["entries"] == .list([]) && read["version"] == .text("1"))
  }

  @Test(arguments: [
    "x", "x\n", "x\n\n", "\n", "\n\nx", " x", "\tx", "x\n  y\n", "x\r\ny", "a\u{85}b", "a\u{2028}b", "---\n...\n# no",
    "|",
    "x\n   ", "   \n x", "\u{202E}x", "\u{FEFF}x", "key: value\n- item", "x\n\t\n y", "漢字\n🎻",
  ])
  func textsComeBack(_ body: String) throws {
    let read = try YAMLCheck.read(yaml([entry(body, body), entry("next", "")]))
    try #require(read["entries"]?.list.count == 2)
    let text = try #require(read["entries"]?.list[0]["body"]?.text)
    #expect(Array(text.utf8) == Array(body.utf8), "\(text.debugDescription)")
  }

  /// Whatever an entry holds comes back as it was.
  @Test func everythingComesBack() throws {
    var values = NastyValues(seed: 47)
    for _ in 0..<300 {
      let entries = (0..<values.number(1...4)).map { _ in
        FiledEntry(values.entry(), categoryName: values.chance(50) ? values.text(0...3, lines: true) : nil)
      }
      let output = yaml(entries)
      let read = try YAMLCheck.read(output)["entries"]?.list ?? []
      try #require(read.count == entries.count, "\(String(decoding: output, as: UTF8.self))")
      for (value, filed) in zip(read, entries) {
        let entry = filed.entry
        func same(_ key: String, _ text: String?) -> Bool {
          value[key]?.text.map { Array($0.utf8) } == text.map { Array($0.utf8) }
        }
        #expect(same("title", entry.title) && same("id", entry.id.rawValue) && same("category", filed.categoryName))
        #expect(same("body", entry.body.isEmpty ? nil : entry.body), "\(entry.body.debugDescription)")
        #expect(same("mood", entry.mood?.rawValue) && same("favorite", entry.isFavorite ? "true" : nil))
        #expect(same("date", ISODate.string(entry.date)))
        #expect((value["tags"]?.list ?? []).map(\.text) == entry.allTags)
      }
      #expect(output.allSatisfy { $0 == 0x0A || $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F })
    }
  }
}
