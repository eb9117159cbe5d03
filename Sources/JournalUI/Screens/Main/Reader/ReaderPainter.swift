import JournalCore
import TerminalKit

/// The entry beside the list, or on the reading page, as it is drawn.
struct ReaderPainter: ShowsPictures {
  var desk: Desk
  let reader: ReaderPane
  let list: ListPane
  let around: Surroundings
  private var focus: Pane { around.focus }

  func draw(_ rect: Rect, _ canvas: inout Canvas) {
    let hasFailed = reader.failedID != nil && reader.failedID == list.selected?.id
    let detail = list.selected == nil || hasFailed ? nil : reader.detail
    let inside = canvas.pane("", rect, isFocused: focus.reads)
    if around.layout.list != nil { drawDivider(rect, &canvas) }
    if hasFailed { desk.drawFailure("This entry could not be read.", inside, &canvas) }
    guard detail != nil else { return }
    let left = ReaderPlace(desk, around)?.indent ?? 0
    for line in 0..<inside.rows {
      let index = reader.scroll + line
      guard reader.page.lines.indices.contains(index) else { break }
      drawReaderLine(index, row: inside.row + line, inside, left, &canvas)
    }
    drawWells(inside, left, &canvas)
    drawCurrentStop(inside, left, &canvas)
    if focus == .page { drawPageMargins(rect, &canvas) }
    for place in reader.page.pictures where place.end > reader.scroll && place.line < reader.scroll + inside.rows {
      drawReaderPicture(place, inside, left, &canvas)
    }
    canvas.scrollbar(rect, total: reader.page.lines.count, offset: reader.scroll)
  }

  /// The hairline between list and reader; in the colour of the focus where the reader has the keys.
  private func drawDivider(_ rect: Rect, _ canvas: inout Canvas) {
    let style = focus == .reader ? theme.accent : theme.border
    for row in rect.row..<rect.endRow {
      canvas.frame.put(Cell(glyphs.vertical, style: style), row: row, column: rect.column)
    }
  }

  /// One line of the entry; a line of code is cut at the edges of its block.
  func drawReaderLine(_ index: Int, row: Int, _ inside: Rect, _ left: Int, _ canvas: inout Canvas) {
    let line = reader.page.lines[index]
    let column = inside.column + left
    guard let code = reader.page.code.first(where: { $0.lines.contains(index) }) else {
      canvas.frame.put(line, row: row, column: column, limit: inside.columns - left, width: width)
      return
    }
    let room = reader.codeRoom(code)
    let shift = max(0, min(reader.codeShift, code.widest - room))
    let start = column + code.indent + ReaderPane.codePadding
    var place = 0
    for piece in line {
      let cells = CellText(piece.text, width: width, startColumn: place)
      for var cell in cells.cells {
        let end = place + Int(cell.width)
        cell.style = piece.style
        if end <= code.indent {
          canvas.frame.put(cell, row: row, column: column + place)
        } else if place - code.indent >= shift, end - code.indent - shift <= room {
          canvas.frame.put(cell, row: row, column: start + place - code.indent - shift)
        }
        place = end
      }
    }
    let columns = place - code.indent
    if shift > 0, columns > 0 {
      canvas.put(glyphs.before, row: row, column: start - ReaderPane.codePadding, limit: 1, style: theme.accent)
    }
    if columns - shift > room {
      canvas.put(String(glyphs.place), row: row, column: start + room + 1, limit: 1, style: theme.accent)
    }
    let name = width.columns(of: code.language)
    if index == code.lines.lowerBound, columns - shift + 2 + name <= room {
      canvas.putRight(code.language, row: row, endColumn: start + room, limit: name, style: theme.faint)
    }
  }

