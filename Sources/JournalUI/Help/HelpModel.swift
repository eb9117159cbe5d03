import TerminalKit

/// Help: all keys, as the keymap has them, those of the screen below first.
struct HelpModel: Sendable {
  var scroll = 0
  /// Where help was asked for.
  var contexts: [KeyContext]
}

extension Model {
  mutating func openHelp() {
    guard !screens.contains(.help) else { return }
    help = HelpModel(contexts: contexts)
    screens.append(.help)
  }

  mutating func performInHelp(_ action: Action) -> Bool {
    let page = max(1, size.rows - 6)
    switch action {
    case .moveUp: help?.scroll -= 1
    case .moveDown: help?.scroll += 1
    case .pageUp: help?.scroll -= page
    case .pageDown: help?.scroll += page
    case .moveFirst: help?.scroll = 0
    case .moveLast: help?.scroll = .max / 2
    default: return false
    }
    return true
  }

  /// One line of help.
  enum HelpLine: Hashable, Sendable {
    case blank
    case heading(String)
    case key(String, String)
  }

  var helpLines: [HelpLine] {
    let first = help?.contexts ?? []
    let order = first + KeyContext.helpOrder.filter { !first.contains($0) }
    let rows = Dictionary(grouping: keymap.table, by: \.context)
    var lines: [HelpLine] = []
    for context in order {
      guard let rows = rows[context], !rows.isEmpty else { continue }
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(.heading(context.title))
      for row in rows {
        lines.append(.key(row.keys.map { $0.shortName(glyphs: glyphs) }.joined(separator: "  "), row.title))
      }
    }
    lines += [.blank, .heading("Dialogs and pickers")]
    lines += [
      .key("\(glyphs.up)  \(glyphs.down)", "Choose"), .key(glyphs.enter, "Select"),
      .key("Space", "Tick a tag, mark a picture"),
      .key("\(glyphs.left)  \(glyphs.right)", "Files: the folder above, the folder under the cursor"),
      .key("Alt-H  Alt-O", "Files: show hidden ones, keep originals as they are"),
      .key("Esc", "Cancel"),
    ]
    lines += [.blank, .heading("What a search understands")]
    for words in SearchHelp.lines { lines.append(.key(words.example, words.meaning)) }
    return lines
  }
}
