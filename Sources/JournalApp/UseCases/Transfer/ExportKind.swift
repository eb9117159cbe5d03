/// What an export writes.
package enum ExportKind: String, Hashable, Sendable, CaseIterable {
  case archive, jrnl, json, html, pdf, yaml
  case markdown = "md"
  case jrnlJSON = "jrnl-json"
  case dayOne = "dayone"

  /// All of them with further names that people know, in the order in which help lists them.
  private static let all: [(kind: ExportKind, others: [String])] = [
    (.archive, ["zip"]), (.jrnl, ["txt", "text"]), (.markdown, ["markdown"]), (.json, []), (.jrnlJSON, []),
    (.html, ["htm", "book"]), (.pdf, []), (.yaml, ["yml"]), (.dayOne, []),
  ]

  /// What `--format` calls them.
  package static let names = all.flatMap { [$0.kind.rawValue] + $0.others }

  /// The same for help: `archive (or zip), jrnl (or txt, text)`.
  package static let help = all.map { kind, others in
    others.isEmpty ? kind.rawValue : "\(kind.rawValue) (or \(others.joined(separator: ", ")))"
  }.joined(separator: ", ")

  /// The kind of a name, however it is capitalised.
  package init?(name: String) {
    let name = name.lowercased()
    guard let found = ExportKind.all.first(where: { $0.kind.rawValue == name || $0.others.contains(name) }) else {
      return nil
    }
    self = found.kind
  }

  /// Whether the bytes are none that a terminal can show.
  package var isBinary: Bool { [.archive, .dayOne, .pdf].contains(self) }
}

/// Where an export goes.
package enum ExportTarget: Hashable, Sendable {
  /// A file, which may be replaced only if that was asked for.
  case file(String, replaces: Bool)
  /// A folder that gets one Markdown file an entry; files in it that are called so may be replaced only if that was asked for.
  case folder(String, replaces: Bool)
  case standardOutput
}
