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

extension ListSpacing {
  /// Roomy where there is room for it.
  init(_ desk: Desk) {
    guard desk.preferences.density != .compact else {
      self.init(parts: 1)
      return
    }
    self.init(parts: 2, gap: desk.isRoomy ? 1 : 0)
  }
}

/// What decides which rows of the list are on the screen.
struct ListViewport: Hashable, Sendable {
  /// The lines that the pane has for rows.
  var height: Int
  var spacing: ListSpacing
  /// How far the person's clock is ahead of UTC, which says in which month something was changed.
  var offsetSeconds: Int
}

/// One line of the list on the screen.
enum ListLine: Hashable, Sendable {
  case group(ListGroup)
  case blank
  /// The row at this index; `part` counts its lines from 0.
  case row(Int, part: Int)
}

extension ListPane {
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

  /// The lines that a pane shows, from `top` on. The group of the first row always stands above it.
  func lines(in view: ListViewport) -> [ListLine] {
    let (height, spacing) = (view.height, view.spacing)
    var lines: [ListLine] = []
    lines.reserveCapacity(height + 4)
    var current: ListGroup?
    var index = top
    while lines.count < height, rows.indices.contains(index) {
      let group = group(of: rows[index], offsetSeconds: view.offsetSeconds)
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
  func visibleRows(in view: ListViewport) -> Int {
    max(1, lines(in: view).count { $0.isLastPart(of: view.spacing.parts) })
  }

  /// The rows that a page goes.
  func pageStep(in view: ListViewport) -> Int { max(1, visibleRows(in: view) - 1) }

  /// The first row on the screen where it is scrolled as little as brings a row onto it.
  func topThatReveals(_ row: Int, in view: ListViewport) -> Int {
    guard rows.indices.contains(row) else { return 0 }
    // Far away, only what can be on the screen at all is worth measuring.
    var top = max(min(self.top, row), row - view.height)
    var used = lineCount(top...row, view)
    while used > view.height, top < row {
      used -= view.spacing.lines
      let here = group(of: rows[top], offsetSeconds: view.offsetSeconds)
      if here != nil, here != group(of: rows[top + 1], offsetSeconds: view.offsetSeconds) {
        used -= 1 + view.spacing.aboveHeading
      }
      top += 1
    }
    return top
  }

  /// The first row on the screen, so that no lines are empty at the end of the list while there are rows above.
  func topThatFills(_ view: ListViewport) -> Int {
    var top = max(0, min(self.top, rows.count - 1))
    guard !hasAfter, !rows.isEmpty, rows.count - top <= view.height else { return top }
    while top > 0, lineCount(top - 1...rows.count - 1, view) <= view.height { top -= 1 }
    return top
  }

  /// The lines from the heading of the first of some rows to the last words of the last one.
  private func lineCount(_ range: ClosedRange<Int>, _ view: ListViewport) -> Int {
    var count = -view.spacing.gap
    var current: ListGroup?
    for index in range {
      let group = group(of: rows[index], offsetSeconds: view.offsetSeconds)
      if let group, group != current {
        count += current == nil ? 1 : 1 + view.spacing.aboveHeading
        current = group
      }
      count += view.spacing.lines
    }
    return count
  }

  /// The first row of the next month below; above, the first row of this month, or of the one before it.
  ///
  /// Where the month goes on beyond the rows at hand, it goes as far as they do, and further ones are read meanwhile.
  func monthStart(by step: Int) -> Int? {
    guard !rows.isEmpty else { return nil }
    func month(_ index: Int) -> [Int] { [rows[index].date.local.date.year, rows[index].date.local.date.month] }
    var index = selection
    if step > 0 {
      while index < rows.count - 1, month(index) == month(selection) { index += 1 }
    } else {
      // From the first row of a month to the last one of the month above, and from there to the first.
      if index > 0, month(index - 1) != month(index) { index -= 1 }
      while index > 0, month(index - 1) == month(index) { index -= 1 }
    }
    return index
  }
}

extension ListLine {
  fileprivate var isGroup: Bool { if case .group = self { true } else { false } }

  fileprivate func isLastPart(of linesPerRow: Int) -> Bool {
    if case .row(_, let part) = self { return part == linesPerRow - 1 }
    return false
  }
}
