import JournalCore
import TerminalKit

/// The reading page: one entry over the whole window, with its outline where there is room.
extension MainScreen {
  /// Columns that one key scrolls code.
  static let codeStep = 8

  mutating func openReadingPage() {
    guard list.selected != nil else { return }
    setFocus(.page)
  }

  /// Enter: from the sidebar to the list, from list and reader to the page; there what has the keys, else the words.
  mutating func open() {
    switch focus {
    case .sidebar: if !unfoldGroup() { setFocus(.list) }
    case .list: openReadingPage()
    case .reader:
      if let picture = reader.picture { openViewer(at: picture) } else { openReadingPage() }
    case .page: if !openStop() { openInReader() }
    }
  }

  /// Space: ticks the task that has the keys, else reads on.
  mutating func readOn() {
    if focus == .page, case .box(let place)? = currentStop?.kind { tickBox(at: place) } else { read(1) }
  }

  mutating func scrollCode(by count: Int) {
    let most = reader.page.code.map { $0.widest - codeRoom($0) }.max() ?? 0
    reader.codeShift = max(0, min(reader.codeShift + count, most))
  }

  mutating func openOutline() {
    let headings = reader.page.headings
    guard !headings.isEmpty else { return say("There are no headings in this entry.") }
    let top = headings.map(\.level).min() ?? 1
    let items = headings.map { heading in
      Picker.Item(
        value: .heading(heading.line), title: String(repeating: "  ", count: heading.level - top) + heading.text)
    }
    dialogs.append(
      .picker(
        Picker(
          .outline, "Outline", placeholder: "Type to find", items: items,
          selected: headingBeingRead.map { .heading(headings[$0].line) })))
  }

  /// The heading of the part that is read: the last one in the upper third of the page, at its end the last one of all.
  private var headingBeingRead: Int? {
    let rows = layout.reader?.inside.rows ?? 0
    let isAtEnd = reader.scroll > 0 && reader.scroll + rows >= reader.page.lines.count
    return reader.page.headings.lastIndex { $0.line <= reader.scroll + (isAtEnd ? rows : rows / 3) }
  }

  /// A press beside the page goes to the entry before or the next one, where its sign stands.
  mutating func pressMargin(at position: Position) {
    guard position.column < 4 || position.column >= size.columns - 5 else { return }
    moveSelection(by: position.column < 4 ? -1 : 1)
  }

  // MARK: Words at the right end of the line of keys

  /// How long the entry is, where it stands in the list, and how much of it was read.
  func pageWords(place: String) -> String {
    var parts = [scrolledPart]
    if size.columns >= MainLayout.threePanes { parts.insert(place, at: 0) }
    // The outline says it already; a small window has no room for it.
    if size.columns < PageLayout.outline, size.columns >= MainLayout.twoPanes { parts.insert(lengthWords, at: 0) }
    return parts.filter { !$0.isEmpty }.joined(separator: "   ")
  }

  private var lengthWords: String {
    guard reader.pageKey != nil, reader.page.words > 0 else { return "" }
    let minutes = ReadingLength.minutes(words: reader.page.words)
    let words = counted(reader.page.words, "word", "words")
    return minutes < 2 ? words : "\(words) \(glyphs.separator) \(minutes) min"
  }

  private var scrolledPart: String {
    guard let rows = layout.reader?.inside.rows, reader.pageKey != nil else { return "" }
    let most = reader.page.lines.count - rows
    guard most > 0 else { return "all" }
    return "\(reader.scroll * 100 / most) %"
  }

  // MARK: Drawing

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
    if size.columns >= PageLayout.outline, reader.pageKey != nil { drawOutline(text, &canvas) }
  }

  private func drawOutline(_ text: Rect, _ canvas: inout Canvas) {
    guard let entry = reader.detail?.entry else { return }
    let rect = Rect(row: text.row, column: 6, rows: text.rows, columns: min(40, text.column - 10))
    guard rect.columns >= 16 else { return }
    var row = rect.row
    // While the page shows date and title itself, they do not stand twice.
    if reader.scroll >= reader.page.bodyStart - 1 {
      let date = "\(shortDate(entry.date.local.date)) \(glyphs.separator) \(entry.date.local.clock)"
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
    canvas.put(lengthWords, row: row, column: rect.column + 2, limit: rect.columns - 2, style: theme.secondary)
  }

  /// The headings around the one that is read; returns the row for what comes below them.
  private func drawHeadings(_ rect: Rect, _ canvas: inout Canvas) -> Int {
    let headings = reader.page.headings
    guard !headings.isEmpty, rect.rows > 0 else { return rect.row }
    let current = headingBeingRead
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
    for place in currentStop?.places ?? [] {
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

extension SharesDesk {
  /// Whether the date is written out on the page and in the editor.
  var hasLongDate: Bool { size.columns >= MainLayout.threePanes }
}
