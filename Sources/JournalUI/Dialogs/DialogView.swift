import JournalCore
import TerminalKit

extension Model {
  func draw(_ dialog: Dialog, _ canvas: inout Canvas) {
    canvas.frame.cursor = nil
    switch dialog {
    case .choice(let choice): drawChoice(choice, &canvas)
    case .prompt(let prompt): drawPrompt(prompt, &canvas)
    case .picker(let picker): drawPicker(picker, &canvas)
    case .signIn(let signIn): drawSignIn(signIn, &canvas)
    case .files(let picker): drawFiles(picker, &canvas)
    }
  }

  /// Where a dialog lies.
  func place(of dialog: Dialog) -> Rect {
    switch dialog {
    case .choice(let choice): DialogLayout.choice(choice, size, width: width).layout.box
    case .prompt: DialogLayout.prompt(size).box
    case .picker(let picker): DialogLayout.picker(picker, size).box
    case .signIn(let signIn): DialogLayout.signIn(signIn, size).box
    case .files: FilesLayout(size: size).box
    }
  }

  private func drawChoice(_ choice: Choice, _ canvas: inout Canvas) {
    let (layout, lines) = DialogLayout.choice(choice, size, width: width)
    let inside = canvas.sheet(choice.title, layout.box)
    for (index, line) in lines.enumerated() {
      let style = choice.tone == .failure && index == 0 ? theme.error : theme.text
      canvas.put(line, row: inside.row + index, column: inside.column + 2, limit: inside.columns - 4, style: style)
    }
    for (index, option) in choice.options.enumerated() where index < layout.rows.rows {
      let place = Rect(row: layout.rows.row + index, column: layout.rows.column, rows: 1, columns: layout.rows.columns)
      let isSelected = index == choice.selected
      if isSelected {
        canvas.fill(place, theme.selection)
        canvas.put(String(glyphs.selection), row: place.row, column: place.column, limit: 1, style: theme.selectionBar)
      }
      canvas.put(
        String(option.key), row: place.row, column: place.column + 2, limit: 1,
        style: isSelected ? theme.selection : theme.keyName)
      canvas.put(
        option.title, row: place.row, column: place.column + 5, limit: place.columns - 6,
        style: isSelected ? theme.selection : isGrave(option, choice) ? theme.error : theme.text)
    }
  }

  /// Whether an answer does what cannot be taken back.
  private func isGrave(_ option: Choice.Option, _ choice: Choice) -> Bool {
    choice.tone == .grave && option.command != .nothing && option.command != choice.escape
  }

  private func drawPrompt(_ prompt: Prompt, _ canvas: inout Canvas) {
    let layout = DialogLayout.prompt(size)
    let inside = canvas.sheet(prompt.title, layout.box)
    canvas.layField(layout.field)
    prompt.field.editor.draw(into: &canvas.frame, rect: layout.field, styles: canvas.editorStyles, focused: true)
    let lines = wrapped(prompt.understood, columns: max(1, inside.columns - 2))
    for (index, line) in lines.prefix(2).enumerated() where inside.rows > 1 + index {
      canvas.put(
        line, row: inside.row + 1 + index, column: inside.column + 1, limit: inside.columns - 2,
        style: prompt.isGrave ? theme.error : prompt.isProblem ? theme.warning : theme.success)
    }
    if inside.rows > 3 {
      canvas.put(
        prompt.hint, row: inside.endRow - 1, column: inside.column + 1, limit: inside.columns - 2,
        style: theme.secondary)
    }
  }

  private func drawPicker(_ picker: Picker, _ canvas: inout Canvas) {
    let layout = DialogLayout.picker(picker, size)
    let inside = canvas.sheet(picker.title, layout.box)
    canvas.layField(layout.field)
    canvas.put(
      String(glyphs.collapsed), row: layout.field.row, column: inside.column + 1, limit: 1, style: theme.accent)
    if picker.query.isEmpty {
      canvas.put(
        picker.placeholder, row: layout.field.row, column: layout.field.column, limit: layout.field.columns,
        style: theme.secondary)
      canvas.frame.cursor = Position(row: layout.field.row, column: layout.field.column)
    } else {
      picker.query.editor.draw(into: &canvas.frame, rect: layout.field, styles: canvas.editorStyles, focused: true)
    }
    for column in inside.column..<inside.endColumn where inside.rows > 2 && !theme.paints {
      canvas.frame.put(Cell(glyphs.dashed, style: theme.border), row: inside.row + 1, column: column)
    }
    if picker.rows.isEmpty {
      canvas.put(
        picker.kind == .palette ? "No matching command" : "Nothing matches", row: layout.rows.row,
        column: layout.rows.column + 3, limit: layout.rows.columns - 4,
        style: theme.secondary)
    }
    for line in 0..<layout.rows.rows {
      let index = picker.top + line
      guard picker.rows.indices.contains(index) else { break }
      drawRow(
        picker.rows[index], isSelected: index == picker.cursor,
        Rect(row: layout.rows.row + line, column: layout.rows.column, rows: 1, columns: layout.rows.columns), &canvas)
    }
    canvas.scrollbar(
      Rect(
        row: layout.rows.row - 1, column: layout.box.column, rows: layout.rows.rows + 2, columns: layout.box.columns),
      total: picker.rows.count, offset: picker.top)
  }

  private func drawRow(_ row: Picker.Row, isSelected: Bool, _ rect: Rect, _ canvas: inout Canvas) {
    let selected = isSelected ? theme.selection : nil
    if let selected {
      canvas.fill(rect, selected)
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    let item = row.item
    var column = rect.column + 1
    if item.tick != .none {
      let box = item.tick == .on ? glyphs.boxTicked : item.tick == .off ? glyphs.boxOpen : "–"
      canvas.put(
        box, row: rect.row, column: column, limit: 3,
        style: selected ?? (item.tick == .off ? theme.secondary : theme.success))
      column += environment.isUTF8 ? 2 : 4
    }
    if item.tick == .none {
      let style = item.mood != nil ? theme.style(of: item.mood) : theme.style(ofColor: item.colorHex)
      canvas.put(item.glyph, row: rect.row, column: column, limit: 1, style: theme.sign(style, on: selected))
      column += 2
    }
    let end = canvas.putRight(
      item.detail, row: rect.row, endColumn: rect.endColumn - 1, limit: rect.columns / 2,
      style: selected ?? theme.secondary)
    let matched = row.matched.map { $0..<$0 + 1 }
    canvas.put(
      item.title, row: rect.row, column: column, limit: end - column - 1, style: selected ?? theme.text, lit: matched,
      litStyle: (selected ?? theme.accent).with([.bold, .underline]))
  }
}
