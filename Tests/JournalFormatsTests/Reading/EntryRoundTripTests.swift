import JournalCore
import Testing

@testable import JournalFormats

/// What Markdown and JSON were written from comes back, whatever stands in it.
@Suite struct EntryRoundTripTests {
  /// An entry within the rules whose body likes to look like the file around it.
  private func entry(_ values: inout NastyValues) -> FiledEntry {
    var entry = values.entry()
    while !isInTheCalendar(entry.date) { entry.date = values.date() }
    entry.category = nil
    entry.trashedAt = nil
    if values.chance(60) { entry.body = trap(&values) }
    if values.chance(30) { entry.tags = TagSyntax.union(explicit: [], title: "", body: entry.body) + ["walk"] }
    let name = values.chance(50) ? nil : values.text(0...3, lines: true)
    return FiledEntry(entry, categoryName: name)
  }

  private func isInTheCalendar(_ date: EntryDate) -> Bool {
    do throws(InvalidInput) {
      try EntryRules.check(date)
      return true
    } catch {
      return false
    }
  }

  private func trap(_ values: inout NastyValues) -> String {
    let lines = [
      "---", "\\---", "\\\\---", "---\r", "--- ", "title: x", "title:", "\\", "", "", "text #tag", "id: x", "[",
      "\"}]}",
      "![a](images/a.jpg)",
    ]
    var body = String.UnicodeScalarView()
    for _ in 0..<values.number(0...8) {
      var line = values.pick(lines)
      if values.chance(10) { line = MarkdownExporter.string(values.entry(), categoryName: "Quoted") }
      body.append(contentsOf: line.unicodeScalars)
      body.append("\n")
    }
    if values.chance(50), !body.isEmpty { body.removeLast() }
    return String(body)
  }

  /// The file of many entries, as an export makes it.
  private func markdown(_ entries: [FiledEntry]) -> String {
    entries.map { MarkdownExporter.string($0.entry, categoryName: $0.categoryName) }.joined(separator: "\n\n") + "\n"
  }

  /// Its texts as bytes, and the last change as the file has it.
  private func content(_ filed: FiledEntry, milliseconds: Int64) -> String {
    var filed = filed
    let changed = filed.entry.modifiedAt.milliseconds
    filed.entry.modifiedAt = Instant(
      milliseconds: changed - (changed % milliseconds + milliseconds) % milliseconds)
    return bytesOfFields(filed)
  }

  @Test func markdownOfManyEntries() throws {
    var values = NastyValues(seed: 44)
    for _ in 0..<300 {
      let entries = (0..<values.number(1...4)).map { _ in entry(&values) }
      let text = markdown(entries)
      let wanted = entries.map { content($0, milliseconds: 1000) }
      for size in [TextPieces.usualSize, values.number(8...40)] {
        let read = try MarkdownImporter().entries(text, pieces: size)
        #expect(read.map { content($0, milliseconds: 1000) } == wanted, "\(text.debugDescription)")
      }
    }
  }

  @Test func markdownOfOneEntryWithPictures() throws {
    var values = NastyValues(seed: 45)
    for _ in 0..<300 {
      var filed = entry(&values)
      filed.pictures = (0..<values.number(0...2)).map {
        FiledPicture(id: values.recordName(), file: "images/\($0).jpg", caption: values.text(0...2, lines: false))
      }
      let text =
        MarkdownExporter.string(filed.entry, categoryName: filed.categoryName, pictures: filed.pictures) + "\n"
      let read = try MarkdownImporter().entries(text)
      #expect(
        read.map { content($0, milliseconds: 1000) } == [content(filed, milliseconds: 1000)],
        "\(text.debugDescription)")
    }
  }

  @Test(arguments: [JSONWriter.Escaping.minimal, .terminalSafe])
  func json(_ escaping: JSONWriter.Escaping) throws {
    var values = NastyValues(seed: 46)
    for _ in 0..<300 {
      let entries = (0..<values.number(0...4)).map { _ in entry(&values) }
      var json = JSONWriter(escaping: escaping)
      json.array { json in
        for filed in entries { EntryJSON.write(filed.entry, categoryName: filed.categoryName, to: &json) }
      }
      let text = "{\"ok\":true,\"count\":\(entries.count),\"items\":\(json.text),\"hasMore\":false}\n"
      let wanted = entries.map { content($0, milliseconds: 1) }
      for size in [JSONPieces.usualSize, values.number(2...40)] {
        let read = try EntryJSONImporter().entries(text, pieces: size)
        #expect(read.map { content($0, milliseconds: 1) } == wanted, "\(text.debugDescription)")
      }
    }
  }

  /// Tags in the text are no explicit ones; explicit ones that stand in the text too are said to be such.
  @Test(arguments: [
    ([], "#sea #walk"), (["walk"], "#sea"), (["sea"], "#sea"), (["walk", "sea"], "#sea #walk"), (["Sea"], "#sea"),
    (["sea", "", "#sea", "SEA"], ""), (["b", "a"], "#a #b #c"),
  ])
  func explicitTags(_ tags: [String], _ body: String) throws {
    let date = EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0)
    let entry = Entry(
      id: RecordName("e"), title: "T", body: body, date: date, modifiedAt: date.instant, tags: tags)
    let markdown = try MarkdownImporter().entries(MarkdownExporter.string(entry, categoryName: nil))
    var json = JSONWriter()
    json.array { EntryJSON.write(entry, categoryName: nil, to: &$0) }
    let read = try EntryJSONImporter().entries(json.text)
    #expect((markdown + read).map(\.entry) == [entry, entry])
    let isUsual = tags.isEmpty || [["walk"], ["Sea"]].contains(tags)
    #expect(json.text.contains("explicitTags") != isUsual)
  }
}
