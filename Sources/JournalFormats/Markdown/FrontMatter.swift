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
  /// Values of the fields in ``plain``.
  private(set) var values: [(field: RecordField<Entry>, content: FieldContent)] = []
  private(set) var tags: [String] = []
  private(set) var explicitTags: [String]?
  private(set) var pictures: [FiledPicture] = []

  /// Fields that are one value on their line, with their keys, in the order in which they are written.
  static let plain: [(key: String, field: RecordField<Entry>)] =
    [("mood", Entry.fields[\.mood]), ("favorite", Entry.fields[\.isFavorite])]
    + Entry.fields.added.map { ($0.archiveKey, $0) }

  /// The key that the lines below belong to, where it is a list.
  private var list: String?
  private var keys: Set<String> = []
  /// Keys that may as well not be there where they have no value.
  private static let absent: Set<String> = ["id", "category", "updated"]

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
    let plain = FrontMatter.plain.first { $0.key == key }
    if isBlank, plain != nil || FrontMatter.absent.contains(key) { return }
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
    case "updated":
      let text = try YAMLReader.scalar(value)
      guard let moment = ISODate.instant(text) else {
        throw YAMLReader.Problem(problem: "“\(text)” is not a date like 2026-11-21 08:14:00Z")
      }
      updated = moment
    default:
      guard let field = plain?.field else { return }
      let text = try YAMLReader.scalar(value)
      guard let content = FieldContent(plain: text, kind: field.kind) else {
        throw YAMLReader.Problem(
          problem: "“\(key)” is “\(text)”, where \(field.kind == .flag ? "true or false" : "a number") belongs")
      }
      values.append((field, content))
    }
  }

  /// The lines of an entry's plain fields; one that says nothing has none.
  static func lines(_ entry: Entry) -> [String] {
    plain.compactMap { key, field in field.read(entry).plain.map { "\(key): \($0)" } }
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

extension FieldContent {
  /// The value as YAML has it on one line; nil where it says nothing, or takes more than a line.
  fileprivate var plain: String? {
    switch self {
    case .text(let text): text.isEmpty ? nil : YAMLText.scalar(text)
    case .word(let text): text.map { YAMLText.scalar($0) }
    case .flag(let flag): flag ? "true" : nil
    case .number(let number): String(number)
    case .date, .reference, .owner, .file, .tags, .moment: nil
    }
  }

  /// Reads what stands on a line; nil where it is no value of the kind.
  fileprivate init?(plain text: String, kind: FieldKind) {
    switch kind {
    case .text, .line, .prose: self = .text(text)
    case .word: self = .word(text)
    case .flag where text == "true" || text == "false": self = .flag(text == "true")
    case .number:
      guard let number = Int64(text) else { return nil }
      self = .number(number)
    default: return nil
    }
  }
}
