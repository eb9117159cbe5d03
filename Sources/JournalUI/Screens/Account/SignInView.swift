import JournalCore
import TerminalKit

extension DialogLayout {
  /// `field` is where the first field is typed; the others stand below it, one on each line.
  static func signIn(_ signIn: SignIn, _ size: Size) -> DialogLayout {
    let columns = min(size.columns - 4, DialogLayout.widest)
    let words = signIn.address == nil ? 0 : 5
    // With a short code there is one line to be read below it, and nothing to be typed.
    let below = signIn.shortCode == nil ? 6 : 4
    // What went wrong is read whole: a key is longer than a line, and is broken where it ends.
    let problem = signIn.problem.map { $0.unicodeScalars.count / max(1, columns - 16) + 1 } ?? 0
    let rows = min(size.rows - 2, signIn.fields.count + words + below + max(0, problem - (below - 3)))
    let box = Rect(
      row: max(1, (size.rows - rows) * 2 / 5), column: max(0, (size.columns - columns) / 2), rows: rows,
      columns: columns)
    var inside = box.inside
    _ = inside.takeTop(min(words, max(0, inside.rows - 3)))
    let field = Rect(row: inside.row, column: inside.column + 11, rows: 1, columns: inside.columns - 12)
    let fields = inside.takeTop(signIn.fields.count)
    return DialogLayout(box: box, field: field, rows: fields)
  }
}

extension DialogPainter {
  func drawSignIn(_ signIn: SignIn, _ canvas: inout Canvas) {
    let layout = DialogLayout.signIn(signIn, size)
    let title = signIn.way == .password ? "Sign in" : "Sign in with the browser"
    let inside = canvas.sheet(title, layout.box)
    if let address = signIn.address {
      drawAddress(address, code: signIn.shortCode, inside, until: layout.field.row, &canvas)
    }
    for (line, field) in signIn.fields.enumerated() where layout.field.row + line < inside.endRow {
      let row = layout.field.row + line
      let isCurrent = field == signIn.current
      canvas.put(
        field.title, row: row, column: inside.column + 1, limit: 10, style: isCurrent ? theme.accent : theme.secondary)
      let place = Rect(row: row, column: layout.field.column, rows: 1, columns: layout.field.columns)
      if signIn[field].isEmpty { drawPlaceholder(field, place, &canvas) }
      draw(field, of: signIn, place, isFocused: isCurrent && !signIn.isWorking, &canvas)
    }
    let row = layout.field.row + signIn.fields.count + 1
    let (words, style) = signInWords(signIn)
    for (line, text) in wrapped(words, columns: max(1, inside.columns - 2)).enumerated()
    where row + line < inside.endRow {
      canvas.put(text, row: row + line, column: inside.column + 1, limit: inside.columns - 2, style: style)
    }
  }

  private func drawPlaceholder(_ field: SignIn.Field, _ place: Rect, _ canvas: inout Canvas) {
    let text =
      switch field {
      case .server: "https://journal.example.org"
      case .name: "anna"
      case .device: "this computer"
      case .password: ""
      case .code: "if the browser is on another machine"
      }
    canvas.put(text, row: place.row, column: place.column, limit: place.columns, style: theme.secondary)
  }

  private func draw(
    _ field: SignIn.Field, of signIn: SignIn, _ place: Rect, isFocused: Bool, _ canvas: inout Canvas
  ) {
    let line = signIn[field]
    guard field != .password else { return canvas.drawHidden(line, place, isFocused: isFocused) }
    guard !line.isEmpty else {
      if isFocused { canvas.frame.cursor = Position(row: place.row, column: place.column) }
      return
    }
    line.editor.draw(into: &canvas.frame, rect: place, styles: canvas.editorStyles, focused: isFocused)
  }

  private func drawAddress(_ address: String, code: String?, _ inside: Rect, until end: Int, _ canvas: inout Canvas) {
    let words =
      code == nil
      ? "Sign in on this page, in a browser on this computer:" : "Open this page in any browser, on any machine:"
    canvas.put(words, row: inside.row, column: inside.column + 1, limit: inside.columns - 2, style: theme.text)
    let safe = TerminalSafe(address, keepingLines: false).text
    let lines = wrapped(safe, columns: max(1, inside.columns - 2)).prefix(code == nil ? 3 : 2)
    for (line, text) in lines.enumerated() where inside.row + 1 + line < end {
      canvas.put(
        text, row: inside.row + 1 + line, column: inside.column + 1, limit: inside.columns - 2, style: theme.link)
    }
    guard let code else { return }
    let row = min(inside.row + 2 + lines.count, end - 1)
    let used = canvas.put(
      "and type there:  ", row: row, column: inside.column + 1, limit: inside.columns - 2, style: theme.text)
    canvas.put(
      TerminalSafe(code, keepingLines: false).text, row: row, column: inside.column + 1 + used,
      limit: inside.columns - 2 - used, style: theme.heading)
  }

  private func signInWords(_ signIn: SignIn) -> (String, Style) {
    if let problem = signIn.problem { return (TerminalSafe(problem, keepingLines: false).text, theme.error) }
    if signIn.isWorking { return ("Asking the server \(glyphs.ellipsis)", theme.secondary) }
    if signIn.shortCode != nil { return ("Waiting for the page. The code holds for ten minutes.", theme.secondary) }
    if signIn.address != nil {
      return ("Waiting for the browser. Or copy the code that it shows at the end to here.", theme.secondary)
    }
    let first =
      signIn.way == .browser
      ? "The server’s page opens in the browser." : "Your password is sent to the server and never stored."
    let second =
      signIn.isPlain
      ? "A new journal is not encrypted: the server’s owner can read it." : "A new journal is encrypted end to end."
    return ("\(first) \(second)", theme.secondary)
  }
}
