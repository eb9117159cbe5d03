import JournalCore

/// A note in HTML, as the web clipper of another program makes it, as Markdown: paragraphs, headings, lists, emphasis, links, pictures and
/// tables. What has no such meaning goes, and its words stay.
struct HTMLNote {
  /// The Markdown of a note; however its elements are nested, it is not much longer.
  static func markdown(of html: String) -> String {
    var (note, tokens) = (HTMLNote(), HTMLTokens(html))
    while let token = tokens.next() {
      switch token {
      case .text(let text): note.add(text)
      case .open(let name, let attributes): note.open(name, attributes)
      case .close(let name): note.close(name)
      }
    }
    note.endMarks(keeping: false)
    if note.isCode { note.text += "\n```" }
    return note.text
  }

  /// Signs around words.
  private struct Mark {
    var name: String
    var open: String
    var close: String
    /// Whether the signs stand in the text already.
    var isWritten = false
  }

  private struct List {
    /// The number of the next item; nil for one without numbers.
    var number: Int?
  }

  /// Elements that stand in each other are told apart up to here.
  private static let deepest = 8

  private var text = ""
  /// Line ends that stand before what comes next: one, or two for a paragraph.
  private var breaks = 0
  private var needsSpace = false
  private var marks: [Mark] = []
  private var lists: [List] = []
  private var quotes = 0
  private var isCode = false
  /// What begins the next line behind its indent, such as the sign of an item.
  private var beginning = ""
  /// Whether a line has begun with such a sign, so that what follows belongs to it.
  private var isAtSign = false
  /// Cells of the row; nil outside of one.
  private var cells: Int?
  private var isFirstRow = false

  // MARK: Text

