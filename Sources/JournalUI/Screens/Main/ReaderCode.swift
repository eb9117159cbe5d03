import TerminalKit

/// Blocks of code in the text: sunk in, with their language, and never wrapped.
extension MainScreen {
  /// Columns between the edge of a block and its words.
  private static let codePadding = 2

  /// The columns for the words of a block.
  func codeRoom(_ code: ReaderPage.Code) -> Int {
    max(1, (reader.pageKey?.columns ?? 0) - code.indent - 2 * Self.codePadding)
  }

  /// Whether some code is wider than its block.
  var isCodeCut: Bool { reader.page.code.contains { $0.widest > codeRoom($0) } }

  /// One line of the entry; a line of code is cut at the edges of its block.
  func drawReaderLine(_ index: Int, row: Int, _ inside: Rect, _ left: Int, _ canvas: inout Canvas) {
    let line = reader.page.lines[index]
    let column = inside.column + left
    guard let code = reader.page.code.first(where: { $0.lines.contains(index) }) else {
      canvas.frame.put(line, row: row, column: column, limit: inside.columns - left, width: width)
      return
    }
    let room = codeRoom(code)
    let shift = max(0, min(reader.codeShift, code.widest - room))
    let start = column + code.indent + Self.codePadding
    var place = 0
    for piece in line {
      let cells = CellText(piece.text, width: width, startColumn: place)
      for var cell in cells.cells {
        let end = place + Int(cell.width)
        cell.style = piece.style
        if end <= code.indent {
          canvas.frame.put(cell, row: row, column: column + place)
        } else if place - code.indent >= shift, end - code.indent - shift <= room {
          canvas.frame.put(cell, row: row, column: start + place - code.indent - shift)
        }
        place = end
      }
    }
    let columns = place - code.indent
    if shift > 0, columns > 0 {
      canvas.put(glyphs.before, row: row, column: start - Self.codePadding, limit: 1, style: theme.accent)
    }
    if columns - shift > room {
      canvas.put(String(glyphs.place), row: row, column: start + room + 1, limit: 1, style: theme.accent)
    }
    let name = width.columns(of: code.language)
    if index == code.lines.lowerBound, columns - shift + 2 + name <= room {
      canvas.putRight(code.language, row: row, endColumn: start + room, limit: name, style: theme.faint)
    }
  }

  /// The tint behind blocks of code, with soft edges on the free lines around them.
  func drawWells(_ inside: Rect, _ left: Int, _ canvas: inout Canvas) {
    guard theme.paints, let columns = reader.pageKey?.columns else { return }
    let screen = reader.scroll..<reader.scroll + inside.rows
    for code in reader.page.code where code.lines.overlaps(screen) || isNextTo(code.lines, screen) {
      let lines = code.lines.clamped(to: screen)
      let column = inside.column + left + code.indent
      let width = columns - code.indent
      canvas.lay(
        .well,
        Rect(row: inside.row + lines.lowerBound - screen.lowerBound, column: column, rows: lines.count, columns: width))
      guard glyphs.softEdge != " " else { continue }
      let style = Style(theme.grounds.well, on: theme.grounds.base)
      for (line, edge) in [
        (code.lines.lowerBound - 1, glyphs.softEdge), (code.lines.upperBound, glyphs.softEdgeBelow),
      ] where screen.contains(line) && isBlank(line) {
        let row = inside.row + line - screen.lowerBound
        for place in column..<column + width {
          canvas.frame.put(Cell(edge, style: style), row: row, column: place)
        }
      }
    }
  }

  /// Whether an edge of the block is on the screen, and nothing else of it.
  private func isNextTo(_ lines: Range<Int>, _ screen: Range<Int>) -> Bool {
    lines.lowerBound == screen.upperBound || lines.upperBound == screen.lowerBound
  }

  private func isBlank(_ line: Int) -> Bool {
    reader.page.lines.indices.contains(line)
      && reader.page.lines[line].allSatisfy { $0.text.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
  }
}
