import JournalCore
package import TerminalKit

/// The whole screen for a model.
package func view(_ model: Model) -> Frame { ClockStyle.$current.withValue(model.desk.clock) { drawn(model) } }

private func drawn(_ model: Model) -> Frame {
  let bars = model.bars
  var canvas = Canvas(model.desk, message: bars.messageRect)
  if MainLayout.isTooSmall(model.size) {
    bars.drawTooSmall(&canvas)
  } else {
    let screen = bars.screen
    if screen.isPanel {
      model.screenBelow.draw(&canvas)
      canvas.recede()
    }
    screen.draw(&canvas)
    // The top line is laid on a ground of its own, where what is under a panel was painted already.
    if screen.isPanel { canvas.fill(Rect(row: 0, column: 0, rows: 1, columns: model.size.columns), Style()) }
    if !screen.hidesBars { bars.drawTopLine(&canvas) }
    if !model.dialogs.isEmpty { canvas.recede() }
    if !screen.hidesBars { bars.drawBottomLine(&canvas) }
    let top = DialogPainter(desk: model.desk)
    for dialog in model.dialogs {
      canvas.covered.removeFirst()
      top.draw(dialog, &canvas)
    }
    bars.drawMessage(&canvas)
  }
  return frame(of: &canvas, model.desk)
}

/// The whole screen of a journal that is locked.
package func view(_ lock: LockModel) -> Frame {
  var canvas = Canvas(lock.desk, message: nil)
  lock.draw(&canvas)
  return frame(of: &canvas, lock.desk)
}

/// What was drawn, as the terminal can show it.
private func frame(of canvas: inout Canvas, _ desk: Desk) -> Frame {
  canvas.settle()
  if !desk.environment.isUTF8 { canvas.frame.reduceToASCII() }
  if desk.glyphs.isNarrowed { canvas.frame.narrowSigns() }
  return canvas.frame
}

extension Frame {
  /// Replaces signs that the terminal draws two columns wide, those of the person's own text as well.
  fileprivate mutating func narrowSigns() {
    for row in 0..<size.rows {
      for column in 0..<size.columns where AmbiguousWidth.contains(self[row, column].base) {
        put(self[row, column].ascii, row: row, column: column)
      }
    }
  }

  /// Replaces what a terminal without Unicode cannot show.
  fileprivate mutating func reduceToASCII() {
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = self[row, column]
        guard !cell.base.isASCII || cell.marks != .zero, cell.width > 0 else { continue }
        let form = TerminalSafe(String(cell.base), keepingLines: false).ascii.unicodeScalars.first ?? "?"
        if cell.width == 2 { put(Cell(" ", style: cell.style), row: row, column: column + 1) }
        put(Cell(form, style: cell.style), row: row, column: column)
      }
    }
  }
}
