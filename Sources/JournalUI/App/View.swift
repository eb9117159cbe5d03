import JournalCore
package import TerminalKit

/// The whole screen for a model.
package func view(_ model: Model) -> Frame {
  var canvas = Canvas(model)
  if MainLayout.isTooSmall(model.size) {
    model.drawTooSmall(&canvas)
  } else {
    switch model.screens.last {
    case .editor: model.drawEditor(&canvas)
    case .history: model.drawHistory(&canvas)
    case .categories: model.drawCategories(&canvas)
    case .settings: model.drawSettings(&canvas)
    case .help: model.drawHelp(&canvas)
    case .sync: model.drawSync(&canvas)
    case .conflict: model.drawConflict(&canvas)
    case .account: model.drawAccount(&canvas)
    case .viewer: model.drawViewer(&canvas)
    case .removedPictures: model.drawRemoved(&canvas)
    case .messages: model.drawMessages(&canvas)
    case nil: model.drawMain(&canvas)
    }
    if !model.dialogs.isEmpty { canvas.recede() }
    model.drawTopLine(&canvas)
    model.drawBottomLine(&canvas)
    for dialog in model.dialogs {
      canvas.covered.removeFirst()
      model.draw(dialog, &canvas)
    }
  }
  if !model.environment.isUTF8 { canvas.frame.reduceToASCII() }
  return canvas.frame
}

extension Model {
  fileprivate func drawTooSmall(_ canvas: inout Canvas) {
    let need = "\(MainLayout.smallest.columns)×\(MainLayout.smallest.rows)"
    let long = "CloudJournal needs \(need) cells; here are \(size.columns)×\(size.rows)."
    let text = width.columns(of: long) <= size.columns ? long : "Make it \(need)"
    canvas.put(text, row: 0, column: 0, limit: size.columns, style: theme.text)
  }

  /// Program and journal at the left, the date and whether everything is safe at the right.
  fileprivate func drawTopLine(_ canvas: inout Canvas) {
    let promise = self.promise
    var end = canvas.putRight(
      promise.text, row: 0, endColumn: size.columns - 1, limit: size.columns - 16, style: style(of: promise.tone))
    let name = canvas.put("CloudJournal", row: 0, column: 1, limit: end - 2, style: theme.accent.with(.bold)) + 1
    let date = shortDate(today)
    let dateWidth = width.columns(of: date)
    if end - dateWidth - 4 > name + 12 {
      end = canvas.putRight(date, row: 0, endColumn: end - 4, limit: dateWidth, style: theme.secondary)
    }
    canvas.put(environment.journalName, row: 0, column: name + 2, limit: end - name - 4, style: theme.text)
  }

  fileprivate func drawBottomLine(_ canvas: inout Canvas) {
    let row = size.rows - 1
    let keys = hintColumns
    if keys > 0 {
      let rect = Rect(row: row, column: 0, rows: 1, columns: keys)
      KeyHints(hints).draw(rect, on: &canvas.frame, theme: theme, width: width)
    }
    guard let notice = shownNotice else { return }
    if keys > 0 {
      canvas.putRight(
        notice.text, row: row, endColumn: size.columns - 1, limit: size.columns - keys - 1,
        style: style(of: notice.tone))
      return
    }
    // Where the end of it has no room, the messages have it whole.
    let key = keymap.shownKey(of: .showMessages, in: contexts)?.shortName(glyphs: glyphs)
    let isCut = width.columns(of: notice.text) > size.columns - 2
    let hint = isCut && dialogs.isEmpty ? key.map { " \($0) all of it" } ?? "" : ""
    let end = canvas.putRight(
      hint, row: row, endColumn: size.columns - 1, limit: size.columns / 3, style: theme.secondary)
    canvas.put(
      notice.text, row: row, column: 1, limit: (hint.isEmpty ? size.columns - 1 : end) - 1,
      style: style(of: notice.tone))
  }
}

extension Model {
  /// Keys are still of use in so many columns.
  private static let fewestHintColumns = 28

  /// The message that is on the bottom line now.
  var shownNotice: Notice? {
    guard let notice, dialogs.isEmpty || notice.tone == .error else { return nil }
    return notice
  }

  /// The columns that keys have on the bottom line, beside a message at its right end; 0 where that needs all of it.
  var hintColumns: Int {
    guard let shownNotice else { return size.columns }
    let rest = size.columns - width.columns(of: shownNotice.text) - 2
    return rest >= Self.fewestHintColumns ? rest : 0
  }
}

extension Frame {
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
