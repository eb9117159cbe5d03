extension EditSurface {
  /// Keys as most programs understand them.
  mutating func handleStandard(_ key: Key) -> EditorOutcome {
    if let outcome = handleMotion(key) { return outcome }
    let wasVertical = goal
    goal = nil
    switch (key.code, key.modifiers) {
    case (.character(let scalar), []), (.character(let scalar), .shift):
      core.type(scalar)
      return .handled
    case (.enter, []): return pressEnter(continuing: true)
    case (.enter, .shift), (.enter, .alt): return pressEnter(continuing: false)
    case (.tab, []): return indent(by: 1)
    case (.backTab, _), (.tab, .shift): return indent(by: -1)
    case (.backspace, []), (.backspace, .shift), (.character("h"), .control):
      core.delete(to: core.buffer.boundary(before: core.caret), kind: .deletingBackward)
      return .handled
    case (.delete, []):
      core.delete(to: core.buffer.boundary(after: core.caret), kind: .deletingForward)
      return .handled
    case (.backspace, .control), (.backspace, .alt), (.character("w"), .control):
      core.delete(to: core.buffer.wordStart(before: core.caret))
      return .handled
    case (.delete, .control), (.delete, .alt), (.character("d"), .alt):
      core.delete(to: core.buffer.wordEnd(after: core.caret))
      return .handled
    case (.character("k"), .control): return killToLineEnd()
    case (.character("u"), .control): return killToLineStart()
    case (.character("z"), .control):
      core.undo()
      return .handled
    case (.character("y"), .control):
      core.redo()
      return .handled
    case (.character("a"), .control):
      core.select(0..<core.buffer.count)
      return .handled
    case (.character("c"), .control), (.insert, .control): return copy()
    case (.character("x"), .control), (.delete, .shift): return cut()
    case (.character("v"), .control), (.insert, .shift):
      core.closeStep()
      core.insert(PastedText.bytes(core.clipboard, lineBreak: core.buffer.lineBreak))
      return .handled
    case (.escape, []) where core.selection.anchor != nil:
      core.deselect()
      return .handled
    default:
      goal = wasVertical
      return .ignored
    }
  }

  private mutating func copy() -> EditorOutcome {
    guard core.hasSelection else { return .ignored }
    core.clipboard = core.buffer.text(in: core.selection.range)
    return .copied(core.clipboard)
  }

  private mutating func cut() -> EditorOutcome {
    guard core.hasSelection else { return .ignored }
    core.clipboard = core.buffer.text(in: core.selection.range)
    core.delete(to: core.caret)
    return .cut(core.clipboard)
  }

  /// To the end of the line; at its end, the line's end itself.
  private mutating func killToLineEnd() -> EditorOutcome {
    let end = core.buffer.contentRange(ofLine: core.buffer.line(at: core.caret)).upperBound
    return kill(to: core.caret == end ? core.buffer.boundary(after: end) : end)
  }

  private mutating func killToLineStart() -> EditorOutcome {
    let start = core.buffer.lineStarts[core.buffer.line(at: core.caret)]
    return kill(to: core.caret == start ? core.buffer.boundary(before: start) : start)
  }

  /// Removes and keeps what was removed, as the keys for killing do everywhere.
  private mutating func kill(to offset: Int) -> EditorOutcome {
    let range = core.hasSelection ? core.selection.range : min(core.caret, offset)..<max(core.caret, offset)
    guard !range.isEmpty else { return .handled }
    core.clipboard = core.buffer.text(in: range)
    core.delete(to: offset)
    return .handled
  }

  // MARK: Motions

  private mutating func handleMotion(_ key: Key) -> EditorOutcome? {
    let selecting = key.modifiers.contains(.shift)
    let byWord = key.modifiers.contains(.control) || key.modifiers.contains(.alt)
    switch key.code {
    case .left where !byWord && !selecting && core.hasSelection: moveCaret(core.selection.range.lowerBound, false)
    case .right where !byWord && !selecting && core.hasSelection: moveCaret(core.selection.range.upperBound, false)
    case .left:
      let caret = core.caret
      moveCaret(byWord ? core.buffer.wordStart(before: caret) : core.buffer.boundary(before: caret), selecting)
    case .right:
      let caret = core.caret
      moveCaret(byWord ? core.buffer.wordEnd(after: caret) : core.buffer.boundary(after: caret), selecting)
    case .up where !byWord: moveVertically(by: -1, selecting: selecting)
    case .down where !byWord: moveVertically(by: 1, selecting: selecting)
    case .pageUp where !byWord: movePage(-1, selecting: selecting)
    case .pageDown where !byWord: movePage(1, selecting: selecting)
    case .home: moveCaret(byWord ? 0 : rowStart(), selecting)
    case .end: moveCaret(byWord ? core.buffer.count : rowEnd(), selecting)
    case .character("b") where key.modifiers == .alt: moveCaret(core.buffer.wordStart(before: core.caret), false)
    case .character("f") where key.modifiers == .alt: moveCaret(core.buffer.wordEnd(after: core.caret), false)
    default: return nil
    }
    return .handled
  }

  private mutating func moveCaret(_ offset: Int, _ selecting: Bool) {
    core.move(to: offset, selecting: selecting)
    goal = nil
  }

  /// The start of the row; where the caret is there already, that of the line.
  private mutating func rowStart() -> Int {
    let row = layout.range(layout.row(of: core.caret, core.buffer), core.buffer)
    return row.lowerBound < core.caret ? row.lowerBound : core.buffer.lineStarts[core.buffer.line(at: core.caret)]
  }

  /// The last place on the row; where the caret is there already, the end of the line.
  private mutating func rowEnd() -> Int {
    let row = layout.range(layout.row(of: core.caret, core.buffer), core.buffer)
    let content = core.buffer.contentRange(ofLine: core.buffer.line(at: core.caret))
    let end = row.upperBound == content.upperBound ? row.upperBound : core.buffer.boundary(before: row.upperBound)
    return core.caret < end ? end : content.upperBound
  }

  /// Moves by rows of the screen, and keeps to the column where moving up and down began.
  mutating func moveVertically(by count: Int, selecting: Bool) {
    let buffer = core.buffer
    let from = layout.row(of: core.caret, buffer)
    let column = goal ?? layout.metrics.column(buffer, of: core.caret, from: layout.range(from, buffer).lowerBound)
    let to = layout.moved(from, by: count, buffer)
    if to.moved == 0 {
      // Beyond the first and the last row there is still the start and the end of the text.
      core.move(to: count < 0 ? 0 : buffer.count, selecting: selecting)
    } else {
      core.move(to: offset(atColumn: column, of: to.row), selecting: selecting)
    }
    goal = column
  }

  private mutating func movePage(_ direction: Int, selecting: Bool) {
    let count = max(1, layout.size.rows - 1) * direction
    let newTop = layout.moved(top, by: count, core.buffer)
    moveVertically(by: count, selecting: selecting)
    top = newTop.row
  }

  /// The place nearest to a column of a row that is still on that row.
  mutating func offset(atColumn column: Int, of row: VisualRow) -> Int {
    let buffer = core.buffer
    let range = layout.range(row, buffer)
    let limit = buffer.contentRange(ofLine: row.line).upperBound
    let offset = layout.metrics.offset(buffer, atColumn: column, in: range, limit: limit)
    return offset == range.upperBound && offset < limit ? buffer.boundary(before: offset) : offset
  }
}
