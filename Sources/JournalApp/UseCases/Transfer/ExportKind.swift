/// What an export writes.
package enum ExportKind: String, Hashable, Sendable, CaseIterable {
  case archive, jrnl, markdown, json
  case jrnlJSON = "jrnl-json"

  /// Takes the short names too that people know: `md`, `txt`, `text`.
  package init?(name: String) {
    switch name.lowercased() {
    case "md": self = .markdown
    case "txt", "text": self = .jrnl
    case "zip": self = .archive
    case let name:
      guard let kind = ExportKind(rawValue: name) else { return nil }
      self = kind
    }
  }
}

/// Where an export goes.
package enum ExportTarget: Hashable, Sendable {
  /// A file, which may be replaced only if that was asked for.
  case file(String, replaces: Bool)
  /// A folder that gets one Markdown file an entry.
  case folder(String)
  case standardOutput
}
