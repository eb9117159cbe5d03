/// The line at the bottom that says which keys do what here.
package struct KeyHints: Hashable, Sendable {
  /// One key, and what it does.
  package struct Hint: Hashable, Sendable {
    /// The key's short name, such as `^R`.
    package var key: String
    /// The key's effect, in a word or two.
    package var text: String

    package init(_ key: String, _ text: String) {
      self.key = key
      self.text = text
    }
  }

  /// Free columns behind each of them.
  package static let space = 3

  /// The most important first; the last one (usually `? keys`) is never dropped for another.
  package var hints: [Hint]

  package init(_ hints: [Hint]) { self.hints = hints }

  /// The hints that fit a number of columns, in order.
  package func fitting(_ columns: Int, width: any TextWidth) -> [Hint] {
    guard let last = hints.last else { return [] }
    func size(_ hint: Hint) -> Int { width.columns(of: hint.key) + width.columns(of: hint.text) + 1 + Self.space }
    var room = columns - size(last)
    guard room >= 0 else { return [] }
    var result: [Hint] = []
    for hint in hints.dropLast() {
      guard size(hint) <= room else { break }
      room -= size(hint)
      result.append(hint)
    }
    return result + [last]
  }

  /// Draws the hints that fit into the first row of a rectangle, one column in from its left end.
  package func draw(_ rect: Rect, on frame: inout Frame, theme: Theme, width: any TextWidth) {
    guard !rect.isEmpty else { return }
    var column = rect.column + 1
    for hint in fitting(rect.columns, width: width) {
      column += frame.put(hint.key, row: rect.row, column: column, style: theme.keyName, width: width) + 1
      column += frame.put(hint.text, row: rect.row, column: column, style: theme.keyText, width: width) + Self.space
    }
  }
}
