import JournalCore

/// The head of an entry in Markdown: lines `key: value` of YAML, as ``MarkdownExporter`` writes them.
///
/// Keys that are not ours, as other programs add them, are passed over with what stands below them.
struct FrontMatter {
  private(set) var title: String?
  private(set) var id: String?
  private(set) var date: String?
  private(set) var timeZone = ""
  private(set) var updated: Instant?
  private(set) var category: String?
  private(set) var mood: Mood?
  private(set) var isFavorite = false
  private(set) var tags: [String] = []
  private(set) var explicitTags: [String]?
  private(set) var pictures: [FiledPicture] = []

  /// The key that the lines below belong to, where it is a list.
  private var list: String?
  private var keys: Set<String> = []
  /// Keys that may as well not be there where they have no value.
  private static let absent: Set<String> = ["id", "category", "mood", "updated", "favorite"]

  /// - Parameters:
  ///   - text: the lines between those of hyphens.
  ///   - firstLine: the number of the first of them in the file.
  /// - Throws: ``ImportError`` for a line that is not understood.
  init(_ text: String, firstLine: Int) throws {
    var number = firstLine
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      do throws(YAMLReader.Problem) {
        try take(Substring(line.last == "\r" ? line.dropLast() : line))
      } catch {
        throw ImportError(
          error.problem, at: .line(number),
          remedy: "Correct the line, or give the file as “export --format md” wrote it.")
      }
      number += 1
    }
  }

  private mutating func take(_ line: Substring) throws(YAMLReader.Problem) {
    let content = line.unicodeScalars.drop { YAMLReader.isBlank($0) }
    guard let first = content.first, first != "#" else { return }
    if content.startIndex > line.startIndex || first == "-" { return try takeItem(Substring(content)) }
    guard let (key, value) = FrontMatter.pair(line) else {
      throw YAMLReader.Problem(problem: "this line of the head is not “key: value”")
    }
    guard keys.insert(key).inserted else { throw YAMLReader.Problem(problem: "the key “\(key)” comes twice") }
    list = nil
    let isBlank = value.unicodeScalars.allSatisfy(YAMLReader.isBlank)
    // Programs leave a key in place whose value was removed.
    if isBlank, FrontMatter.absent.contains(key) { return }
    switch key {
    case "tags", "explicit-tags", "pictures":
      guard isBlank else {
        throw YAMLReader.Problem(problem: "“\(key)” is a list: each of them stands on a line below it, behind “- ”")
      }
      list = key
      if key == "explicit-tags" { explicitTags = [] }
    case "title": title = try YAMLReader.scalar(value)
    case "id": id = try YAMLReader.scalar(value)
    case "date": date = try YAMLReader.scalar(value)
    case "timezone": timeZone = try YAMLReader.scalar(value)
    case "category": category = try YAMLReader.scalar(value)
    case "mood": mood = Mood(rawValue: try YAMLReader.scalar(value))
    case "updated":
      let text = try YAMLReader.scalar(value)
      guard let moment = ISODate.instant(text) else {
        throw YAMLReader.Problem(problem: "“\(text)” is not a date like 2026-11-21 08:14:00Z")
      }
      updated = moment
    case "favorite":
      let text = try YAMLReader.scalar(value)
      guard text == "true" || text == "false" else {
        throw YAMLReader.Problem(problem: "“favorite” is “\(text)”, where true or false belongs")
      }
      isFavorite = text == "true"
    default: break
    }
  }

  /// Takes a line that belongs to the key above it.
  private mutating func takeItem(_ content: Substring) throws(YAMLReader.Problem) {
    guard let list else { return }
    var item = content
    let isNew = content.unicodeScalars.first == "-"
    if isNew { item = Substring(content.unicodeScalars.dropFirst()) }
    switch list {
    case "pictures":
      guard let (key, value) = FrontMatter.pair(Substring(item.unicodeScalars.drop { YAMLReader.isBlank($0) })) else {
        throw YAMLReader.Problem(problem: "this line of a picture is not “key: value”")
      }
      if isNew { pictures.append(FiledPicture(id: nil, file: "", caption: "")) }
      guard !pictures.isEmpty else { throw YAMLReader.Problem(problem: "a picture begins with “- ”") }
      let text = try YAMLReader.scalar(value)
      switch key {
      case "id": pictures[pictures.count - 1].id = (1...255).contains(text.utf8.count) ? RecordName(text) : nil
      case "file": pictures[pictures.count - 1].file = text
      case "caption": pictures[pictures.count - 1].caption = text
      default: break
      }
    default:
      guard isNew else { throw YAMLReader.Problem(problem: "an item of “\(list)” begins with “- ”") }
      let tag = try YAMLReader.scalar(item)
      if list == "tags" { tags.append(tag) } else { explicitTags?.append(tag) }
    }
  }

  /// A key, and what stands behind its colon.
  private static func pair(_ line: Substring) -> (key: String, value: Substring)? {
    let scalars = line.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":") else { return nil }
    let value = scalars[scalars.index(after: colon)...]
    guard colon > scalars.startIndex, value.first.map(YAMLReader.isBlank) ?? true else { return nil }
    return (String(scalars[..<colon]), Substring(value))
  }
}
