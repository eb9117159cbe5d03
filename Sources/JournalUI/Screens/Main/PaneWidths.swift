import JournalCore
import TerminalKit

/// How wide sidebar and list are: by keys, or by dragging the line between two panes. It is kept.
extension MainScreen {
  /// Makes a pane wider, or narrower, as far as there is room.
  mutating func widen(_ pane: Pane, by columns: Int) {
    if changeWidth(pane, by: columns) { emit(.savePreferences(preferences)) }
  }

  /// False where there is no room for a change.
  private mutating func changeWidth(_ pane: Pane, by columns: Int) -> Bool {
    guard layout.reader != nil, pane == .list || size.columns >= MainLayout.threePanes else { return false }
    let before = self.columns(of: pane)
    preferences[keyPath: Self.extra(pane)] += columns
    // Beyond the room that there is nothing is kept: the way back would seem to do nothing.
    let missing = columns - (self.columns(of: pane) - before)
    preferences[keyPath: Self.extra(pane)] -= missing
    return missing != columns
  }

  private func columns(of pane: Pane) -> Int { (pane == .sidebar ? layout.sidebar : layout.list)?.columns ?? 0 }

  private static func extra(_ pane: Pane) -> WritableKeyPath<Preferences, Int> {
    pane == .sidebar ? \.sidebarExtra : \.listExtra
  }

  /// Takes what the mouse does on the line between two panes, and with it; false where that is something else.
  mutating func dragPane(_ event: MouseEvent) -> Bool {
    switch event.kind {
    case .press:
      state.dragged = layout.paneEnding(at: event.position)
      return state.dragged != nil
    case .drag:
      guard let pane = state.dragged, let rect = pane == .sidebar ? layout.sidebar : layout.list else { return false }
      _ = changeWidth(pane, by: event.position.column - layout.edge(of: pane, rect))
      return true
    case .release:
      guard state.dragged != nil else { return false }
      state.dragged = nil
      emit(.savePreferences(preferences))
      return true
    case .doublePress, .rightPress, .wheelUp, .wheelDown: return false
    }
  }
}

extension MainLayout {
  /// The column that is held: the hairline behind the list, or the last column of the sidebar, which has none.
  fileprivate func edge(of pane: Pane, _ rect: Rect) -> Int { pane == .sidebar ? rect.endColumn - 1 : rect.endColumn }

  /// The pane whose right edge is here; nil where there is none, or where something lies over it.
  fileprivate func paneEnding(at place: Position) -> Pane? {
    guard reader != nil, !sidebarIsOver else { return nil }
    if let list, edge(of: .list, list) == place.column, list.row <= place.row, place.row < list.endRow { return .list }
    guard let sidebar, edge(of: .sidebar, sidebar) == place.column, sidebar.contains(place) else { return nil }
    return .sidebar
  }
}
