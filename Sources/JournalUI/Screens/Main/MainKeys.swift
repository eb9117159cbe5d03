import JournalCore
import TerminalKit

/// What keys do on the main screen.
extension MainScreen {
  mutating func go(_ motion: Motion) {
    switch motion {
    case .moveUp: moveInPane(by: -1)
    case .moveDown: moveInPane(by: 1)
    case .pageUp: page(-1)
    case .pageDown: page(1)
    case .halfPageUp: page(-1, half: true)
    case .halfPageDown: page(1, half: true)
    case .moveFirst: jumpInPane(toEnd: false)
    case .moveLast: jumpInPane(toEnd: true)
    }
  }

  mutating func perform(_ action: PaneAction) {
    switch action {
    case .focusNext: cycleFocus(by: 1)
    case .focusPrevious: cycleFocus(by: -1)
    case .focusLeft: focusLeft()
    case .focusRight: focusRight()
    case .open: open()
    case .back: goBackOnMain()
    case .leavePage: setFocus(.list)
    case .nextStop: moveStop(by: 1)
    case .previousStop: moveStop(by: -1)
    case .scrollCodeLeft: state.reader.scrollCode(by: -1)
    case .scrollCodeRight: state.reader.scrollCode(by: 1)
    case .showOutline: reader.openOutline(rows: layout.reader?.inside.rows ?? 0, on: &desk)
    case .readOn: readOn()
    case .readBack: read(by: -1)
    case .nextEntry: state.list.move(by: 1, in: viewport)
    case .previousEntry: state.list.move(by: -1, in: viewport)
    case .nextMonth: moveMonth(by: 1)
    case .previousMonth: moveMonth(by: -1)
    case .narrowerPane: widen(focus == .sidebar ? .sidebar : .list, by: -2)
    case .widerPane: widen(focus == .sidebar ? .sidebar : .list, by: 2)
    }
  }

  private mutating func moveInPane(by count: Int) {
    switch focus {
    case .sidebar: if let scope = state.sidebar.move(by: count, desk, around) { showOnce(scope) }
    case .list: state.list.move(by: count, in: viewport)
    case .reader, .page: state.reader.scroll(by: count)
    }
  }

  private mutating func page(_ direction: Int, half: Bool = false) {
    let rows =
      switch focus {
      case .sidebar: (layout.sidebar?.rows ?? 3) - 3
      case .list: list.pageStep(in: viewport)
      case .reader, .page: (layout.reader?.rows ?? 3) - 3
      }
    moveInPane(by: direction * max(1, half ? rows / 2 : rows))
  }

  private mutating func jumpInPane(toEnd isEnd: Bool) {
    switch focus {
    case .sidebar: if let scope = state.sidebar.move(toEnd: isEnd, desk, around) { showOnce(scope) }
    case .list: state.list.jump(toEnd: isEnd, in: viewport, on: &desk)
    case .reader, .page: state.reader.scroll(toEnd: isEnd)
    }
  }

  private mutating func moveMonth(by step: Int) {
    if !state.list.moveMonth(by: step, in: viewport) {
      say("Months follow each other where the list is sorted by date.")
    }
  }

  // MARK: Reading

  mutating func openReadingPage() { if list.selected != nil { setFocus(.page) } }

  /// Enter: from the sidebar to the list, from list and reader to the page; there what has the keys, else the words.
  private mutating func open() {
    switch focus {
    case .sidebar: if !unfoldGroup() { setFocus(.list) }
    case .list: openReadingPage()
    case .reader: if let picture = reader.picture { openViewer(at: picture) } else { openReadingPage() }
    case .page:
      switch reader.currentStop?.kind {
      case .link(let address): state.links.open(address, on: &desk)
      case .box(let line): tickBox(onLine: line)
      case nil: if let picture = reader.picture { openViewer(at: picture) } else { editSelected() }
      }
    }
  }

  /// Space: ticks the task that has the keys, else reads on.
  private mutating func readOn() {
    if focus == .page, case .box(let line)? = reader.currentStop?.kind { tickBox(onLine: line) } else { read(by: 1) }
  }

  /// A page of the entry; beyond its end the next one, and before its beginning the one before.
  private mutating func read(by step: Int) {
    guard let rows = layout.reader?.inside.rows else { return }
    if !state.reader.read(by: step, rows: rows) { state.list.move(by: step, in: viewport) }
  }

  private mutating func moveStop(by step: Int) {
    if let rows = layout.reader?.inside.rows, state.reader.moveStop(by: step, rows: rows) { return }
    say("There is no link and no task here.")
  }

  // MARK: From pane to pane

  /// The panes in the order in which Tab visits them; a folded sidebar comes over the list when its turn is.
  private mutating func cycleFocus(by step: Int) {
    let isFolded = size.columns < MainLayout.threePanes
    let order: [Pane] = isFolded ? [.list, .sidebar, .reader] : [.sidebar, .list, .reader]
    let place = order.firstIndex(of: focus) ?? 0
    setFocus(order[(place + step + order.count) % order.count])
  }

  mutating func setFocus(_ pane: Pane) {
    let former = focus
    // There is nothing to read where there is no entry.
    state.focus = pane.reads && list.selected == nil ? .list : pane
    // The lines of the page are others than those of the pane.
    if (focus == .page) != (former == .page) { state.reader.scroll(toEnd: false) }
    state.isSidebarOpen = focus == .sidebar && size.columns < MainLayout.threePanes
    if pane == .sidebar { state.sidebar.takeKeys(desk, around) }
  }

  private mutating func focusLeft() {
    switch focus {
    case .reader, .page: setFocus(.list)
    case .list: setFocus(.sidebar)
    case .sidebar: state.sidebar.fold()
    }
  }

  private mutating func focusRight() {
    switch focus {
    case .sidebar: if !unfoldGroup() { setFocus(.list) }
    case .list: setFocus(.reader)
    case .reader, .page: break
    }
  }

  /// Unfolds the group whose heading is under the cursor of the sidebar; false where it stands on a list.
  private mutating func unfoldGroup() -> Bool {
    guard let group = state.sidebar.unfold() else { return false }
    let scopes = state.sidebar.rows(desk, around).compactMap(\.scope).filter { SidebarGroup($0) == group }
    if let scope = scopes.first(where: { $0 == list.scope }) ?? scopes.first { showOnce(scope) }
    return true
  }

  /// Esc takes back one thing after the other: the reader, the sidebar, the marks, the search, the special list; from a list
  /// that was opened from charts it leads back to them.
  private mutating func goBackOnMain() {
    if focus.reads, state.reader.leavePicture() { return }
    if focus != .list {
      setFocus(.list)
    } else if list.marks.anchor != nil {
      state.list.endRange()
    } else if list.marks.isActive {
      state.list.clearMarks()
    } else if let charts = state.charts {
      charts.goBack(on: &self)
    } else if search != nil {
      closeSearch()
    } else if list.scope != .all {
      // From a day the list goes on at its entry, and calendar and year do so, too.
      if case .day = list.scope, let id = list.selected?.id { show(.all, at: id) } else { show(.all) }
    }
  }
}
