import TerminalKit

/// Help: the keys of the screen below, those of the other screens, and a filter over all of them.
struct HelpModel: Sendable {
  /// Where help was asked for.
  var contexts: [KeyContext]
  /// All keys, that screen's first.
  var pages: [HelpPage]
  var page = 0
  /// The line under the cursor, counted through all columns.
  var cursor = 0
  var scroll = 0
  /// What the lines are filtered by; nil while they are not.
  var filter: LineField?
  /// Whether the filter is being typed.
  var isTyping = false
}

extension Model {
  mutating func openHelp() {
    guard !screens.contains(.help) else { return }
    help = HelpModel(contexts: contexts, pages: helpPages(contexts))
    screens.append(.help)
  }

  mutating func performInHelp(_ action: Action) -> Bool {
    let page = max(1, helpLayout.lines.rows - 1)
    switch action {
    case .moveUp: moveInHelp(by: -1)
    case .moveDown: moveInHelp(by: 1)
    case .pageUp: moveInHelp(by: -page)
    case .pageDown: moveInHelp(by: page)
    case .moveFirst: moveInHelp(by: -.max / 2)
    case .moveLast: moveInHelp(by: .max / 2)
    case .columnLeft: moveColumnInHelp(by: -1)
    case .columnRight: moveColumnInHelp(by: 1)
    case .nextSection: turnHelpPage(by: 1)
    case .previousSection: turnHelpPage(by: -1)
    case .doHelped: doHelped()
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
      help?.cursor = 0
    case .key(let key):
      switch keymap.action(for: key, in: [.search]) {
      case .searchAccept:
        help?.isTyping = false
        if help?.filter?.isEmpty == true { help?.filter = nil }
      case .searchCancel: endHelpFilter()
      case .searchUp: moveInHelp(by: -1)
      case .searchDown: moveInHelp(by: 1)
      case .help: break
      case .quit: requestQuit()
      default:
        _ = help?.filter?.handle(key)
        help?.cursor = 0
      }
    case .mouse, .focus, .resize: break
    }
  }

  /// The keys of one screen again.
  mutating func endHelpFilter() {
    help?.isTyping = false
    help?.filter = nil
    help?.cursor = 0
  }

  // MARK: Moving

  mutating func moveInHelp(by count: Int) {
    guard let cursor = help?.cursor else { return }
    let last = helpCells.count - 1
    help?.cursor = max(0, min(cursor + count, last))
  }

  private mutating func moveColumnInHelp(by step: Int) {
    let cells = helpCells
    guard let cursor = help?.cursor, cells.indices.contains(cursor) else { return }
    let here = cells[cursor]
    let there = cells.indices.filter { cells[$0].column == here.column + step }
    help?.cursor = there.min { abs(cells[$0].row - here.row) < abs(cells[$1].row - here.row) } ?? cursor
  }

  private mutating func turnHelpPage(by step: Int) {
    guard let help, help.filter == nil else { return }
    let count = help.pages.count
    self.help?.page = (help.page + step + count) % count
    self.help?.cursor = 0
    self.help?.scroll = 0
  }

  /// Does what the line under the cursor tells of, on the screen where help was asked for.
  private mutating func doHelped() {
    let cells = helpCells
    guard let help, cells.indices.contains(help.cursor) else { return }
    let line = cells[help.cursor].line
    guard let action = line.action else { return say("\(line.keys): \(line.title)") }
    guard !Set(action.info.contexts).isDisjoint(with: help.contexts) else {
      let place = action.info.contexts.first?.title ?? ""
      return say("“\(action.info.title)” works in “\(place)”")
    }
    self.help = nil
    screens.removeLast()
    perform(action)
  }

  mutating func mouseInHelp(_ event: MouseEvent) {
    guard let help else { return }
    if let step = event.wheel { return moveInHelp(by: step * 3) }
    guard event.kind == .press || event.kind == .doublePress else { return }
    let layout = helpLayout
    guard layout.lines.contains(event.position) else { return }
    let column = (event.position.column - layout.lines.column) / max(1, layout.columnWidth)
    let row = event.position.row - layout.lines.row + help.scroll
    guard let index = helpCells.firstIndex(where: { $0.column == column && $0.row == row }) else { return }
    if index == help.cursor { return doHelped() }
    self.help?.cursor = index
  }
}
