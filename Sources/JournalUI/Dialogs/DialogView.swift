import JournalCore
import TerminalKit

/// Draws the dialogs that lie over a screen.
struct DialogPainter: ShowsSync, ShowsPictures {
  var desk: Desk
}

extension DialogPainter {
  func draw(_ dialog: Dialog, _ canvas: inout Canvas) {
    canvas.frame.cursor = nil
    switch dialog {
    case .choice(let choice): drawChoice(choice, &canvas)
    case .prompt(let prompt): drawPrompt(prompt, &canvas)
    case .picker(let picker): drawPicker(picker, &canvas)
    case .signIn(let signIn): drawSignIn(signIn, &canvas)
    case .files(let picker): drawFiles(picker, &canvas)
    case .keys(let keys): drawKeys(keys, &canvas)
    }
  }

  /// Where a dialog lies.
  func place(of dialog: Dialog) -> Rect {
    switch dialog {
    case .choice(let choice): DialogLayout.choice(choice, size, width: width).layout.box
    case .prompt(let prompt): DialogLayout.prompt(prompt, size, width: width).box
    case .picker(let picker): DialogLayout.picker(picker, size, width: width).box
    case .signIn(let signIn): DialogLayout.signIn(signIn, size).box
    case .files(let picker): FilesLayout(picker, size: size).box
    case .keys(let keys): KeysLayout(keys, desk: desk).box
    }
  }

  private func drawChoice(_ choice: Choice, _ canvas: inout Canvas) {
    let (layout, lines) = DialogLayout.choice(choice, size, width: width)
    let inside = canvas.sheet(choice.title, layout.box)
    let start = layout.rows.row - lines.count - 1
    for (index, line) in lines.enumerated() {
      let style = choice.tone == .failure && index == 0 ? theme.error : theme.text
      canvas.put(line, row: start + index, column: inside.column + 1, limit: inside.columns - 2, style: style)
    }
    for (index, option) in choice.options.enumerated() where index < layout.rows.rows {
      let place = Rect(row: layout.rows.row + index, column: layout.rows.column, rows: 1, columns: layout.rows.columns)
      let isSelected = index == choice.selected
      let selected = isSelected ? theme.selection : nil
      if isSelected { canvas.drawSheetSelection(place) }
      let key = option.command == choice.escape && index > 0 ? "\(option.key) Esc" : String(option.key)
      let end = canvas.putRight(
        key, row: place.row, endColumn: place.endColumn - 1, limit: 6, style: theme.sign(theme.keyName, on: selected))
      let style = isGrave(option, choice) ? theme.error : isSelected ? theme.heading : theme.text
      canvas.put(
        option.title, row: place.row, column: place.column + sheetIndent, limit: end - place.column - sheetIndent - 1,
        style: theme.sign(style, on: selected))
    }
  }

  /// Columns before the words of a row: where there are no tints the bar of the selected one lies within the frame.
  private var sheetIndent: Int { theme.paints ? 1 : 2 }

  /// Whether an answer does what cannot be taken back.
  private func isGrave(_ option: Choice.Option, _ choice: Choice) -> Bool {
    choice.tone == .grave && option.command != .nothing && option.command != choice.escape
  }

  private func drawPrompt(_ prompt: Prompt, _ canvas: inout Canvas) {
    let layout = DialogLayout.prompt(prompt, size, width: width)
    let inside = canvas.sheet(prompt.title, layout.box)
    canvas.layField(layout.field)
    prompt.field.editor.draw(into: &canvas.frame, rect: layout.field, styles: canvas.editorStyles, focused: true)
    var row = layout.field.row + 1
    let meaning = meaning(of: prompt, columns: max(1, inside.columns - 2))
    for (style, line) in meaning.prefix(DialogLayout.meaningRows(prompt, size)) where row < inside.endRow {
      canvas.put(line, row: row, column: inside.column + 1, limit: inside.columns - 2, style: style)
      row += 1
    }
    if DialogLayout.hasMonth(prompt, size) {
      let days = prompt.isProblem ? nil : prompt.days
      let shown = prompt.date == nil ? nil : days
      MonthGrid(chosen: shown ?? today...today, today: today, weekBegin: environment.weekBegin).draw(
        Rect(
          row: layout.field.row + 4, column: layout.field.column, rows: MonthGrid.rows, columns: MonthGrid.columns),
        theme, &canvas)
    }
    if inside.endRow - layout.field.row > 3 {
      canvas.put(
        prompt.hint, row: inside.endRow - 1, column: inside.column + 1, limit: inside.columns - 2,
        style: theme.secondary)
    }
  }

  /// How what was typed is understood, behind a sign that says whether it is.
  private func meaning(of prompt: Prompt, columns: Int) -> [(Style, String)] {
    guard !prompt.understood.isEmpty else { return [] }
    let style = prompt.isGrave || prompt.isProblem ? theme.error : prompt.isDate ? theme.success : theme.secondary
    let sign =
      prompt.isGrave ? "" : prompt.isProblem ? "\(glyphs.cross) " : prompt.isDate ? "\(glyphs.check) " : ""
    return wrapped(sign + prompt.understood, columns: columns).map { (style, $0) }
  }

