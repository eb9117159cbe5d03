/// A place on the screen, counted from the top left corner, which is (0, 0).
package struct Position: Hashable, Sendable {
  package var row: Int
  package var column: Int
  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

package struct Size: Hashable, Sendable {
  package var rows: Int
  package var columns: Int
  package init(rows: Int, columns: Int) {
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }
}

/// A rectangle of cells; never of negative size.
package struct Rect: Hashable, Sendable {
  package var row: Int
  package var column: Int
  package var rows: Int
  package var columns: Int

  package init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }

  package init(_ size: Size) { self.init(row: 0, column: 0, rows: size.rows, columns: size.columns) }

  package var endRow: Int { row + rows }
  package var endColumn: Int { column + columns }
  package var isEmpty: Bool { rows == 0 || columns == 0 }

  package func contains(_ position: Position) -> Bool {
    position.row >= row && position.row < endRow && position.column >= column && position.column < endColumn
  }

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

  package mutating func takeBottom(_ count: Int) -> Rect {
    let size = min(max(0, count), rows)
    rows -= size
    return Rect(row: row + rows, column: column, rows: size, columns: columns)
  }

  package mutating func takeLeft(_ count: Int) -> Rect {
    let taken = Rect(row: row, column: column, rows: rows, columns: min(max(0, count), columns))
    column += taken.columns
    columns -= taken.columns
    return taken
  }

  package mutating func takeRight(_ count: Int) -> Rect {
    let size = min(max(0, count), columns)
    columns -= size
    return Rect(row: row, column: column + columns, rows: rows, columns: size)
  }
}
