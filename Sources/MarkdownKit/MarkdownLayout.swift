package import TerminalKit

/// Lays a document out in lines of a width.
package struct MarkdownLayout: Sendable {
  /// Finds stretches of a plain text that get a role of their own, in UTF-8 bytes and in order: tags, found words.
  package typealias Marking = @Sendable (String) -> [(range: Range<Int>, role: MarkdownRole)]

  let width: any TextWidth
  let glyphs: Glyphs
  let keepsLineEnds: Bool
  private let wrapsCode: Bool
  let marking: Marking
  var lines: [MarkdownLine] = []

  private init(
    width: any TextWidth, glyphs: Glyphs, keepsLineEnds: Bool, wrapsCode: Bool, marking: @escaping Marking
  ) {
    (self.width, self.wrapsCode, self.keepsLineEnds) = (width, wrapsCode, keepsLineEnds)
    (self.glyphs, self.marking) = (glyphs, marking)
  }

  /// Returns the lines of a document from top to bottom; one blank line for an empty document.
  ///
  /// - Parameters:
  ///   - columns: The room; less than 8 counts as 8.
  ///   - keepsLineEnds: Whether a line of a paragraph ends where its writer ended it; strict Markdown makes it a blank.
  ///   - wrapsCode: Whether a line of code that is too long goes on in the next one; else it is left as long as it is.
  ///   - marking: Finds what is to be marked in each text; code is marked as well, so that found words are lit there.
  package static func lines(
    of document: MarkdownDocument, columns: Int, width: any TextWidth, glyphs: Glyphs = .utf8,
    keepsLineEnds: Bool = false, wrapsCode: Bool = true, marking: @escaping Marking = { _ in [] }
  ) -> [MarkdownLine] {
    var layout = MarkdownLayout(
      width: width, glyphs: glyphs, keepsLineEnds: keepsLineEnds, wrapsCode: wrapsCode, marking: marking)
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
    /// The bullet lists around it.
    var depth = 0

    /// Moves in by something; no further than leaves 8 columns for text.
    func by(_ first: [MarkdownRun], _ rest: MarkdownRun, width: any TextWidth) -> Indent {
      let taken = first.reduce(0) { $0 + width.columns(of: $1.text) }
      guard columns - taken >= 8 else { return self }
      var copy = self
      copy.first += first
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
      // What begins a part of its own stands further from what was before.
      if index > 0, case .heading(2, _) = block { lines.append(MarkdownLine(indent.rest)) }
      add(block, indent)
      indent = indent.continued
    }
    if blocks.isEmpty { lines.append(MarkdownLine(indent.first)) }
  }

  private mutating func add(_ block: MarkdownBlock, _ indent: Indent) {
    switch block {
    case .heading(let level, let inlines): addHeading(level, inlines: inlines, indent: indent)
    case .paragraph(let inlines):
      add(InlineText(inlines, role: indent.role, glyphs: glyphs, keepsLineEnds: keepsLineEnds), indent)
    case .list(let list): add(list, indent)
    case .quote(let blocks):
      let bar = MarkdownRun(
        String(glyphs.quoteBar) + " ", indent.role.contains(.quote) ? [.marker, .bar, .quote] : [.marker, .bar])
      var inner = indent.by([bar], bar, width: width)
      inner.role.insert(.quote)
      add(blocks, inner, isTight: false)
    case .code(let info, let text): addVerbatim(text, role: .codeBlock, indent: indent, language: language(of: info))
    case .html(let text): addVerbatim(text, role: .html, indent: indent)
    case .rule:
      let dot = String(glyphs.separator)
      let blank = String(repeating: " ", count: max(0, indent.columns - 7) / 2)
      append([MarkdownRun(blank), MarkdownRun("\(dot)  \(dot)  \(dot)", [.rule, .edge])], indent.first)
    case .table(let table): add(table, indent)
    case .footnote(let label, let blocks):
      let mark = "[\(label)] "
      let blank = String(repeating: " ", count: width.columns(of: mark))
      var inner = indent.by([MarkdownRun(mark, .marker)], MarkdownRun(blank, .marker), width: width)
      inner.role.insert(.footnote)
      add(blocks, inner, isTight: true)
    }
  }

  private mutating func addHeading(_ level: Int, inlines: [MarkdownInline], indent: Indent) {
    let role: MarkdownRole = level == 1 ? .heading1 : level == 2 ? .heading2 : .heading3
    let text = InlineText(inlines, role: indent.role.union(role), glyphs: glyphs)
    let first = lines.count
    add(text, indent)
    if lines.indices.contains(first) { lines[first].kind = .heading(level: level, text.text) }
    guard level == 1 else { return }
    append([MarkdownRun(String(repeating: Character(glyphs.horizontal), count: indent.columns), .rule)], indent.rest)
  }

  /// The first word behind a fence; that it is no language is nothing to show.
  private func language(of info: String) -> String {
    let word = info.split { $0 == " " || $0 == "," || $0 == "{" }.first.map { String($0) } ?? ""
    return ["text", "txt", "plain", "plaintext"].contains(word.lowercased()) ? "" : word
  }

  private mutating func add(_ list: MarkdownList, _ indent: Indent) {
    var indent = indent
    let last = list.start.map { String($0 + list.items.count - 1) + ". " }
    for (index, item) in list.items.enumerated() {
      if index > 0, !list.isTight { lines.append(MarkdownLine(indent.rest)) }
      let box = item.isDone.map {
        MarkdownRun(($0 ? glyphs.boxTicked : glyphs.boxOpen) + " ", .marker, target: .task(line: item.line))
      }
      var marks: [MarkdownRun] = []
      if let start = list.start, let last {
        let number = String(start + index) + ". "
        let blank = String(repeating: " ", count: max(0, last.utf8.count - number.utf8.count))
        marks = [MarkdownRun(blank + number, .marker)] + (box.map { [$0] } ?? [])
      } else {
        marks = [box ?? MarkdownRun(String(bullet(indent.depth)) + " ", .marker)]
      }
      let blank = String(repeating: " ", count: marks.reduce(0) { $0 + width.columns(of: $1.text) })
      var inner = indent.by(marks, MarkdownRun(blank, .marker), width: width)
      if list.start == nil { inner.depth += 1 }
      if item.isDone == true { inner.role.insert(.done) }
      add(item.blocks, inner, isTight: list.isTight)
      indent = indent.continued
    }
  }

  /// The sign of an item, by the lists around its own.
  private func bullet(_ depth: Int) -> Unicode.Scalar {
    depth == 0 ? glyphs.bullet : depth == 1 ? glyphs.subBullet : glyphs.deepBullet
  }

  private mutating func addVerbatim(
    _ text: String, role: MarkdownRole, indent: Indent, language: String = ""
  ) {
    var indent = indent
    var bytes = Array(text.utf8)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    let room = max(1, indent.columns)
    let before = indent.first.reduce(0) { $0 + width.columns(of: $1.text) }
    let isWhole = role == .codeBlock && !wrapsCode
    var tint = CodeTint(language: language)
    var isFirst = true
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // Code is broken where it must be and keeps its blanks.
      let inline = InlineText(
        verbatim: String(decoding: line, as: UTF8.self), role: indent.role.union(role), width: width, tint: &tint)
      let pieces =
        isWhole ? [inline.unbroken(marking: marking)] : inline.brokenHard(columns: room, width: width, marking: marking)
      for piece in pieces {
        append(
          piece, indent.first,
          kind: role == .codeBlock ? .code(indent: before, language: language, isFirst: isFirst) : .text)
        isFirst = false
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

  mutating func append(_ runs: [MarkdownRun], _ prefix: [MarkdownRun], kind: MarkdownLine.Kind = .text) {
    lines.append(MarkdownLine(prefix + runs, kind: kind))
  }
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
