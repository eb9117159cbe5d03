import JournalCore
import TerminalKit

/// The day under the cursor, beside the weeks: its entries, its first picture, and the same day of other years.
extension CalendarScreen {
  private struct PanelLine {
    var pieces: [StyledText]
    var bar: Style?
  }

  func drawPanel(_ rect: Rect, _ canvas: inout Canvas) {
    canvas.put(
      "\(cursor.weekday.name) \(cursor.day)", row: rect.row, column: rect.column, limit: rect.columns,
      style: theme.heading)
    // What was read of another day is not shown as this one's.
    guard let page = reading.page, page.date == cursor else { return }
    let others = otherYears(page, rect)
    let picture = picture(page, rect)
    let room = textRoom(page, rect) - (picture.map { pictureRows($0) + 1 } ?? 0)
    var lines: [PanelLine] = []
    for entry in page.entries where lines.count <= max(room, 0) {
      let next = panelLines(entry, rect, previewRows: rect.columns > 40 ? 12 : 5)
      if !lines.isEmpty { lines.append(PanelLine(pieces: [])) }
      lines += next
    }
    if page.entries.isEmpty { lines = [PanelLine(pieces: [StyledText("Nothing written", theme.secondary)])] }
    if lines.count > room, room > 0 {
      lines = lines.prefix(room - 1) + [PanelLine(pieces: [StyledText(String(glyphs.ellipsis), theme.secondary)])]
    }
    if let picture {
      lines.append(PanelLine(pieces: []))
      let box = Rect(
        row: rect.row + 2 + lines.count, column: rect.column + 2, rows: picture.box.rows, columns: picture.box.columns)
      let rows = drawDayPicture(picture, in: box, &canvas)
      lines += Array(repeating: PanelLine(pieces: []), count: rows)
    }
    if !others.isEmpty { lines += [PanelLine(pieces: [])] + others }
    for (offset, line) in lines.enumerated() where offset + 2 < rect.rows {
      let row = rect.row + 2 + offset
      if let bar = line.bar {
        canvas.put(String(glyphs.categoryBar), row: row, column: rect.column, limit: 1, style: bar)
      }
      let indent = line.bar == nil ? 0 : 2
      canvas.put(line.pieces, row: row, column: rect.column + indent, limit: rect.columns - indent)
    }
  }

  /// Rows for the day's entries: what the other years leave.
  private func textRoom(_ page: DayPage, _ rect: Rect) -> Int {
    let others = otherYears(page, rect).count
    return rect.rows - 2 - (others == 0 ? 0 : others + 1)
  }

  /// The first picture of the day, as large as it may be beside the text; nil where there is none, or no room.
  private func picture(_ page: DayPage, _ rect: Rect) -> PictureRequest? {
    guard abilities.way != .none, let first = page.entries.lazy.compactMap(\.picture).first else { return nil }
    let rows = min(rect.columns > 40 ? 14 : 7, textRoom(page, rect) / 2 - 1)
    guard rows >= 4 else { return nil }
    return PictureRequest(
      source: .asset(first.asset), box: Size(rows: rows, columns: rect.columns - 2), image: first.id)
  }

  /// The picture that is shown of the day under the cursor.
  var wantedPictures: [PictureRequest] {
    guard let panel = layout.panel, let page = reading.page, page.date == cursor else { return [] }
    return picture(page, panel).map { [$0] } ?? []
  }

  /// Rows that are kept for a picture: one for a sign where it is not here or cannot be shown.
  private func pictureRows(_ request: PictureRequest) -> Int {
    switch pictures[request] {
    case .outcome(.shown(let shown)): min(request.box.rows, shown.cells.size.rows)
    case .waiting, nil: request.box.rows
    case .outcome(.elsewhere), .outcome(.fetching), .outcome(.failed): 1
    }
  }

  /// Draws the picture at the top of its box, a sign until it is there; returns its rows.
  private func drawDayPicture(_ request: PictureRequest, in box: Rect, _ canvas: inout Canvas) -> Int {
    let place = Rect(row: box.row, column: box.column, rows: pictureRows(request), columns: box.columns)
    if pictures.shown(request) == nil {
      canvas.put(String(glyphs.image), row: box.row, column: box.column, limit: 1, style: theme.faint)
    } else {
      drawPicture(request, in: place, clip: place, isCentered: false, words: [], &canvas)
    }
    return place.rows
  }

  private func panelLines(_ entry: DayEntry, _ rect: Rect, previewRows: Int) -> [PanelLine] {
    var head = [StyledText(entry.date.local.shownClock, theme.secondary)]
    if entry.isFavorite { head += [StyledText("  \(glyphs.star)", theme.star)] }
    if let mood = entry.mood { head += [StyledText("  \(moodGlyph(mood))", theme.style(of: mood))] }
    let bar = barStyle(entry)
    func lines(_ text: String, most: Int, _ style: Style) -> [PanelLine] {
      let safe = TerminalSafe(text, keepingLines: true).text
      var lines = wrapped(safe, columns: rect.columns - 2)
      if lines.count > most { lines = Array(lines.prefix(most - 1)) + [lines[most - 1] + String(glyphs.ellipsis)] }
      return lines.map { PanelLine(pieces: [StyledText($0, style)], bar: bar) }
    }
    let words = entry.title.isEmpty ? [] : lines(entry.title, most: 3, theme.heading)
    guard !entry.preview.isEmpty else { return [PanelLine(pieces: head)] + words }
    let end = TextPreview.isCut(entry.preview) ? String(glyphs.ellipsis) : ""
    return [PanelLine(pieces: head)] + words
      + lines(EntryLink.shown(entry.preview) + end, most: previewRows, theme.secondary)
  }

  /// As many entries of the same day in other years as half of the height has room for.
  private func otherYears(_ page: DayPage, _ rect: Rect) -> [PanelLine] {
    let most = min(page.otherYears.count, max(0, (rect.rows / 2 - 2) / 3))
    guard most > 0 else { return [] }
    var lines = [PanelLine(pieces: [StyledText("Other years", theme.title)])]
    for entry in page.otherYears.prefix(most) {
      var head = [StyledText(DateText.year(entry.date.local.date.year), theme.secondary)]
      if let mood = entry.mood { head += [StyledText(" \(moodGlyph(mood))", theme.style(of: mood))] }
      let title = TerminalSafe(entry.shownTitle, keepingLines: false).text
      lines += [
        PanelLine(pieces: []), PanelLine(pieces: head, bar: barStyle(entry)),
        PanelLine(pieces: [StyledText(title, theme.text)], bar: barStyle(entry)),
      ]
    }
    return lines
  }
}
