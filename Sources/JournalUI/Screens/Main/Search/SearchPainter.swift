import JournalCore
import TerminalKit

/// The search line with what helps below it, as it is drawn.
struct SearchPainter: SharesDesk {
  var desk: Desk
  let search: SearchLine

  /// Draws it at the top of the rows of the list, which are made fewer.
  ///
  /// - Parameter total: How many entries were found; nil where nothing is searched for, or that is not known.
  func draw(_ area: inout Rect, total: Int?, _ canvas: inout Canvas) {
    var lines = area.takeTop(desk.lines(of: search, columns: area.columns))
    let line = lines.takeTop(1)
    canvas.put("/", row: line.row, column: line.column + 1, limit: 1, style: theme.accent.with(.bold))
    var field = line
    _ = field.takeLeft(3)
    _ = field.takeRight(1)
    canvas.layField(field)
    search.field.editor.draw(into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: false)
    guard !lines.isEmpty else { return }
    if let problem = search.problem(desk) {
      for text in desk.problemLines(problem, columns: lines.columns - 4) where !lines.isEmpty {
        let row = lines.takeTop(1)
        canvas.put(text, row: row.row, column: row.column + 3, limit: row.columns - 4, style: theme.warning)
      }
      return
    }
    let found = total.map { counted($0, "entry", "entries") } ?? ""
    canvas.put(
      search.field.isEmpty ? SearchHelp.short : found, row: lines.row, column: lines.column + 3,
      limit: lines.columns - 4, style: theme.secondary)
  }

  /// Places the cursor where the search is typed, which only one part of the screen may do, and last.
  func placeCursor(_ pane: Rect, _ canvas: inout Canvas) {
    var field = pane.inside.searchField
    guard !field.isEmpty else { return }
    field.rows = 1
    search.field.editor.draw(into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: true)
  }
}

extension Desk {
  fileprivate func problemLines(_ problem: String, columns: Int) -> [String] {
    Array(wrapped(problem, columns: max(1, columns)).prefix(5))
  }

  /// The lines that a search takes: its own, those below it that help, and a free one where there is room.
  func lines(of search: SearchLine, columns: Int) -> Int {
    let free = size.rows >= 20 ? 1 : 0
    guard let problem = search.problem(self) else { return 2 + free }
    return 1 + problemLines(problem, columns: columns - 4).count + free
  }
}
