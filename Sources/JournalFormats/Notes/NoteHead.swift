import JournalCore

/// The front matter of a note of another program, of which only what has a place here is read.
///
/// Programs and people write it in many ways: what is not understood is passed over, and never an error.
struct NoteHead {
  private(set) var title: String?
  /// What stood as its date, first of all keys for it.
  private(set) var date: String?
  private(set) var updated: String?
  private(set) var tags: [String] = []
  private(set) var mood: String?
  private(set) var isFavorite = false
  /// Whether the to-do that the note is was done; nil where it is none. Joplin says it of each.
  private(set) var isDone: Bool?
  /// When a to-do is due, as it is written; counts among the keys that mean nothing here where the note is none.
  private(set) var due: String?
  /// Other names of the note.
  private(set) var aliases: [String] = []
  /// What another program calls the note in its links; it counts among the keys that mean nothing here.
  private(set) var id: String?
  /// The head as it stands there, without the rules around it; empty where there is none.
  private(set) var source = ""
  /// Keys that mean nothing here.
  private(set) var others = 0

  private static let dateKeys = ["date", "created", "created_at", "creation_date", "date_created", "created-at"]
  private static let updatedKeys = ["updated", "modified", "updated_at", "lastmod", "last_modified", "date_modified"]
  private static let lists: Set<String> = ["tags", "tag", "keywords", "aliases", "alias"]

  /// Takes the head off a text.
  ///
  /// - Parameter text: with LF as line ends; what is left is the text below the head.
  init(takingFrom text: inout Substring) {
    guard text.hasPrefix("---\n") else { return }
    let lines = text.utf8.split(separator: TextBytes.lineFeed, omittingEmptySubsequences: false)
    guard
      let close = lines.dropFirst().firstIndex(where: { $0.elementsEqual("---".utf8) || $0.elementsEqual("...".utf8) })
    else { return }
    let head = lines[1..<close].map { String(Substring($0)) }
    // Text between two rules is text, a list and a heading among it: a head begins with a key.
    let first = head.first { line in line.unicodeScalars.contains { !YAMLReader.isBlank($0) } && !line.hasPrefix("#") }
    let beginsAsOne = first.map(NoteHead.isKey) ?? head.allSatisfy { !$0.hasPrefix("#") }
    guard beginsAsOne, head.allSatisfy(NoteHead.isOfHead) else { return }
    source = head.map { $0 + "\n" }.joined()
    var dates: [String: String] = [:]
    var (list, folded): (String?, String?) = (nil, nil)
    for line in head {
      let content = line.unicodeScalars.drop { YAMLReader.isBlank($0) }
      let isIndented = content.startIndex > line.startIndex
      if content.first == "-", let list {
        add(NoteHead.scalar(String(content.dropFirst())), to: list)
        continue
      }
      if isIndented, folded == "title" {
        title = [title ?? "", String(content)].filter { !$0.isEmpty }.joined(separator: " ")
        continue
      }
      folded = nil
      guard !isIndented, let colon = line.firstIndex(of: ":") else { continue }
      let key = line[..<colon].lowercased().replacing(" ", with: "_")
      let value = String(line[line.index(after: colon)...])
      // A long text goes on in the lines below.
      if let sign = trimmingSpace(value).first, sign == ">" || sign == "|" {
        (folded, list) = (key, nil)
        continue
      }
      list = NoteHead.lists.contains(key) ? key : nil
      if let list {
        for item in NoteHead.items(value) { add(item, to: list) }
      } else {
        take(key, NoteHead.scalar(value), &dates)
      }
    }
    date = NoteHead.dateKeys.lazy.compactMap { dates[$0] }.first
    updated = NoteHead.updatedKeys.lazy.compactMap { dates[$0] }.first
    if due != nil, isDone == nil { others += 1 }
    text = close + 1 < lines.endIndex ? text[lines[close + 1].startIndex...] : ""
  }

  /// Whether a line can stand in a head: a key, an item, a comment, or what belongs to the line above it.
  private static func isOfHead(_ line: String) -> Bool {
    guard let first = line.unicodeScalars.first, first != "#", !YAMLReader.isBlank(first), first != "-" else {
      return true
    }
    return isKey(line)
  }

  /// Whether a line is `key: value` at the margin.
  private static func isKey(_ line: String) -> Bool {
    guard let first = line.unicodeScalars.first, !YAMLReader.isBlank(first), first != "-" else { return false }
    guard let colon = line.unicodeScalars.firstIndex(of: ":") else { return false }
    return line.unicodeScalars[line.unicodeScalars.index(after: colon)...].first.map(YAMLReader.isBlank) ?? true
  }

  private mutating func take(_ key: String, _ value: String, _ dates: inout [String: String]) {
    guard !value.isEmpty else { return }
    switch key {
    case "title": title = value
    case "mood": mood = value.lowercased()
    case "favorite", "favourite", "starred": isFavorite = value.lowercased() == "true" || value.lowercased() == "yes"
    case "completed?": isDone = value.lowercased() == "yes" || value.lowercased() == "true"
    case "due": due = value
    default:
      if NoteHead.dateKeys.contains(key) || NoteHead.updatedKeys.contains(key) {
        dates[key] = value
      } else {
        if key == "id" { id = value }
        others += 1
      }
    }
  }

  private mutating func add(_ item: String, to list: String) {
    guard !item.isEmpty else { return }
    if list.hasPrefix("alias") { aliases.append(item) } else { tags.append(item) }
  }

  /// A value as it is meant; as it stands where its quotation marks make no sense.
  private static func scalar(_ source: String) -> String {
    do throws(YAMLReader.Problem) {
      return trimmingSpace(try YAMLReader.scalar(source))
    } catch {
      return trimmingSpace(source)
    }
  }

  /// `[a, b]`, `a, b`, or `a b` of tags, which have no blanks in them.
  private static func items(_ source: String) -> [String] {
    var text = trimmingSpace(source)[...]
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    let isWords = !text.contains(",") && !text.contains("\"") && !text.contains("'")
    return text.split { isWords ? $0 == " " : $0 == "," }.map { scalar(String($0)) }.filter { !$0.isEmpty }
  }
}

extension NoteReader {
  /// Whether a note begins with a head as Joplin writes it into each note of a folder.
  ///
  /// - Parameter head: its first bytes.
  package static func isOfJoplin(_ head: [UInt8]) -> Bool {
    let lines = TextBytes.normalisedLineEnds(String(decoding: head, as: UTF8.self)).split(separator: "\n")
    guard lines.first == "---" else { return false }
    let keys = lines.dropFirst().prefix { $0 != "---" }.compactMap { line in
      line.firstIndex(of: ":").map { String(line[..<$0]) }
    }
    return keys.first == "title" && keys.contains("created") && keys.contains("updated") && !keys.contains("date")
  }
}
