import TerminalKit

/// What the mouse does on the top line and the bottom line, which are the same on all screens.
extension Model {
  mutating func handleMouse(_ event: MouseEvent) {
    if event.kind == .rightPress { return pressRight(event.position) }
    if screens.last == .editor { return workOnTop { $0.mouse(event) } }
    if event.kind == .press, event.position.row == size.rows - 1 {
      // The keys at the bottom can be pressed with the mouse, too.
      return pressHint(atColumn: event.position.column)
    }
    let promiseColumns = min(size.columns - 16, width.columns(of: promise.text))
    if event.kind == .press, event.position.row == 0, event.position.column >= size.columns - 1 - promiseColumns {
      // Whether everything is safe leads to why.
      return perform(.showSync)
    }
    if event.kind == .press, event.position.row == 0, event.position.column < bars.wayEnd { return goBackOneStep() }
    workOnTop { $0.mouse(event) }
  }

  /// The right button asks what can be done: with the entry below it, where it is pressed in the list.
  private mutating func pressRight(_ place: Position) {
    if screens.isEmpty { workOnMain { $0.selectRow(at: place) } }
    perform(.palette)
  }

  /// A press on the way here leads one step back.
  private mutating func goBackOneStep() {
    if !screens.isEmpty { return closeScreen() }
    perform(main.focus == .page ? .leavePage : .back)
  }

  /// Does what a press on the bottom line means.
  mutating func pressHint(atColumn column: Int) {
    if let action = bars.hintedAction(atColumn: column) { perform(action) }
  }
}

extension MouseEvent {
  /// Down is positive; nil where it is no turn of the wheel.
  var wheel: Int? {
    switch kind {
    case .wheelUp: -1
    case .wheelDown: 1
    default: nil
    }
  }
}
