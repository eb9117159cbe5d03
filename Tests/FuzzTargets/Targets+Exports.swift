import JournalCore
import JournalFormats

/// The program's own exports, read back.
extension FuzzTarget {
  /// Markdown is understood or refused; what a check takes is taken in, and comes back from the file that is made of it.
  static let markdown = FuzzTarget("markdown", "Markdown that is imported") { bytes in
    let entries = taken(bytes) { try MarkdownImporter().read($0, $1) }
    for filed in entries {
      let text = MarkdownExporter.string(filed.entry, categoryName: filed.categoryName)
      let again = taken(Array("\(text)\n".utf8)) { try MarkdownImporter().read($0, $1) }
      let copies = again.map { MarkdownExporter.string($0.entry, categoryName: $0.categoryName) }
      promise(copies.count == 1 && copies[0].utf8.elementsEqual(text.utf8), "Markdown comes back as something else")
    }
    Plant.fault(if: entries.contains { $0.entry.isFavorite && $0.categoryName == nil })
  }

  /// The same with JSON.
  static let json = FuzzTarget("json", "JSON of entries that is imported") { bytes in
    let entries = taken(bytes) { try EntryJSONImporter().read($0, $1) }
    let text = json(entries)
    let again = taken(text) { try EntryJSONImporter().read($0, $1) }
    promise(again.count == entries.count && json(again) == text, "JSON comes back as something else")
    Plant.fault(if: entries.contains { $0.entry.isFavorite && $0.categoryName == nil })
  }

  private static func json(_ entries: [FiledEntry]) -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.array { json in
      for filed in entries { EntryJSON.write(filed.entry, categoryName: filed.categoryName, to: &json) }
    }
    return json.bytes
  }

  /// The entries of bytes; none where they are refused.
  private static func taken(
    _ bytes: [UInt8], _ read: (@escaping ByteReader, ((FiledEntry) throws -> Void)?) throws -> [ImportProblem]
  ) -> [FiledEntry] {
    var entries: [FiledEntry] = []
    attempt {
      _ = try read(reader(of: bytes), nil)
      do {
        _ = try read(reader(of: bytes)) { entries.append($0) }
      } catch {
        fatalError("text that passed its check cannot be read: \(error)")
      }
    }
    return entries
  }
}
