import JournalCore
import TerminalKit

extension Model {
  func drawListPane(_ rect: Rect, _ canvas: inout Canvas) {
    let isFocused = focus == .list
    var inside = canvas.box(listTitle, label: listLabel, rect, isFocused: isFocused)
    if let search { drawSearchLine(search, &inside, &canvas) }
    guard !list.rows.isEmpty else {
      if let failure = list.failure {
        drawFailure(failure, inside, &canvas)
      } else if list.isLoaded {
        drawEmptyList(inside, &canvas)
      }
      return
    }
    let highlighter = highlighter
    let lines = list.lines(height: inside.rows, linesPerRow: linesPerRow, offsetSeconds: now.offsetSeconds)
    for (offset, line) in lines.enumerated() {
      let place = Rect(row: inside.row + offset, column: inside.column, rows: 1, columns: inside.columns)
      switch line {
      case .group(let group):
        canvas.put(
          group.title, row: place.row, column: place.column + 1, limit: place.columns - 2, style: theme.accent)
      case .row(let index, let part):
        let look = RowLook(self, index: index, isFocused: isFocused, theme)
        if let fill = look.selected { canvas.fill(place, fill) }
        if part == 0 {
          drawTitleLine(index, look, place, highlighter, &canvas)
        } else {
          drawPreviewLine(list.rows[index], look, place, highlighter, &canvas)
        }
      }
    }
    if let start = list.startIndex, let total = listTotal {
      canvas.scrollbar(rect, total: total, offset: start + list.top)
    }
  }

  /// How a row looks: selected or not, marked or not.
  private struct RowLook {
    var selected: Style?
    var bar: Style
    var isMarked: Bool
    var isSelected: Bool

    init(_ model: Model, index: Int, isFocused: Bool, _ theme: Theme) {
      isSelected = model.list.selection == index
      isMarked = model.list.isMarking && model.list.marks.contains(model.list.rows[index].id)
      selected = isSelected ? (isFocused ? theme.selection : theme.unfocusedSelection) : nil
      bar = isFocused ? theme.selectionBar : theme.unfocusedSelection
    }
  }

  var listTitle: String {
    let name =
      switch list.scope {
      case .all: "All entries"
      case .favorites: "Favourites"
      case .onThisDay: "On this day, \(today.day) \(monthNames[today.month - 1])"
      case .trash: "Trash"
      case .category(let id): category(id)?.name ?? "Category"
      case .unfiled: "Unfiled"
      case .mood(let mood): "Mood: \(mood.title)"
      case .tag(let tag): "#\(tag)"
      case .day(let day): shortDate(day)
      case .search: "Search"
      }
    return listTotal.map { "\(name) \(glyphs.separator) \(grouped($0))" } ?? name
  }

  private var listLabel: String {
    if list.isMarking { return "\(grouped(list.marks.count)) marked" }
    if list.scope == .trash, !list.rows.isEmpty, let label = removedLabel { return label }
    let order = list.order
    guard order.sort != .date || order.reversed else { return "" }
    return order.reversed ? "\(order.sort.name), reversed" : "by \(order.sort.name)"
  }

  /// Columns of the date at the left of a row.
  private func dateText(_ row: EntrySummary) -> String {
    switch list.order.sort {
    case .title: return row.date.local.date.iso
    case .date: return dayText(row.date.local.date)
    case .modified: return dayText(CivilDateTime(instant: row.modifiedAt, offsetSeconds: now.offsetSeconds).date)
    }
  }

  /// The same, and the time instead of a day that stands above already.
  private func dateText(at index: Int) -> String {
    let row = list.rows[index]
    guard list.order.sort == .date, index > list.top, list.rows[index - 1].date.local.date == row.date.local.date else {
      return dateText(row)
    }
    return " " + row.date.local.clock
  }

  private func dayText(_ date: CivilDate) -> String {
    "\(date.day < 10 ? " " : "")\(date.day) \(date.weekday.shortName)"
  }

