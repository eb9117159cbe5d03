package import JournalCore

/// How one entry is printed: `--format txt|md|json`.
package enum EntryTextFormat: String, CaseIterable, Sendable {
  /// jrnl's text.
  case txt
  /// Markdown with front matter.
  case md
  /// One JSON object on one line, safe to show in a terminal as it is.
  case json

  /// The entry's text, without a line end behind it.
  ///
  /// `txt` and `md` hold what the writer wrote, control characters included: the caller makes them safe for a terminal.
  ///
  /// - Parameter categoryName: the name of the entry's category, if it is filed under one that is there.
  package func string(_ entry: Entry, categoryName: String?) -> String {
    switch self {
    case .txt: return JrnlExporter().string(entry)
    case .md: return MarkdownExporter.string(entry, categoryName: categoryName)
    case .json:
      var json = JSONWriter(escaping: .terminalSafe)
      // An entry by itself does not name its pictures.
      let fields = EntryJSON.Fields.all.subtracting(.images)
      EntryJSON.write(entry, categoryName: categoryName, fields: fields, to: &json)
      return json.text
    }
  }
}
