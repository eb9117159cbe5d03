import JournalCore

/// What links of another program lead to: entries under names that are not their titles here, such as those of their files.
package struct LinkTargets: Sendable {
  /// What a link here says, by the name there.
  private var targets: [String: String] = [:]

  package init() {}

  /// Whether no entry has another name.
  package var isEmpty: Bool { targets.isEmpty }

  /// Adds an entry under its names; where two have the same, it is the first one's.
  package mutating func add(_ filed: FiledEntry) {
    let target = LinkTargets.target(of: filed.entry)
    for name in filed.names {
      let key = EntryLink.key(name)
      if key != EntryLink.key(target), targets[key] == nil { targets[key] = target }
    }
  }

  /// What stands between the brackets of a link to an entry: its title, or its day where a link cannot say that.
  static func target(of entry: Entry) -> String {
    EntryLink.text(to: entry.title) == nil ? entry.date.local.date.iso : trimmingSpace(entry.title)
  }

  /// A text whose links `[[name]]` lead to the titles, and show the same words as before.
  package func linked(_ body: String) -> String {
    guard !isEmpty, body.utf8.contains(UInt8(ascii: "[")) else { return body }
    let links = EntryLink.find(inPiece: body).compactMap { link -> (range: Range<Int>, text: String)? in
      let file = link.title.split(separator: "/").last.map { String($0) } ?? link.title
      let name = file.hasSuffix(".md") ? String(file.dropLast(3)) : file
      return targets[EntryLink.key(name)].map { (link.range, "[[\($0)|\(link.words)]]") }
    }
    return EntryLink.replacing(links, in: body)
  }
}
