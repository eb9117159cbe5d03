/// An editor for one line, as a value: for titles, search and questions. Text that is too long scrolls sideways, or goes
/// on in further rows where it has some.
package struct LineEditor: Equatable, Sendable {
  private var core: EditCore
  private var isDragging = false
  /// The first byte on the screen.
  private var start = 0
  private var columns = 80
  private var rowLimit = 1
  private var width: Width

  /// Counts changes, undone and redone ones too, and never falls.
  package var revision: Int { core.revision }

  /// A width that takes no part in comparing editors.
  private struct Width: Equatable, Sendable {
    var value: any TextWidth
    static func == (a: Width, b: Width) -> Bool { true }
  }

  private struct Unmeasured: TextWidth {
    func columns(of scalar: Unicode.Scalar) -> Int { 1 }
  }

  /// An editor with the caret behind the text, whose line ends become blanks.
  package init(text: String = "") {
    core = EditCore(Self.oneLine(text), historyLimit: 1 << 20)
    width = Width(value: Unmeasured())
    core.move(to: core.buffer.count)
    reveal()
  }

  /// The whole line, without a line end; copied out on every call.
  package var text: String { core.buffer.text }
  /// True where the line has no character.
  package var isEmpty: Bool { core.buffer.count == 0 }
  /// Bytes from the start of the text.
  package var caretOffset: Int { core.caret }
  /// The selected bytes; nil where nothing is selected.
  package var selection: Range<Int>? { core.hasSelection ? core.selection.range : nil }

  /// Makes the text another one, with the caret behind it, as one step that can be taken back.
  package mutating func replaceAll(_ text: String) {
    core.closeStep()
    core.replace(0..<core.buffer.count, with: Array(Self.oneLine(text).utf8))
    core.move(to: core.buffer.count)
    reveal()
  }

  /// Puts a text in the place of a range in bytes, as one step that can be taken back; the caret stands behind it.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    core.closeStep()
    core.replace(range.clamped(to: 0..<core.buffer.count), with: Array(Self.oneLine(text).utf8))
    reveal()
  }

  /// Puts the caret at an offset in bytes, brought down to the start of the character there.
  package mutating func moveCaret(to offset: Int) {
    core.move(to: offset)
    reveal()
  }

  /// Selects the whole line; the caret stands at its end.
  package mutating func selectAll() {
    core.select(0..<core.buffer.count)
    reveal()
  }

  /// The columns that the line has on the screen, and how wide characters are there.
  ///
  /// - Parameter rows: Where it is more than 1, a long line is wrapped into as many; what is longer still scrolls by rows.
  package mutating func setViewport(columns: Int, rows: Int = 1, width: any TextWidth) {
    self.columns = max(1, columns)
    rowLimit = max(1, rows)
    self.width = Width(value: width)
    start = 0
    reveal()
  }

  /// Takes a key; `ignored` for keys such as Enter, Tab and Up, and for Escape where nothing is selected.
  package mutating func handle(_ key: Key) -> EditorOutcome {
    let revision = core.revision
    let outcome = LineKeys.handle(key, &core)
    guard outcome != .ignored else { return .ignored }
    reveal()
    return outcome == .handled && core.revision != revision ? .changed : outcome
  }

  /// Puts in text as one step; its line ends become blanks. Where there is none, what is selected stays.
  @discardableResult
  package mutating func paste(_ text: String) -> EditorOutcome {
    let new = Array(Self.oneLine(text).utf8)
    guard !new.isEmpty else { return .handled }
    core.closeStep()
    core.insert(new)
    reveal()
    return .changed
  }

  /// Takes a mouse event, whose column is counted from the left end of the line on the screen.
  @discardableResult
  package mutating func mouse(_ event: MouseEvent) -> EditorOutcome {
    let place = offset(at: event.position)
    switch event.kind {
    case .press:
      core.move(to: place)
      isDragging = true
    case .drag where isDragging: core.move(to: place, selecting: true)
    case .doublePress: core.select(core.buffer.run(around: place))
    case .release: isDragging = false
    default: return .ignored
    }
    reveal()
    return .handled
  }

  /// The rows that the line takes on the screen, at least 1 and no more than it was given.
  package var rowCount: Int { min(rowLimit, rows(showingCaret: true).count) }

  /// The parts of the line on the screen: one from where it is scrolled to, or the rows around the caret, else the first ones.
  private func rows(showingCaret: Bool) -> [Range<Int>] {
    let count = core.buffer.count
    guard rowLimit > 1 else { return [start..<count] }
    var rows: [Range<Int>] = []
    var place = 0
    repeat {
      let end = metrics.rowEnd(core.buffer, from: place, limit: count)
      rows.append(place..<end)
      place = end
    } while place < count
    guard rows.count > rowLimit else { return rows }
    let caret = showingCaret ? rows.lastIndex { $0.lowerBound <= core.caret } ?? 0 : 0
    return Array(rows.dropFirst(max(0, caret - rowLimit + 1)).prefix(rowLimit))
  }

  /// Draws the line into the first rows of a rectangle.
  ///
  /// - Parameter tints: What has a look of its own, in the order of the text.
  package func draw(
    into frame: inout Frame, rect: Rect, styles: EditorStyles, tints: [TextEditor.Tint] = [], focused: Bool = true
  ) {
    guard !rect.isEmpty else { return }
    let rows = rows(showingCaret: focused).prefix(rect.rows)
    frame.fill(
      Rect(row: rect.row, column: rect.column, rows: rows.count, columns: rect.columns), Cell(style: styles.text))
    let selected = core.selection.range
    for (index, row) in rows.enumerated() {
      metrics.cells(core.buffer, in: row, limit: row.upperBound) { cell, column, offset in
        guard column + Int(cell.width) <= rect.columns else { return }
        var cell = cell
        let own = tints.first { $0.range.contains(offset) }?.style ?? styles.text
        cell.style = selected.contains(offset) ? styles.selection : own
        frame.put(cell, row: rect.row + index, column: rect.column + column)
      }
    }
    if focused, let index = rows.lastIndex(where: { $0.lowerBound <= core.caret }) {
      let column = min(metrics.column(core.buffer, of: core.caret, from: rows[index].lowerBound), rect.columns - 1)
      frame.cursor = Position(row: rect.row + index, column: rect.column + column)
    }
  }

  private var metrics: RowMetrics { RowMetrics(columns: columns, width: width.value) }

  private func offset(at position: Position) -> Int {
    let rows = rows(showingCaret: true)
    let row = rows[max(0, min(position.row, rows.count - 1))]
    guard position.column >= 0 else { return core.buffer.boundary(before: row.lowerBound) }
    return metrics.offset(core.buffer, atColumn: position.column, in: row, limit: row.upperBound)
  }

  /// Scrolls so that the caret is on the screen, and no more of it empty than the text makes it.
  private mutating func reveal() {
    // Nothing is cached by line here.
    _ = core.takeSplices()
    if start > core.buffer.count || core.caret < start { start = core.caret }
    start = core.buffer.boundary(atOrBefore: start)
    start = max(start, firstPlace(showing: core.caret))
    start = min(start, firstPlace(showing: core.buffer.count))
  }

  /// How far to the left the line may begin on the screen so that a caret at an offset is still on it.
  private func firstPlace(showing offset: Int) -> Int {
    var place = offset
    // Characters without width could go on for ever.
    for _ in 0..<columns * 4 where place > 0 {
      let previous = core.buffer.boundary(before: place)
      guard metrics.column(core.buffer, of: offset, from: previous) < columns else { break }
      place = previous
    }
    return place
  }

  private static func oneLine(_ text: String) -> String {
    String(decoding: PastedText.bytes(text, lineBreak: [Ascii.space]), as: UTF8.self)
  }
}
