import JournalCore
import TerminalKit

extension Model {
  /// The box of the categories and of the settings: in the middle, no wider than it need be.
  func pageBox(columns: Int) -> Rect {
    let page = Rect.page(size)
    let width = min(page.columns, columns)
    return Rect(row: page.row, column: (size.columns - width) / 2, rows: page.rows, columns: width)
  }

  var categoryBox: Rect { pageBox(columns: 78) }

  func drawCategories(_ canvas: inout Canvas) {
    guard let screen = categoryList else { return }
    let rect = categoryBox
    let live = liveCategories.count
    let inside = canvas.pane(counted(live, "category", "categories"), rect, isFocused: false)
    let rows = categoryRows
    guard !rows.isEmpty else {
      let key = keymap.shownKey(of: .newCategory, in: contexts)?.shortName(glyphs: glyphs) ?? ""
      return canvas.centered(
        [
          StyledText("No categories yet", theme.subheading),
          StyledText("\(key) creates one. An entry lies in at most one of them.", theme.secondary),
        ], in: inside)
    }
    for line in 0..<inside.rows {
      let index = screen.top + line
      guard rows.indices.contains(index) else { break }
      drawCategory(
        rows[index], isSelected: rows[index].id == currentCategory?.id,
        Rect(row: inside.row + line, column: inside.column, rows: 1, columns: inside.columns), &canvas)
    }
    canvas.scrollbar(rect, total: rows.count, offset: screen.top)
  }

  private func drawCategory(_ category: JournalCore.Category, isSelected: Bool, _ rect: Rect, _ canvas: inout Canvas) {
    let isDeleted = category.trashedAt != nil
    let selected = isSelected ? theme.selection : nil
    if let selected {
      canvas.fill(rect, selected)
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    canvas.put(
      String(glyphs.categoryBar), row: rect.row, column: rect.column + 2, limit: 1,
      style: theme.sign(isDeleted ? theme.secondary : theme.style(ofColor: category.colorHex), on: selected))
    let count = tallies?.categories[category.id] ?? 0
    let detail = isDeleted ? "deleted" : counted(count, "entry", "entries")
    let end = canvas.putRight(
      detail, row: rect.row, endColumn: rect.endColumn - 1, limit: rect.columns / 2, style: selected ?? theme.secondary)
    var nameEnd = end - 2
    if rect.columns > 56 {
      let look = "\(CategoryIcon.words(of: category.icon)), \(CategoryPalette.name(of: category.colorHex))"
      let start = rect.endColumn - 42
      canvas.put(look, row: rect.row, column: start, limit: end - start - 2, style: selected ?? theme.secondary)
      nameEnd = start - 2
    }
    canvas.put(
      category.name, row: rect.row, column: rect.column + 4, limit: nameEnd - rect.column - 4,
      style: selected ?? (isDeleted ? theme.secondary : theme.text))
  }

  mutating func settleCategories() {
    guard var screen = categoryList else { return }
    let rows = categoryRows
    if !rows.contains(where: { $0.id == screen.cursor }) { screen.cursor = rows.first?.id }
    let height = categoryBox.inside.rows
    if let place = rows.firstIndex(where: { $0.id == screen.cursor }) {
      if place < screen.top { screen.top = place }
      if place >= screen.top + height { screen.top = place - height + 1 }
    }
    screen.top = max(0, min(screen.top, rows.count - height))
    categoryList = screen
  }
}
