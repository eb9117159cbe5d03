import JournalCore
import TerminalKit

/// The charts of categories and tags, which are lists.
extension InsightsScreen {
  func drawCategories(_ rect: Rect, _ part: Int?, _ canvas: inout Canvas) {
    let shown = shownCategories
    let most = shown.first?.count ?? 0
    let room = rect.rows - 1
    let top = topCategory(part, room: room)
    let longest = shown.map { width.columns(of: TerminalSafe($0.category.name, keepingLines: false).text) }.max() ?? 0
    let names = min(20, rect.columns / 3, longest + 1)
    // Words and mood stand at the right, where they leave room for the bars.
    let facts = rect.columns - names - 29 >= 12 ? 20 : 0
    let (words, mood) = (rect.endColumn - 11, rect.endColumn - 9)
    drawHeading("Categories, of all entries", "", rect, part, &canvas)
    if facts > 0 {
      canvas.putRight("words", row: rect.row, endColumn: words, limit: 7, style: theme.faint)
      canvas.put("mood", row: rect.row, column: mood, limit: 9, style: theme.faint)
    }
    for (place, item) in shown.enumerated().dropFirst(top).prefix(room) {
      let row = rect.row + 1 + place - top
      let name = TerminalSafe(item.category.name, keepingLines: false).text
      canvas.put(name, row: row, column: rect.column, limit: names, style: labelStyle(place == part))
      let room = max(1, rect.columns - names - 9 - facts)
      let length = max(1, item.count * room / max(1, most))
      canvas.line(
        length, row: row, column: rect.column + names + 1, style: theme.style(ofColor: item.category.colorHex))
      canvas.put(
        grouped(item.count), row: row, column: rect.column + names + 2 + length, limit: 7, style: theme.secondary)
      guard facts > 0, let totals = totals(of: item.category) else { continue }
      canvas.putRight(grouped(totals.words), row: row, endColumn: words, limit: 9, style: theme.text)
      guard let usual = totals.mood else { continue }
      canvas.put(
        [StyledText(moodGlyph(usual), theme.style(of: usual)), StyledText(" \(usual.title)", theme.secondary)],
        row: row,
        column: mood, limit: 9)
    }
  }

  /// The first category that is drawn, so that the chosen one is seen.
  func topCategory(_ part: Int?, room: Int) -> Int {
    max(0, min((part ?? 0) - room + 1, shownCategories.count - room))
  }

  func drawTags(_ rect: Rect, _ part: Int?, _ canvas: inout Canvas) {
    drawHeading("Tags", "of all entries", rect, part, &canvas)
    let spots = tagSpots(rect)
    for (place, spot) in spots.enumerated() {
      let tag = tags[spot.index]
      let name = TerminalSafe(tag.tag, keepingLines: false).text
      canvas.put(
        [
          StyledText("#", theme.faint), StyledText(name, place == part ? labelStyle(true) : theme.text),
          StyledText(" \(grouped(tag.count))", theme.secondary),
        ] + sign(of: tag), row: spot.row, column: spot.column, limit: spot.columns)
    }
    if isNarrow, let part, let last = spots.last, spots.indices.contains(part) {
      drawCompanions(of: tags[spots[part].index].tag, below: last.row, rect, &canvas)
    }
  }

  /// ` ◡`: the mood of most entries with a tag; nothing where none has one.
  private func sign(of tag: TagCount) -> [StyledText] {
    guard let mood = reading.span?.parts?.tag(tag.tag)?.mood else { return [] }
    return [StyledText(" \(moodGlyph(mood))", theme.style(of: mood))]
  }

  /// The tags that go with the one under the cursor, as many as there is room for.
  private func drawCompanions(of tag: String, below last: Int, _ rect: Rect, _ canvas: inout Canvas) {
    let others = companions(of: tag)
    guard !others.isEmpty, last + 3 < rect.endRow else { return }
    let name = TerminalSafe(tag, keepingLines: false).text
    canvas.put("Together with #\(name)", row: last + 2, column: rect.column, limit: rect.columns, style: theme.title)
    var column = rect.column
    for other in others {
      let name = TerminalSafe(other.tag, keepingLines: false).text
      let words = [
        StyledText("#", theme.faint), StyledText(name, theme.text),
        StyledText(" \(grouped(other.count))", theme.secondary),
      ]
      let columns = words.reduce(0) { $0 + width.columns(of: $1.text) }
      guard column == rect.column || column + columns <= rect.endColumn else { break }
      column += canvas.put(words, row: last + 3, column: column, limit: rect.endColumn - column) + 3
    }
  }

  func tagSpots(_ rect: Rect) -> [(index: Int, row: Int, column: Int, columns: Int)] {
    var spots: [(index: Int, row: Int, column: Int, columns: Int)] = []
    var (row, column) = (rect.row + 1, rect.column)
    for (index, tag) in tags.enumerated() where tag.count > 0 {
      let name = TerminalSafe(tag.tag, keepingLines: false).text
      let mood = sign(of: tag).isEmpty ? 0 : 2
      let columns = min(rect.columns, width.columns(of: "#\(name) \(grouped(tag.count))") + mood)
      if column > rect.column, column + columns > rect.endColumn { (row, column) = (row + 1, rect.column) }
      guard row < rect.endRow, spots.count < Self.mostTags else { break }
      spots.append((index, row, column, columns))
      column += columns + 3
    }
    return spots
  }
}
