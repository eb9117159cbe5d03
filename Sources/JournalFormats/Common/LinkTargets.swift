package import JournalCore

/// What links of another program lead to: entries under names that are not their titles here, such as those of their files.
///
/// The name of a file is before a title, and a title before another name of a note.
package struct LinkTargets: Sendable {
  /// What a link here says, by the name of the file there.
  private var files: [String: String] = [:]
  private var titles: Set<String> = []
  /// The same by another name of a note.
  private var others: [String: String] = [:]

  package init() {}

  /// Adds an entry with the name of its file, which comes first, and its other names; where two have the same, it is the first one's.
  package mutating func add(_ filed: FiledEntry) {
    let target = LinkTargets.target(of: filed.entry)
    titles.insert(EntryLink.key(filed.entry.title))
    for (place, name) in filed.names.enumerated() {
      let key = EntryLink.key(name)
      if place == 0 {
        if files[key] == nil { files[key] = target }
      } else if others[key] == nil {
        others[key] = target
      }
    }
  }

  /// What stands between the brackets of a link to an entry: its title, or its day where a link cannot say that.
  package static func target(of entry: Entry) -> String {
    EntryLink.text(to: entry.title) == nil ? entry.date.local.date.iso : trimmingSpace(entry.title)
  }

  /// What a link by a name is to say; nil where it leads there as it is, or nowhere.
  ///
  /// - Parameter isPath: whether the link says more than the name, so that it leads nowhere as it is.
  private func target(_ name: String, isPath: Bool) -> String? {
    let key = EntryLink.key(name)
    if let target = files[key] { return EntryLink.key(target) == key && !isPath ? nil : target }
    return titles.contains(key) ? nil : others[key]
  }

  /// A text whose links `[[name]]` lead to the titles, and show the same words as before, without folders and `.md`.
  ///
  /// - Parameter path: What a link says to the note under a path; nil where there is none.
  package func linked(_ body: String, path: (String) -> String? = { _ in nil }) -> String {
    guard body.utf8.contains(UInt8(ascii: "[")) else { return body }
    let bytes = Array(body.utf8)
    let links = EntryLink.find(inPiece: body).compactMap { link -> (range: Range<Int>, text: String)? in
      let file = link.title.split(separator: "/").last.map { String($0) } ?? link.title
      let name = file.hasSuffix(".md") ? String(file.dropLast(3)) : file
      let isPath = name != link.title
      let isTitle = isPath && titles.contains(EntryLink.key(link.title))
      guard let target = (isPath ? path(link.title) : nil) ?? (isTitle ? nil : target(name, isPath: isPath)) else {
        return nil
      }
      var words = link.words
      if isPath, words.hasPrefix(link.title) { words = name + words.dropFirst(link.title.count) }
      guard words != target, !words.hasPrefix("\(target)#") else { return (link.range, "[[\(words)]]") }
      let bar = link.hasEscapedBar || LinkTargets.isInTable(link.range.lowerBound, bytes) ? "\\|" : "|"
      return (link.range, "[[\(target)\(bar)\(words)]]")
    }
    return EntryLink.replacing(links, in: body)
  }

  /// What a link says to an entry that has a name, as that of its file or its id in another program; nil where none has.
  package func target(ofName name: String) -> String? {
    let key = EntryLink.key(name)
    return files[key] ?? others[key]
  }

  /// A link that shows words.
  ///
  /// - Parameters:
  ///   - target: what it leads to.
  ///   - place: where it begins in the bytes of a text.
  static func link(to target: String, _ words: String, at place: Int, in bytes: [UInt8]) -> String {
    // Behind the first bar more of them are words, which need a backslash in a table alone.
    let words = words.replacing("\\|", with: "|")
    guard !words.isEmpty, words != target else { return "[[\(target)]]" }
    guard isInTable(place, bytes) else { return "[[\(target)|\(words)]]" }
    return "[[\(target)\\|\(words.replacing("|", with: "\\|"))]]"
  }

  /// Whether a place lies in a row of a table, which begins with a bar.
  private static func isInTable(_ place: Int, _ bytes: [UInt8]) -> Bool {
    let start = bytes[..<place].suffix(1_000).lastIndex(of: TextBytes.lineFeed).map { $0 + 1 } ?? max(0, place - 1_000)
    return bytes[start..<place].first { $0 != 0x20 } == UInt8(ascii: "|")
  }
}
