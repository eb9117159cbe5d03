package import JournalCore

/// Writes entries as one document of YAML, entry by entry, to be read by people and by any YAML reader.
///
/// The keys are those of the head of an entry in Markdown (``MarkdownExporter``), `body` is the text, and `pictures` says which
/// pictures an entry has, without their bytes. A text that some reader could take for something else is in double quotes; a body
/// stands below its key as it is where that brings back every character of it.
package struct YAMLExporter {
  private var hasEntries = false

  package init() {}

  /// Goes up with whatever an older reader would misread.
  private static let version = 1

  /// Appends one entry, with what stands before it.
  ///
  /// - Parameter categoryName: the name of the entry's category, if it is filed under one that is there.
  package mutating func append(
    _ entry: Entry, categoryName: String?, images: [EntryImage], to output: inout [UInt8]
  ) {
    if !hasEntries { output += "\(YAMLExporter.head)\nentries:\n".utf8 }
    hasEntries = true
    var lines = [
      "title: \(YAMLText.scalar(entry.title))", "id: \(YAMLText.scalar(entry.id.rawValue))",
      "date: \(YAMLText.quoted(ISODate.string(entry.date)))",
    ]
    if !entry.date.timeZone.isEmpty { lines.append("timezone: \(YAMLText.scalar(entry.date.timeZone))") }
    lines.append("updated: \(YAMLText.quoted(ISODate.string(entry.modifiedAt)))")
    if let categoryName { lines.append("category: \(YAMLText.scalar(categoryName))") }
    lines += FrontMatter.lines(entry)
    let tags = entry.allTags
    lines += YAMLExporter.list("tags", tags)
    if TagList.isUnclear(entry, all: tags) { lines += YAMLExporter.list("explicit-tags", entry.tags) }
    if !images.isEmpty { lines.append("pictures:") }
    for image in images {
      lines.append("  - id: \(YAMLText.scalar(image.id.rawValue))")
      if !image.caption.isEmpty { lines.append("    caption: \(YAMLText.scalar(image.caption))") }
      if let asset = image.imageAsset { lines.append("    sha256: \(YAMLText.quoted(asset))") }
    }
    for (index, line) in lines.enumerated() { output += "\(index == 0 ? "  - " : "    ")\(line)\n".utf8 }
    guard !entry.body.isEmpty else { return }
    output += "    body: ".utf8
    output += (YAMLBlock.text(entry.body, indent: 6) ?? "\(YAMLText.quoted(entry.body))\n").utf8
  }

  /// What stands behind the last entry.
  package func end() -> [UInt8] { hasEntries ? [] : Array("\(YAMLExporter.head)\nentries: []\n".utf8) }

  private static var head: String { "format: cloudjournal-entries\nversion: \(version)" }

  private static func list(_ key: String, _ items: [String]) -> [String] {
    items.isEmpty ? [] : ["\(key):"] + items.map { "  - \(YAMLText.scalar($0))" }
  }
}

/// Texts of several lines that stand in YAML as they are, below `|`.
enum YAMLBlock {
  /// The sign behind the key, and the lines below it; nil for a text that some reader would not bring back as it is.
  ///
  /// - Parameter indent: the blanks in front of each line, two more than the key has.
  static func text(_ text: String, indent: Int) -> String? {
    var ends = 0
    for byte in text.utf8.reversed() {
      guard byte == TextBytes.lineFeed else { break }
      ends += 1
    }
    guard ends <= 1, ends < text.utf8.count,
      text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || YAMLText.isPrintable($0) })
    else { return nil }
    // A reader takes the first line's blanks for its indent if it is not told.
    let begins = text.utf8.first.map { $0 == 0x20 || $0 == 0x09 || $0 == TextBytes.lineFeed } ?? false
    let blanks = String(repeating: " ", count: indent)
    var result = "|\(begins ? "2" : "")\(ends == 0 ? "-" : "")\n"
    for line in text.utf8.dropLast(ends).split(separator: TextBytes.lineFeed, omittingEmptySubsequences: false) {
      result += line.isEmpty ? "\n" : "\(blanks)\(String(Substring(line)))\n"
    }
    return result
  }
}
