import JournalCore

/// The words of an entry of Day One that has no Markdown: pieces with attributes, in a JSON of its own.
enum DayOneRichText {
  /// The words as Markdown without escapes, with links to pictures and other files in their places.
  ///
  /// - Throws: ``JSONError`` where this is no such JSON.
  static func markdown(of source: String) throws(JSONError) -> String {
    let bytes = Array(source.utf8)
    let json: JSONMembers
    do throws(JSONError) { json = try read(bytes) } catch {
      throw JSONError("“richText” cannot be understood: \(error.problem)")
    }
    guard case .array(let pieces) = json.optional("contents") else {
      throw JSONError("“richText” cannot be understood: it has no “contents”")
    }
    var lines = Lines()
    for case .object(let piece) in pieces {
      if case .string(let text) = piece.optional("text") {
        var attributes = JSONMembers()
        if case .object(let object) = piece.optional("attributes") { attributes = object }
        lines.add(TextBytes.normalisedLineEnds(text), attributes)
      }
      if case .array(let objects) = piece.optional("embeddedObjects") {
        for case .object(let object) in objects { lines.add(object) }
      }
    }
    return lines.end()
  }

  private static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONMembers {
    let read = bytes.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in try JSONReader.object(bytes, takesFractions: true) }
    }
    return try read.get()
  }

  /// The lines as they grow.
  private struct Lines {
    private var text = ""
    private var isCode = false
    /// Whether nothing stands in the last line yet.
    private var isAtStart = true

    mutating func add(_ words: String, _ attributes: JSONMembers) {
      var line = JSONMembers()
      if case .object(let object) = attributes.optional("line") { line = object }
      for (number, part) in words.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if number > 0 { endLine() }
        guard !part.isEmpty else { continue }
        if isAtStart { beginLine(line) }
        text += isCode ? String(part) : Lines.marked(String(part), attributes)
      }
    }

    /// A picture, or another file, on a line of its own.
    mutating func add(_ object: JSONMembers) {
      if case .string(let kind) = object.optional("type"), case .string(let id) = object.optional("identifier") {
        let address: [String: String] = [
          "photo": "//", "audio": "/audio/", "video": "/video/", "pdfAttachment": "/pdfAttachment/", "pdf": "/pdf/",
        ]
        guard let folder = address[kind] else { return }
        if !isAtStart { endLine() }
        beginLine(JSONMembers())
        text += "![](dayone-moment:\(folder)\(id))"
        endLine()
      }
    }

    /// All of it.
    func end() -> String { isCode ? text + (isAtStart ? "" : "\n") + "```" : text }

    private mutating func endLine() {
      text += "\n"
      isAtStart = true
    }

    private mutating func beginLine(_ line: JSONMembers) {
      isAtStart = false
      let isCode = line.isTrue("codeBlock")
      if isCode != self.isCode { text += "```\n" }
      self.isCode = isCode
      guard !isCode else { return }
      if case .integer(let level) = line.optional("header"), (1...6).contains(level) {
        text += String(repeating: "#", count: Int(level)) + " "
      }
      if line.isTrue("quote") { text += "> " }
      guard case .string(let style) = line.optional("listStyle") else { return }
      if case .integer(let level) = line.optional("indentLevel"), (2...8).contains(level) {
        text += String(repeating: "    ", count: Int(level) - 1)
      }
      switch style {
      case "bulleted": text += "- "
      case "checkbox": text += line.isTrue("checked") ? "- [x] " : "- [ ] "
      case "numbered":
        var number: Int64 = 1
        if case .integer(let index) = line.optional("listIndex"), index > 0 { number = index }
        text += "\(number). "
      default: break
      }
    }

    /// Words with their emphasis, or as a link.
    private static func marked(_ words: String, _ attributes: JSONMembers) -> String {
      let core = trimmingSpace(words)
      guard !core.isEmpty, let range = words.firstRange(of: core) else { return words }
      var marked = core
      if attributes.isTrue("inlineCode") { marked = "`\(marked)`" }
      if attributes.isTrue("strikethrough") { marked = "~~\(marked)~~" }
      if attributes.isTrue("italic") { marked = "*\(marked)*" }
      if attributes.isTrue("bold") { marked = "**\(marked)**" }
      if case .string(let address) = attributes.optional("linkURL"), address != core, !address.isEmpty,
        !address.utf8.contains(where: { $0 <= 0x20 || "()<>".utf8.contains($0) })
      {
        marked = "[\(marked)](\(address))"
      }
      return words[..<range.lowerBound] + marked + words[range.upperBound...]
    }
  }
}

extension JSONMembers {
  /// Whether a key says true, or a number that is not 0.
  fileprivate func isTrue(_ key: String) -> Bool {
    switch optional(key) {
    case .boolean(let isTrue): isTrue
    case .integer(let number): number != 0
    case .null, .fraction, .string, .array, .object, nil: false
    }
  }
}
