/// The cells of the screen that a frame writes, which wipes away sixels and inline images above them.
package struct CellDamage: Hashable, Sendable {
  /// So many unchanged cells between changed ones are jumped over; fewer are written again, because a jump costs more.
  private static let gap = 16

  private var rows: [Int: [Range<Int>]] = [:]
  /// True where the whole screen is written.
  package var isWhole = false

  /// Starts with no cell written.
  package init() {}

  /// Notes cells of a row as written; cheapest from left to right.
  package mutating func add(row: Int, columns: Range<Int>) {
    guard !columns.isEmpty else { return }
    var ranges = rows.removeValue(forKey: row) ?? []
    if let last = ranges.last, columns.lowerBound >= last.lowerBound, columns.lowerBound <= last.upperBound + Self.gap {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, columns.upperBound)
    } else {
      ranges.append(columns)
    }
    rows[row] = ranges
  }

  /// Notes all cells of a rectangle as written.
  package mutating func add(_ rect: Rect) {
    for row in rect.row..<rect.endRow { add(row: row, columns: rect.column..<rect.endColumn) }
  }

  /// Returns whether a cell of the rectangle may be written, if only on the way from one changed cell to the next.
  package func touches(_ rect: Rect) -> Bool {
    guard !rect.isEmpty else { return false }
    if isWhole { return true }
    let columns = rect.column..<rect.endColumn
    return (rect.row..<rect.endRow).contains { row in
      guard let ranges = rows[row] else { return false }
      var merged: Range<Int>?
      for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let before = merged, range.lowerBound <= before.upperBound + Self.gap {
          merged = before.lowerBound..<max(before.upperBound, range.upperBound)
        } else {
          merged = range
        }
        if let merged, merged.overlaps(columns) { return true }
      }
      return false
    }
  }
}
