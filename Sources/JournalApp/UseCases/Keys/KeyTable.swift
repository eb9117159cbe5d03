import JournalFormats
import JournalUI
import TerminalKit

/// The keys of the screen, as `cloudjournal keys` lists them.
package struct KeyTable: Sendable {
  private let rows: [Keymap.Row]

  /// Takes the keys as the configuration leaves them.
  package init(_ configuration: ConfigFile) { rows = configuration.keymap.table }

  /// Prints the actions under the title of each context: keys, title, and the action's name for the configuration.
  package func print(to output: inout Printout) {
    var context: KeyContext?
    for row in rows {
      if row.context != context {
        if context != nil { output.line() }
        output.line(row.context.title, .strong)
        context = row.context
      }
      let keys = row.keys.map(\.name).joined(separator: ", ")
      output.add("  " + keys + String(repeating: " ", count: max(1, 22 - keys.count)))
      output.add(row.title)
      output.line("  [\(row.action.rawValue)]", .dim)
    }
  }

  /// `{"ok":true,"count":…,"items":[{"context","action","title","keys"}]}`.
  package func json() -> [UInt8] {
    Answer.items(rows) { row, json in
      json.member("context", row.context.rawValue)
      json.member("action", row.action.rawValue)
      json.member("title", row.title)
      json.member("keys", row.keys.map(\.name))
    }
  }
}
