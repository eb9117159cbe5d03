import JournalCore
import TerminalKit

extension CategoryScreen {
  private var box: Rect { pageBox(columns: 78) }

  func draw(_ canvas: inout Canvas) {
    let rect = box
    let live = liveCategories.count
    let inside = canvas.pane(counted(live, "category", "categories"), rect, isFocused: false)
    let rows = self.rows
    guard !rows.isEmpty else {
      let key = keymap.shownKey(of: .newCategory, in: contexts)?.shortName(glyphs: glyphs) ?? ""
      return canvas.centered(
        [
          StyledText("No categories yet", theme.subheading),
          StyledText("\(key) creates one. An entry is in one category at most.", theme.secondary),
        ], in: inside)
    }
    for line in 0..<inside.rows {
      let index = state.top + line
      guard rows.indices.contains(index) else { break }
      drawCategory(
        rows[index], isSelected: rows[index].id == current?.id,
        Rect(row: inside.row + line, column: inside.column, rows: 1, columns: inside.columns), &canvas)
    }
    canvas.scrollbar(rect, total: rows.count, offset: state.top)
  }

  private func drawCategory(_ category: JournalCore.Category, isSelected: Bool, _ rect: Rect, _ canvas: inout Canvas) {
    let isDeleted = category.trashedAt != nil
    let selected = isSelected ? theme.selection : nil
    if let selected {
      canvas.fill(rect, selected)
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    canvas.put(
      sign(of: category), row: rect.row, column: rect.column + 2, limit: 1,
      style: theme.sign(isDeleted ? theme.secondary : theme.style(ofColor: category.colorHex), on: selected))
    let count = tallies?.categories[category.id] ?? 0
    var detail = isDeleted ? "deleted" : counted(count, "entry", "entries")
    if !isDeleted, let thing = desk.shelf.mine.first(where: { $0.id == category.id }) {
      detail = "\(glyphs.shared)\(thing.holders == 0 ? "" : "\(thing.holders)") \(detail)"
    }
    let end = canvas.putRight(
      detail, row: rect.row, endColumn: rect.endColumn - 1, limit: rect.columns / 2, style: selected ?? theme.secondary)
    var nameEnd = end - 2
    if rect.columns > 56 {
      let look = CategoryWords.look(of: category)
      let start = rect.endColumn - 42
      canvas.put(look, row: rect.row, column: start, limit: end - start - 2, style: selected ?? theme.secondary)
      nameEnd = start - 2
    }
    canvas.put(
      category.name, row: rect.row, column: rect.column + 4, limit: nameEnd - rect.column - 4,
      style: selected ?? (isDeleted ? theme.secondary : theme.text))
  }

  mutating func settle() {
    let rows = self.rows
    if !rows.contains(where: { $0.id == state.cursor }) { state.cursor = rows.first?.id }
    let height = box.inside.rows
    if let place = rows.firstIndex(where: { $0.id == state.cursor }) {
      if place < state.top { state.top = place }
      if place >= state.top + height { state.top = place - height + 1 }
    }
    state.top = max(0, min(state.top, rows.count - height))
  }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return move(by: step) }
    let inside = box.inside
    guard event.kind == .press || event.kind == .doublePress, inside.contains(event.position) else { return }
    let rows = self.rows
    let index = state.top + event.position.row - inside.row
    guard rows.indices.contains(index) else { return }
    state.cursor = rows[index].id
    if event.kind == .doublePress { perform(CategoryAction.renameCategory) }
  }
}