  /// The tint behind blocks of code, with soft edges on the free lines around them.
  func drawWells(_ inside: Rect, _ left: Int, _ canvas: inout Canvas) {
    guard theme.paints, let columns = reader.pageKey?.columns else { return }
    let screen = reader.scroll..<reader.scroll + inside.rows
    for code in reader.page.code where code.lines.overlaps(screen) || isNextTo(code.lines, screen) {
      let lines = code.lines.clamped(to: screen)
      let column = inside.column + left + code.indent
      let width = columns - code.indent
      canvas.lay(
        .well,
        Rect(row: inside.row + lines.lowerBound - screen.lowerBound, column: column, rows: lines.count, columns: width))
      guard glyphs.softEdge != " " else { continue }
      let (well, base) = (theme.grounds.well, theme.grounds.base)
      for (line, style) in [
        (code.lines.lowerBound - 1, Style(base, on: well)), (code.lines.upperBound, Style(well, on: base)),
      ] where screen.contains(line) && isBlank(line) {
        let row = inside.row + line - screen.lowerBound
        for place in column..<column + width {
          canvas.frame.put(Cell(glyphs.softEdge, style: style), row: row, column: place)
        }
      }
    }
  }

  /// Whether an edge of the block is on the screen, and nothing else of it.
  private func isNextTo(_ lines: Range<Int>, _ screen: Range<Int>) -> Bool {
    lines.lowerBound == screen.upperBound || lines.upperBound == screen.lowerBound
  }

