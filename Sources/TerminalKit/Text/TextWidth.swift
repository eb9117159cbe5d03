/// How many columns a character takes: the C library's `wcwidth` in the program, a table in tests.
package protocol TextWidth: Sendable {
  /// 0, 1 or 2; -1 for a scalar that the terminal would not print.
  func columns(of scalar: Unicode.Scalar) -> Int
}

extension TextWidth {
  /// The columns that a text takes when it is drawn from the beginning of a line; no line end is followed.
  package func columns(of text: String, tab: Int = 4) -> Int {
    var scanner = CellScanner(width: self, tab: tab)
    let utf8 = text.utf8Span
    let count = utf8.count
    var characters = utf8.makeCharacterIterator()
    var start = 0
    var columns = 0
    while characters.skipForward() == 1 {
      let end = characters.currentCodeUnitOffset
      let byte = utf8.span[start]
      if end == start + 1, byte >= 0x20, byte < 0x7F {
        columns += 1
      } else {
        let before = columns
        scanner.scan(utf8, start..<end, column: before, isLast: end == count) { columns += Int($0.width) }
      }
      start = end
    }
    return columns
  }
}
