/// The line at the bottom that says which keys do what here.
package struct KeyHints: Hashable, Sendable {
  /// One key, and what it does.
  package struct Hint: Hashable, Sendable {
    /// The key's short name, such as `^R`.
    package var key: String
    /// The key's effect, in a word or two.
    package var text: String

    package init(_ key: String, _ text: String) {
      (self.key, self.text) = (key, text)
    }
  }

  /// The most important first, but for those at the end.
  package var hints: [Hint]
  /// So many at the end are never dropped for another; usually `? keys`.
  package var kept = 1
  /// Free columns behind each of them.
  package var space = 3

  package init(_ hints: [Hint], kept: Int = 1, space: Int = 3) {
    (self.hints, self.kept, self.space) = (hints, kept, space)
  }

  /// The hints that fit a number of columns, in order.
  package func fitting(_ columns: Int, width: any TextWidth) -> [Hint] {
    func size(_ hint: Hint) -> Int { width.columns(of: hint.key) + width.columns(of: hint.text) + 1 + space }
    var last = hints.suffix(kept)
    var room = columns - last.reduce(0) { $0 + size($1) }
    while room < 0, !last.isEmpty { room += size(last.removeFirst()) }
    var result: [Hint] = []
    for hint in hints.dropLast(kept) {
      guard size(hint) <= room else { break }
      room -= size(hint)
      result.append(hint)
    }
    return result + last
  }

  /// Draws the hints that fit into the first row of a rectangle, one column in from its left end.
  package func draw(_ rect: Rect, on frame: inout Frame, theme: Theme, width: any TextWidth) {
    guard !rect.isEmpty else { return }
    var column = rect.column + 1
    for hint in fitting(rect.columns, width: width) {
      column += frame.put(hint.key, row: rect.row, column: column, style: theme.keyName, width: width) + 1
      column += frame.put(hint.text, row: rect.row, column: column, style: theme.keyText, width: width) + space
    }
  }
}
