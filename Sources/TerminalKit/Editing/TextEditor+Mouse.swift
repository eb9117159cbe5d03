extension TextEditor {
  /// Takes a mouse event whose position is counted from the top left corner of the viewport.
  ///
  /// A press places the caret, dragging selects, a double press takes a word (dragging on then takes whole words), the
  /// wheel scrolls. Dragging above or below the viewport scrolls a row.
  @discardableResult
  package mutating func mouse(_ event: MouseEvent) -> EditorOutcome {
    switch event.kind {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press:
      let place = offset(at: event.position)
      core.move(to: place)
      leaveVisual()
      dragOrigin = core.caret..<core.caret
      goal = nil
      settle(revealing: true)
    case .doublePress:
      let word = core.buffer.run(around: offset(at: event.position))
      core.select(word)
      enterVisual()
      dragOrigin = word
      goal = nil
      settle(revealing: true)
    case .drag:
      guard let origin = dragOrigin else { return .ignored }
      if event.position.row < 0 { scroll(by: -1) }
      if event.position.row >= layout.size.rows { scroll(by: 1) }
      drag(to: offset(at: event.position), from: origin)
      settle(revealing: true)
    case .release:
      dragOrigin = nil
    case .rightPress: return .ignored
    }
    return .handled
  }

  private mutating func drag(to place: Int, from origin: Range<Int>) {
    let reached = origin.isEmpty ? place..<place : core.buffer.run(around: place)
    let anchor = place < origin.lowerBound ? origin.upperBound : origin.lowerBound
    let caret = place < origin.lowerBound ? reached.lowerBound : max(reached.upperBound, origin.upperBound)
    core.move(to: anchor)
    if caret != anchor { core.move(to: caret, selecting: true) }
    enterVisual()
    goal = nil
  }

  /// The place in the text under a cell; for cells without text the nearest one.
  mutating func offset(at position: Position) -> Int {
    let index = max(0, min(position.row, rows.count - 1))
    let row = layout.row(of: rows[index].lowerBound, core.buffer)
    if position.row < 0, position.column < 0 { return rows[index].lowerBound }
    return surface.offset(atColumn: max(0, position.column), of: row)
  }
}
