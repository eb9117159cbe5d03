/// A whole screen as a value: what `view` makes of the model, and what the driver draws.
package struct Frame: Equatable, Sendable {
  /// Rows and columns of the screen; fixed for the life of the frame.
  package let size: Size
  /// Row by row, from the top left; exactly `size.rows * size.columns`.
  package private(set) var cells: [Cell]
  /// Where the terminal's cursor stands; hidden where nil.
  package var cursor: Position?
  /// Pictures that are sent as pixels, above blank cells.
  package var pictures: [PicturePlacement] = []

  /// Makes a frame of blanks in one style, without a cursor and pictures.
  package init(_ size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(repeating: Cell(style: style), count: size.rows * size.columns)
  }

  /// The cell at a place; a blank outside the frame.
  package subscript(row: Int, column: Int) -> Cell {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return Cell() }
    return cells[row * size.columns + column]
  }

  /// Puts one cell, and mends a wide character that it cuts in half. Outside the frame nothing happens.
  package mutating func put(_ cell: Cell, row: Int, column: Int) {
    guard row >= 0, row < size.rows, column >= 0, column + Int(cell.width) <= size.columns, cell.width > 0 else {
      return
    }
    let index = row * size.columns + column
    blankPartner(of: index, column: column)
    if cell.width == 2 {
      blankPartner(of: index + 1, column: column + 1)
      cells[index + 1] = .continuation(cell.style)
    }
    cells[index] = cell
  }

  /// When a cell that is half of a wide character is about to be overwritten, its other half becomes a blank.
  private mutating func blankPartner(of index: Int, column: Int) {
    if cells[index].width == 0, column > 0 {
      cells[index - 1] = Cell(style: cells[index - 1].style)
    } else if cells[index].width == 2, column + 1 < size.columns {
      cells[index + 1] = Cell(style: cells[index + 1].style)
    }
  }

  /// Draws text from a place to the right, no further than `limit` columns, and returns the columns used.
  ///
  /// A wide character that does not fit whole is left out. The text is made safe and split into cells first.
  @discardableResult
  package mutating func put(
    _ text: String, row: Int, column: Int, limit: Int = .max, style: Style = .plain, width: any TextWidth
  ) -> Int {
    put(CellText(text, width: width), row: row, column: column, limit: limit, style: style)
  }

  /// The same for text that is split into cells already.
  @discardableResult
  package mutating func put(
    _ text: CellText, row: Int, column: Int, limit: Int = .max, style: Style = .plain
  ) -> Int {
    let room = min(limit, size.columns - column)
    var used = 0
    for var cell in text.cells {
      guard used + Int(cell.width) <= room else { break }
      cell.style = style
      put(cell, row: row, column: column + used)
      used += Int(cell.width)
    }
    return used
  }

  /// Puts one cell into every place of a rectangle; the part of it outside the frame is ignored.
  package mutating func fill(_ rect: Rect, _ cell: Cell = Cell()) {
    let columns = max(0, rect.column)..<max(0, min(size.columns, rect.endColumn), rect.column)
    guard !rect.isEmpty, let last = columns.last else { return }
    for row in max(0, rect.row)..<max(0, min(size.rows, rect.endRow), rect.row) {
      guard cell.width == 1 else {
        for column in columns { put(cell, row: row, column: column) }
        continue
      }
      // Only at its two ends can it cut a wide character in half.
      let start = row * size.columns
      blankPartner(of: start + columns.lowerBound, column: columns.lowerBound)
      blankPartner(of: start + last, column: last)
      cells.withUnsafeMutableBufferPointer { $0[start + columns.lowerBound...start + last].update(repeating: cell) }
    }
  }

  /// Gives the cells of a rectangle another look without changing what they say.
  package mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    for row in max(0, rect.row)..<max(max(0, rect.row), min(size.rows, rect.endRow)) {
      for column in max(0, rect.column)..<max(max(0, rect.column), min(size.columns, rect.endColumn)) {
        let index = row * size.columns + column
        cells[index].style = change(cells[index].style)
      }
    }
  }

  /// Blanks between words that are more than these keep their look in ``restyleWords(_:)``: to jump over them costs less.
  private static let jump = 16

  /// Gives all words another look, and the blanks between them. Wide gaps, of which nothing but the ground can be seen,
  /// stay as they are and need not be sent again.
  package mutating func restyleWords(_ change: (Style) -> Style) {
    // Cells with one look stand next to each other.
    var last: (before: Style, after: Style)?
    func changed(_ style: Style) -> Style {
      if let last, last.before == style { return last.after }
      let after = change(style)
      last = (style, after)
      return after
    }
    for row in 0..<size.rows {
      var next = row * size.columns
      for index in next..<next + size.columns where !cells[index].isPlainBlank {
        let first = index - next > Self.jump ? index : next
        for place in first...index { cells[place].style = changed(cells[place].style) }
        next = index + 1
      }
    }
  }

  /// Gives every cell whose style names no colour of its own that of the ground it lies on.
  ///
  /// - Parameters:
  ///   - ground: the background everywhere.
  ///   - patches: others, of which a later one lies over an earlier one.
  ///   - text: the foreground.
  package mutating func lay(_ ground: Color, _ patches: [(rect: Rect, color: Color)], text: Color) {
    let (rows, columns) = (size.rows, size.columns)
    let (ground, text) = (ground.packed, text.packed)
    let patches = patches.map { (rect: $0.rect, color: $0.color.packed) }
    var row = [UInt32](repeating: ground, count: columns)
    cells.withUnsafeMutableBufferPointer { cells in
      for place in 0..<rows {
        for column in row.indices { row[column] = ground }
        for (rect, color) in patches where place >= rect.row && place < rect.endRow {
          for column in max(0, rect.column)..<max(0, min(columns, rect.endColumn), rect.column) {
            row[column] = color
          }
        }
        let start = place * columns
        for column in 0..<columns { cells[start + column].style.settle(foreground: text, background: row[column]) }
      }
    }
  }

  /// The places, row by row, of the cells that are to be drawn where another frame was before: those that differ, without
  /// the second halves of wide characters.
  ///
  /// - Parameter former: what was drawn before; nil for nothing, and as many cells as here.
  package static func changes(from former: [Cell]?, to cells: [Cell]) -> [Int] {
    guard let former else { return cells.indices.filter { cells[$0].width > 0 } }
    var places: [Int] = []
    former.withUnsafeBufferPointer { former in
      cells.withUnsafeBufferPointer { cells in
        for place in cells.indices where !cells[place].isSame(as: former[place]) && cells[place].width > 0 {
          places.append(place)
        }
      }
    }
    return places
  }

  /// True where a cell is struck out.
  package var hasStruckText: Bool {
    cells.withUnsafeBufferPointer { cells in
      cells.contains { $0.style.attributes.rawValue & Style.Attributes.strikethrough.rawValue != 0 }
    }
  }

  /// One row as text, without the blanks at its end.
  package func line(_ row: Int) -> String {
    var text = ""
    for column in 0..<size.columns { text += self[row, column].text }
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  /// The whole screen as text, for tests and for people.
  package var text: String { (0..<size.rows).map(line).joined(separator: "\n") }
}
