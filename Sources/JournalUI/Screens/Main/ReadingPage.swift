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
  var headingBeingRead: Int? {
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
    if !hasOutline, size.columns >= MainLayout.twoPanes { parts.insert(lengthWords, at: 0) }
    return parts.filter { !$0.isEmpty }.joined(separator: "   ")
  }

  var lengthWords: String {
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

  /// Whether date, title and headings stand at the left of the page: in wide windows, where there is something to find
  /// by them.
  var hasOutline: Bool {
    guard size.columns >= PageLayout.outline, reader.pageKey != nil else { return false }
    return !reader.page.headings.isEmpty || reader.scroll >= reader.page.bodyStart - 1
  }
}

extension SharesDesk {
  /// Whether the date is written out on the page and in the editor.
  var hasLongDate: Bool { size.columns >= MainLayout.threePanes }
}
