package import TerminalKit

/// Lays a document out in lines of a width.
package struct MarkdownLayout: Sendable {
  /// Finds stretches of a plain text that get a role of their own, in UTF-8 bytes and in order: tags, found words.
  package typealias Marking = @Sendable (String) -> [(range: Range<Int>, role: MarkdownRole)]

  let width: any TextWidth
  let glyphs: Glyphs
  let keepsLineEnds: Bool
  let marking: Marking
  var lines: [MarkdownLine] = []

  private init(width: any TextWidth, glyphs: Glyphs, keepsLineEnds: Bool, marking: @escaping Marking) {
    self.width = width
    self.keepsLineEnds = keepsLineEnds
    self.glyphs = glyphs
    self.marking = marking
  }

  /// Returns the lines of a document from top to bottom; one blank line for an empty document.
  ///
  /// - Parameters:
  ///   - columns: The room; less than 8 counts as 8.
  ///   - keepsLineEnds: Whether a line of a paragraph ends where its writer ended it; strict Markdown makes it a blank.
  ///   - marking: Finds what is to be marked in each text; code is marked as well, so that found words are lit there.
  package static func lines(
    of document: MarkdownDocument, columns: Int, width: any TextWidth, glyphs: Glyphs = .utf8,
    keepsLineEnds: Bool = false, marking: @escaping Marking = { _ in [] }
  ) -> [MarkdownLine] {
    var layout = MarkdownLayout(width: width, glyphs: glyphs, keepsLineEnds: keepsLineEnds, marking: marking)
    layout.add(document.blocks, Indent(columns: max(8, columns)), isTight: false)
    return layout.lines
  }

  /// What stands in front of every line of a block, and the room that is left.
  struct Indent {
    /// In front of the first line, then of all others.
    var first: [MarkdownRun] = []
    var rest: [MarkdownRun] = []
    var columns: Int
    var role: MarkdownRole = .text

    /// Moves in by something; no further than leaves 8 columns for text.
    func by(_ first: MarkdownRun, _ rest: MarkdownRun, width: any TextWidth) -> Indent {
      let taken = width.columns(of: first.text)
      guard columns - taken >= 8 else { return self }
      var copy = self
      copy.first.append(first)
      copy.rest.append(rest)
      copy.columns -= taken
      return copy
    }

    /// The same after its first line.
    var continued: Indent {
      var copy = self
      copy.first = rest
      return copy
    }
  }

  private mutating func add(_ blocks: [MarkdownBlock], _ indent: Indent, isTight: Bool) {
    var indent = indent
    for (index, block) in blocks.enumerated() {
      if index > 0, !isTight || !block.followsTightly { lines.append(MarkdownLine(indent.rest)) }
      add(block, indent)
      indent = indent.continued
    }
    if blocks.isEmpty { lines.append(MarkdownLine(indent.first)) }
  }

  private mutating func add(_ block: MarkdownBlock, _ indent: Indent) {
    switch block {
    case .heading(let level, let inlines): addHeading(level, inlines, indent)
    case .paragraph(let inlines):
      add(InlineText(inlines, role: indent.role, glyphs: glyphs, keepsLineEnds: keepsLineEnds), indent)
    case .list(let list): add(list, indent)
    case .quote(let blocks):
      let bar = MarkdownRun(String(glyphs.quoteBar) + " ", .marker)
      var inner = indent.by(bar, bar, width: width)
      inner.role.insert(.quote)
      add(blocks, inner, isTight: false)
    case .code(_, let text): addVerbatim(text, .codeBlock, indent)
    case .html(let text): addVerbatim(text, .html, indent)
    case .rule:
      let line = String(repeating: Character(glyphs.horizontal), count: min(indent.columns, 40))
      append([MarkdownRun(line, .rule)], indent.first)
    case .table(let table): add(table, indent)
    case .footnote(let label, let blocks):
      let mark = "[\(label)] "
      let blank = String(repeating: " ", count: width.columns(of: mark))
      var inner = indent.by(MarkdownRun(mark, .marker), MarkdownRun(blank, .marker), width: width)
      inner.role.insert(.footnote)
      add(blocks, inner, isTight: true)
    }
  }

  private mutating func addHeading(_ level: Int, _ inlines: [MarkdownInline], _ indent: Indent) {
    let role: MarkdownRole = level == 1 ? .heading1 : level == 2 ? .heading2 : .heading3
    add(InlineText(inlines, role: indent.role.union(role), glyphs: glyphs), indent)
  }

  private mutating func add(_ list: MarkdownList, _ indent: Indent) {
    var indent = indent
    let last = list.start.map { String($0 + list.items.count - 1) + ". " }
    for (index, item) in list.items.enumerated() {
      if index > 0, !list.isTight { lines.append(MarkdownLine(indent.rest)) }
      let box = item.isDone.map { ($0 ? glyphs.boxTicked : glyphs.boxOpen) + " " }
      var mark: String
      if let start = list.start, let last {
        mark = String(start + index) + ". "
        mark = String(repeating: " ", count: max(0, last.utf8.count - mark.utf8.count)) + mark + (box ?? "")
      } else {
        mark = box ?? String(glyphs.bullet) + " "
      }
      let blank = String(repeating: " ", count: width.columns(of: mark))
      var inner = indent.by(MarkdownRun(mark, .marker), MarkdownRun(blank, .marker), width: width)
      if item.isDone == true { inner.role.insert(.done) }
      add(item.blocks, inner, isTight: list.isTight)
      indent = indent.continued
    }
  }

  private mutating func addVerbatim(_ text: String, _ role: MarkdownRole, _ indent: Indent) {
    var indent = indent
    var bytes = Array(text.utf8)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    let room = max(1, indent.columns)
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // Code is broken where it must be and keeps its blanks.
      let inline = InlineText(
        verbatim: String(decoding: line, as: UTF8.self), role: indent.role.union(role), width: width)
      for piece in inline.brokenHard(columns: room, width: width, marking: marking) {
        append(piece, indent.first)
        indent = indent.continued
      }
    }
  }

  mutating func add(_ text: InlineText, _ indent: Indent) {
    var indent = indent
    for line in text.wrapped(columns: indent.columns, width: width, marking: marking) {
      append(line, indent.first)
      indent = indent.continued
    }
  }

  mutating func append(_ runs: [MarkdownRun], _ prefix: [MarkdownRun]) { lines.append(MarkdownLine(prefix + runs)) }
}

extension MarkdownBlock {
  /// Whether it may stand right under what comes before it in a tight list.
  fileprivate var followsTightly: Bool {
    switch self {
    case .list, .paragraph: true
    default: false
    }
  }
}
