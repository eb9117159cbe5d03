import JournalCore
import TerminalKit

/// An entry set for the reader: lines that fit its pane, and the links in them.
struct ReaderPage: Sendable {
  var lines: [[StyledText]] = []
  /// The addresses in the text, each once, in its order.
  var links: [String] = []

  /// What a page is made from; while that stays, the page stays.
  struct Key: Hashable, Sendable {
    var detail: EntryDetail
    var category: JournalCore.Category?
    var columns: Int
    var theme: Theme
    var glyphs: Glyphs
    /// What is lit, as it was searched for.
    var search: SearchQuery?
  }
}

extension Model {
  /// Sets the entry anew where it, the pane or the look changed, and keeps the scrolling inside.
  mutating func settleReader() {
    // Behind another screen nobody reads; setting a long entry takes time.
    guard screens.isEmpty else { return }
    guard let detail = reader.detail, list.selected != nil, let pane = layout.reader?.inside, !pane.isEmpty else {
      reader.page = ReaderPage()
      reader.pageKey = nil
      return
    }
    let query: SearchQuery? = if case .search(let query) = list.scope { query } else { nil }
    let key = ReaderPage.Key(
      detail: detail, category: category(detail.entry.category), columns: readerColumns(pane), theme: theme,
      glyphs: glyphs, search: query)
    if key != reader.pageKey {
      reader.page = setPage(key)
      reader.pageKey = key
    }
    reader.scroll = max(0, min(reader.scroll, reader.page.lines.count - pane.rows))
  }

  private func setPage(_ key: ReaderPage.Key) -> ReaderPage {
    let entry = key.detail.entry
    var page = ReaderPage()
    var lines: [[StyledText]] = []
    if !entry.title.isEmpty {
      for line in wrapped(entry.title, columns: key.columns) { lines.append([StyledText(line, theme.heading)]) }
    }
    lines += metaLines(key)
    if !lines.isEmpty, !entry.body.isEmpty { lines.append([]) }
    let body = bodyLines(entry.body, columns: key.columns)
    page.links = body.links
    lines += body.lines
    if !key.detail.images.isEmpty { lines.append([]) }
    for image in key.detail.images {
      let caption = image.caption.isEmpty ? "picture" : image.caption
      lines.append([StyledText("\(glyphs.image) ", theme.accent), StyledText(caption, theme.secondary)])
    }
    let highlighter = highlighter
    page.lines = highlighter.map { light in lines.map { lit($0, light) } } ?? lines
    return page
  }

  /// Mood, category and tags, on as many lines as they need.
  private func metaLines(_ key: ReaderPage.Key) -> [[StyledText]] {
    let entry = key.detail.entry
    var parts: [[StyledText]] = []
    if entry.isFavorite { parts.append([StyledText(String(glyphs.star), theme.star)]) }
    if let mood = entry.mood {
      parts.append([StyledText(moodGlyph(mood) + " ", theme.style(of: mood)), StyledText(mood.title, theme.secondary)])
    }
    if let category = key.category {
      parts.append([
        StyledText(categoryGlyph(category) + " ", theme.style(ofColor: category.colorHex)),
        StyledText(category.name, theme.secondary),
      ])
    }
    for tag in entry.allTags { parts.append([StyledText("#" + tag, theme.tag)]) }
    var lines: [[StyledText]] = []
    var used = 0
    for part in parts {
      let columns = part.reduce(0) { $0 + width.columns(of: $1.text) }
      if lines.isEmpty || used + 2 + columns > key.columns {
        lines.append(part)
        used = columns
      } else {
        lines[lines.count - 1] += [StyledText("  ")] + part
        used += 2 + columns
      }
    }
    return lines
  }

  func wrapped(_ text: String, columns: Int) -> [String] {
    TextWrap.lines(of: text, columns: columns, width: width).map { text.utf8Text($0.start..<$0.end) }
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
