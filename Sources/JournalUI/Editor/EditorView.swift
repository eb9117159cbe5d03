import JournalCore
import TerminalKit

/// Where the parts of the editor are.
struct EditorLayout: Hashable, Sendable {
  var box: Rect
  var title: Rect
  var meta: Rect
  var rule: Rect
  var body: Rect

  init(size: Size, measure: Int) {
    var rest = Rect(size)
    _ = rest.takeTop(1)
    _ = rest.takeBottom(1)
    let columns = min(rest.columns, measure + 6)
    box = Rect(row: rest.row, column: (rest.columns - columns) / 2, rows: rest.rows, columns: columns)
    var inside = box.inset(rows: 1, columns: columns > 60 ? 3 : 2)
    title = inside.takeTop(1)
    meta = inside.takeTop(1)
    rule = inside.takeTop(1)
    body = inside
  }
}

/// One part of the line below the title, and what a press on it does.
struct MetaPart {
  var pieces: [StyledText]
  var action: Action
}

extension Model {
  func drawEditor(_ canvas: inout Canvas) {
    guard let editor else { return }
    let layout = EditorLayout(size: size, measure: preferences.measure)
    let label = editor.draft.isFavorite ? String(glyphs.star) : ""
    _ = canvas.pane("", label: label, layout.box, isFocused: true)
    editor.title.editor.draw(
      into: &canvas.frame, rect: layout.title, styles: titleStyles(canvas), focused: editor.field == .title)
    if editor.title.isEmpty {
      canvas.put(
        editor.field == .title ? "Title" : "No title", row: layout.title.row, column: layout.title.column, limit: 20,
        style: theme.secondary)
    }
    drawMeta(editor, layout.meta, &canvas)
    for column in layout.rule.column..<layout.rule.endColumn {
      canvas.frame.put(Cell(glyphs.horizontal, style: theme.border), row: layout.rule.row, column: column)
    }
    editor.body.draw(
      into: &canvas.frame, rect: layout.body, styles: canvas.editorStyles,
      focused: editor.field == .body && editor.find == nil)
    if !dialogs.isEmpty { canvas.frame.cursor = nil }
    drawFooter(editor, layout, &canvas)
  }

  private func titleStyles(_ canvas: Canvas) -> EditorStyles {
    EditorStyles(text: theme.heading, selection: theme.markedText, match: theme.match)
  }

  private func drawMeta(_ editor: EditorModel, _ rect: Rect, _ canvas: inout Canvas) {
    var column = rect.column
    for (index, part) in metaParts(of: editor.draft, isEditing: true).enumerated() {
      if index > 0 {
        guard rect.endColumn - column > 6 else { return }
        canvas.put(" \(glyphs.separator) ", row: rect.row, column: column, limit: 3, style: theme.secondary)
        column += 3
      }
      column += canvas.put(part.pieces, row: rect.row, column: column, limit: rect.endColumn - column)
    }
  }

  /// Date, mood, category and tags; what is not there is offered by name.
  func metaParts(of entry: Entry, isEditing: Bool) -> [MetaPart] {
    let date = "\(shortDate(entry.date.local.date)) \(entry.date.local.clock)"
    var parts = [MetaPart(pieces: [StyledText(date, theme.secondary)], action: .editorDate)]
    if let mood = entry.mood {
      parts.append(
        MetaPart(
          pieces: [
            StyledText(moodGlyph(mood) + " ", theme.style(of: mood)), StyledText(mood.title, theme.secondary),
          ], action: .editorMood))
    } else {
      parts.append(MetaPart(pieces: [StyledText("no mood", theme.secondary)], action: .editorMood))
    }
    if let category = category(entry.category) {
      parts.append(
        MetaPart(
          pieces: [
            StyledText(categoryGlyph(category) + " ", theme.style(ofColor: category.colorHex)),
            StyledText(category.name, theme.secondary),
          ], action: .editorCategory))
    } else {
      parts.append(MetaPart(pieces: [StyledText("unfiled", theme.secondary)], action: .editorCategory))
    }
    let tags = entry.tags.map { StyledText("#\($0) ", theme.tag) }
    parts.append(MetaPart(pieces: tags.isEmpty ? [StyledText("no tags", theme.secondary)] : tags, action: .editorTags))
    let count = editor?.imageCount ?? 0
    let pictures = count > 0 ? "\(glyphs.image) \(grouped(count))" : "no pictures"
    parts.append(MetaPart(pieces: [StyledText(pictures, theme.secondary)], action: .editorPictures))
    return parts
  }

  /// Words, place and state in the lower border, or the line in which text is looked for.
  private func drawFooter(_ editor: EditorModel, _ layout: EditorLayout, _ canvas: inout Canvas) {
    let row = layout.box.endRow - 1
    let left = layout.box.column + 2
    let room = layout.box.columns - 4
    if let find = editor.find {
      let label = " Find: "
      let used = canvas.put(label, row: row, column: left, limit: room, style: theme.accent)
      let field = findField(layout)
      find.editor.draw(into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: dialogs.isEmpty)
      let position = editor.body.findPosition
      let count = find.isEmpty ? "" : position.total == 0 ? " not found " : " \(position.current)/\(position.total) "
      canvas.putRight(count, row: row, endColumn: left + room, limit: room - used, style: theme.secondary)
      return
    }
    let caret = editor.body.caret
    var parts = [counted(editor.body.wordCount, "word", "words"), "line \(caret.line)"]
    if editor.body.lineCount > 1 { parts[1] += " of \(grouped(editor.body.lineCount))" }
    if editor.field == .body, let mode = editor.body.viStatus { parts.append(mode) }
    let text = " " + parts.joined(separator: " \(glyphs.separator) ") + " "
    let used = canvas.put(text, row: row, column: left, limit: room, style: theme.secondary)
    let (warning, style) = editorWarning(editor)
    if !warning.isEmpty, room - used > 12 {
      canvas.putRight(" \(warning) ", row: row, endColumn: left + room, limit: room - used - 1, style: style)
    }
  }

  /// Where what is looked for is typed.
  func findField(_ layout: EditorLayout) -> Rect {
    Rect(
      row: layout.box.endRow - 1, column: layout.box.column + 9, rows: 1, columns: max(1, layout.box.columns - 9 - 16))
  }

  private func editorWarning(_ editor: EditorModel) -> (String, Style) {
    switch editor.status {
    case .notSaved(let sentence), .draftFailed(let sentence): return ("not saved: \(sentence)", theme.error)
    default: break
    }
    if editor.theirs != nil {
      let key = keymap.shownKey(of: .takeTheirs, in: [.editor])?.shortName(glyphs: glyphs) ?? ""
      return ("changed elsewhere; \(key) takes that over, saving joins both", theme.warning)
    }
    return ("", theme.secondary)
  }
}
