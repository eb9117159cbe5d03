import Glibc
import JournalCore
import JournalFormats

/// What the command line says about files to import.
package struct ImportOptions: Hashable, Sendable {
  /// The format of a file; raw values are those of `--from`.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case jrnl, archive, markdown, json

    /// Takes the short name too that people know: `md`.
    package init?(name: String) {
      guard let format = name == "md" ? .markdown : Format(rawValue: name) else { return nil }
      self = format
    }

    /// The format in the words of a message.
    package var title: String {
      switch self {
      case .jrnl: "jrnl text"
      case .archive: "a CloudJournal archive"
      case .markdown: "Markdown with front matter"
      case .json: "JSON of entries"
      }
    }
  }

  /// Nil: each file says by its first bytes what it is.
  package var format: Format?
  /// jrnl's `timeformat`.
  package var timeFormat: String?
  /// jrnl's `tagsymbols`.
  package var tagSymbols: String?
  /// Says what would be done, and does nothing.
  package var isDryRun = false

  /// Starts with nothing said: formats are found out, and everything is stored.
  package init() {}

  func jrnlOptions() throws -> JrnlOptions {
    try CommandFailure.reading { () throws(InvalidInput) in
      var options = JrnlOptions()
      if let timeFormat { options.timeFormat = try DateFormat(timeFormat) }
      if let tagSymbols { options.tagSymbols = try TagSyntax.Symbols(tagSymbols) }
      return options
    }
  }
}
