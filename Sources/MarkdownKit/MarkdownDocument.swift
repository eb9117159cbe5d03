/// A text in Markdown (CommonMark with GitHub's tables, task lists, strikethrough and footnotes), understood.
package struct MarkdownDocument: Hashable, Sendable {
  /// The top-level blocks in the order of the text, footnotes last.
  package var blocks: [MarkdownBlock]

  package init(blocks: [MarkdownBlock]) { self.blocks = blocks }

  /// Understands any text at all; what is no markup is text. Nothing in it is followed, loaded or run.
  ///
  /// - Parameter linking: Links of one’s own in a piece of text, in its order: where they stand in UTF-8 bytes, what they
  ///   lead to, and the words that stand for them.
  package init(parsing text: String, linking: (String) -> [MarkdownLink.Piece] = { _ in [] }) {
    blocks = MarkdownParser.parse(text)
    blocks = blocks.map { $0.linked(linking) }
  }

  /// The lines of the text on which a box of a task is shown, from 1, in their order.
  package var taskLines: [Int] { blocks.flatMap(\.taskLines) }

  /// The links in reading order that a person may follow: http, https, mailto and those to entries.
  package var links: [MarkdownLink] {
    var links: [MarkdownLink] = []
    for block in blocks { block.collectLinks(into: &links) }
    return links
  }
}

/// A link that a reader may open, as ``MarkdownDocument/links`` collects it.
package struct MarkdownLink: Hashable, Sendable {
  /// The words between the brackets without markup; empty for a link around nothing.
  package var text: String
  /// The address, beginning with `http://`, `https://` or `mailto:` in upper or lower case.
  package var destination: String

  /// Whether a reader may open a destination: only http, https and mailto, in upper or lower case.
  package static func canBeFollowed(_ destination: String) -> Bool {
    let lower = destination.lowercased()
    return ["http://", "https://", "mailto:", entryScheme].contains { lower.hasPrefix($0) }
  }

  /// What stands before the title of an entry where a link leads to one: such a link is followed within the journal.
  package static let entryScheme = "entry:"

  /// The title of the entry that a destination leads to; nil for an address.
  package static func entryTitle(of destination: String) -> String? {
    destination.lowercased().hasPrefix(entryScheme) ? String(destination.dropFirst(entryScheme.count)) : nil
  }

  /// A link within a piece of text.
  package struct Piece: Hashable, Sendable {
    /// In UTF-8 bytes of the piece.
    package var range: Range<Int>
    package var destination: String
    /// What is shown in the place of the range.
    package var words: String

    package init(range: Range<Int>, destination: String, words: String) {
      (self.range, self.destination, self.words) = (range, destination, words)
    }
  }
}

/// A block of a document; lists, quotes and footnotes hold blocks of their own.
package indirect enum MarkdownBlock: Hashable, Sendable {
  case heading(level: Int, [MarkdownInline])
  case paragraph([MarkdownInline])
  case list(MarkdownList)
  case quote([MarkdownBlock])
  /// `info` is what stands after the fence: usually a language.
  case code(info: String, String)
  case rule
  case table(MarkdownTable)
  /// Raw HTML, shown as it was written.
  case html(String)
  case footnote(label: String, [MarkdownBlock])

  fileprivate var taskLines: [Int] {
    switch self {
    case .list(let list): list.items.flatMap { ($0.isDone == nil ? [] : [$0.line]) + $0.blocks.flatMap(\.taskLines) }
    case .quote(let blocks), .footnote(_, let blocks): blocks.flatMap(\.taskLines)
    case .heading, .paragraph, .code, .rule, .table, .html: []
    }
  }

  func collectLinks(into links: inout [MarkdownLink]) {
    switch self {
    case .heading(_, let inlines), .paragraph(let inlines):
      for inline in inlines { inline.collectLinks(into: &links) }
    case .list(let list): for block in list.items.flatMap({ $0.blocks }) { block.collectLinks(into: &links) }
    case .quote(let blocks), .footnote(_, let blocks): for block in blocks { block.collectLinks(into: &links) }
    case .table(let table):
      for inline in table.rows.joined().joined() { inline.collectLinks(into: &links) }
    case .code, .rule, .html: break
    }
  }
}

/// A bullet list, or a numbered one where ``start`` is set.
package struct MarkdownList: Hashable, Sendable {
  /// One item of a list, with or without a task's box.
  package struct Item: Hashable, Sendable {
    /// The blocks behind the item's marker; empty for an item without text.
    package var blocks: [MarkdownBlock]
    /// Ticked or not; nil for an item that is no task.
    package var isDone: Bool?
    /// The line of the text on which the item begins, from 1.
    package var line: Int
  }

  /// The number of the first item; nil for a bullet list.
  package var start: Int?
  /// Whether its items stand without blank lines between them.
  package var isTight: Bool
  /// In the order of the text.
  package var items: [Item]
}

/// A table: a header, then any number of rows.
package struct MarkdownTable: Hashable, Sendable {
  /// Where a column's text stands; left where the source names no side.
  package enum Alignment: Hashable, Sendable { case left, center, right }

  /// One a column.
  package var alignments: [Alignment]
  /// The first row is the header; every row has as many cells as there are columns.
  package var rows: [[[MarkdownInline]]]
}

/// A stretch of text within a paragraph, a heading or a cell; emphasis and links hold stretches of their own.
package indirect enum MarkdownInline: Hashable, Sendable {
  case text(String)
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  case strikethrough([MarkdownInline])
  case code(String)
  case link(destination: String, [MarkdownInline])
  case image(destination: String, [MarkdownInline])
  case softBreak
  case hardBreak
  case html(String)
  case footnoteReference(String)

  func collectLinks(into links: inout [MarkdownLink]) {
    switch self {
    case .link(let destination, let inlines):
      if MarkdownLink.canBeFollowed(destination) {
        links.append(MarkdownLink(text: inlines.map { $0.plainText }.joined(), destination: destination))
      }
    case .emphasis(let inlines), .strong(let inlines), .strikethrough(let inlines), .image(_, let inlines):
      for inline in inlines { inline.collectLinks(into: &links) }
    case .text, .code, .softBreak, .hardBreak, .html, .footnoteReference: break
    }
  }

  /// The words without markup: a soft break is a blank, a hard one a line end, a footnote's reference `[label]`.
  package var plainText: String {
    switch self {
    case .text(let text), .code(let text), .html(let text): text
    case .emphasis(let inlines), .strong(let inlines), .strikethrough(let inlines), .link(_, let inlines),
      .image(_, let inlines):
      inlines.map { $0.plainText }.joined()
    case .softBreak: " "
    case .hardBreak: "\n"
    case .footnoteReference(let label): "[\(label)]"
    }
  }
}
