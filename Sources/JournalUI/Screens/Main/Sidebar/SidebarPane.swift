import JournalCore
import TerminalKit

/// The sidebar: its rows follow from the journal, so that only where one stands in it is kept.
struct SidebarPane: Sendable {
  /// The list under the cursor.
  private(set) var cursor: ListScope
  /// The first row on the screen.
  private(set) var top = 0
  /// Groups of which only the heading is shown.
  private(set) var folded: Set<SidebarGroup> = []
  /// The heading under the cursor, instead of a list; only one of a folded group can be.
  private(set) var group: SidebarGroup?

  init(at scope: ListScope) { cursor = scope }

  // MARK: The cursor

  /// Goes to a list that is shown now, or to the heading of the folded group that it is in.
  mutating func follow(_ scope: ListScope) {
    cursor = scope
    group = SidebarGroup(scope).flatMap { folded.contains($0) ? $0 : nil }
  }

  /// Takes the keys: the cursor goes to the list that is shown, where the sidebar has it.
  mutating func takeKeys(_ desk: Desk, _ around: Surroundings) {
    let isFolded = SidebarGroup(around.scope).map(folded.contains) ?? false
    if isFolded || rows(desk, around).contains(where: { $0.scope == around.scope }) { follow(around.scope) }
  }

  /// Moves over so many lists; returns the one to be shown, nil on a heading.
  mutating func move(by count: Int, _ desk: Desk, _ around: Surroundings) -> ListScope? {
    let stops = rows(desk, around).filter(isStop)
    guard !stops.isEmpty else { return nil }
    let place = stops.firstIndex(where: isUnderCursor) ?? 0
    return go(to: stops[max(0, min(place + count, stops.count - 1))])
  }

  /// Moves to the first list, or to the last one.
  mutating func move(toEnd isEnd: Bool, _ desk: Desk, _ around: Surroundings) -> ListScope? {
    let stops = rows(desk, around).filter(isStop)
    return (isEnd ? stops.last : stops.first).flatMap { go(to: $0) }
  }

  private mutating func go(to row: SidebarRow) -> ListScope? {
    switch row {
    case .list(let item):
      group = nil
      cursor = item.scope
      return item.scope
    case .heading(let group):
      self.group = group
      return nil
    case .blank, .hint: return nil
    }
  }

  /// Whether the cursor can stand here: on a list, and on the heading of a folded group.
  private func isStop(_ row: SidebarRow) -> Bool {
    if case .heading(let group) = row { return folded.contains(group) }
    return row.scope != nil
  }

  /// Whether the cursor of the sidebar stands here.
  private func isUnderCursor(_ row: SidebarRow) -> Bool {
    if case .heading(let group) = row { return self.group == group }
    return group == nil && row.scope == cursor
  }

  // MARK: Folding

  /// Folds the group under the cursor.
  mutating func fold() {
    guard group == nil, let own = SidebarGroup(cursor) else { return }
    folded.insert(own)
    group = own
  }

  /// Unfolds the group whose heading is under the cursor; nil where it stands on a list.
  mutating func unfold() -> SidebarGroup? {
    guard let group else { return nil }
    folded.remove(group)
    return group
  }

  /// Folds or unfolds a group whose heading was pressed.
  private mutating func toggle(_ group: SidebarGroup) {
    if folded.remove(group) == nil { folded.insert(group) }
    let holdsCursor = self.group == group || SidebarGroup(cursor) == group
    if holdsCursor { self.group = folded.contains(group) ? group : nil }
  }

  // MARK: Mouse and scrolling

  mutating func mouse(_ event: MouseEvent, in rect: Rect, _ desk: Desk, _ around: Surroundings) -> [PaneRequest] {
    if let step = event.wheel {
      top += step
      return []
    }
    guard event.kind == .press || event.kind == .doublePress else { return [] }
    let rows = rows(desk, around)
    let index = top + event.position.row - rect.inside.row
    guard rect.inside.contains(event.position), rows.indices.contains(index) else { return [.focus(.sidebar)] }
    if case .heading(let group) = rows[index], event.kind == .press {
      toggle(group)
      return []
    }
    guard let scope = rows[index].scope else { return [.focus(.sidebar)] }
    let isDone = event.kind == .doublePress || around.layout.sidebarIsOver
    return [.show(scope), .focus(isDone ? .list : .sidebar)]
  }

  /// Keeps the row under the cursor on the screen.
  mutating func settle(_ desk: Desk, _ around: Surroundings) {
    guard let area = around.layout.sidebar?.inside, area.rows > 0 else { return }
    let rows = rows(desk, around)
    if let place = rows.firstIndex(where: isUnderCursor), around.focus == .sidebar {
      if place < top { top = place <= 1 ? 0 : place }
      if place >= top + area.rows { top = place - area.rows + 1 }
    }
    top = max(0, min(top, rows.count - area.rows))
  }
}
