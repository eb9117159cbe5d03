/// The limits of an entry. They hold for the editor, the command line and every import.
package enum EntryRules {
  /// The longest title, in characters as Unicode scalars count them.
  package static let longestTitle = 1000
  /// The longest body, in UTF-8 bytes.
  package static let longestBody = 16 << 20

  /// A title as it is kept: one line, without white space at its ends.
  ///
  /// Throws a sentence where it has a line end inside or is too long; ``fitted(title:body:)`` moves such text instead.
  package static func title(_ title: String) throws(InvalidInput) -> String {
    let trimmed = trimmingSpace(title)
    guard !trimmed.unicodeScalars.contains(where: isLineEnd) else {
      throw InvalidInput("A title is one line. Move what follows the first line into the body.")
    }
    let length = trimmed.unicodeScalars.count
    guard length <= longestTitle else {
      throw InvalidInput(
        "The title is too long: \(length) characters of at most \(longestTitle). Move some of it into the body.")
    }
    return trimmed
  }

  /// Checks that a body is not too long.
  ///
  /// - Throws: ``InvalidInput`` where it has more than ``longestBody`` bytes.
  package static func checkBody(_ body: String) throws(InvalidInput) {
    guard body.utf8.count <= longestBody else {
      throw InvalidInput(
        "The text is too long: \(body.utf8.count >> 20) MB of at most \(longestBody >> 20) MB. "
          + "Split it into several entries.")
    }
  }

  /// Checks that a date lies in the years 0001 to 9999 on its own wall clock, and its offset within a day.
  ///
  /// - Throws: ``InvalidInput`` where one of them does not.
  package static func check(_ date: EntryDate) throws(InvalidInput) {
    guard (Instant.earliest...Instant.latest).contains(date.instant) else {
      throw InvalidInput("The date is outside the years 0001 to 9999.")
    }
    guard date.offsetSeconds.magnitude < 86_400 else {
      throw InvalidInput("The date’s time zone is more than a day from UTC.")
    }
    guard (1...9999).contains(date.local.date.year) else {
      throw InvalidInput("The date is outside the years 0001 to 9999.")
    }
  }

  /// Checks everything about an entry that can be checked without the journal.
  ///
  /// - Throws: ``InvalidInput`` for the first rule that the entry breaks.
  package static func check(_ entry: Entry) throws(InvalidInput) {
    let title = try title(entry.title)
    guard title.isIdentical(to: entry.title) else {
      throw InvalidInput("The title begins or ends with white space. Remove it.")
    }
    try checkBody(entry.body)
    try check(entry.date)
  }

  /// A title and a body that hold the same words within the rules: what a title cannot hold begins the body.
  package static func fitted(title: String, body: String) -> (title: String, body: String) {
    var head = trimmingSpace(title)
    var rest = ""
    if let lineEnd = head.unicodeScalars.firstIndex(where: isLineEnd) {
      rest = trimmingLineEnds(String(head[lineEnd...]))
      head = trimmingSpace(String(head[..<lineEnd]))
    }
    if let cut = head.unicodeScalars.index(
      head.startIndex, offsetBy: longestTitle, limitedBy: head.endIndex), cut < head.endIndex
    {
      // Between words where there are any in the second half.
      let earliest = head.unicodeScalars.index(head.startIndex, offsetBy: longestTitle / 2)
      let place = head.unicodeScalars[earliest..<cut].lastIndex { $0.isSpace } ?? cut
      let moved = trimmingSpace(String(head[place...]))
      rest = rest.isEmpty ? moved : moved + "\n" + rest
      head = trimmingSpace(String(head[..<place]))
    }
    guard !rest.isEmpty else { return (head, body) }
    return (head, body.isEmpty ? rest : rest + "\n\n" + body)
  }

  static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// A text without blank lines at its start and white space at its end; the indentation of its first line stays.
  static func trimmingLineEnds(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let last = scalars.lastIndex(where: { !$0.isSpace }) else { return "" }
    var start = scalars.startIndex
    var index = start
    while index < last, scalars[index].isSpace {
      let next = scalars.index(after: index)
      if isLineEnd(scalars[index]) { start = next }
      index = next
    }
    return String(scalars[start...last])
  }
}
