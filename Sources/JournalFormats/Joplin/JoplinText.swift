import JournalCore

/// The text of a note of Joplin.
enum JoplinText {
  /// The name in a link to a file or a note: `:/` and 32 digits, behind which a place in it may stand.
  static func target(_ link: String) -> JoplinID? {
    guard link.hasPrefix(":/") else { return nil }
    return JoplinID(link.dropFirst(2).prefix { $0 != "#" && $0 != "?" })
  }

  /// The text with pictures in HTML, which Joplin writes for those whose size was changed, as pictures in Markdown.
  static func withMarkdownPictures(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let start = Array("<img ".utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == start[0], isEqual(bytes[index...].prefix(start.count), start),
        // No further than such a tag can reach, nor into another one: a long line takes no longer than it is.
        let end = bytes[(index + 1)...].prefix(1024).firstIndex(where: { $0 == 0x3C || $0 == 0x3E }), bytes[end] == 0x3E
      {
        let tag = String(decoding: bytes[index..<end], as: UTF8.self)
        if let source = attribute("src", of: tag), target(source) != nil {
          let words = (attribute("alt", of: tag) ?? "").filter { !"[]\n".contains($0) }
          result += "![\(words)](\(source))".utf8
          index = end + 1
          continue
        }
      }
      result.append(bytes[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isEqual(_ bytes: ArraySlice<UInt8>, _ other: [UInt8]) -> Bool {
    bytes.count == other.count && zip(bytes, other).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $1 >= 0x61 }
  }

  private static func attribute(_ name: String, of tag: String) -> String? {
    guard let start = tag.lowercased().utf8.firstRange(of: " \(name)=\"".utf8) else { return nil }
    // Lower case may have another length; then the tag is left as it is.
    let rest = tag.utf8.dropFirst(
      tag.lowercased().utf8.distance(from: tag.lowercased().startIndex, to: start.upperBound))
    return String(Substring(rest.prefix { $0 != UInt8(ascii: "\"") }))
  }

  /// The line of a to-do, whose box is ticked where it was done.
  static func task(_ title: String, isDone: Bool, due: EntryDate?) -> String {
    let words = title.isEmpty ? "To do" : title
    let day = due.map { " (due \($0.local.date.iso) \($0.local.clock))" } ?? ""
    return "- [\(isDone ? "x" : " ")] \(words)\(day)"
  }
}
