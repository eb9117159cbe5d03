import JournalCore
import TerminalKit

/// Where the parts of the editor are: on the same page as for reading.
struct EditorLayout: Hashable, Sendable {
  /// A title that is longer than one row takes up to so many.
  static let titleRows = 3
  /// The rows from which on there is room for free ones.
  private static let roomy = 16

  var date: Rect
  var title: Rect
  var meta: Rect
  var rule: Rect
  /// One column wider than the words may be: there the caret stands behind a full row.
  var body: Rect
  /// What is looked for, and what is wrong; else free.
  var foot: Rect
  /// Where what is looked for is typed.
  var find: Rect
  /// Where what is to stand in its place is typed, once it is; what is looked for has only the left half then.
  var replacement: Rect

  init(size: Size, measure: Int, titleRows: Int, isReplacing: Bool = false) {
    let page = PageLayout(size, measure)
    let text = page.text
    var row = text.row + page.freeLines
    func take(_ rows: Int, wider: Int = 0) -> Rect {
      defer { row += rows }
      return Rect(row: row, column: text.column, rows: rows, columns: text.columns + wider)
    }
    date = take(1)
    title = take(max(1, titleRows), wider: 1)
    meta = take(1)
    rule = take(1)
    if size.rows >= Self.roomy { row += 1 }
    let end = size.rows - 2
    body = Rect(row: row, column: text.column, rows: max(0, end - row), columns: text.columns + 1)
    foot = Rect(row: end, column: text.column, rows: 1, columns: text.columns)
    let room = max(1, text.columns - 6 - 14)
    let half = isReplacing ? max(1, (room - 8) / 2) : room
    find = Rect(row: end, column: text.column + 6, rows: 1, columns: half)
    replacement = Rect(row: end, column: find.endColumn + 8, rows: 1, columns: half)
  }
}

/// One part of the line below the title, and what a press on it does.
struct MetaPart {
  var pieces: [StyledText]
  var action: Action
}

extension EditorScreen {
  var layout: EditorLayout {
    EditorLayout(
      size: size, measure: preferences.measure, titleRows: state.title.editor.rowCount,
      isReplacing: state.replacement != nil)
  }

  func draw(_ canvas: inout Canvas) {
    let editor = state
    let layout = self.layout
    canvas.fill(Rect(size), theme.popup)
    drawDate(editor, layout.date, &canvas)
    editor.title.editor.draw(
      into: &canvas.frame, rect: layout.title, styles: titleStyles,
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
      into: &canvas.frame, rect: layout.body, styles: canvas.editorStyles, tints: bodyTints(editor), focused: isInBody)
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
      "\(day) \(glyphs.separator) \(date.clock)", row: rect.row, column: rect.column, limit: rect.columns,
      style: state.isFocusMode ? theme.faint : theme.secondary)
  }

  /// Sinks the caret's line in, with all the rows it is wrapped to.
  private func layLine(_ editor: EditorModel, _ body: Rect, _ canvas: inout Canvas) {
    let rows = editor.body.caretRows.clamped(to: 0..<body.rows)
    canvas.lay(
      .well, Rect(row: body.row + rows.lowerBound, column: body.column - 2, rows: rows.count, columns: body.columns + 3)
    )
  }

  /// What the reader shows in this line, in the same places; behind it what could be added.
  func metaParts(of entry: Entry) -> [MetaPart] {
    var parts: [MetaPart] = []
    var missing: [MetaPart] = []
    func add(_ pieces: [StyledText], _ action: Action) { parts.append(MetaPart(pieces: pieces, action: action)) }
    func offer(_ name: String, _ action: Action) {
      missing.append(MetaPart(pieces: [StyledText("+ \(name)", theme.faint)], action: action))
    }
    if entry.isFavorite { add([StyledText(String(glyphs.star), theme.star)], .editorFavorite) }
    if let mood = entry.mood {
      add(
        [StyledText(moodGlyph(mood) + " ", theme.style(of: mood)), StyledText(mood.title, theme.secondary)],
        .editorMood)
    } else {
      offer("mood", .editorMood)
    }
    if let category = category(entry.category) {
      add(
        [
          StyledText(String(glyphs.categoryBar), theme.style(ofColor: category.colorHex)),
          StyledText(category.name, theme.secondary),
        ], .editorCategory)
    } else {
      offer("category", .editorCategory)
    }
    for tag in entry.tags { add([StyledText("#" + tag, theme.tag)], .editorTags) }
    if entry.tags.isEmpty { offer("tags", .editorTags) }
    if state.imageCount > 0 {
      add([StyledText("\(glyphs.image) \(grouped(state.imageCount))", theme.secondary)], .editorPictures)
    }
    offer("picture", .editorPictures)
    return parts + missing
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
}
