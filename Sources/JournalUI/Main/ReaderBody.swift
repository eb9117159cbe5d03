import JournalCore
import MarkdownKit
import TerminalKit

/// The body of an entry, set as what its Markdown means.
extension Model {
  /// The lines of a body, and the addresses that it links to, each once.
  func bodyLines(_ body: String, columns: Int) -> (lines: [[StyledText]], links: [String]) {
    guard !body.isEmpty else { return ([], []) }
    let document = MarkdownDocument(parsing: body)
    let highlighter = highlighter
    let lines = MarkdownLayout.lines(of: document, columns: columns, width: width, glyphs: glyphs) { text in
      Self.marks(in: text, highlighter)
    }
    var links: [String] = []
    for link in document.links where !links.contains(link.destination) { links.append(link.destination) }
    return (lines.map { line in line.runs.map { StyledText($0.text, style(of: $0.role)) } }, links)
  }

  /// Tags and found words of a text, in its order; a found word wins over the tag that it lies in.
  private static func marks(
    in text: String, _ highlighter: SearchHighlighter?
  ) -> [(range: Range<Int>, role: MarkdownRole)] {
    let found = highlighter?.ranges(in: text) ?? []
    var marks: [(range: Range<Int>, role: MarkdownRole)] = found.map { ($0, .match) }
    for tag in TagSyntax.find(in: text, symbols: .standard) where !found.contains(where: { $0.overlaps(tag.range) }) {
      marks.append((tag.range, .tag))
    }
    return found.isEmpty || marks.count == found.count
      ? marks : marks.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The look of a role: the innermost meaning decides the colour, all of them the attributes.
  private func style(of role: MarkdownRole) -> Style {
    var style = base(of: role)
    if role.contains(.strong) { style = style.with(.bold) }
    if role.contains(.emphasis) { style = style.with(.italic) }
    if role.contains(.strikethrough) { style = style.with(.strikethrough) }
    return style
  }

  private func base(of role: MarkdownRole) -> Style {
    if role.contains(.match) { return theme.match }
    if !role.isDisjoint(with: [.code, .codeBlock]) { return theme.code }
    if role.contains(.marker) { return role.contains(.quote) ? theme.border : theme.bullet }
    if role.contains(.tag) { return theme.tag }
    if role.contains(.link) { return theme.link }
    if !role.isDisjoint(with: [.heading1, .heading2]) { return theme.heading }
    if !role.isDisjoint(with: [.heading3, .tableHeader]) { return theme.subheading }
    if role.contains(.rule) { return theme.border }
    if !role.isDisjoint(with: [.destination, .html, .image, .footnote, .done]) { return theme.secondary }
    if role.contains(.quote) { return theme.quote }
    return theme.text
  }
}