  private mutating func add(_ words: String) {
    guard !isCode else {
      write(words.replacing("\r\n", with: "\n"))
      return
    }
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || (0x09...0x0D).contains(scalar.value) }
    var run = String.UnicodeScalarView()
    for scalar in words.unicodeScalars {
      guard isSpace(scalar) else {
        if scalar == "*" || scalar == "`", !marks.contains(where: { $0.name == "code" }) { run.append("\\") }
        if scalar == "|", cells != nil { run.append("\\") }
        run.append(scalar)
        continue
      }
      if !run.isEmpty { write(String(run)) }
      run = String.UnicodeScalarView()
      needsSpace = true
    }
    if !run.isEmpty { write(String(run)) }
  }

  /// Writes words behind the line ends, the space and the signs that wait for them.
  private mutating func write(_ words: String) {
    beginLine()
    if needsSpace, !isAtSign, let last = text.unicodeScalars.last, last != "\n", last != " " { text += " " }
    needsSpace = false
    isAtSign = false
    for index in marks.indices where !marks[index].isWritten {
      text += marks[index].open
      marks[index].isWritten = true
    }
    text += words
  }

  private mutating func beginLine() {
    guard breaks > 0 || !beginning.isEmpty || text.isEmpty else { return }
    let quote = String(repeating: "> ", count: quotes)
    if !text.isEmpty {
      text += "\n"
      if breaks > 1 { text += quote.isEmpty ? "\n" : "\(quote.dropLast())\n" }
    }
    text += quote + indent(lists.count - 1) + beginning
    isAtSign = !beginning.isEmpty
    (breaks, beginning, needsSpace) = (0, "", false)
  }

  private func indent(_ depth: Int) -> String { String(repeating: "    ", count: max(0, depth)) }

  /// Ends the line, or the paragraph.
  private mutating func end(_ lines: Int) {
    if cells != nil {
      needsSpace = true
      return
    }
    guard beginning.isEmpty else { return }
    endMarks(keeping: true)
    if !text.isEmpty { breaks = max(breaks, lists.isEmpty || lines == 1 ? lines : 1) }
  }

  // MARK: Emphasis

  private mutating func openMark(_ name: String, _ open: String, _ close: String) {
    guard !isCode, marks.count < Self.deepest else { return }
    marks.append(Mark(name: name, open: open, close: close))
  }

  private mutating func closeMark(_ name: String) {
    guard let place = marks.lastIndex(where: { $0.name == name }) else { return }
    for mark in marks[place...].reversed() where mark.isWritten { text += mark.close }
    for index in marks[place...].indices { marks[index].isWritten = false }
    marks.remove(at: place)
  }

  /// Emphasis ends with its paragraph, and begins again in the next one; a link is over.
  private mutating func endMarks(keeping: Bool) {
    for mark in marks.reversed() where mark.isWritten { text += mark.close }
    marks = keeping ? marks.filter { $0.name != "a" } : []
    for index in marks.indices { marks[index].isWritten = false }
  }

  // MARK: Elements

  private static let paragraphs: Set<String> = ["p", "dl", "figure", "address", "details"]
  private static let blocks: Set<String> = [
    "div", "section", "article", "header", "footer", "main", "aside", "nav", "dt", "dd", "figcaption", "summary",
    "form",
    "body", "html", "head", "tbody", "thead", "tfoot", "caption", "fieldset",
  ]

  private mutating func open(_ name: String, _ attributes: [String: String]) {
    if isCode { return }
    switch name {
    case "b", "strong": openMark("b", "**", "**")
    case "i", "em", "cite": openMark("i", "*", "*")
    case "s", "del", "strike": openMark("s", "~~", "~~")
    case "code", "kbd", "tt": openMark("code", "`", "`")
    case "a": openLink(attributes["href"] ?? "")
    case "img": addPicture(attributes)
    case "br": addBreak()
    case "hr": addRule()
    case "input" where attributes["type"]?.lowercased() == "checkbox":
      write(attributes["checked"] == nil ? "[ ]" : "[x]")
      needsSpace = true
    case "h1", "h2", "h3", "h4", "h5", "h6":
      end(2)
      if cells == nil { beginning = String(repeating: "#", count: Int(name.dropFirst()) ?? 1) + " " }
    case "ul", "ol":
      end(lists.isEmpty ? 2 : 1)
      let start = name == "ol" ? Int(attributes["start"] ?? "") ?? 1 : nil
      if lists.count < Self.deepest { lists.append(List(number: start.map { max(0, min($0, 999_999_999)) })) }
    case "li": openItem()
    case "blockquote":
      end(2)
      quotes = min(quotes + 1, Self.deepest)
    case "pre":
      end(2)
      guard cells == nil else { return }
      write("```\n")
      isCode = true
    case "table":
      end(2)
      isFirstRow = true
    case "tr":
      end(1)
      cells = 0
    case "td", "th":
      guard let number = cells else { return }
      needsSpace = false
      write(number == 0 ? "|" : " |")
      needsSpace = true
      cells = number + 1
    default:
      if Self.paragraphs.contains(name) { end(2) } else if Self.blocks.contains(name) { end(1) }
    }
  }

  private mutating func close(_ name: String) {
    if isCode {
      guard name == "pre" else { return }
      text += text.hasSuffix("\n") ? "```" : "\n```"
      isCode = false
      return end(2)
    }
    switch name {
    case "b", "strong": closeMark("b")
    case "i", "em", "cite": closeMark("i")
    case "s", "del", "strike": closeMark("s")
    case "code", "kbd", "tt": closeMark("code")
    case "a": closeMark("a")
    case "h1", "h2", "h3", "h4", "h5", "h6", "p": end(2)
    case "ul", "ol":
      beginning = ""
      _ = lists.popLast()
      end(lists.isEmpty ? 2 : 1)
    case "li":
      beginning = ""
      end(1)
    case "blockquote":
      end(2)
      quotes = max(0, quotes - 1)
    case "tr": closeRow()
    case "table":
      closeRow()
      end(2)
    default:
      if Self.paragraphs.contains(name) { end(2) } else if Self.blocks.contains(name) { end(1) }
    }
  }

  private mutating func openItem() {
    beginning = ""
    end(1)
    guard cells == nil else { return }
    guard let last = lists.indices.last, let number = lists[last].number else {
      beginning = "- "
      return
    }
    beginning = "\(number). "
    lists[last].number = number + 1
  }

  private mutating func closeRow() {
    guard let number = cells else { return }
    endMarks(keeping: true)
    cells = nil
    guard number > 0 else { return }
    text += " |"
    if isFirstRow { text += "\n\(String(repeating: "> ", count: quotes))\(String(repeating: "|---", count: number))|" }
    isFirstRow = false
    end(1)
  }

  private mutating func addBreak() {
    if cells != nil {
      needsSpace = true
    } else if beginning.isEmpty, !text.isEmpty {
      endMarks(keeping: true)
      breaks = min(2, breaks + 1)
    }
  }

  private mutating func addRule() {
    end(2)
    guard cells == nil else { return }
    write("---")
    end(2)
  }

  /// An address without what would end it.
  private static func address(_ text: String) -> String? {
    let address = String(String.UnicodeScalarView(trimmingSpace(text).unicodeScalars.filter { $0.value > 0x20 }))
    let lower = address.prefix(16).lowercased()
    guard !address.isEmpty, !lower.hasPrefix("javascript:"), !lower.hasPrefix("data:"), !address.hasPrefix("#") else {
      return nil
    }
    guard address.utf8.contains(where: { "()<>".utf8.contains($0) }) else { return address }
    return "<\(address.filter { $0 != "<" && $0 != ">" })>"
  }

  private mutating func openLink(_ target: String) {
    guard let address = Self.address(target), !marks.contains(where: { $0.name == "a" || $0.name == "code" }) else {
      return
    }
    openMark("a", "[", "](\(address))")
  }

  /// A picture, or its words where it has no address.
  private mutating func addPicture(_ attributes: [String: String]) {
    let words = trimmingSpace((attributes["alt"] ?? "").filter { !"[]\n".contains($0) })
    guard let address = Self.address(attributes["src"] ?? "") else { return add(words) }
    write("![\(words)](\(address))")
  }
}
