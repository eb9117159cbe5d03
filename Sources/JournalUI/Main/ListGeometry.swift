import JournalCore

/// What stands above a stretch of the list.
struct ListGroup: Hashable, Sendable {
  var year: Int
  var month: Int

  var title: String { monthNames.indices.contains(month - 1) ? "\(monthNames[month - 1]) \(year)" : String(year) }
}

/// One line of the list on the screen.
enum ListLine: Hashable, Sendable {
  case group(ListGroup)
  /// The row at this index; `part` counts its lines from 0.
  case row(Int, part: Int)
}

extension ListModel {
  /// The month under which a row stands; nil where the list is sorted by title.
  func group(of row: EntrySummary, offsetSeconds: Int) -> ListGroup? {
    switch order.sort {
    case .title: return nil
    case .date:
      let date = row.date.local.date
      return ListGroup(year: date.year, month: date.month)
    case .modified:
      let date = CivilDateTime(instant: row.modifiedAt, offsetSeconds: offsetSeconds).date
      return ListGroup(year: date.year, month: date.month)
    }
  }

  /// The lines that a pane of some height shows, from `top` on. The group of the first row always stands above it.
  func lines(height: Int, linesPerRow: Int, offsetSeconds: Int) -> [ListLine] {
    var lines: [ListLine] = []
    lines.reserveCapacity(height)
    var current: ListGroup?
    var index = top
    while lines.count < height, rows.indices.contains(index) {
      let group = group(of: rows[index], offsetSeconds: offsetSeconds)
      if let group, group != current, height > linesPerRow {
        lines.append(.group(group))
        current = group
        if lines.count == height { break }
      }
      for part in 0..<linesPerRow where lines.count < height { lines.append(.row(index, part: part)) }
      index += 1
    }
    return lines
  }

  /// How many rows a pane shows whole, from `top` on; at least 1.
  func visibleRows(height: Int, linesPerRow: Int, offsetSeconds: Int) -> Int {
    let lines = lines(height: height, linesPerRow: linesPerRow, offsetSeconds: offsetSeconds)
    return max(1, lines.count { $0.isLastPart(of: linesPerRow) })
  }

  /// Scrolls as little as brings the selection onto the screen.
  mutating func reveal(height: Int, linesPerRow: Int, offsetSeconds: Int) {
    guard rows.indices.contains(selection) else {
      top = 0
      return
    }
    if selection < top { top = selection }
    // Far away, only what can be on the screen at all is worth measuring.
    top = max(top, selection - height)
    var used = lineCount(top...selection, linesPerRow, offsetSeconds)
    while used > height, top < selection {
      used -= linesPerRow
      let here = group(of: rows[top], offsetSeconds: offsetSeconds)
      if here != nil, here != group(of: rows[top + 1], offsetSeconds: offsetSeconds) { used -= 1 }
      top += 1
    }
  }

  /// Keeps `top` inside the list, and no empty lines at its end while there are rows above.
  mutating func fill(height: Int, linesPerRow: Int, offsetSeconds: Int) {
    top = max(0, min(top, rows.count - 1))
    guard !hasAfter, !rows.isEmpty, rows.count - top <= height else { return }
    while top > 0, lineCount(top - 1...rows.count - 1, linesPerRow, offsetSeconds) <= height { top -= 1 }
  }

  private func lineCount(_ range: ClosedRange<Int>, _ linesPerRow: Int, _ offsetSeconds: Int) -> Int {
    var count = 0
    var current: ListGroup?
    for index in range {
      let group = group(of: rows[index], offsetSeconds: offsetSeconds)
      if let group, group != current {
        count += 1
        current = group
      }
      count += linesPerRow
    }
    return count
  }
}

extension ListLine {
  fileprivate func isLastPart(of linesPerRow: Int) -> Bool {
    if case .row(_, let part) = self { return part == linesPerRow - 1 }
    return false
  }
}
