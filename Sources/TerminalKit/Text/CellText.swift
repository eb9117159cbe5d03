/// Text split into cells, so that every terminal advances the same way; made of ``TerminalSafe`` text only.
///
/// Controls, bidi overrides and tag characters show as visible marks whatever the text was; tabs become spaces; a
/// line end at the very end of the text makes no cell. Time and memory are linear in the text.
package struct CellText: Hashable, Sendable {
  /// In the order of the text, all in the plain style; a wide character is one cell here.
  package private(set) var cells: [Cell]
  /// For each cell, the offset in UTF-8 bytes of the character that it shows, in the text it was made from.
  ///
  /// Never falls from one cell to the next. A character without a cell, such as a zero-width space, is in no place.
  package private(set) var offsets: [Int]
  /// Columns taken in all.
  package private(set) var columns: Int

  /// - Parameter tab: columns from one tab stop to the next; at least 1.
  package init(_ text: String, width: any TextWidth, tab: Int = 4) {
    self.init(text, width: width, tab: tab, startColumn: 0)
  }

  /// - Parameter startColumn: where on its line the text begins, which decides the size of the first tab.
  package init(_ text: String, width: any TextWidth, tab: Int = 4, startColumn: Int) {
    cells = []
    offsets = []
    columns = 0
    let utf8 = text.utf8Span
    let count = utf8.count
    cells.reserveCapacity(count)
    offsets.reserveCapacity(count)
    if utf8.isKnownASCII || count < 256, Self.isPrintableASCII(utf8.span) {
      for offset in 0..<count {
        cells.append(Cell(Unicode.Scalar(utf8.span[offset])))
        offsets.append(offset)
      }
      columns = count
      return
    }
    var scanner = CellScanner(width: width, tab: tab)
    var characters = utf8.makeCharacterIterator()
    var start = 0
    while characters.skipForward() == 1 {
      let end = characters.currentCodeUnitOffset
      let byte = utf8.span[start]
      if end == start + 1, byte >= 0x20, byte < 0x7F {
        append(Cell(Unicode.Scalar(byte)), start)
      } else {
        scanner.scan(utf8, start..<end, column: startColumn + columns, isLast: end == count) { append($0, start) }
      }
      start = end
    }
  }

  private init(cells: ArraySlice<Cell>, offsets: ArraySlice<Int>) {
    self.cells = Array(cells)
    self.offsets = Array(offsets)
    columns = cells.reduce(0) { $0 + Int($1.width) }
  }

  private mutating func append(_ cell: Cell, _ offset: Int) {
    cells.append(cell)
    offsets.append(offset)
    columns += Int(cell.width)
  }

  private static func isPrintableASCII(_ bytes: borrowing Span<UInt8>) -> Bool {
    for index in 0..<bytes.count where bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
    return true
  }

  /// As much of the text as fits, with an ellipsis in the last column where something was cut off.
  package func truncated(to limit: Int, ellipsis: Unicode.Scalar = "…") -> CellText {
    guard columns > limit else { return self }
    guard limit > 0 else { return CellText(cells: [], offsets: []) }
    var used = 0
    var end = 0
    while end < cells.count, used + Int(cells[end].width) <= limit - 1 {
      used += Int(cells[end].width)
      end += 1
    }
    var short = CellText(cells: cells[..<end], offsets: offsets[..<end])
    short.append(Cell(ellipsis), offsets[end])
    return short
  }
}
