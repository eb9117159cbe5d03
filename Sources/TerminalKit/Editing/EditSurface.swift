/// A text with a caret on a place of the screen: what keys of every kind work on.
struct EditSurface: Equatable, Sendable {
  var core: EditCore
  var layout: LineLayout
  /// The first row on the screen.
  var top = VisualRow(line: 0, row: 0)
  /// The rows on the screen, as ranges of the text.
  private(set) var rows: [Range<Int>] = []
  /// The column that moving up and down keeps to.
  var goal: Int?
  /// What was looked for last; nil where nothing is lit.
  var pattern: FindPattern?

  init(_ text: String) {
    core = EditCore(text)
    layout = LineLayout(size: Size(rows: 24, columns: 80), width: UnmeasuredWidth())
    settle(revealing: true)
  }

  /// The row of the screen that shows an offset.
  func screenRow(of offset: Int) -> Int? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let row = low - 1
    // Behind the last row that is shown, its own end counts only where no other row begins there.
    guard offset >= rows[row].upperBound, row == rows.count - 1 else { return row }
    let content = core.buffer.contentRange(ofLine: core.buffer.line(at: offset))
    return offset == rows[row].upperBound && offset == content.upperBound ? row : nil
  }

  /// Brings the layout up to date with the text, and the view to the caret where it is asked for.
  mutating func settle(revealing: Bool) {
    bringLayoutUpToDate()
    let buffer = core.buffer
    let height = layout.size.rows
    if revealing { reveal(layout.row(of: core.caret, buffer), buffer) }
    // No empty rows at the end while there is text above.
    let below = layout.moved(top, by: height - 1, buffer)
    if below.moved < height - 1 { top = layout.moved(below.row, by: 1 - height, buffer).row }
    rows.removeAll(keepingCapacity: true)
    var row = top
    while rows.count < height {
      rows.append(layout.range(row, buffer))
      let next = layout.moved(row, by: 1, buffer)
      if next.moved == 0 { break }
      row = next.row
    }
  }

  /// Tells the layout what changed, and keeps the first row of the screen inside the text.
  mutating func bringLayoutUpToDate() {
    layout.follow(core.takeSplices())
    top.line = min(top.line, core.buffer.lineCount - 1)
    top.row = min(top.row, layout.rowCount(top.line, limit: top.row + 1, core.buffer) - 1)
  }

  /// Scrolls as little as shows a row that is next to the screen, and to the middle for one further away.
  private mutating func reveal(_ row: VisualRow, _ buffer: TextBuffer) {
    let height = layout.size.rows
    if row < top {
      let isNext = layout.moved(row, by: 1, buffer).row == top
      top = isNext ? row : layout.moved(row, by: -(height / 2), buffer).row
    } else {
      let distance = layout.distance(from: top, to: row, limit: height + 1, buffer)
      guard distance >= height else { return }
      top = layout.moved(row, by: distance == height ? 1 - height : -(height / 2), buffer).row
    }
  }

  // MARK: What was looked for

  func match(from place: Int, wrap: Bool) -> Range<Int>? {
    guard let pattern else { return nil }
    return pattern.first(in: core.buffer, from: place) ?? (wrap ? pattern.first(in: core.buffer, from: 0) : nil)
  }

  func match(before place: Int, wrap: Bool) -> Range<Int>? {
    guard let pattern else { return nil }
    return pattern.last(in: core.buffer, before: place)
      ?? (wrap ? pattern.last(in: core.buffer, before: .max) : nil)
  }
}

/// Widths for an editor that was never told its viewport.
private struct UnmeasuredWidth: TextWidth {
  func columns(of scalar: Unicode.Scalar) -> Int { 1 }
}

/// Text from outside, on its way into a text with its own line ends.
enum PastedText {
  /// CR LF, LF and lone CR, which terminals send for line ends in pastes, become `lineBreak`; all else stays.
  static func bytes(_ text: String, lineBreak: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var afterReturn = false
    for byte in text.utf8 {
      if byte == Ascii.carriageReturn || byte == Ascii.lineFeed {
        if byte == Ascii.carriageReturn || !afterReturn { result.append(contentsOf: lineBreak) }
        afterReturn = byte == Ascii.carriageReturn
      } else {
        result.append(byte)
        afterReturn = false
      }
    }
    return result
  }
}