  private func isBlank(_ line: Int) -> Bool {
    reader.page.lines.indices.contains(line)
      && reader.page.lines[line].allSatisfy { $0.text.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
  }

  /// A picture of which the edge of the pane leaves fewer rows is a line that names it.
  private static let fewestRows = 4

  /// Says that there is more below.
  private var goesOn: String { environment.isUTF8 ? "↓" : "v" }

  /// Whether only a strip of a picture would be seen.
  private func isStrip(_ place: ReaderPage.Place, _ request: PictureRequest?, _ inside: Rect) -> Bool {
    let rows = request.flatMap { pictures.shown($0) }.map { min($0.cells.size.rows, place.box.rows) } ?? place.box.rows
    let top = place.line - reader.scroll
    let seen = min(top + rows, inside.rows) - max(top, 0)
    return seen < rows && seen < Self.fewestRows
  }

  func drawReaderPicture(_ place: ReaderPage.Place, _ inside: Rect, _ left: Int, _ canvas: inout Canvas) {
    let top = inside.row + place.line - reader.scroll
    let request = place.request
    if place.box.rows > 0, isStrip(place, request, inside) {
      guard top >= inside.row, top < inside.endRow else { return }
      let name = place.image.caption.isEmpty ? pictureName(place.image, at: place.index) : place.image.caption
      let column = inside.column + left
      let used = canvas.put(
        [StyledText("\(glyphs.image) ", theme.accent), StyledText(name, theme.secondary)], row: top, column: column,
        limit: inside.endColumn - column - 2)
      canvas.put(goesOn, row: top, column: column + used + 1, limit: 1, style: theme.accent)
    } else if place.box.rows > 0 {
      let box = Rect(row: top, column: inside.column + left, rows: place.box.rows, columns: place.box.columns)
      let name = pictureName(place.image, at: place.index)
      let shown = inside.endRow - top
      if shown < min(4, place.box.rows) {
        // A strip says nothing of a picture.
        guard shown > 0, top >= inside.row else { return }
        canvas.put(
          "\(glyphs.image) \(name) \(goesOn)", row: top, column: box.column, limit: inside.endColumn - box.column,
          style: theme.secondary)
        return
      }
      drawPicture(
        request, in: box, clip: inside, isCentered: false,
        words: pictureLines(place.image, name, request, in: .reader), &canvas)
    } else if let request, top >= inside.row, top < inside.endRow {
      drawPictureFacts(place, request, row: top, inside, left, &canvas)
    }
    guard reader.picture == place.image.id else { return }
    for line in place.line..<place.end {
      let row = inside.row + line - reader.scroll
      guard row >= inside.row, row < inside.endRow else { continue }
      canvas.put(
        String(glyphs.selection), row: row, column: inside.column + left - 1, limit: 1, style: theme.selectionBar)
    }
  }

  /// What is known of a picture, behind its name, where the terminal shows none.
  private func drawPictureFacts(
    _ place: ReaderPage.Place, _ request: PictureRequest, row: Int, _ inside: Rect, _ left: Int, _ canvas: inout Canvas
  ) {
    let line = reader.page.lines[place.line]
    let start = inside.column + left + line.reduce(2) { $0 + width.columns(of: $1.text) }
    let words: String =
      if let shown = pictures.shown(request) {
        pictureFacts(shown)
      } else {
        pictureLines(place.image, "", request, in: .reader).map(\.text).filter { !$0.isEmpty }.last ?? ""
      }
    canvas.put(words, row: row, column: start, limit: inside.endColumn - start, style: theme.secondary)
  }

  /// What stands beside the words: the outline, and signs of the entries before and after this one.
  func drawPageMargins(_ rect: Rect, _ canvas: inout Canvas) {
    let text = PageLayout(size, preferences.measure).text
    if text.column >= 8 {
      let row = rect.row + rect.rows / 2 - 1
      if list.selection > 0 || list.hasBefore {
        canvas.put(glyphs.before, row: row, column: 3, limit: 1, style: theme.faint)
      }
      if list.selection + 1 < list.rows.count || list.hasAfter {
        canvas.put(String(glyphs.place), row: row, column: size.columns - 4, limit: 1, style: theme.faint)
      }
    }
    if reader.hasOutline(size) { drawOutline(text, &canvas) }
  }

  private func drawOutline(_ text: Rect, _ canvas: inout Canvas) {
    guard let entry = reader.detail?.entry else { return }
    let rect = Rect(row: text.row, column: 6, rows: text.rows, columns: min(40, text.column - 10))
    guard rect.columns >= 16 else { return }
    var row = rect.row
    // While the page shows date and title itself, they do not stand twice.
    if reader.scroll >= reader.page.bodyStart - 1 {
      let date = "\(shortDate(entry.date.local.date)) \(glyphs.separator) \(entry.date.local.shownClock)"
      canvas.put(date, row: row, column: rect.column, limit: rect.columns, style: theme.secondary)
      row += 1
      for line in wrapped(entry.title, columns: rect.columns).prefix(3) {
        canvas.put(line, row: row, column: rect.column, limit: rect.columns, style: theme.heading)
        row += 1
      }
      let head = PageLayout(size, preferences.measure).freeLines
      if let meta = (head..<reader.page.bodyStart).last(where: { line in
        reader.page.targets.contains { $0.line == line }
      }) {
        canvas.put(reader.page.lines[meta], row: row, column: rect.column, limit: rect.columns)
        row += 1
      }
      row += 1
    } else {
      row += 5
    }
    row = drawHeadings(Rect(row: row, column: rect.column, rows: rect.endRow - 2 - row, columns: rect.columns), &canvas)
    canvas.put(
      reader.lengthWords(glyphs), row: row, column: rect.column + 2, limit: rect.columns - 2, style: theme.secondary)
  }

  /// The headings around the one that is read; returns the row for what comes below them.
  private func drawHeadings(_ rect: Rect, _ canvas: inout Canvas) -> Int {
    let headings = reader.page.headings
    guard !headings.isEmpty, rect.rows > 0 else { return rect.row }
    let current = reader.headingBeingRead(rows: around.layout.reader?.inside.rows ?? 0)
    let first = max(0, min((current ?? 0) - rect.rows / 2, headings.count - rect.rows))
    let top = headings.map(\.level).min() ?? 1
    let shown = headings.indices.dropFirst(first).prefix(rect.rows)
    for (offset, index) in shown.enumerated() {
      let row = rect.row + offset
      let column = rect.column + 2 + 2 * min(3, headings[index].level - top)
      let isCurrent = index == current
      if isCurrent {
        canvas.put(String(glyphs.selection), row: row, column: rect.column, limit: 1, style: theme.accent)
      }
      canvas.put(
        headings[index].text, row: row, column: column, limit: rect.endColumn - column,
        style: isCurrent ? theme.heading : theme.secondary)
    }
    return rect.row + shown.count + 1
  }

  /// The link or task that has the keys.
  func drawCurrentStop(_ inside: Rect, _ left: Int, _ canvas: inout Canvas) {
    for place in reader.currentStop?.places ?? [] {
      let row = inside.row + place.line - reader.scroll
      guard row >= inside.row, row < inside.endRow else { continue }
      let rect = Rect(
        row: row, column: inside.column + left + place.columns.lowerBound, rows: 1, columns: place.columns.count)
      canvas.frame.restyle(rect) { [theme] style in
        theme.paints ? style.on(theme.selection.background).with(.bold) : style.with(.reverse)
      }
    }
  }
}