  private func drawPicker(_ picker: Picker, _ canvas: inout Canvas) {
    let layout = DialogLayout.picker(picker, size, width: width)
    let inside = canvas.sheet(picker.title, layout.box)
    if picker.hasField { drawPickerField(picker, layout, inside, &canvas) }
    if picker.rows.isEmpty {
      canvas.put(
        picker.nothing, row: layout.rows.row,
        column: layout.rows.column + 3, limit: layout.rows.columns - 4,
        style: theme.secondary)
    }
    let hasSigns = picker.hasSigns || !theme.paints
    for line in 0..<layout.rows.rows {
      let index = picker.top + line
      guard picker.rows.indices.contains(index) else { break }
      drawRow(
        picker.rows[index], isSelected: index == picker.cursor, hasSigns: hasSigns,
        Rect(row: layout.rows.row + line, column: layout.rows.column, rows: 1, columns: layout.rows.columns), &canvas)
    }
    canvas.scrollbar(
      Rect(
        row: layout.rows.row - 1, column: layout.box.column, rows: layout.rows.rows + 2, columns: layout.box.columns),
      total: picker.rows.count, offset: picker.top)
  }

  private func drawPickerField(_ picker: Picker, _ layout: DialogLayout, _ inside: Rect, _ canvas: inout Canvas) {
    canvas.layField(layout.field)
    if !theme.paints {
      canvas.put(
        String(glyphs.collapsed), row: layout.field.row, column: inside.column, limit: 1, style: theme.accent)
    }
    if picker.query.isEmpty {
      canvas.put(
        picker.placeholder, row: layout.field.row, column: layout.field.column, limit: layout.field.columns,
        style: theme.secondary)
      canvas.frame.cursor = Position(row: layout.field.row, column: layout.field.column)
    } else {
      picker.query.editor.draw(into: &canvas.frame, rect: layout.field, styles: canvas.editorStyles, focused: true)
    }
    for column in inside.column..<inside.endColumn where inside.rows > 2 && !theme.paints {
      canvas.frame.put(Cell(glyphs.dashed, style: theme.border), row: layout.field.row + 1, column: column)
    }
  }

  private func drawRow(
    _ row: Picker.Row, isSelected: Bool, hasSigns: Bool, _ rect: Rect, _ canvas: inout Canvas
  ) {
    let selected = isSelected ? theme.selection : nil
    if isSelected { canvas.drawSheetSelection(rect) }
    let item = row.item
    var column = rect.column + sheetIndent
    if item.tick != .none {
      let box = item.tick == .on ? glyphs.boxTicked : item.tick == .off ? glyphs.boxOpen : "–"
      canvas.put(
        box, row: rect.row, column: column, limit: 3,
        style: selected ?? (item.tick == .off ? theme.secondary : theme.success))
      column += environment.isUTF8 ? 2 : 4
      column += canvas.put(item.glyph, row: rect.row, column: column, limit: 1, style: selected ?? theme.faint)
    }
    if item.isSwatch, theme.paints {
      if let hex = item.colorHex {
        // A space on the colour: fonts leave seams between blocks.
        let ground = theme.style(ofColor: hex).foreground
        canvas.put("  ", row: rect.row, column: column, limit: 2, style: Style(ground, on: ground))
      } else {
        canvas.put(
          item.glyph, row: rect.row, column: column, limit: 1, style: theme.sign(theme.accent, on: selected))
      }
      column += 3
    } else if item.tick == .none, hasSigns {
      let style = item.mood != nil ? theme.style(of: item.mood) : theme.style(ofColor: item.colorHex)
      canvas.put(item.glyph, row: rect.row, column: column, limit: 1, style: theme.sign(style, on: selected))
      column += 2
    }
    let end = canvas.putRight(
      item.detail, row: rect.row, endColumn: rect.endColumn - 1, limit: rect.columns / 2,
      style: selected ?? theme.secondary)
    let matched = row.matched.map { $0..<$0 + 1 }
    let style = theme.sign(isSelected ? theme.heading : theme.text, on: selected)
    let used = canvas.put(
      item.title, row: rect.row, column: column, limit: end - column - 1, style: style, lit: matched,
      litStyle: theme.sign(theme.heading, on: selected).with([.bold, .underline]))
    if item.isPresent {
      canvas.put(
        String(glyphs.check), row: rect.row, column: column + used + 2, limit: end - column - used - 3,
        style: theme.sign(theme.success, on: selected))
    }
  }
}

extension Canvas {
  /// The selected row of a sheet: over its whole width, with the bar at its edge; within the frame where there is one.
  mutating func drawSheetSelection(_ row: Rect) {
    let place = theme.paints ? Rect(row: row.row, column: row.column - 1, rows: 1, columns: row.columns + 2) : row
    fill(place, theme.selection)
    put(String(glyphs.selection), row: place.row, column: place.column, limit: 1, style: theme.selectionBar)
  }
}
