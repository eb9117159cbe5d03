import JournalCore

/// What stands above a stretch of the list.
struct ListGroup: Hashable, Sendable {
  var year: Int
  var month: Int

  /// The name of the month; empty where there is none.
  var name: String { monthNames.indices.contains(month - 1) ? monthNames[month - 1] : "" }
}

/// How many lines the rows of the list take.
struct ListSpacing: Hashable, Sendable {
  /// Lines with words: 2 with a preview, else 1.
  var parts: Int
  /// Free lines behind each row.
  var gap = 0

  /// Free lines above the heading of a month, but for the first; what is free behind a row is enough.
  var aboveHeading: Int { gap == 0 ? 1 : 0 }
  /// All lines of a row.
  var lines: Int { parts + gap }
}

/// One line of the list on the screen.
enum ListLine: Hashable, Sendable {
  case group(ListGroup)
  case blank
  /// The row at this index; `part` counts its lines from 0.
  case row(Int, part: Int)
}

extension ListModel {
  /// From this height on no half of a row stands at the lower edge.
  private static let highPane = 20

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
  func lines(height: Int, spacing: ListSpacing, offsetSeconds: Int) -> [ListLine] {
    var lines: [ListLine] = []
    lines.reserveCapacity(height + 4)
    var current: ListGroup?
    var index = top
    while lines.count < height, rows.indices.contains(index) {
      let group = group(of: rows[index], offsetSeconds: offsetSeconds)
      if let group, group != current, height > spacing.parts {
        if current != nil, spacing.aboveHeading > 0 { lines.append(.blank) }
        lines.append(.group(group))
        current = group
      }
      for part in 0..<spacing.parts { lines.append(.row(index, part: part)) }
      for _ in 0..<spacing.gap { lines.append(.blank) }
      index += 1
    }
    lines.removeLast(max(0, lines.count - height))
    // A row of which only the first line has room, and the heading above it, wait for the next scroll; not where there
    // are few rows at all.
    if height >= Self.highPane, case .row(let last, let part)? = lines.last, part < spacing.parts - 1, last > top {
      while case .row(last, _)? = lines.last { lines.removeLast() }
      while let line = lines.last, line == .blank || line.isGroup { lines.removeLast() }
    }
    return lines
  }

  /// How many rows a pane shows whole, from `top` on; at least 1.
  func visibleRows(height: Int, spacing: ListSpacing, offsetSeconds: Int) -> Int {
    let lines = lines(height: height, spacing: spacing, offsetSeconds: offsetSeconds)
    return max(1, lines.count { $0.isLastPart(of: spacing.parts) })
  }

  /// Scrolls as little as brings the selection onto the screen.
  mutating func reveal(height: Int, spacing: ListSpacing, offsetSeconds: Int) {
    guard rows.indices.contains(selection) else {
      top = 0
      return
    }
    if selection < top { top = selection }
    // Far away, only what can be on the screen at all is worth measuring.
    top = max(top, selection - height)
    var used = lineCount(top...selection, spacing, offsetSeconds)
    while used > height, top < selection {
      used -= spacing.lines
      let here = group(of: rows[top], offsetSeconds: offsetSeconds)
      if here != nil, here != group(of: rows[top + 1], offsetSeconds: offsetSeconds) {
        used -= 1 + spacing.aboveHeading
      }
      top += 1
    }
  }

  /// Keeps `top` inside the list, and no empty lines at its end while there are rows above.
  mutating func fill(height: Int, spacing: ListSpacing, offsetSeconds: Int) {
    top = max(0, min(top, rows.count - 1))
    guard !hasAfter, !rows.isEmpty, rows.count - top <= height else { return }
    while top > 0, lineCount(top - 1...rows.count - 1, spacing, offsetSeconds) <= height { top -= 1 }
  }

  /// The lines from the heading of the first of some rows to the last words of the last one.
  private func lineCount(_ range: ClosedRange<Int>, _ spacing: ListSpacing, _ offsetSeconds: Int) -> Int {
    var count = -spacing.gap
    var current: ListGroup?
    for index in range {
      let group = group(of: rows[index], offsetSeconds: offsetSeconds)
      if let group, group != current {
        count += current == nil ? 1 : 1 + spacing.aboveHeading
        current = group
      }
      count += spacing.lines
    }
    return count
  }
}

extension ListLine {
  fileprivate var isGroup: Bool { if case .group = self { true } else { false } }

  fileprivate func isLastPart(of linesPerRow: Int) -> Bool {
    if case .row(_, let part) = self { return part == linesPerRow - 1 }
    return false
  }
}
