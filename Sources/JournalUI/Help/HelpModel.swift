import TerminalKit

/// Help: all keys, as the keymap has them, those of the screen below first.
struct HelpModel: Sendable {
  var scroll = 0
  /// Where help was asked for.
  var contexts: [KeyContext]
  /// What the lines are filtered by; nil while they are not.
  var filter: LineField?
  /// Whether the filter is being typed.
  var isTyping = false
}

extension Model {
  mutating func openHelp() {
    guard !screens.contains(.help) else { return }
    help = HelpModel(contexts: contexts)
    screens.append(.help)
  }

  mutating func performInHelp(_ action: Action) -> Bool {
    let page = max(1, helpRows.rows - 1)
    switch action {
    case .moveUp: help?.scroll -= 1
    case .moveDown: help?.scroll += 1
    case .pageUp: help?.scroll -= page
    case .pageDown: help?.scroll += page
    case .moveFirst: help?.scroll = 0
    case .moveLast: help?.scroll = .max / 2
    case .filterHelp:
      help?.isTyping = true
      if help?.filter == nil { help?.filter = LineField() }
    default: return false
    }
    return true
  }

  /// Keys while the filter is typed: those of the search line.
  mutating func handleHelpFilter(_ input: TerminalInput) {
    switch input {
    case .paste(let text):
      help?.filter?.paste(text)
      help?.scroll = 0
    case .key(let key):
      switch keymap.action(for: key, in: [.search]) {
      case .searchAccept:
        help?.isTyping = false
        if help?.filter?.isEmpty == true { help?.filter = nil }
      case .searchCancel: endHelpFilter()
      case .searchUp: help?.scroll -= 1
      case .searchDown: help?.scroll += 1
      case .help: break
      case .quit: requestQuit()
      default:
        _ = help?.filter?.handle(key)
        help?.scroll = 0
      }
    case .mouse, .focus, .resize: break
    }
  }

  /// All keys again.
  mutating func endHelpFilter() {
    help?.isTyping = false
    help?.filter = nil
    help?.scroll = 0
  }

  /// One line of help.
  enum HelpLine: Hashable, Sendable {
    case blank
    case heading(String)
    case key(String, String)
  }

  /// The lines that the filter lets through, with the headings above them.
  var helpLines: [HelpLine] {
    let words = (help?.filter?.text ?? "").lowercased().split(separator: " ")
    var lines: [HelpLine] = []
    for (heading, keys) in helpSections {
      let isWanted = { (text: String) in words.allSatisfy { text.contains($0) } }
      let shown = keys.filter { isWanted("\(heading) \($0.0) \($0.1)".lowercased()) }
      guard !shown.isEmpty else { continue }
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(.heading(heading))
      lines += shown.map { HelpLine.key($0.0, $0.1) }
    }
    return lines
  }

  private var helpSections: [(heading: String, keys: [(String, String)])] {
    let first = help?.contexts ?? []
    let order = first + KeyContext.helpOrder.filter { !first.contains($0) }
    let rows = Dictionary(grouping: keymap.table, by: \.context)
    // What moves about is the same in most places: it is told once, where help was asked for.
    var told: Set<String> = []
    var sections: [(heading: String, keys: [(String, String)])] = order.compactMap { context in
      let keys = (rows[context] ?? []).compactMap { row -> (String, String)? in
        let keys = row.keys.map { $0.shortName(glyphs: glyphs) }.joined(separator: "  ")
        guard !row.action.isMoving || told.insert("\(keys)\n\(row.title)").inserted else { return nil }
        return (keys, row.title)
      }
      return keys.isEmpty ? nil : (context.title, keys)
    }
    sections.append(
      (
        "Dialogs and pickers",
        [
          ("\(glyphs.up)  \(glyphs.down)", "Choose"), (glyphs.enter, "Select"), ("Space", "Tick a tag, mark a picture"),
          ("\(glyphs.left)  \(glyphs.right)", "Files: the folder above, the folder under the cursor"),
          ("Alt-H  Alt-O", "Files: show hidden ones, keep originals as they are"), ("Esc", "Cancel"),
        ]
      ))
    sections.append(("What a search understands", SearchHelp.lines.map { ($0.example, $0.meaning) }))
    return sections
  }
}