  private func drawTitleLine(
    _ index: Int, _ look: RowLook, _ rect: Rect, _ highlighter: SearchHighlighter?, _ canvas: inout Canvas
  ) {
    let row = list.rows[index]
    let style = look.selected ?? theme.text
    if look.isMarked {
      canvas.put(
        String(glyphs.marked), row: rect.row, column: rect.column, limit: 1, style: look.selected ?? theme.success)
    } else if look.isSelected {
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: look.bar)
    }
    var column = rect.column + 1
    column += canvas.put(
      dateText(at: index), row: rect.row, column: column, limit: rect.columns - 2,
      style: look.selected ?? theme.secondary)
    column += 1
    canvas.put(
      moodGlyph(row.mood), row: rect.row, column: column, limit: 1,
      style: theme.sign(theme.style(of: row.mood), on: look.selected))
    column += 2
    if let category = category(row.category), showsCategoryColumn(rect) {
      canvas.put(
        categoryGlyph(category), row: rect.row, column: column, limit: 1,
        style: theme.sign(theme.style(ofColor: category.colorHex), on: look.selected))
    }
    column = titleColumn(rect)
    let end = drawMarks(row, look, rect, &canvas)
    let title = row.title.isEmpty ? standIn(for: row) : row.title
    let titleStyle = row.title.isEmpty ? look.selected ?? theme.secondary : style
    canvas.put(
      title, row: rect.row, column: column, limit: end - column - 1, style: titleStyle,
      lit: highlighter?.ranges(in: title) ?? [], litStyle: theme.match)
  }

  private func showsCategoryColumn(_ rect: Rect) -> Bool { rect.columns >= 30 && !liveCategories.isEmpty }

  private func titleColumn(_ rect: Rect) -> Int { previewColumn(rect) + (showsCategoryColumn(rect) ? 4 : 2) }

  /// The preview begins below the mood.
  private func previewColumn(_ rect: Rect) -> Int {
    let date = list.order.sort == .title ? 10 : 6
    return rect.column + 1 + date + 1
  }

  /// Favourite, pictures and sync at the right end; returns the column where they begin.
  private func drawMarks(_ row: EntrySummary, _ look: RowLook, _ rect: Rect, _ canvas: inout Canvas) -> Int {
    var end = rect.endColumn - 1
    switch row.sync {
    case .none: break
    case .waiting:
      end =
        canvas.putRight(
          String(glyphs.waiting), row: rect.row, endColumn: end, limit: 1, style: look.selected ?? theme.secondary) - 1
    case .needsAttention:
      end =
        canvas.putRight(
          String(glyphs.attention), row: rect.row, endColumn: end, limit: 1, style: look.selected ?? theme.error) - 1
    }
    if row.remark.isNewerFormat || row.remark.removalReason != nil {
      // Not to be changed here, or not removed by the person: the reader says which.
      end =
        canvas.putRight(
          String(glyphs.localOnly), row: rect.row, endColumn: end, limit: 1, style: look.selected ?? theme.warning) - 1
    }
    if row.imageCount > 0 {
      end =
        canvas.putRight(
          "\(glyphs.image)\(row.imageCount)", row: rect.row, endColumn: end, limit: 5,
          style: look.selected ?? theme.secondary) - 1
    }
    if row.isFavorite {
      end =
        canvas.putRight(
          String(glyphs.star), row: rect.row, endColumn: end, limit: 1, style: theme.sign(theme.star, on: look.selected)
        ) - 1
    }
    return end + 1
  }

  private func drawPreviewLine(
    _ row: EntrySummary, _ look: RowLook, _ rect: Rect, _ highlighter: SearchHighlighter?, _ canvas: inout Canvas
  ) {
    if look.isSelected {
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: look.bar)
    }
    let column = previewColumn(rect)
    let limit = rect.endColumn - column - 1
    var text = row.preview
    var lit = highlighter?.ranges(in: text) ?? []
    if let first = lit.first, width.columns(of: text.utf8Text(0..<first.upperBound)) > limit - 4 {
      // The words that were found are further on: the line begins shortly before them.
      text = String(glyphs.ellipsis) + text.utf8Text(wordStart(in: text, before: first.lowerBound)..<text.utf8.count)
      lit = highlighter?.ranges(in: text) ?? []
    }
    canvas.put(
      text, row: rect.row, column: column, limit: limit, style: look.selected ?? theme.secondary, lit: lit,
      litStyle: theme.match)
  }

  /// The start of a word some words before an offset.
  private func wordStart(in text: String, before offset: Int) -> Int {
    let bytes = Array(text.utf8.prefix(offset))
    var spaces = 0
    for index in bytes.indices.reversed() where bytes[index] == 32 {
      spaces += 1
      if spaces == 3 { return index + 1 }
    }
    return spaces == 0 ? offset : 0
  }

  // MARK: Empty lists

  private func drawEmptyList(_ rect: Rect, _ canvas: inout Canvas) {
    if isJournalEmpty { return drawWelcome(rect, &canvas) }
    let (title, hint): (String, String) =
      switch list.scope {
      case .favorites: ("No favourites yet", "\(keyName(.toggleFavorite)) on an entry makes it one.")
      case .onThisDay: ("No entries from earlier years", "on \(today.day) \(monthNames[today.month - 1])")
      case .trash where !removedHint.isEmpty: ("No entry is in the trash", "\(removedHint).")
      case .trash: ("The trash is empty", "What you throw away waits here for 30 days.")
      case .category: ("Nothing filed here", "\(keyName(.setCategory)) on an entry files it under a category.")
      case .unfiled: ("Everything is filed", "")
      case .mood: ("No entry with this mood", "\(keyName(.setMood)) on an entry sets its mood.")
      case .tag: ("No entry with this tag", "")
      case .day: ("Nothing on this day", "\(keyName(.newEntry)) writes an entry for it.")
      case .search: ("Nothing found", "Fewer words find more; - before a word leaves it out.")
      case .all: ("No entries", "")
      }
    canvas.centered([StyledText(title, theme.subheading), StyledText(hint, theme.secondary)], in: rect)
  }

  /// What could not be read, and the key that tries again.
  func drawFailure(_ sentence: String, _ rect: Rect, _ canvas: inout Canvas) {
    let hint = "\(keyName(.retry)) tries again."
    canvas.centered([StyledText(sentence, theme.error), StyledText(hint, theme.secondary)], in: rect)
  }

  func keyName(_ action: Action) -> String {
    keymap.shownKey(of: action, in: [.list, .journal, .everywhere])?.shortName(glyphs: glyphs) ?? "–"
  }

  // A function of its own: written out in the loop, it made the optimizer of Swift 6.3.1 crash.
  private func drawHint(_ hint: KeyHints.Hint, row: Int, left: Int, limit: Int, _ canvas: inout Canvas) {
    canvas.put(hint.key, row: row, column: left, limit: 5, style: theme.keyName)
    canvas.put(hint.text, row: row, column: left + 4, limit: limit - 5, style: theme.text)
  }

  /// What an empty journal says: four keys are enough to begin.
  private func drawWelcome(_ rect: Rect, _ canvas: inout Canvas) {
    let hints = [
      KeyHints.Hint(keyName(.newEntry), "write your first entry"),
      KeyHints.Hint(keyName(.search), "search what you wrote"), KeyHints.Hint(keyName(.help), "see all keys"),
      KeyHints.Hint(keyName(.palette), "find every command by name"),
    ]
    guard rect.columns >= 26 else { return }
    var row = rect.row + max(0, (rect.rows - hints.count - 4) / 3)
    let left = rect.column + max(1, (rect.columns - 34) / 2)
    canvas.put("A journal of your own.", row: row, column: left, limit: rect.endColumn - left, style: theme.heading)
    row += 2
    for index in hints.indices where row + index < rect.endRow {
      drawHint(hints[index], row: row + index, left: left, limit: rect.endColumn - left, &canvas)
    }
    row += hints.count
    row += 1
    if row < rect.endRow, syncing.status?.who == nil {
      canvas.put(
        "It stays on this computer.", row: row, column: left, limit: rect.endColumn - left, style: theme.secondary)
    }
  }
}
