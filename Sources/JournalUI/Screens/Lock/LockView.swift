import JournalCore
import TerminalKit

extension LockModel {
  private static let widest = 66
  /// Columns before what is typed.
  private static let indent = 15

  private var theme: Theme { desk.theme }

  func draw(_ canvas: inout Canvas) {
    let size = desk.size
    let title = "“\(desk.environment.journalName)” is locked"
    let columns = min(size.columns - 4, LockModel.widest)
    // A reason that is long is shown to its end.
    let rows = min(size.rows - 2, max(8, desk.wrapped(said, columns: max(1, columns - 4)).count + 6))
    guard rows >= 4, columns > LockModel.indent + 6 else {
      canvas.put(title, row: 0, column: 0, limit: size.columns, style: theme.heading)
      return
    }
    let box = Rect(
      row: max(1, (size.rows - rows) * 2 / 5), column: (size.columns - columns) / 2, rows: rows, columns: columns)
    let inside = canvas.sheet(title, box)
    let row = inside.row + (inside.rows > 4 ? 1 : 0)
    canvas.put(label, row: row, column: inside.column + 1, limit: LockModel.indent - 2, style: theme.accent)
    let place = Rect(
      row: row, column: inside.column + LockModel.indent, rows: 1, columns: inside.columns - LockModel.indent - 2)
    canvas.layField(place)
    drawLine(place, &canvas)
    let words = desk.wrapped(said, columns: inside.columns - 2)
    for (index, text) in words.enumerated() where row + 2 + index < inside.endRow - 1 {
      canvas.put(
        text, row: row + 2 + index, column: inside.column + 1, limit: inside.columns - 2,
        style: isFailure ? theme.error : theme.secondary)
    }
    canvas.put(hints, row: inside.endRow - 1, column: inside.column + 1, limit: inside.columns - 2)
  }

  private var label: String {
    switch field {
    case .passphrase: "Passphrase"
    case .words: "Write"
    case .recovery: "Recovery key"
    }
  }

  private func drawLine(_ place: Rect, _ canvas: inout Canvas) {
    guard field == .words else {
      return canvas.drawHidden(line, place, isFocused: !isWorking)
    }
    var shown = line
    shown.fit(place.columns, desk.environment.textWidth)
    shown.editor.draw(into: &canvas.frame, rect: place, styles: canvas.editorStyles, focused: !isWorking)
  }

  private var hints: [StyledText] {
    let keys: [(String, String)] =
      switch field {
      case .passphrase:
        [("Enter", "unlock"), ("Tab", "write without unlocking"), ("^R", "recovery key")]
      case .words: [("Enter", "write it down, sealed"), ("Esc", "back")]
      case .recovery: [("Enter", "unlock"), ("Esc", "back")]
      }
    return keys.enumerated().flatMap { place, hint in
      [StyledText(place > 0 ? "   " : "", theme.keyText), StyledText(hint.0, theme.keyName)]
        + [StyledText(" \(hint.1)", theme.keyText)]
    }
  }
}

extension Canvas {
  /// Draws a line that is not to be read: a sign for each character.
  mutating func drawHidden(_ line: LineField, _ place: Rect, isFocused: Bool) {
    guard !line.isEmpty else {
      if isFocused { frame.cursor = Position(row: place.row, column: place.column) }
      return
    }
    let sign = String(glyphs.bullet)
    var hidden = LineEditor(text: String(repeating: sign, count: line.text.count))
    hidden.setViewport(columns: max(1, place.columns), width: width)
    let before = line.text.utf8Text(0..<line.editor.caretOffset).count
    hidden.moveCaret(to: before * sign.utf8.count)
    hidden.draw(into: &frame, rect: place, styles: editorStyles, focused: isFocused)
  }
}
