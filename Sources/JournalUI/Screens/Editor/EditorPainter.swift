import JournalCore
import MarkdownKit
import TerminalKit

/// The entry that is being written, as it is drawn.
struct EditorPainter: SharesDesk {
  let screen: EditorScreen

  var desk: Desk {
    get { screen.desk }
    // What draws has nothing to put back.
    set {}
  }
  private var state: EditorModel { screen.state }

  func draw(_ canvas: inout Canvas) {
    let editor = state
    let layout = screen.layout
    canvas.fill(Rect(size), theme.popup)
    drawDate(editor, layout.date, &canvas)
    editor.title.editor.draw(
      into: &canvas.frame, rect: layout.title, styles: titleStyles, tints: titleTints(editor),
      focused: editor.field == .title && editor.chip == nil)
    if editor.title.isEmpty {
      canvas.put(
        editor.field == .title ? "Title" : "No title", row: layout.title.row, column: layout.title.column, limit: 20,
        style: theme.faint)
    }
    drawMeta(editor, layout.meta, &canvas)
    canvas.hairline(row: layout.rule.row, from: layout.rule.column, to: layout.rule.endColumn)
    let isInBody = editor.field == .body && editor.find == nil && editor.chip == nil
    if isInBody, !state.isFocusMode, dialogs.isEmpty { layLine(editor, layout.body, &canvas) }
    editor.body.draw(
      into: &canvas.frame, rect: layout.body, styles: canvas.editorStyles, tints: markedTints(editor), focused: isInBody
    )
    if !dialogs.isEmpty || editor.chip != nil { canvas.frame.cursor = nil }
    drawFoot(editor, layout, &canvas)
  }

  private var titleStyles: EditorStyles {
    let style = state.isFocusMode && state.field != .title ? theme.faint : theme.heading
    return EditorStyles(text: style, selection: theme.markedText, match: theme.match)
  }

  private func drawDate(_ editor: EditorModel, _ rect: Rect, _ canvas: inout Canvas) {
    let date = editor.draft.date.local
    let day = hasLongDate ? fullDate(date.date) : shortDate(date.date)
    canvas.put(
      "\(day) \(glyphs.separator) \(date.shownClock)", row: rect.row, column: rect.column, limit: rect.columns,
      style: state.isFocusMode ? theme.faint : theme.secondary)
  }

  /// Sinks the caret's line in, with all the rows it is wrapped to.
  private func layLine(_ editor: EditorModel, _ body: Rect, _ canvas: inout Canvas) {
    let rows = editor.body.caretRows.clamped(to: 0..<body.rows)
    canvas.lay(
      .well, Rect(row: body.row + rows.lowerBound, column: body.column - 2, rows: rows.count, columns: body.columns + 3)
    )
  }

  /// The line in which text is looked for, or what is wrong.
  private func drawFoot(_ editor: EditorModel, _ layout: EditorLayout, _ canvas: inout Canvas) {
    let rect = layout.foot
    if let find = editor.find {
      canvas.put("Find", row: rect.row, column: rect.column, limit: 5, style: theme.accent)
      canvas.layField(layout.find)
      find.editor.draw(
        into: &canvas.frame, rect: layout.find, styles: canvas.editorStyles,
        focused: dialogs.isEmpty && !editor.isReplacing)
      if let replacement = editor.replacement {
        canvas.put("with", row: rect.row, column: layout.find.endColumn + 2, limit: 4, style: theme.accent)
        canvas.layField(layout.replacement)
        replacement.editor.draw(
          into: &canvas.frame, rect: layout.replacement, styles: canvas.editorStyles,
          focused: dialogs.isEmpty && editor.isReplacing)
      }
      let position = editor.body.findPosition
      let count = find.isEmpty ? "" : position.total == 0 ? "not found" : "\(position.current)/\(position.total)"
      canvas.putRight(count, row: rect.row, endColumn: rect.endColumn, limit: 13, style: theme.secondary)
      return
    }
    let (warning, style) = warning(of: editor)
    canvas.put(warning, row: rect.row, column: rect.column, limit: rect.columns, style: style)
  }

  private func warning(of editor: EditorModel) -> (String, Style) {
    switch editor.status {
    case .notSaved(let sentence), .draftFailed(let sentence): return ("not saved: \(sentence)", theme.error)
    default: break
    }
    if editor.theirs != nil {
      let key = keymap.shownKey(of: .takeTheirs, in: [.editor])?.shortName(glyphs: glyphs) ?? ""
      return ("changed elsewhere; \(key) reloads it, saving merges both", theme.warning)
    }
    return ("", theme.secondary)
  }

  func drawMeta(_ editor: EditorModel, _ rect: Rect, _ canvas: inout Canvas) {
    for (index, chip) in screen.metaChips(of: editor).enumerated() {
      let column = rect.column + chip.columns.lowerBound
      if index == editor.chip {
        let place = Rect(row: rect.row, column: column - 1, rows: 1, columns: chip.columns.count + 2)
        canvas.fill(place, theme.selection)
      }
      let pieces = chip.part.pieces.map { piece in
        StyledText(
          piece.text,
          state.isFocusMode ? theme.faint : theme.sign(piece.style, on: index == editor.chip ? theme.selection : nil))
      }
      canvas.put(pieces, row: rect.row, column: column, limit: rect.endColumn - column)
    }
  }

  /// What has a look of its own among the words on the screen; only they are read, however long the text is.
  func bodyTints(_ editor: EditorModel) -> [TextEditor.Tint] {
    let lines = editor.body.linesOnScreen
    guard let first = lines.first else { return [] }
    let paragraph = state.isFocusMode ? editor.body.caretParagraph : nil
    var isCode = editor.body.isFenced(line: first.number)
    var tints: [TextEditor.Tint] = []
    for line in lines {
      let isFence = line.isWhole && TextEditor.isFence(line.text)
      defer { if isFence { isCode.toggle() } }
      if let paragraph, !paragraph.contains(line.number) {
        tints.append(TextEditor.Tint(range: line.start..<line.start + line.text.utf8.count, style: theme.faint))
        continue
      }
      for span in SourceTint.spans(of: line.text, isCode: isCode && !isFence) {
        tints.append(
          TextEditor.Tint(
            range: line.start + span.range.lowerBound..<line.start + span.range.upperBound,
            style: style(of: span.role)))
      }
    }
    return tints
  }
}
