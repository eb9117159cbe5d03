import TerminalKit

/// One line that is being typed, with the room that it has on the screen.
struct LineField: Sendable, Equatable {
  private(set) var editor: LineEditor
  private var columns = 0
  private var rows = 1

  init(_ text: String = "", selected: Bool = false) {
    editor = LineEditor(text: text)
    if selected { editor.selectAll() }
  }

  var text: String { editor.text }
  var isEmpty: Bool { editor.isEmpty }

  /// Gives the line its room; does nothing where that is as before, so that it stays scrolled as it is.
  mutating func fit(_ columns: Int, rows: Int = 1, _ width: any TextWidth) {
    guard columns != self.columns || rows != self.rows else { return }
    self.columns = columns
    self.rows = rows
    editor.setViewport(columns: columns, rows: rows, width: width)
  }

  mutating func handle(_ key: Key) -> EditorOutcome { editor.handle(key) }
  mutating func paste(_ text: String) { editor.paste(text) }
  mutating func mouse(_ event: MouseEvent) { editor.mouse(event) }
  mutating func replace(_ range: Range<Int>, with text: String) { editor.replace(range, with: text) }
  mutating func moveCaret(to offset: Int) { editor.moveCaret(to: offset) }
  mutating func replaceAll(_ text: String) { editor.replaceAll(text) }
}
