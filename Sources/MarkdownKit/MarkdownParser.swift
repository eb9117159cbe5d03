import CMarkdown
import Synchronization

/// Runs cmark-gfm over a text and turns its tree into values.
enum MarkdownParser {
  /// Deeper nesting than this is shown as the text it holds: it is unreadable, and recursion must end somewhere.
  private static let deepest = 24
  /// A longer text is shown as it is: a megabyte of markup is no person's writing.
  private static let longest = 2 << 20

  /// Registers the extensions once, on first use, on whichever thread that is.
  private static let isReady: Bool = {
    cmark_gfm_core_extensions_ensure_registered()
    return true
  }()

  /// cmark keeps the characters that extensions look for in a table of the whole process, fills it before each text and empties
  /// it after: of two texts that were read at once, one would lose its addresses and struck-out words.
  private static let turn = Mutex(())

  static func parse(_ text: String) -> [MarkdownBlock] {
    guard isReady, text.utf8.count <= longest else { return plain(text) }
    let budget = ParsingBudget(text)
    guard budget.allowsParsing else { return plain(text) }
    return turn.withLock { _ in parse(text, budget) }
  }

  private static func parse(_ text: String, _ budget: ParsingBudget) -> [MarkdownBlock] {
    // One tilde is no markup: "~5 km, then ~6" crosses nothing out.
    let options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE
    guard let parser = cmark_parser_new(options) else { return plain(text) }
    defer { cmark_parser_free(parser) }
    var names = ["strikethrough", "tasklist"]
    if budget.allowsTables { names.append("table") }
    if budget.allowsAddresses { names.append("autolink") }
    for name in names {
      if let syntax = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, syntax) }
    }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    }
    guard let root = cmark_parser_finish(parser) else { return plain(text) }
    defer { cmark_node_free(root) }
    return blocks(of: root, depth: 0)
  }

  private static func plain(_ text: String) -> [MarkdownBlock] { [.code(info: "", text)] }

  // MARK: Blocks

  private static func children(of node: OpaquePointer) -> [OpaquePointer] {
    var children: [OpaquePointer] = []
    var next = cmark_node_first_child(node)
    while let child = next {
      children.append(child)
      next = cmark_node_next(child)
    }
    return children
  }

  private static func blocks(of node: OpaquePointer, depth: Int) -> [MarkdownBlock] {
    if depth >= deepest { return [.paragraph([.text(literals(under: node))])] }
    var footnotes = 0
    return children(of: node).compactMap { child in
      // This version numbers the references in order but gives the definitions no name.
      if cmark_node_get_type(child) == CMARK_NODE_FOOTNOTE_DEFINITION {
        footnotes += 1
        return .footnote(label: String(footnotes), blocks(of: child, depth: depth + 1))
      }
      return block(child, depth: depth + 1)
    }
  }

  private static func block(_ node: OpaquePointer, depth: Int) -> MarkdownBlock? {
    if cm_is_table(node) != 0 { return .table(table(node, depth: depth)) }
    switch cmark_node_get_type(node) {
    case CMARK_NODE_HEADING:
      return .heading(level: Int(cmark_node_get_heading_level(node)), inlines(of: node, depth: depth))
    case CMARK_NODE_PARAGRAPH: return .paragraph(inlines(of: node, depth: depth))
    case CMARK_NODE_BLOCK_QUOTE: return .quote(blocks(of: node, depth: depth))
    case CMARK_NODE_LIST: return .list(list(node, depth: depth))
    case CMARK_NODE_CODE_BLOCK: return .code(info: string(cmark_node_get_fence_info(node)), literal(node))
    case CMARK_NODE_THEMATIC_BREAK: return .rule
    case CMARK_NODE_HTML_BLOCK: return .html(literal(node))
    default: return nil
    }
  }

  private static func list(_ node: OpaquePointer, depth: Int) -> MarkdownList {
    let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    return MarkdownList(
      start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil, isTight: cmark_node_get_list_tight(node) != 0,
      items: children(of: node).map { item in
        MarkdownList.Item(
          blocks: blocks(of: item, depth: depth),
          isDone: cm_is_task(item) != 0 ? cmark_gfm_extensions_get_tasklist_item_checked(item) : nil,
          line: Int(cmark_node_get_start_line(item)))
      })
  }

  private static func table(_ node: OpaquePointer, depth: Int) -> MarkdownTable {
    let columns = Int(cmark_gfm_extensions_get_table_columns(node))
    var alignments = Array(repeating: MarkdownTable.Alignment.left, count: columns)
    if let marks = cmark_gfm_extensions_get_table_alignments(node) {
      for column in 0..<columns {
        switch marks[column] {
        case UInt8(ascii: "r"): alignments[column] = .right
        case UInt8(ascii: "c"): alignments[column] = .center
        default: break
        }
      }
    }
    let rows = children(of: node).map { row in
      var cells = children(of: row).map { inlines(of: $0, depth: depth) }
      while cells.count < columns { cells.append([]) }
      return Array(cells.prefix(columns))
    }
    return MarkdownTable(alignments: alignments, rows: rows)
  }

  // MARK: Inlines

  private static func inlines(of node: OpaquePointer, depth: Int) -> [MarkdownInline] {
    if depth >= deepest { return [.text(literals(under: node))] }
    var result: [MarkdownInline] = []
    for child in children(of: node) {
      let inline = inline(child, depth: depth + 1)
      // cmark cuts text at every character that might have been markup.
      if case .text(let new) = inline, case .text(let old)? = result.last {
        result[result.count - 1] = .text(old + new)
      } else {
        result.append(inline)
      }
    }
    return result
  }

  private static func inline(_ node: OpaquePointer, depth: Int) -> MarkdownInline {
    if cm_is_strikethrough(node) != 0 { return .strikethrough(inlines(of: node, depth: depth)) }
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT: return .text(literal(node))
    case CMARK_NODE_SOFTBREAK: return .softBreak
    case CMARK_NODE_LINEBREAK: return .hardBreak
    case CMARK_NODE_CODE: return .code(literal(node))
    case CMARK_NODE_HTML_INLINE: return .html(literal(node))
    case CMARK_NODE_EMPH: return .emphasis(inlines(of: node, depth: depth))
    case CMARK_NODE_STRONG: return .strong(inlines(of: node, depth: depth))
    case CMARK_NODE_LINK:
      return .link(destination: string(cmark_node_get_url(node)), inlines(of: node, depth: depth))
    case CMARK_NODE_IMAGE:
      return .image(destination: string(cmark_node_get_url(node)), inlines(of: node, depth: depth))
    case CMARK_NODE_FOOTNOTE_REFERENCE: return .footnoteReference(literal(node))
    default: return .text(literals(under: node))
    }
  }

  // MARK: Text

  private static func literal(_ node: OpaquePointer) -> String {
    string(cmark_node_get_literal(node))
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  /// All text below a node, found without recursion.
  private static func literals(under node: OpaquePointer) -> String {
    guard let iterator = cmark_iter_new(node) else { return "" }
    defer { cmark_iter_free(iterator) }
    var text = ""
    while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
      guard event == CMARK_EVENT_ENTER, let current = cmark_iter_get_node(iterator) else { continue }
      if let literal = cmark_node_get_literal(current) { text += String(cString: literal) }
      let type = cmark_node_get_type(current)
      if type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK || type == CMARK_NODE_PARAGRAPH { text += " " }
    }
    return text
  }
}
