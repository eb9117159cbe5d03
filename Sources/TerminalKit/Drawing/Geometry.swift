/// A place on the screen, counted from the top left corner, which is (0, 0).
package struct Position: Hashable, Sendable {
  /// Rows below the top row.
  package var row: Int
  /// Columns to the right of the leftmost one.
  package var column: Int
  package init(row: Int, column: Int) {
    (self.row, self.column) = (row, column)
  }
}

/// A number of rows and columns of cells.
package struct Size: Hashable, Sendable {
  /// Cells from top to bottom.
  package var rows: Int
  /// Cells from left to right; a wide character takes two.
  package var columns: Int
  /// Takes negative numbers as 0.
  package init(rows: Int, columns: Int) {
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }
}

/// A rectangle of cells; never of negative size.
package struct Rect: Hashable, Sendable {
  /// The first row inside; negative where the rectangle begins above the screen.
  package var row: Int
  /// The first column inside; negative where the rectangle begins left of the screen.
  package var column: Int
  /// Height in cells; 0 makes the rectangle empty.
  package var rows: Int
  /// Width in cells; 0 makes the rectangle empty.
  package var columns: Int

  /// Takes a negative height or width as 0.
  package init(row: Int, column: Int, rows: Int, columns: Int) {
    (self.row, self.column) = (row, column)
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }

  /// Makes a rectangle of this size at the top left corner of the screen.
  package init(_ size: Size) { self.init(row: 0, column: 0, rows: size.rows, columns: size.columns) }

  /// The first row below the rectangle.
  package var endRow: Int { row + rows }
  /// The first column to the right of the rectangle.
  package var endColumn: Int { column + columns }
  /// True where the rectangle has no cell.
  package var isEmpty: Bool { rows == 0 || columns == 0 }

  /// Returns whether a place lies inside; `endRow` and `endColumn` lie outside.
  package func contains(_ position: Position) -> Bool {
    position.row >= row && position.row < endRow && position.column >= column && position.column < endColumn
  }

  /// Returns the rectangle without so many rows at the top and at the bottom, and columns at the left and at the right.
  package func inset(rows dr: Int, columns dc: Int) -> Rect {
    Rect(row: row + dr, column: column + dc, rows: rows - 2 * dr, columns: columns - 2 * dc)
  }

  /// Cuts off the first `count` rows (or as many as there are) and keeps the rest.
  package mutating func takeTop(_ count: Int) -> Rect {
    let taken = Rect(row: row, column: column, rows: min(count, rows), columns: columns)
    row += taken.rows
    rows -= taken.rows
    return taken
  }

  /// Cuts off the last `count` rows (or as many as there are) and keeps the rest.
  package mutating func takeBottom(_ count: Int) -> Rect {
    let size = min(max(0, count), rows)
    rows -= size
    return Rect(row: row + rows, column: column, rows: size, columns: columns)
  }

  /// Cuts off the first `count` columns (or as many as there are) and keeps the rest.
  package mutating func takeLeft(_ count: Int) -> Rect {
    let taken = Rect(row: row, column: column, rows: rows, columns: min(max(0, count), columns))
    column += taken.columns
    columns -= taken.columns
    return taken
  }

  /// Cuts off the last `count` columns (or as many as there are) and keeps the rest.
  package mutating func takeRight(_ count: Int) -> Rect {
    let size = min(max(0, count), columns)
    columns -= size
    return Rect(row: row, column: column + columns, rows: rows, columns: size)
  }
}
