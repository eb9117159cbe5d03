package import JournalCore

/// Writes an entry as Markdown with YAML front matter, which Joplin, Obsidian and Hugo read.
///
/// The keys that Joplin knows come first and are written as it writes them (moments in UTC, `2024-01-05 13:30:00Z`); the
/// others are ours; ``MarkdownImporter`` reads all of it back. What YAML could take for something else than text is in quotes.
package enum MarkdownExporter {
  /// The file's text, without a line end behind it.
  ///
  /// - Parameters:
  ///   - categoryName: the name of the entry's category, if it is filed under one that is there.
  ///   - pictures: links to them stand below the body; their files' names come from ``pictureName``.
  package static func string(
    _ entry: Entry, categoryName: String?, pictures: [FiledPicture] = []
  ) -> String {
    var lines = [
      "---",
      "title: \(YAMLText.scalar(entry.title))",
      "id: \(YAMLText.scalar(entry.id.rawValue))",
      "updated: \(moment(entry.modifiedAt))",
      "created: \(moment(entry.date.instant))",
    ]
    let tags = entry.allTags
    if !tags.isEmpty { lines += ["tags:"] + tags.map { "  - \(YAMLText.scalar($0))" } }
    if TagList.isUnclear(entry, all: tags) {
      lines += ["explicit-tags:"] + entry.tags.map { "  - \(YAMLText.scalar($0))" }
    }
    lines.append("date: \(YAMLText.quoted(ISODate.string(entry.date)))")
    if !entry.date.timeZone.isEmpty { lines.append("timezone: \(YAMLText.scalar(entry.date.timeZone))") }
    if let categoryName { lines.append("category: \(YAMLText.scalar(categoryName))") }
    lines += FrontMatter.lines(entry)
    if !pictures.isEmpty { lines.append("pictures:") }
    for picture in pictures {
      lines.append("  - file: \(YAMLText.quoted(picture.file))")
      if let id = picture.id { lines.append("    id: \(YAMLText.scalar(id.rawValue))") }
      if !picture.caption.isEmpty { lines.append("    caption: \(YAMLText.scalar(picture.caption))") }
    }
    lines.append("---")
    if !entry.body.isEmpty { lines += ["", MarkdownHeads.escaped(entry.body)] }
    return lines.joined(separator: "\n") + links(pictures)
  }

  /// The links to pictures as they stand below a body, each below a blank line.
  static func links(_ pictures: [FiledPicture]) -> String {
    pictures.map { "\n\n![\(linkText($0.caption))](\($0.file))" }.joined()
  }

  /// A caption as the text of a link, on one line.
  private static func linkText(_ caption: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in caption.unicodeScalars {
      if "\\[]*_`<>&!".unicodeScalars.contains(scalar) { text.append("\\") }
      text.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    }
    return String(text)
  }

  /// A name for a picture's file: `canal.jpg`, with a number where it is taken already.
  ///
  /// - Parameters:
  ///   - ending: of the file, without a dot; one that the caption has as well is not doubled.
  ///   - taken: the names given so far, in lower case; the new one is added.
  package static func pictureName(caption: String, ending: String, taken: inout Set<String>) -> String {
    var stem = caption
    if let dot = caption.unicodeScalars.lastIndex(of: "."), caption.unicodeScalars[dot...].count <= 6 {
      stem = String(caption.unicodeScalars[..<dot])
    }
    let base = slug(stem, otherwise: "picture")
    let suffix = ending.isEmpty ? "" : ".\(ending)"
    var name = base + suffix
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(base)-\(number)\(suffix)"
      number += 1
    }
    return name
  }

  /// A name for the entry's file: `2024-01-05-harbour-walk.md`, with a number where it is taken already.
  ///
  /// It has letters, digits and hyphens only, so it is a name on any system, and stays in the folder it is put in.
  /// - Parameter taken: the names given so far, in lower case; the new one is added.
  package static func fileName(_ entry: Entry, taken: inout Set<String>) -> String {
    self.name(of: entry, ending: ".md", taken: &taken)
  }

  /// A name for a folder of an entry's files, under the same rules.
  package static func folderName(_ entry: Entry, taken: inout Set<String>) -> String {
    self.name(of: entry, ending: "", taken: &taken)
  }

  private static func name(of entry: Entry, ending: String, taken: inout Set<String>) -> String {
    let base = "\(entry.date.local.date.iso)-\(slug(entry.title))"
    var name = base + ending
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(base)-\(number)\(ending)"
      number += 1
    }
    return name
  }

  private static func slug(_ title: String, otherwise: String = "untitled") -> String {
    var words: [String] = []
    var length = 0
    let isWord = { (scalar: Unicode.Scalar) in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark
    }
    for word in title.lowercased().unicodeScalars.split(whereSeparator: { !isWord($0) }) {
      // A name can be 255 bytes long; half of that leaves room for everything else.
      var text = String.UnicodeScalarView()
      for scalar in word where length < 120 {
        text.append(scalar)
        length += UTF8.width(scalar)
      }
      if !text.isEmpty { words.append(String(text)) }
    }
    return words.isEmpty ? otherwise : words.joined(separator: "-")
  }

  private static func moment(_ instant: Instant) -> String {
    let utc = CivilDateTime(instant: instant, offsetSeconds: 0)
    return "\(utc.date.iso) \(utc.clock):\(padded(utc.second, 2))Z"
  }
}

/// Texts in YAML.
enum YAMLText {
  /// The text as it is where no YAML reader can take it for anything else, or in double quotes.
  static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  static func quoted(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result.append(contentsOf: "\\\(scalar)".unicodeScalars)
      case 0x0A: result.append(contentsOf: "\\n".unicodeScalars)
      case 0x0D: result.append(contentsOf: "\\r".unicodeScalars)
      case 0x09: result.append(contentsOf: "\\t".unicodeScalars)
      case _ where isPrintable(scalar): result.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value > 0xFFFF ? 8 : 4
        let zeros = String(repeating: "0", count: width - digits.utf8.count)
        result.append(contentsOf: "\\\(width == 8 ? "U" : "u")\(zeros)\(digits)".unicodeScalars)
      }
    }
    return "\"\(String(result))\""
  }

  /// Whether a character stands in YAML as it is, and is no command to a terminal.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0x10000...0xDFFFF: true
    case 0xA0...0xD7FF: !isLineOrDirection(scalar)
    case 0xE000...0xFFFD: scalar.value != 0xFEFF
    default: false
    }
  }

  private static func isLineOrDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.unicodeScalars.last != " ",
      !reserved.contains(text.lowercased())
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? " -_.,'/()+".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
          || ("0"..."9").contains(scalar)
        : scalar.properties.isAlphabetic
    }
  }

  private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
}
