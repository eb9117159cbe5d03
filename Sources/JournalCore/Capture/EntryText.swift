/// An entry as plain text in a person's own editor: the title, a blank line, the body.
package enum EntryText {
  /// Returns the text for the editor's file, with a line end at its end; an empty body adds no blank line.
  package static func text(title: String, body: String) -> String {
    body.isEmpty ? title + "\n" : title + "\n\n" + body + "\n"
  }

  /// Reads such a text back: the first line is the title, what follows a blank line the body.
  ///
  /// A first line that is too long for a title goes on in the body, so that no word is lost.
  package static func parse(_ text: String) -> (title: String, body: String) {
    let scalars = text.unicodeScalars
    guard let end = scalars.firstIndex(of: "\n") else {
      return EntryRules.fitted(title: withoutFinalLineEnds(text), body: "")
    }
    var rest = scalars[scalars.index(after: end)...]
    // One blank line belongs to the layout; more of them are the writer's.
    if rest.first == "\n" {
      rest = rest.dropFirst()
    } else if rest.starts(with: "\r\n".unicodeScalars) {
      rest = rest.dropFirst(2)
    }
    return EntryRules.fitted(title: String(scalars[..<end]), body: withoutFinalLineEnds(String(rest)))
  }

  /// A text without the line ends that editors and pipes put at its end.
  package static func withoutFinalLineEnds(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let last = scalars.lastIndex(where: { $0 != "\n" && $0 != "\r" }) else { return "" }
    return String(scalars[...last])
  }
}
