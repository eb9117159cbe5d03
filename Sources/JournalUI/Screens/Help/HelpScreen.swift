import TerminalKit

/// Help: the keys of the screen below, those of the other screens, and a filter over all of them.
struct HelpModel: ScreenState {
  typealias Work = HelpScreen
  /// Where help was asked for.
  var contexts: [KeyContext]
  /// All keys, that screen's first.
  var pages: [HelpPage]
  var page = 0
  /// The line under the cursor, counted through all columns.
  var cursor = 0
  var scroll = 0
  /// What the lines are filtered by.
  var filter = FilterLine()
}

/// The keys of the screen below, those of the others, and what does what is looked for.
struct HelpScreen: Screen {
  static let context = KeyContext.help
  var desk: Desk
  var state: HelpModel
  var kept: OpenScreen { .help(state) }

  let way = ["Keys"]
  var contexts: [KeyContext] { state.filter.isTyping ? [.search] : [.help, .everywhere] }
  var page: Int { max(1, layout.lines.rows - 1) }
  func shortName(of action: Action) -> String? { action == .nextSection ? "next page" : nil }

  var hints: [Action] {
    state.filter.field == nil
      ? [.filterHelp, .nextSection, .doHelped, .closeScreen]
      : [.doHelped, .filterHelp, .closeScreen]
  }

  mutating func perform(_ action: HelpAction) {
    switch action {
    case .columnLeft: moveColumn(by: -1)
    case .columnRight: moveColumn(by: 1)
    case .doHelped: doHelped()
    case .filterHelp: state.filter.begin()
    }
  }

  mutating func type(_ input: TerminalInput) -> Bool {
    guard state.filter.isTyping else { return false }
    switch state.filter.take(input, keymap) {
    case .changed: state.cursor = 0
    case .cancelled: endFilter()
    case .moved(let step): move(by: step)
    case .asked(.quit): ask(.quit)
    case .accepted, .asked, .nothing: break
    }
    return true
  }

  /// The keys of one screen again.
  private mutating func endFilter() {
    state.filter.end()
    state.cursor = 0
  }

  mutating func goBack() -> Bool {
    guard state.filter.field != nil else { return false }
    endFilter()
    return true
  }

  // MARK: Moving

  mutating func move(by rows: Int) { state.cursor = max(0, min(state.cursor + rows, cells.count - 1)) }

  private mutating func moveColumn(by step: Int) {
    let cells = self.cells
    guard cells.indices.contains(state.cursor) else { return }
    let here = cells[state.cursor]
    let there = cells.indices.filter { cells[$0].column == here.column + step }
    state.cursor = there.min { abs(cells[$0].row - here.row) < abs(cells[$1].row - here.row) } ?? state.cursor
  }

  mutating func turn(by step: Int) {
    guard state.filter.field == nil else { return }
    let count = state.pages.count
    state.page = (state.page + step + count) % count
    state.cursor = 0
    state.scroll = 0
  }

  /// Does what the line under the cursor tells of, on the screen where help was asked for.
  private mutating func doHelped() {
    let cells = self.cells
    guard cells.indices.contains(state.cursor) else { return }
    let line = cells[state.cursor].line
    guard let action = line.action else { return say("\(line.keys): \(line.title)") }
    guard !Set(action.info.contexts).isDisjoint(with: state.contexts) else {
      let place = action.info.contexts.first?.title ?? ""
      return say("“\(action.info.title)” works in “\(place)”")
    }
    ask(.close(.help))
    ask(.perform(action))
  }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return move(by: step * 3) }
    guard event.kind == .press || event.kind == .doublePress else { return }
    let layout = self.layout
    guard layout.lines.contains(event.position) else { return }
    let column = (event.position.column - layout.lines.column) / max(1, layout.columnWidth)
    let row = event.position.row - layout.lines.row + state.scroll
    guard let index = cells.firstIndex(where: { $0.column == column && $0.row == row }) else { return }
    if index == state.cursor { return doHelped() }
    state.cursor = index
  }
}
