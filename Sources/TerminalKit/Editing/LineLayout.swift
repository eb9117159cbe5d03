/// A row on the screen, by the line of the text that it belongs to.
struct VisualRow: Hashable, Comparable, Sendable {
  var line: Int
  /// Counted from 0 inside the line.
  var row: Int

  static func < (a: VisualRow, b: VisualRow) -> Bool { (a.line, a.row) < (b.line, b.row) }
}

/// Where the rows of the lines begin, worked out on demand and kept until the text changes there.
///
/// A line costs nothing before a caller asks for one of its rows, and a long one is worked out only as far as that row;
/// a key typed into a line of a megabyte costs the rows on the screen.
struct LineLayout: Sendable {
  private struct Wrap {
    /// Offsets from the line's start.
    var starts = [0]
    var isComplete = false

    /// The row that holds an offset, among those known.
    func row(of column: Int) -> Int {
      var low = 0
      var high = starts.count
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] <= column { low = middle + 1 } else { high = middle }
      }
      return low - 1
    }
  }

  private(set) var size: Size
  private(set) var metrics: RowMetrics
  private var wraps: [Int: Wrap] = [:]
  private static let capacity = 512

  init(size: Size, width: any TextWidth) {
    self.size = size
    metrics = RowMetrics(columns: size.columns, width: width, hangsLists: true)
  }

  /// Forgets everything where the columns or the widths of characters changed.
  mutating func resize(_ size: Size, width: any TextWidth) {
    self.size = size
    metrics = RowMetrics(columns: size.columns, width: width, hangsLists: true)
    wraps.removeAll(keepingCapacity: true)
  }

  /// Brings what is known up to date with changes of the text.
  mutating func follow(_ splices: [EditCore.Touched.Splice]) {
    for splice in splices {
      if splice.removedLines != 0 || splice.addedLines != 0 {
        var moved: [Int: Wrap] = [:]
        moved.reserveCapacity(wraps.count)
        for (line, wrap) in wraps where line <= splice.line || line > splice.line + splice.removedLines {
          moved[line <= splice.line ? line : line + splice.addedLines - splice.removedLines] = wrap
        }
        wraps = moved
      }
      guard var wrap = wraps.removeValue(forKey: splice.line) else { continue }
      // The row before the change may take up what now fits.
      let keep = max(0, wrap.row(of: splice.column) - 1)
      wrap.starts.removeSubrange((keep + 1)...)
      wrap.isComplete = false
      wraps[splice.line] = wrap
    }
  }

  // MARK: Rows

  /// The row that holds an offset; at the border of two rows the later one.
  mutating func row(of offset: Int, _ buffer: TextBuffer) -> VisualRow {
    let line = buffer.line(at: offset)
    let column = offset - buffer.lineStarts[line]
    return extend(line, buffer) {
      $0.starts[$0.starts.count - 1] > column
    } read: {
      VisualRow(line: line, row: $0.row(of: column))
    }
  }

  /// How many rows a line has, counted no further than `limit`.
  mutating func rowCount(_ line: Int, limit: Int = .max, _ buffer: TextBuffer) -> Int {
    extend(line, buffer) {
      $0.starts.count >= limit
    } read: {
      min(limit, $0.starts.count)
    }
  }

  /// The text of a row without the characters that end the line; the last row of the line where there are fewer.
  mutating func range(_ row: VisualRow, _ buffer: TextBuffer) -> Range<Int> {
    let content = buffer.contentRange(ofLine: row.line)
    return extend(row.line, buffer) {
      $0.starts.count > row.row + 1
    } read: { wrap in
      let index = min(row.row, wrap.starts.count - 1)
      let start = content.lowerBound + wrap.starts[index]
      return start..<(index + 1 < wrap.starts.count ? content.lowerBound + wrap.starts[index + 1] : content.upperBound)
    }
  }

  /// The row `count` rows further down (up where negative), or the last (first) one; and how many rows were gone.
  mutating func moved(_ row: VisualRow, by count: Int, _ buffer: TextBuffer) -> (row: VisualRow, moved: Int) {
    var row = row
    var left = count
    while left > 0 {
      let rows = rowCount(row.line, limit: row.row + left + 1, buffer)
      let step = min(left, rows - 1 - row.row)
      row.row += step
      left -= step
      guard left > 0, row.line + 1 < buffer.lineCount else { break }
      row = VisualRow(line: row.line + 1, row: 0)
      left -= 1
    }
    while left < 0 {
      let step = min(-left, row.row)
      row.row -= step
      left += step
      guard left < 0, row.line > 0 else { break }
      row.line -= 1
      row.row = rowCount(row.line, buffer) - 1
      left += 1
    }
    return (row, count - left)
  }

  /// Rows from one to a later one, counted no further than `limit`.
  mutating func distance(from first: VisualRow, to last: VisualRow, limit: Int, _ buffer: TextBuffer) -> Int {
    var row = first
    var count = 0
    while row.line < last.line, count < limit {
      count += rowCount(row.line, limit: row.row + limit - count, buffer) - row.row
      row = VisualRow(line: row.line + 1, row: 0)
    }
    return min(limit, row.line == last.line ? count + last.row - row.row : count)
  }

  /// Works out rows of a line until `isEnough` or the line's end, and reads something from them.
  private mutating func extend<Value>(
    _ line: Int, _ buffer: TextBuffer, until isEnough: (Wrap) -> Bool, read: (Wrap) -> Value
  ) -> Value {
    var wrap = wraps.removeValue(forKey: line) ?? Wrap()
    let content = buffer.contentRange(ofLine: line)
    while !wrap.isComplete, !isEnough(wrap) {
      let start = content.lowerBound + wrap.starts[wrap.starts.count - 1]
      let end = metrics.rowEnd(buffer, from: start, limit: content.upperBound)
      if end < content.upperBound {
        wrap.starts.append(end - content.lowerBound)
      } else {
        wrap.isComplete = true
      }
    }
    let value = read(wrap)
    if wraps.count >= Self.capacity { wraps.removeAll(keepingCapacity: true) }
    wraps[line] = wrap
    return value
  }
}

extension LineLayout: Equatable {
  /// Leaves out the known rows, which follow from the text and the columns.
  static func == (a: LineLayout, b: LineLayout) -> Bool { a.size == b.size }
}
