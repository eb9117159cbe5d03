import JournalCore
import MarkdownKit
import TerminalKit

/// Sets an entry as lines that fit the reader, with what can be pressed in them.
struct PageSetter: ShowsPictures {
  var desk: Desk
  /// What lights the words that were searched for.
  let highlighter: SearchHighlighter?

  func page(for key: ReaderPage.Key) -> ReaderPage {
    let entry = key.detail.entry
    var page = ReaderPage()
    var lines: [[StyledText]] = Array(repeating: [], count: key.freeLines)
    let isLong = key.isPage ? hasLongDate : key.columns >= 50
    let day = isLong ? fullDate(entry.date.local.date) : shortDate(entry.date.local.date)
    let when = "\(day) \(glyphs.separator) \(entry.date.local.shownClock)"
    let owner = key.detail.remark.sharedBy.map { TerminalSafe($0.words, keepingLines: false).text } ?? ""
    let both = "\(when) \(glyphs.separator) \(owner)"
    if owner.isEmpty || width.columns(of: both) > key.columns {
      lines.append([StyledText(when, theme.secondary)])
      if !owner.isEmpty { lines.append([StyledText(owner, theme.secondary)]) }
    } else {
      lines.append([StyledText(both, theme.secondary)])
    }
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
      parts.append((words(of: category), .category(category.id)))
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

  /// Notes what a line of the text leads to.
  func note(_ line: MarkdownLine, at number: Int, _ page: inout ReaderPage) {
    switch line.kind {
    case .text: break
    case .heading(let level, let text):
      page.headings.append(ReaderPage.Heading(line: number, level: level, text: text))
    case .code(let indent, let language, let isFirst):
      let columns = line.columns(width) - indent
      if isFirst || page.code.isEmpty {
        page.code.append(
          ReaderPage.Code(lines: number..<number + 1, indent: indent, language: language, widest: columns))
      } else {
        let last = page.code.count - 1
        page.code[last].lines = page.code[last].lines.lowerBound..<number + 1
        page.code[last].widest = max(page.code[last].widest, columns)
      }
    }
    var column = 0
    for run in line.runs {
      let end = column + width.columns(of: run.text)
      if run.role.contains(.tag), let tag = TagSyntax.find(in: run.text, symbols: .standard).first?.name {
        page.targets.append(ReaderPage.Target(line: number, columns: column..<end, scope: .tag(tag)))
      }
      if let target = run.target { note(target, ReaderPage.Stretch(line: number, columns: column..<end), &page) }
      column = end
    }
  }

  private func note(_ target: MarkdownTarget, _ place: ReaderPage.Stretch, _ page: inout ReaderPage) {
    switch target {
    case .task(let line):
      let box = ReaderPage.Stretch(line: place.line, columns: place.columns.lowerBound..<place.columns.upperBound - 1)
      page.stops.append(ReaderPage.Stop(kind: .box(line: line), places: [box]))
    case .link(let address):
      // The words of a link come one after the other, on this line or the next.
      if let last = page.stops.indices.last, page.stops[last].kind == .link(address),
        let end = page.stops[last].places.last,
        end.line == place.line ? end.columns.upperBound == place.columns.lowerBound : end.line + 1 == place.line
      {
        page.stops[last].places.append(place)
      } else {
        page.stops.append(ReaderPage.Stop(kind: .link(address), places: [place]))
      }
    }
  }
}

extension [[StyledText]] {
  /// Whether the last of these lines is that of a picture.
  fileprivate func endsWithPicture(_ page: ReaderPage) -> Bool { page.pictures.last?.end == count }
}
