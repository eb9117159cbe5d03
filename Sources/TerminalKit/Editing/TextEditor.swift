/// An editor for text of many lines, as a value: keys, pastes and the mouse go in, cells come out.
///
/// Lines wrap at the edge of the viewport. Text that was not edited stays byte for byte as it came. After every call
/// the rows on the screen are worked out, so that drawing changes nothing.
package struct TextEditor: Equatable, Sendable {
  var core: EditCore
  var layout: EditorLayout
  /// The first row on the screen.
  var top = VisualRow(line: 0, row: 0)
  /// The rows on the screen, as ranges of the text.
  private(set) var rows: [Range<Int>] = []
  /// The column that moving up and down keeps to.
  var goal: Int?
  var pattern: FindPattern?
  var vi: ViState?
  /// Where a drag began.
  var dragOrigin: Range<Int>?

  /// An editor for a text, with the caret at its start.
  package init(text: String, mode: EditorMode = .standard) {
    core = EditCore(text)
    layout = EditorLayout(size: Size(rows: 24, columns: 80), width: UnmeasuredWidth())
    vi = mode == .vi ? ViState() : nil
    settle(revealing: true)
  }

  // MARK: The text

  /// The whole text, copied out; the parts that were not edited are byte for byte as they came.
  package var text: String { core.buffer.text }

  /// Compares with another text byte for byte, without copying.
  package func isIdentical(to other: String) -> Bool { core.buffer.bytes.elementsEqual(other.utf8) }

  /// Counts changes, undone and redone ones too, and never falls.
  package var revision: Int { core.revision }

  /// Bytes of UTF-8.
  package var byteCount: Int { core.buffer.count }
  /// Lines of the text, not rows of the screen; at least 1.
  package var lineCount: Int { core.buffer.lineCount }
  /// Runs between blanks that have a letter or a digit in them.
  package var wordCount: Int { core.wordCount }
  /// True where the text has no byte.
  package var isEmpty: Bool { core.buffer.count == 0 }

  /// Makes the text another one as one step that can be taken back; caret and view stay where they can.
  package mutating func replaceAll(_ text: String) {
    core.replaceAll(text)
    settle(revealing: true)
  }

  /// Ends the step that typing goes into, so that later text is undone separately; for pauses, and after saving.
  package mutating func closeUndoStep() { core.closeStep() }

  // MARK: Caret and selection

  /// Line, column and offset of the caret; counts the characters of its line before it.
  package var caret: CaretInfo {
    let line = core.buffer.line(at: core.caret)
    let start = core.buffer.lineStarts[line]
    return CaretInfo(
      line: line + 1, column: core.buffer.characterCount(in: start..<core.caret) + 1, offset: core.caret)
  }

  /// The selected bytes; nil where nothing is selected.
  package var selection: Range<Int>? { selectedRange.isEmpty ? nil : selectedRange }
  /// The selected text; empty where nothing is selected.
  package var selectedText: String { core.buffer.text(in: selectedRange) }

  /// The selected bytes, or an empty range at the caret; in vi's visual mode with the character under the caret.
  var selectedRange: Range<Int> { visualRange ?? core.selection.range }

  /// Puts the caret at an offset in bytes, brought down to the start of the character there.
  package mutating func moveCaret(to offset: Int) {
    core.move(to: offset)
    goal = nil
    settle(revealing: true)
  }

  // MARK: Keys and pastes

  /// How keys are understood; switching keeps text, caret and what can be taken back.
  package var mode: EditorMode {
    get { vi == nil ? .standard : .vi }
    set {
      guard newValue != mode else { return }
      if vi?.mode == .insert { core.endGroup() }
      vi = newValue == .vi ? ViState() : nil
      core.deselect()
      settle(revealing: true)
    }
  }

  /// Takes a key in the current mode, and shows the caret unless the key was ignored.
  package mutating func handle(_ key: Key) -> EditorOutcome {
    let revision = core.revision
    var outcome = vi == nil ? handleStandard(key) : handleVi(key)
    if core.revision != revision {
      switch outcome {
      case .handled: outcome = .changed
      // A macro may copy and change.
      case .copied(let text): outcome = .cut(text)
      default: break
      }
    }
    if outcome != .ignored { settle(revealing: true) }
    return outcome
  }

  /// Puts in text from a bracketed paste as one step; its line ends become those of this text.
  @discardableResult
  package mutating func paste(_ text: String) -> EditorOutcome {
    let new = PastedText.bytes(text, lineBreak: core.buffer.lineBreak)
    guard !new.isEmpty else { return .handled }
    prepareViPaste(text)
    core.closeStep()
    core.insert(new)
    goal = nil
    settle(revealing: true)
    return .changed
  }

  // MARK: View

  /// Gives the size of the place on the screen, and how wide characters are in it.
  package mutating func setViewport(_ size: Size, width: any TextWidth) {
    let size = Size(rows: max(1, size.rows), columns: max(1, size.columns))
    let first = layout.range(top, core.buffer).lowerBound
    let caretWasVisible = isVisible(core.caret)
    layout.resize(size, width: width)
    top = layout.row(of: first, core.buffer)
    settle(revealing: caretWasVisible)
  }

  /// Rows and columns of the place on the screen, at least 1 each; 24 × 80 before ``setViewport(_:width:)``.
  package var viewport: Size { layout.size }

  /// The lines of the text that the screen shows, counted from 0.
  package var visibleLines: Range<Int> {
    guard let last = rows.last else { return top.line..<top.line }
    return top.line..<core.buffer.line(at: last.lowerBound) + 1
  }

  /// Moves the view by rows, down where positive; the caret stays where it is.
  package mutating func scroll(by count: Int) {
    top = layout.moved(top, by: count, core.buffer).row
    settle(revealing: false)
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

  private func isVisible(_ offset: Int) -> Bool { screenRow(of: offset) != nil }

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
