import JournalCore
import MarkdownKit

/// Markdown as HTML, of which nothing is loaded, run or styled by the text.
///
/// Raw HTML is shown as it was written. Links lead to http, https and mailto only; other addresses stand behind their words.
/// A line end of the text is a line end of the page, as in the reader.
struct MarkdownHTML {
  private var html = HTMLWriter()
  /// The number of the entry in the page, which keeps its footnotes apart from those of others.
  private let entry: Int
  private let links: HTMLBook.Links?
  private var isInLink = false

  /// The HTML of a text.
  static func bytes(of text: String, entry: Int, links: HTMLBook.Links? = nil) -> [UInt8] {
    var html = MarkdownHTML(entry: entry, links: links)
    html.add(
      MarkdownDocument(parsing: text) { piece in
        EntryLink.find(inPiece: piece).map {
          MarkdownLink.Piece(range: $0.range, destination: MarkdownLink.entryScheme + $0.title, words: $0.words)
        }
      }.blocks)
    return html.html.bytes
  }

  private init(entry: Int, links: HTMLBook.Links?) { (self.entry, self.links) = (entry, links) }

  // MARK: Blocks

  private mutating func add(_ blocks: [MarkdownBlock]) {
    for block in blocks { add(block) }
  }

  private mutating func add(_ block: MarkdownBlock) {
    switch block {
    case .heading(let level, let inlines): addHeading(level, inlines)
    case .paragraph(let inlines):
      html.markup("<p>")
      add(inlines)
      html.markup("</p>\n")
    case .list(let list): add(list)
    case .quote(let blocks):
      html.markup("<blockquote>\n")
      add(blocks)
      html.markup("</blockquote>\n")
    case .code(_, let text):
      html.markup("<pre><code>")
      html.text(text)
      html.markup("</code></pre>\n")
    case .html(let text):
      html.markup("<pre class=\"raw\">")
      html.text(text)
      html.markup("</pre>\n")
    case .rule: html.markup("<hr>\n")
    case .table(let table): add(table)
    case .footnote(let label, let blocks):
      html.markup("<div class=\"note\"")
      if let number = MarkdownHTML.number(label) {
        html.markup(" id=\"")
        addAnchor(number)
        html.markup("\"")
      }
      html.markup("><sup>")
      html.text(label)
      html.markup("</sup>\n")
      add(blocks)
      html.markup("</div>\n")
    }
  }

  /// Headings of a text stand below those of the page: day and title.
  private mutating func addHeading(_ level: Int, _ inlines: [MarkdownInline]) {
    switch level {
    case 1: html.markup("<h5 class=\"first\">")
    case 2: html.markup("<h5>")
    default: html.markup("<h6>")
    }
    add(inlines)
    html.markup(level <= 2 ? "</h5>\n" : "</h6>\n")
  }

  private mutating func add(_ list: MarkdownList) {
    if let start = list.start {
      html.markup("<ol start=\"")
      html.number(start)
      html.markup("\">\n")
    } else {
      html.markup("<ul>\n")
    }
    for item in list.items {
      switch item.isDone {
      case nil: html.markup("<li>")
      case true?: html.markup("<li class=\"task\"><span class=\"box\">☑</span> ")
      case false?: html.markup("<li class=\"task\"><span class=\"box\">☐</span> ")
      }
      for block in item.blocks {
        if list.isTight, case .paragraph(let inlines) = block { add(inlines) } else { add(block) }
      }
      html.markup("</li>\n")
    }
    html.markup(list.start == nil ? "</ul>\n" : "</ol>\n")
  }

  private mutating func add(_ table: MarkdownTable) {
    html.markup("<div class=\"wide\"><table>\n")
    for (index, row) in table.rows.enumerated() {
      html.markup("<tr>")
      for (cell, alignment) in zip(row, table.alignments) {
        html.markup(index == 0 ? "<th" : "<td")
        switch alignment {
        case .left: html.markup(">")
        case .center: html.markup(" class=\"middle\">")
        case .right: html.markup(" class=\"end\">")
        }
        add(cell)
        html.markup(index == 0 ? "</th>" : "</td>")
      }
      html.markup("</tr>\n")
    }
    html.markup("</table></div>\n")
  }

  // MARK: Inlines

  private mutating func add(_ inlines: [MarkdownInline]) {
    for inline in inlines { add(inline) }
  }

  private mutating func add(_ inline: MarkdownInline) {
    switch inline {
    case .text(let text): html.text(text)
    case .emphasis(let inlines):
      html.markup("<em>")
      add(inlines)
      html.markup("</em>")
    case .strong(let inlines):
      html.markup("<strong>")
      add(inlines)
      html.markup("</strong>")
    case .strikethrough(let inlines):
      html.markup("<del>")
      add(inlines)
      html.markup("</del>")
    case .code(let text):
      html.markup("<code>")
      html.text(text)
      html.markup("</code>")
    case .html(let text):
      html.markup("<code class=\"raw\">")
      html.text(text)
      html.markup("</code>")
    case .softBreak, .hardBreak: html.markup("<br>\n")
    case .footnoteReference(let label):
      html.markup("<sup>")
      addLink(to: MarkdownHTML.number(label), label)
      html.markup("</sup>")
    case .link(let destination, let inlines):
      addLink(destination) { $0.add(inlines) }
      let shown = inlines.map { $0.plainText }.joined()
      guard !MarkdownLink.canBeFollowed(destination), !destination.isEmpty, shown != destination else { return }
      html.markup(" <span class=\"address\">(")
      html.text(destination)
      html.markup(")</span>")
    case .image(let destination, let inlines):
      let words = inlines.map { $0.plainText }.joined()
      html.markup("<span class=\"picture\">")
      addLink(destination) { $0.html.text(words.isEmpty ? destination : words) }
      html.markup("</span>")
    }
  }

  /// Words that lead to an address, if it may be followed and no other link is around them.
  private mutating func addLink(_ destination: String, _ words: (inout MarkdownHTML) -> Void) {
    guard MarkdownLink.canBeFollowed(destination), !isInLink else { return words(&self) }
    if let title = MarkdownLink.entryTitle(of: destination) {
      guard let number = links?.target(title) else { return words(&self) }
      html.markup("<a href=\"#e")
      html.number(number)
    } else {
      html.markup("<a rel=\"noopener noreferrer\" href=\"")
      html.text(destination)
    }
    html.markup("\">")
    isInLink = true
    words(&self)
    isInLink = false
    html.markup("</a>")
  }

  private mutating func addLink(to footnote: Int?, _ label: String) {
    guard let footnote, !isInLink else { return html.text(label) }
    html.markup("<a href=\"#")
    addAnchor(footnote)
    html.markup("\">")
    html.text(label)
    html.markup("</a>")
  }

  private mutating func addAnchor(_ footnote: Int) {
    html.markup("e")
    html.number(entry)
    html.markup("n")
    html.number(footnote)
  }

  /// The number of a footnote; nil for a label that is none.
  private static func number(_ label: String) -> Int? {
    label.utf8.count <= 9 && label.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(label) : nil
  }
}
