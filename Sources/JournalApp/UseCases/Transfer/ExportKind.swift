/// What an export writes.
package enum ExportKind: String, Hashable, Sendable, CaseIterable {
  case archive, jrnl, json, html, pdf, yaml
  case markdown = "md"
  case jrnlJSON = "jrnl-json"
  case dayOne = "dayone"

  /// What `--format` calls them, in the order in which help lists them.
  package static let names = [archive, jrnl, markdown, json, jrnlJSON, html, pdf, yaml, dayOne].map(\.rawValue)

  /// Takes the names too that people know: `markdown`, `txt`, `text`, `zip`.
  package init?(name: String) {
    switch name.lowercased() {
    case "markdown": self = .markdown
    case "txt", "text": self = .jrnl
    case "zip": self = .archive
    case "htm", "book": self = .html
    case "yml": self = .yaml
    case let name:
      guard let kind = ExportKind(rawValue: name) else { return nil }
      self = kind
    }
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
