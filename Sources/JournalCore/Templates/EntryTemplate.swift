/// A text that new entries begin with; names in double braces stand for what is known only when one begins.
///
/// Nothing in it is evaluated: a name that is not known stays as it is.
package struct EntryTemplate: Hashable, Sendable {
  /// What it is chosen by.
  package var name: String
  /// Its text: the first line is the title, the rest the body.
  package var text: String

  /// A template of a name and a text.
  package init(name: String, text: String) { (self.name, self.text) = (name, text) }

  /// Where the person goes on writing.
  package enum Caret: Hashable, Sendable {
    case title
    /// So many bytes of UTF-8 into the body.
    case body(Int)
  }

  /// A template whose names were filled in.
  package struct Filled: Hashable, Sendable {
    /// The first line, without the sign of a heading.
    package var title: String
    /// What follows it, without the free lines between both.
    package var body: String
    /// Where `{{cursor}}` stood; without one the end, or the title where there is none.
    package var caret: Caret
    /// Whether the caret is where `{{cursor}}` stood.
    package var isMarked = true

    /// The same with words where the caret is; without `{{cursor}}` they get a line of their own, but for a line that ends in a blank.
    package func writing(_ words: String) -> Filled {
      var filled = self
      switch caret {
      case .title: filled.title = filled.title.isEmpty ? words : filled.title + " " + words
      case .body(let offset):
        let place = filled.body.utf8.index(filled.body.startIndex, offsetBy: offset)
        let follows = !isMarked && body.utf8.last.map { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A } ?? false
        filled.body.insert(contentsOf: follows ? "\n" + words : words, at: place)
      }
      return filled
    }

    /// Title and body as an editor shows them.
    package var text: String { body.isEmpty ? title : title + "\n\n" + body }
  }

  /// The names that are known, as they are explained to people.
  package static let names = ["date", "iso-date", "weekday", "time", "year", "month", "question", "cursor"]

  /// Fills in the names.
  ///
  /// - Parameters:
  ///   - date: When the entry is of.
  ///   - question: What `{{question}}` stands for.
  package func filled(at date: EntryDate, question: String) -> Filled {
    let local = date.local
    var text = ""
    var cursor: Int?
    var rest = Substring(self.text)
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      text += rest[..<open.lowerBound]
      let name = trimmingSpace(String(rest[open.upperBound..<close.lowerBound])).lowercased()
      switch name {
      case "date": text += "\(local.date.day) \(monthNames[local.date.month - 1]) \(DateText.year(local.date.year))"
      case "iso-date": text += local.date.iso
      case "weekday": text += local.date.weekday.name
      case "time": text += local.shownClock
      case "year": text += DateText.year(local.date.year)
      case "month": text += monthNames[local.date.month - 1]
      case "question": text += question
      case "cursor": cursor = cursor ?? text.utf8.count
      default: text += rest[open.lowerBound..<close.upperBound]
      }
      rest = rest[close.upperBound...]
    }
    return Self.parted(text + rest, cursor: cursor)
  }

  /// Title, body and caret of a filled text.
  ///
  /// - Parameter cursor: The caret's place in it, in bytes of UTF-8.
  private static func parted(_ text: String, cursor: Int?) -> Filled {
    let bytes = Array(text.utf8)
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
    let lineEnd = bytes.firstIndex(where: isLineEnd) ?? bytes.count
    let start = bytes[lineEnd...].firstIndex { !isLineEnd($0) } ?? bytes.count
    var end = bytes.count
    while end > max(start, cursor ?? 0), isLineEnd(bytes[end - 1]) { end -= 1 }
    var title = trimmingSpace(String(decoding: bytes[..<lineEnd], as: UTF8.self))
    if title.hasPrefix("# ") { title = trimmingSpace(String(title.dropFirst(2))) }
    let body = String(decoding: bytes[start..<end], as: UTF8.self)
    let caret: Caret
    if let cursor {
      caret = cursor <= lineEnd ? .title : .body(max(0, min(cursor - start, body.utf8.count)))
    } else {
      caret = title.isEmpty ? .title : .body(body.utf8.count)
    }
    return Filled(title: title, body: body, caret: caret, isMarked: cursor != nil)
  }
}

extension EntryTemplate {
  /// The templates that come with the program. One of the same name that a person made takes the place of its namesake.
  package static let shipped = [
    EntryTemplate(name: "question", text: "{{question}}\n\n{{cursor}}"),
    EntryTemplate(
      name: "day",
      text: "{{weekday}}, {{date}}\n\n## What happened\n\n{{cursor}}\n\n## What was good\n\n- \n\n## Tomorrow\n\n- [ ] "
    ),
    EntryTemplate(
      name: "week",
      text: "The week until {{date}}\n\n## What stays\n\n{{cursor}}\n\n## What I learned\n\n\n\n## Next week\n\n- [ ] "),
    EntryTemplate(
      name: "gratitude", text: "Three good things, {{date}}\n\n1. {{cursor}}\n2. \n3. "),
  ]
}
