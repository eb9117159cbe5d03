import JournalCore
import MarkdownKit
import TerminalKit

/// A stretch of an entry's body.
enum BodyPart: Sendable {
  case text([MarkdownLine])
  /// The picture at this place among those of the entry, and its caption; empty where it has none.
  case picture(Int, String)

  var isPicture: Bool { if case .picture = self { true } else { false } }
}

/// The body of an entry, set as what its Markdown means.
extension PageSetter {
  /// A body and the pictures of its entry in reading order: where the text refers to a picture, it stands there, all
  /// others follow. With them the addresses that it links to, each once.
  func bodyParts(_ body: String, columns: Int, images: [EntryImage]) -> (parts: [BodyPart], links: [String]) {
    var (parts, left): ([BodyPart], [Int]) = ([], Array(images.indices))
    let document = body.isEmpty ? MarkdownDocument(blocks: []) : MarkdownDocument(parsing: body, linking: Self.links)
    var blocks: [MarkdownBlock] = []
    func flush() {
      guard !blocks.isEmpty else { return }
      let lines = MarkdownLayout.lines(
        of: MarkdownDocument(blocks: blocks), columns: columns, width: width, glyphs: glyphs,
        keepsLineEnds: !preferences.isStrictMarkdown, wrapsCode: false
      ) { Self.marks(in: $0, highlighter) }
      parts.append(.text(lines))
      blocks.removeAll()
    }
    for block in document.blocks {
      guard !left.isEmpty, let found = PictureReference.all(in: block, of: images, among: left) else {
        blocks.append(block)
        continue
      }
      flush()
      for (index, caption) in found {
        parts.append(.picture(index, images[index].caption.isEmpty ? caption : images[index].caption))
        left.removeAll { $0 == index }
      }
    }
    flush()
    parts += left.map { .picture($0, images[$0].caption) }
    var links: [String] = []
    var known: Set<String> = []
    for link in document.links {
      let title = MarkdownLink.entryTitle(of: link.destination)
      // Titles are alike without case and accents.
      let key = title.map { MarkdownLink.entryScheme + EntryLink.key($0) } ?? link.destination
      if known.insert(key).inserted { links.append(link.destination) }
    }
    return (parts, links)
  }

  /// Links to other entries in a piece of text.
  private static func links(in text: String) -> [MarkdownLink.Piece] {
    EntryLink.find(inPiece: text).map {
      MarkdownLink.Piece(range: $0.range, destination: MarkdownLink.entryScheme + $0.title, words: $0.words)
    }
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
}

extension SharesDesk {
  /// The look of a role: the innermost meaning decides the colour, all of them the attributes.
  func style(of role: MarkdownRole) -> Style {
    var style = base(of: role)
    if !role.isDisjoint(with: [.strong, .heading3]) { style = style.with(.bold) }
    if !role.isDisjoint(with: [.emphasis, .heading3]) { style = style.with(.italic) }
    if role.contains(.strikethrough) { style = style.with(.strikethrough) }
    return style
  }

  private func base(of role: MarkdownRole) -> Style {
    if role.contains(.match) { return theme.match }
    if role.contains(.codeBlock) { return codeStyle(of: role) }
    if role.contains(.code) { return theme.code }
    if role.contains(.bar) { return role.contains(.quote) ? theme.border : theme.accent }
    if role.contains(.marker) { return theme.bullet }
    if role.contains(.tag) { return theme.tag }
    if role.contains(.link) { return theme.link }
    if !role.isDisjoint(with: [.heading1, .heading2]) { return theme.heading }
    if role.contains(.heading3) { return theme.subheading }
    if role.contains(.edge) { return theme.faint }
    if role.contains(.rule) { return theme.border }
    if !role.isDisjoint(with: [.tableHeader, .destination, .html, .image, .footnote, .done]) { return theme.secondary }
    if role.contains(.quote) { return theme.quote }
    return theme.text
  }

  private func codeStyle(of role: MarkdownRole) -> Style {
    if role.contains(.keyword) { return theme.codeTints.keyword }
    if role.contains(.string) { return theme.codeTints.string }
    if role.contains(.number) { return theme.codeTints.number }
    if role.contains(.call) { return theme.codeTints.call }
    if role.contains(.comment) { return theme.codeTints.comment }
    return theme.codeBlock
  }
}
