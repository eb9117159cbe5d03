import JournalCore
import MarkdownKit
import TerminalKit

/// An entry set for the reader: lines that fit its pane, and the links in them.
struct ReaderPage: Sendable {
  var lines: [[StyledText]] = []
  /// The addresses in the text, each once, in its order.
  var links: [String] = []
  /// Where pictures stand, from top to bottom.
  var pictures: [Place] = []
  /// What can be pressed, by line and columns.
  var targets: [Target] = []
  /// Links and the boxes of task lists, in the order of the text.
  var stops: [Stop] = []
  /// The blocks of code, from top to bottom.
  var code: [Code] = []
  /// The headings of the text, in its order.
  var headings: [Heading] = []
  /// The line at which the text begins, below date, title and what else the entry says.
  var bodyStart = 0
  /// The words of the text.
  var words = 0

  /// What Tab reaches on the reading page, and a press anywhere.
  struct Stop: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case link(String)
      /// The box at this place among those of the entry.
      case box(Int)
    }

    var kind: Kind
    /// Where it stands; a link may go over several lines.
    var places: [Stretch]
  }

  /// Columns of a line.
  struct Stretch: Hashable, Sendable {
    var line: Int
    var columns: Range<Int>
  }

  /// A block of code, whose lines are as long as they are.
  struct Code: Hashable, Sendable {
    var lines: Range<Int>
    /// The columns in front of it, of a quote or a list.
    var indent: Int
    var language: String
    /// The columns of its longest line, without those in front.
    var widest: Int
  }

  /// A heading: its first line, and all of its words.
  struct Heading: Hashable, Sendable {
    var line: Int
    var level: Int
    var text: String
  }

  /// Words that lead to the entries which have the same mood, category or tag.
  struct Target: Hashable, Sendable {
    var line: Int
    var columns: Range<Int>
    var scope: ListScope
  }

  /// The lines that a picture and its caption take.
  struct Place: Hashable, Sendable {
    var image: EntryImage
    /// Which picture of the entry it is, from 0.
    var index: Int
    /// The first line of its box.
    var line: Int
    /// Where it is fitted in; of no rows where the terminal shows no pictures.
    var box: Size
    /// The line after its caption.
    var end: Int
  }

  /// What a page is made from; while that stays, the page stays.
  struct Key: Hashable, Sendable {
    var detail: EntryDetail
    var category: JournalCore.Category?
    var columns: Int
    var theme: Theme
    var glyphs: Glyphs
    /// What is lit, as it was searched for.
    var search: SearchQuery?
    /// The box of each picture; of no rows where the terminal shows none.
    var box: Size
    var isStrictMarkdown: Bool
    /// Whether it is set for the reading page, and not for the pane beside the list.
    var isPage: Bool
    /// The free lines above its date.
    var freeLines: Int
  }
}

extension MainScreen {
  /// Sets the entry anew where it, the pane or the look changed, and keeps the scrolling inside.
  mutating func settleReader() {
    // Behind another screen the entry is not visible, and setting a long one takes time.
    guard desk.screens.isEmpty else { return }
    guard let detail = reader.detail, list.selected != nil, let pane = layout.reader?.inside, !pane.isEmpty else {
      reader.page = ReaderPage()
      reader.pageKey = nil
      return
    }
    let query: SearchQuery? = if case .search(let query) = list.scope { query } else { nil }
    let key = ReaderPage.Key(
      detail: detail, category: category(detail.entry.category), columns: readerColumns(pane), theme: theme,
      glyphs: glyphs, search: query, box: readerBox(detail, pane), isStrictMarkdown: preferences.isStrictMarkdown,
      isPage: focus == .page, freeLines: focus == .page ? PageLayout(size, preferences.measure).freeLines : 0)
    if key != reader.pageKey {
      reader.page = setPage(key)
      reader.pageKey = key
    }
    reader.scroll = max(0, min(reader.scroll, reader.page.lines.count - pane.rows))
    settleStops()
    settleReaderPicture(pane)
  }

  private func setPage(_ key: ReaderPage.Key) -> ReaderPage {
    let entry = key.detail.entry
    var page = ReaderPage()
    var lines: [[StyledText]] = Array(repeating: [], count: key.freeLines)
    let isLong = key.isPage ? hasLongDate : key.columns >= 50
    let day = isLong ? fullDate(entry.date.local.date) : shortDate(entry.date.local.date)
    lines.append([StyledText("\(day) \(glyphs.separator) \(entry.date.local.clock)", theme.secondary)])
    if !entry.title.isEmpty {
      for line in wrapped(entry.title, columns: key.columns) { lines.append([StyledText(line, theme.heading)]) }
    } else if key.isPage {
      // The editor has its title here: nothing moves when the page is written on.
      lines.append([])
    }
    let meta = metaLine(key, at: lines.count, &page.targets)
    if !meta.isEmpty || key.isPage { lines.append(meta) }
    for sentence in key.detail.remark.sentences {
      for line in wrapped(sentence, columns: key.columns) { lines.append([StyledText(line, theme.warning)]) }
    }
    lines.append([StyledText(String(repeating: String(glyphs.horizontal), count: key.columns), theme.border)])
    let body = bodyParts(entry.body, columns: key.columns, images: key.detail.images)
    page.links = body.links
    page.bodyStart = lines.count
    page.words = ReadingLength.words(in: entry.body)
    for part in body.parts {
      if !lines.isEmpty, key.box.rows > 0 || !part.isPicture || !lines.endsWithPicture(page) { lines.append([]) }
      switch part {
      case .text(let text):
        for line in text {
          note(line, at: lines.count, &page)
          lines.append(line.runs.map { StyledText($0.text, style(of: $0.role)) })
        }
      case .picture(let index, let caption): add(index, caption, key, &lines, &page)
      }
    }
    // The lower edge of a block of code needs a line of its own.
    if page.code.last?.lines.upperBound == lines.count { lines.append([]) }
    let highlighter = highlighter
    page.lines = highlighter.map { light in lines.map { lit($0, light) } } ?? lines
    return page
  }

