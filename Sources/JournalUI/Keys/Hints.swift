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

  /// The hints that stand for actions, in their order; where there is little room the way out goes to the end, where it is
  /// kept beside the way to the keys.
  private var actionHints: [(action: Action, hint: KeyHints.Hint)] {
    var all = hintedActions.compactMap { action in screen.hint(for: action).map { (action: action, hint: $0) } }
    guard !keepsCommands, let place = all.firstIndex(where: { Self.waysOut.contains($0.action) }),
      place < all.count - 1
    else { return all }
    let fitting = KeyHints(screen.firstHints + all.map(\.hint)).fitting(hintColumns, width: width)
    guard !fitting.contains(all[place].hint) else { return all }
    let out = all.remove(at: place)
    all.insert(out, at: all.count - 1)
    return all
  }

  private static let waysOut: Set<Action> = [.closeScreen, .searchCancel, .leavePage]

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

  /// The way to the commands, or the way out, stands beside the one to the keys.
  var keptHints: Int {
    guard dialogs.isEmpty else { return 1 }
    if keepsCommands { return 2 }
    let last = actionHints.suffix(2)
    return last.count == 2 && last.first.map { Self.waysOut.contains($0.action) } == true ? 2 : 1
  }

  private var keepsCommands: Bool { contexts.contains(.list) && hintedActions.suffix(2) == [.palette, .help] }
}
