import JournalCore
import TerminalKit

extension MainScreen {
  func draw(_ canvas: inout Canvas) {
    let layout = layout
    if let rect = layout.list, !layout.sidebarIsOver { ListPainter(main: self).drawListPane(rect, &canvas) }
    if let rect = layout.reader { ReaderPainter(main: self).draw(rect, &canvas) }
    if let rect = layout.list, !layout.sidebarIsOver { ListPainter(main: self).drawListThumb(rect, &canvas) }
    if let rect = layout.sidebar { SidebarContents(main: self).draw(rect, &canvas) }
    if search?.isTyping == true, dialogs.isEmpty, let search, let rect = layout.list {
      placeSearchCursor(search, rect, &canvas)
    }
  }

  /// Free columns before the text: a margin, and half of what is left where the pane is wider than what is read well.
  func readerIndent(_ inside: Rect) -> Int {
    if focus == .page { return PageLayout(size, preferences.measure).text.column - inside.column }
    let margin = inside.columns >= 50 ? 2 : 1
    return max(margin, (inside.columns - preferences.measure) / 2)
  }

  /// Columns for the text of the reader.
  func readerColumns(_ inside: Rect) -> Int {
    if focus == .page { return PageLayout(size, preferences.measure).text.columns }
    return max(1, min(preferences.measure, inside.columns - 2 * readerIndent(inside)))
  }

  // MARK: Search line

  func drawSearchLine(_ search: SearchModel, _ area: inout Rect, _ canvas: inout Canvas) {
    var lines = area.takeTop(searchLines)
    let line = lines.takeTop(1)
    canvas.put("/", row: line.row, column: line.column + 1, limit: 1, style: theme.accent.with(.bold))
    var field = line
    _ = field.takeLeft(3)
    _ = field.takeRight(1)
    canvas.layField(field)
    search.field.editor.draw(into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: false)
    guard !lines.isEmpty else { return }
    if let problem = searchProblem {
      for text in problemLines(problem, columns: lines.columns - 4) where !lines.isEmpty {
        let row = lines.takeTop(1)
        canvas.put(text, row: row.row, column: row.column + 3, limit: row.columns - 4, style: theme.warning)
      }
      return
    }
    let help = search.field.isEmpty ? SearchHelp.short : searchSummary(search)
    canvas.put(help, row: lines.row, column: lines.column + 3, limit: lines.columns - 4, style: theme.secondary)
  }

  /// What of the search was not understood, or names what there is not.
  private var searchProblem: String? {
    guard let parsed = search?.parsed else { return nil }
    return parsed.problems.first?.sentence ?? unknownName(in: parsed.query)
  }

  private func problemLines(_ problem: String, columns: Int) -> [String] {
    Array(wrapped(problem, columns: max(1, columns)).prefix(5))
  }

  /// The search line, the lines below it that help, and a free one where there is room.
  var searchLines: Int {
    let free = size.rows >= 20 ? 1 : 0
    guard let problem = searchProblem, let list = layout.list else { return 2 + free }
    return 1 + problemLines(problem, columns: list.inside.columns - 4).count + free
  }

  private func searchSummary(_ search: SearchModel) -> String {
    guard case .search = list.scope, let total = listTotal else { return "" }
    return total == 0 ? "nothing found" : counted(total, "entry", "entries")
  }

  private func placeSearchCursor(_ search: SearchModel, _ pane: Rect, _ canvas: inout Canvas) {
    var field = pane.inside.searchField
    guard !field.isEmpty else { return }
    field.rows = 1
    search.field.editor.draw(into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: true)
  }
}

extension Rect {
  /// Where the search is typed, inside the box of the list.
  var searchField: Rect { Rect(row: row, column: column + 3, rows: min(1, rows), columns: columns - 4) }
}
