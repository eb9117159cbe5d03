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
    case .back: backOnMain()
    case .leavePage: setFocus(.list)
    case .nextStop: moveStop(by: 1)
    case .previousStop: moveStop(by: -1)
    case .scrollCodeLeft: scrollCode(by: -Self.codeStep)
    case .scrollCodeRight: scrollCode(by: Self.codeStep)
    case .showOutline: openOutline()
    case .readOn: readOn()
    case .readBack: read(-1)
    case .nextEntry: moveSelection(by: 1)
    case .previousEntry: moveSelection(by: -1)
    case .nextMonth: moveMonth(by: 1)
    case .previousMonth: moveMonth(by: -1)
    }
  }

  mutating func perform(_ action: ListAction) {
    switch action {
    case .select: toggleMarking()
    case .selectRange: toggleRange()
    case .toggleMark: toggleMark()
    case .markAll: markAll()
    case .restoreEntry: restoreFromTrash()
    case .deleteForGood: askToPurge()
    case .emptyTrash: askToEmptyTrash()
    case .search: openSearch()
    case .sort: openSortPicker()
    case .reverseOrder: changeOrder { $0.reversed.toggle() }
    case .showAll: showAndFocus(.all)
    case .showFavorites: showAndFocus(.favorites)
    case .showOnThisDay: showAndFocus(onThisDay)
    case .showUnfiled: showAndFocus(.unfiled)
    case .showTrash: showAndFocus(.trash)
    case .showCategory: openScopePicker(.category)
    case .showMood: openScopePicker(.mood)
    case .showTag: openScopePicker(.tag)
    case .goToDate: openDatePrompt(.goTo, "Go to a date", former: nil)
    case .switchJournal: emit(.loadJournals)
    }
  }

  private mutating func moveInPane(by count: Int) {
    switch focus {
    case .sidebar: moveInSidebar(by: count)
    case .list: moveSelection(by: count)
    case .reader, .page: reader.scroll += count
    }
  }

  private mutating func page(_ direction: Int, half: Bool = false) {
    let rows =
      switch focus {
      case .sidebar: (layout.sidebar?.rows ?? 3) - 3
      case .list: listPageStep
      case .reader, .page: (layout.reader?.rows ?? 3) - 3
      }
    let step = direction * max(1, half ? rows / 2 : rows)
    switch focus {
    case .sidebar: moveInSidebar(by: step)
    case .list: moveSelection(by: step)
    case .reader, .page: reader.scroll += step
    }
  }

  /// A page of the entry; beyond its end the next one, and before its beginning the one before.
  mutating func read(_ direction: Int) {
    guard let rows = layout.reader?.inside.rows else { return }
    let last = max(0, reader.page.lines.count - rows)
    if direction > 0 ? reader.scroll >= last : reader.scroll <= 0 { return moveSelection(by: direction) }
    reader.scroll += direction * max(1, rows - 1)
  }

  private mutating func jumpInPane(toEnd isEnd: Bool) {
    switch focus {
    case .sidebar: moveInSidebar(toEnd: isEnd)
    case .list: jump(toEnd: isEnd)
    case .reader, .page: reader.scroll = isEnd ? .max / 2 : 0
    }
  }

  /// The panes in the order in which Tab visits them; a folded sidebar comes over the list when its turn is.
  private mutating func cycleFocus(by step: Int) {
    let isFolded = size.columns < MainLayout.threePanes
    let order: [Pane] = isFolded ? [.list, .sidebar, .reader] : [.sidebar, .list, .reader]
    let place = order.firstIndex(of: focus) ?? 0
    setFocus(order[(place + step + order.count) % order.count])
  }

  mutating func setFocus(_ pane: Pane) {
    // There is nothing to read where there is no entry.
    let former = focus
    focus = pane.reads && list.selected == nil ? .list : pane
    // The lines of the page are others than those of the pane.
    if (focus == .page) != (former == .page) { reader.scroll = 0 }
    isSidebarOpen = focus == .sidebar && size.columns < MainLayout.threePanes
    guard pane == .sidebar else { return }
    if sidebarRows.contains(where: { $0.scope == list.scope }) {
      sidebar.cursor = list.scope
      sidebar.group = nil
    } else if let group = SidebarGroup(list.scope), sidebar.folded.contains(group) {
      sidebar.cursor = list.scope
      sidebar.group = group
    }
  }

  private mutating func focusLeft() {
    switch focus {
    case .reader, .page: setFocus(.list)
    case .list: setFocus(.sidebar)
    case .sidebar: foldGroup()
    }
  }

  private mutating func focusRight() {
    switch focus {
    case .sidebar: if !unfoldGroup() { setFocus(.list) }
    case .list: setFocus(.reader)
    case .reader, .page: break
    }
  }

  private mutating func showAndFocus(_ scope: ListScope) {
    show(scope)
    setFocus(.list)
  }

  /// Esc takes back one thing after the other: the reader, the sidebar, the marks, the search, the special list.
  private mutating func backOnMain() {
    if focus.reads, reader.picture != nil {
      reader.picture = nil
    } else if focus != .list {
      setFocus(.list)
    } else if list.rangeAnchor != nil {
      list.rangeAnchor = nil
    } else if list.isMarking {
      list.clearMarks()
    } else if search != nil {
      closeSearch()
    } else if list.scope != .all {
      show(.all)
    }
  }

  mutating func changeOrder(_ change: (inout ListOrder) -> Void) {
    change(&preferences.order)
    let selected = list.selected?.id
    list.order = preferences.order
    if let selected {
      list.reload(.at(selected), landing: .reveal(selected)).forEach { emit($0) }
    } else {
      list.reload(.first, landing: .first).forEach { emit($0) }
    }
    emit(.savePreferences(preferences))
    say("Sorted by \(preferences.order.sort.name)\(preferences.order.reversed ? ", reversed" : "").")
  }
}
