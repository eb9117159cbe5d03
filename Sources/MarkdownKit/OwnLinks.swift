/// Links of a journal’s own, put in where a piece of text has them; code, addresses and HTML stay as they are.
extension MarkdownBlock {
  func linked(_ find: (String) -> [MarkdownLink.Piece]) -> MarkdownBlock {
    switch self {
    case .heading(let level, let inlines): .heading(level: level, inlines.linked(find))
    case .paragraph(let inlines): .paragraph(inlines.linked(find))
    case .quote(let blocks): .quote(blocks.map { $0.linked(find) })
    case .footnote(let label, let blocks): .footnote(label: label, blocks.map { $0.linked(find) })
    case .list(let list): .list(list.linked(find))
    case .table(let table):
      .table(MarkdownTable(alignments: table.alignments, rows: table.rows.map { row in row.map { $0.linked(find) } }))
    case .code, .rule, .html: self
    }
  }
}

extension MarkdownList {
  fileprivate func linked(_ find: (String) -> [MarkdownLink.Piece]) -> MarkdownList {
    var list = self
    for index in items.indices { list.items[index].blocks = items[index].blocks.map { $0.linked(find) } }
    return list
  }
}

extension [MarkdownInline] {
  fileprivate func linked(_ find: (String) -> [MarkdownLink.Piece]) -> [MarkdownInline] {
    flatMap { inline -> [MarkdownInline] in
      switch inline {
      case .text(let text): text.utf8.contains(UInt8(ascii: "[")) ? split(text, at: find(text)) : [inline]
      case .emphasis(let inlines): [.emphasis(inlines.linked(find))]
      case .strong(let inlines): [.strong(inlines.linked(find))]
      case .strikethrough(let inlines): [.strikethrough(inlines.linked(find))]
      case .code, .link, .image, .softBreak, .hardBreak, .html, .footnoteReference: [inline]
      }
    }
  }

  private func split(_ text: String, at links: [MarkdownLink.Piece]) -> [MarkdownInline] {
    guard !links.isEmpty else { return [.text(text)] }
    let bytes = Array<UInt8>(text.utf8)
    var result: [MarkdownInline] = []
    var end = 0
    func add(_ range: Range<Int>) {
      if !range.isEmpty { result.append(.text(String(decoding: bytes[range], as: UTF8.self))) }
    }
    for link in links {
      add(end..<link.range.lowerBound)
      result.append(.link(destination: link.destination, [.text(link.words)]))
      end = link.range.upperBound
    }
    add(end..<bytes.count)
    return result
  }
}
