import TerminalKit

/// The keys that the bottom line shows.
extension Bars {
  var hints: [KeyHints.Hint] {
    // The dialog itself shows its answers, in the words of those that they are about.
    if !dialogs.isEmpty { return TopDialog(desk: desk).hints }
    return screen.firstHints + actionHints.map(\.hint)
  }

  private var hintedActions: [Action] {
    return screen.contexts.first == .search ? [.searchAccept, .searchDown, .searchCancel, .help] : screen.hints
  }

  /// The hints that stand for actions, in their order.
  private var actionHints: [(action: Action, hint: KeyHints.Hint)] {
    return hintedActions.compactMap { action in screen.hint(for: action).map { (action, $0) } }
  }

  /// The action whose hint is at a column of the bottom line; nil where there is none.
  func hintedAction(atColumn column: Int) -> Action? {
    guard dialogs.isEmpty else { return nil }
    var end = hintStart
    for hint in KeyHints(hints, kept: keptHints).fitting(hintColumns, width: width) {
      let start = end
      end += width.columns(of: hint.key) + width.columns(of: hint.text) + 1 + KeyHints.space
      if (start..<end - KeyHints.space).contains(column) { return actionHints.first { $0.hint == hint }?.action }
    }
    return nil
  }

  /// The way to the commands stands beside the one to the keys.
  var keptHints: Int {
    dialogs.isEmpty && contexts.contains(.list) && hintedActions.suffix(2) == [.palette, .help] ? 2 : 1
  }
}
