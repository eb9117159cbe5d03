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
    let fitting = KeyHints(screen.firstHints + all.map(\.hint)).fitting(
      hintColumns(beside: self.place.words), width: width)
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
    let (place, space) = place
    for hint in KeyHints(hints, kept: keptHints, space: space).fitting(hintColumns(beside: place), width: width) {
      let start = end
      end += width.columns(of: hint.key) + width.columns(of: hint.text) + 1 + space
      guard (start..<end - space).contains(column) else { continue }
      return action(ofKeyAt: column - start, in: hint) ?? actionHints.first { $0.hint == hint }?.action
    }
    return nil
  }

  /// Where a hint has several keys (`m y a span`), what the one at a column of it does; nil beside them.
  private func action(ofKeyAt column: Int, in hint: KeyHints.Hint) -> Action? {
    let keys = hint.key.split(separator: " ")
    guard keys.count > 1 else { return nil }
    var end = 0
    for key in keys {
      end += width.columns(of: String(key))
      if column < end {
        return Action.allCases.first { keymap.shownKey(of: $0, in: contexts)?.shortName(glyphs: glyphs) == String(key) }
      }
      end += 1
      if column < end { return nil }
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

  /// So many keys of a list are never given up for the place in it: to write, read, edit, search and undo.
  private static let firmHints = 5

  /// The place at the right end of the bottom line, and the columns between its keys: in a list the keys move together, and
  /// then the place gets shorter, before one of the first keys is dropped.
  var place: (words: String, space: Int) {
    let forms = screen.placeWords
    let usual = KeyHints([]).space
    guard dialogs.isEmpty, keepsCommands, forms.count > 1 else { return (forms.first ?? "", usual) }
    let all = screen.firstHints + hintedActions.compactMap { screen.hint(for: $0) }
    func firm(beside words: String, _ space: Int) -> Int {
      let fitting = KeyHints(all, kept: 2, space: space).fitting(hintColumns(beside: words), width: width)
      return min(Self.firmHints, fitting.count - 2)
    }
    let most = firm(beside: "", usual)
    for words in forms {
      if let space = [usual, usual - 1].first(where: { firm(beside: words, $0) >= most }) { return (words, space) }
    }
    return ("", usual)
  }

  private var keepsCommands: Bool { contexts.contains(.list) && hintedActions.suffix(2) == [.palette, .help] }
}
