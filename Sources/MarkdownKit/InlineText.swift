import TerminalKit

/// A paragraph's text in one piece, with the roles of its stretches: what is wrapped.
struct InlineText {
  private(set) var text = ""
  /// Where each stretch ends, in UTF-8 bytes, its role, and what can be done with it.
  private(set) var stretches: [(end: Int, role: MarkdownRole, target: MarkdownTarget?)] = []
  /// The link whose words are being added.
  private var target: MarkdownTarget?
  private let glyphs: Glyphs
  private let keepsLineEnds: Bool

  init(_ inlines: [MarkdownInline], role: MarkdownRole, glyphs: Glyphs, keepsLineEnds: Bool = false) {
    (self.glyphs, self.keepsLineEnds) = (glyphs, keepsLineEnds)
    for inline in inlines { add(inline, role) }
  }

  /// A line of code; its tabs become blanks up to the next stop, since the line may begin anywhere on the screen.
  init(verbatim text: String, role: MarkdownRole, width: any TextWidth, tint: inout CodeTint?) {
    glyphs = .utf8
    keepsLineEnds = false
    let line = text.utf8.contains(9) ? Self.untabbed(text, width: width) : text
    guard let parts = tint?.parts(of: line) else {
      append(line, role)
      return
    }
    for part in parts { append(part.text, role.union(part.role)) }
  }

  private static func untabbed(_ text: String, width: any TextWidth) -> String {
    var line = ""
    for (index, part) in text.utf8.split(separator: 9, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { line += String(repeating: " ", count: 4 - width.columns(of: line) % 4) }
      line += String(Substring(part))
    }
    return line
  }

  private mutating func append(_ part: String, _ role: MarkdownRole) {
    guard !part.isEmpty else { return }
    text += part
    if let last = stretches.last, last.role == role, last.target == target { stretches.removeLast() }
    stretches.append((text.utf8.count, role, target))
  }

  private mutating func add(_ inline: MarkdownInline, _ role: MarkdownRole) {
    switch inline {
    case .text(let text): append(text.utf8.contains(9) ? text.replacing("\t", with: " ") : text, role)
    case .code(let text): append(text.replacing("\t", with: " "), role.union(.code))
    case .html(let text): append(text.replacing("\t", with: " "), role.union(.html))
    case .softBreak: append(keepsLineEnds ? "\n" : " ", role)
    case .hardBreak: append("\n", role)
    case .emphasis(let inlines): for inline in inlines { add(inline, role.union(.emphasis)) }
    case .strong(let inlines): for inline in inlines { add(inline, role.union(.strong)) }
    case .strikethrough(let inlines): for inline in inlines { add(inline, role.union(.strikethrough)) }
    case .footnoteReference(let label): append("[\(label)]", role.union(.marker))
    case .image(let destination, let inlines):
      let name = inlines.map { $0.plainText }.joined()
      append("\(glyphs.image) " + (name.isEmpty ? destination : name).replacing("\t", with: " "), role.union(.image))
    case .link(let destination, let inlines): addLink(destination, inlines: inlines, role: role)
    }
  }

  /// The address is shown behind a text that does not show it, so that readers see where a link leads.
  private mutating func addLink(_ destination: String, inlines: [MarkdownInline], role: MarkdownRole) {
    let isFollowed = MarkdownLink.canBeFollowed(destination)
    if isFollowed { target = .link(destination) }
    for inline in inlines { add(inline, isFollowed ? role.union(.link) : role) }
    target = nil
    let shown = inlines.map { $0.plainText }.joined()
    guard MarkdownLink.entryTitle(of: destination) == nil else { return }
    guard !destination.isEmpty, shown != destination, "mailto:" + shown != destination, "http://" + shown != destination
    else { return }
    append(shown.isEmpty ? destination : " (\(destination))", role.union(.destination))
  }

  // MARK: Lines

  /// One line, however long it is.
  func unbroken(marking: MarkdownLayout.Marking) -> [MarkdownRun] { cut([0..<text.utf8.count], marking: marking)[0] }

  /// Wraps at words.
  func wrapped(
    columns: Int, width: any TextWidth, marking: MarkdownLayout.Marking
  ) -> [[MarkdownRun]] {
    let lines = TextWrap.lines(of: text, columns: columns, width: width)
    return cut(lines.map { $0.start..<$0.end }, marking: marking)
  }

  /// Breaks only where the line is full, and keeps all blanks.
  func brokenHard(
    columns: Int, width: any TextWidth, marking: MarkdownLayout.Marking
  ) -> [[MarkdownRun]] {
    let cells = CellText(text, width: width)
    guard cells.columns > columns else { return cut([0..<text.utf8.count], marking: marking) }
    var ranges: [Range<Int>] = []
    var start = 0
    var used = 0
    for (cell, offset) in zip(cells.cells, cells.offsets) {
      if used + Int(cell.width) > columns, offset > start {
        ranges.append(start..<offset)
        start = offset
        used = 0
      }
      used += Int(cell.width)
    }
    ranges.append(start..<text.utf8.count)
    return cut(ranges, marking: marking)
  }

  /// The runs of each range, with the roles that marking adds.
  private func cut(_ ranges: [Range<Int>], marking: MarkdownLayout.Marking) -> [[MarkdownRun]] {
    let marks = marking(text)
    let bytes = Array(text.utf8)
    var stretch = 0
    var mark = 0
    return ranges.map { range in
      var runs: [MarkdownRun] = []
      var position = range.lowerBound
      while position < range.upperBound {
        while stretch < stretches.count, stretches[stretch].end <= position { stretch += 1 }
        while mark < marks.count, marks[mark].range.upperBound <= position { mark += 1 }
        var role = stretch < stretches.count ? stretches[stretch].role : .text
        var end = stretch < stretches.count ? min(stretches[stretch].end, range.upperBound) : range.upperBound
        if mark < marks.count {
          if marks[mark].range.lowerBound <= position {
            role.formUnion(marks[mark].role)
            end = min(end, marks[mark].range.upperBound)
          } else {
            end = min(end, marks[mark].range.lowerBound)
          }
        }
        // Runs are drawn one by one, so a mark that came apart from its letter would take a column of its own.
        if end < range.upperBound, bytes[end] >= 0xCC { end = min(range.upperBound, characterEnd(atOrAfter: end)) }
        let target = stretch < stretches.count ? stretches[stretch].target : nil
        runs.append(MarkdownRun(String(decoding: bytes[position..<end], as: UTF8.self), role, target: target))
        position = end
      }
      return runs
    }
  }

  /// An offset in bytes, moved up to the end of the character that it lies in.
  private func characterEnd(atOrAfter offset: Int) -> Int {
    let place = text.utf8.index(text.startIndex, offsetBy: offset)
    let next = text.index(after: place)
    let isBoundary = text.index(before: next) == place
    return isBoundary ? offset : text.utf8.distance(from: text.startIndex, to: next)
  }
}