  /// The blank lines of a picture's box, and its caption.
  private func add(
    _ index: Int, _ caption: String, _ key: ReaderPage.Key, _ lines: inout [[StyledText]], _ page: inout ReaderPage
  ) {
    let image = key.detail.images[index]
    let line = lines.count
    for _ in 0..<key.box.rows { lines.append([]) }
    let name = caption.isEmpty ? pictureName(image, at: index) : caption
    guard key.box.rows == 0 else {
      for text in wrapped(name, columns: max(1, key.columns)).prefix(4) {
        lines.append([StyledText(text, theme.secondary.with(.italic))])
      }
      page.pictures.append(ReaderPage.Place(image: image, index: index, line: line, box: key.box, end: lines.count))
      return
    }
    for (part, text) in wrapped(name, columns: max(1, key.columns - 2)).prefix(4).enumerated() {
      let mark = StyledText(part == 0 ? "\(glyphs.image) " : "  ", theme.accent)
      lines.append([mark, StyledText(text, theme.secondary)])
    }
    page.pictures.append(
      ReaderPage.Place(image: image, index: index, line: line, box: key.box, end: lines.count))
  }

  /// Mood, category and tags on one line; what has no room there is counted.
  private func metaLine(_ key: ReaderPage.Key, at line: Int, _ targets: inout [ReaderPage.Target]) -> [StyledText] {
    let entry = key.detail.entry
    var parts: [(text: [StyledText], scope: ListScope)] = []
    if entry.isFavorite { parts.append(([StyledText(String(glyphs.star), theme.star)], .favorites)) }
    if let mood = entry.mood {
      let text = [StyledText(moodGlyph(mood) + " ", theme.style(of: mood)), StyledText(mood.title, theme.secondary)]
      parts.append((text, .mood(mood)))
    }
    if let category = key.category {
      let text = [
        StyledText(String(glyphs.categoryBar), theme.style(ofColor: category.colorHex)),
        StyledText(category.name, theme.secondary),
      ]
      parts.append((text, .category(category.id)))
    }
    for tag in entry.allTags { parts.append(([StyledText("#" + tag, theme.tag)], .tag(tag))) }
    let space = StyledText("   ")
    var pieces: [StyledText] = []
    var used = 0
    for (index, (text, scope)) in parts.enumerated() {
      let start = used == 0 ? 0 : used + 3
      let end = text.reduce(start) { $0 + width.columns(of: $1.text) }
      let left = parts.count - index - 1
      // Room for the number of those that come after it.
      let reserve = left == 0 ? 0 : 4 + String(left).utf8.count
      guard index == 0 || end + reserve <= key.columns else {
        return pieces + [space, StyledText("+\(left + 1)", theme.secondary)]
      }
      pieces += (used == 0 ? [] : [space]) + text
      targets.append(ReaderPage.Target(line: line, columns: start..<end, scope: scope))
      used = end
    }
    return pieces
  }

  /// Shows the entries that have the mood, the category or the tag at this place of the reader; false where none is there.
  mutating func pressTarget(at position: Position) -> Bool {
    guard let inside = layout.reader?.inside, inside.contains(position), reader.pageKey != nil else { return false }
    let line = reader.scroll + position.row - inside.row
    let column = position.column - inside.column - readerIndent(inside)
    guard let hit = reader.page.targets.first(where: { $0.line == line && $0.columns.contains(column) }) else {
      return false
    }
    if search != nil { closeSearch() }
    showFromSidebar(hit.scope)
    setFocus(.list)
    return true
  }

  /// Lights the words that were searched for in a line; a word may go over several pieces of it.
  private func lit(_ line: [StyledText], _ highlighter: SearchHighlighter) -> [StyledText] {
    let ranges = highlighter.ranges(in: line.map(\.text).joined())
    guard !ranges.isEmpty else { return line }
    var result: [StyledText] = []
    var start = 0
    for piece in line {
      let end = start + piece.text.utf8.count
      var position = start
      for range in ranges where range.lowerBound < end && range.upperBound > start {
        let from = max(range.lowerBound, start)
        let to = min(range.upperBound, end)
        if from > position {
          result.append(StyledText(piece.text.utf8Text(position - start..<from - start), piece.style))
        }
        result.append(StyledText(piece.text.utf8Text(from - start..<to - start), theme.match))
        position = to
      }
      if position < end { result.append(StyledText(piece.text.utf8Text(position - start..<end - start), piece.style)) }
      start = end
    }
    return result
  }
}

extension [[StyledText]] {
  /// Whether the last of these lines is that of a picture.
  fileprivate func endsWithPicture(_ page: ReaderPage) -> Bool { page.pictures.last?.end == count }
}
