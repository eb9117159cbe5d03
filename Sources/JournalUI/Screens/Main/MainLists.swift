import JournalCore
import TerminalKit

/// Which list is shown, and the search in it.
extension MainScreen {
  /// Shows another list, from an entry in it or from its beginning.
  mutating func show(_ scope: ListScope, at id: RecordName? = nil) {
    state.search = nil
    state.sidebar.follow(scope)
    state.list.show(scope, at: id, on: &desk)
    preferences.scope = scope
  }

  /// Shows a list, unless it is the one that is shown.
  mutating func showOnce(_ scope: ListScope) {
    if list.scope != scope { show(scope) } else { state.sidebar.follow(scope) }
  }

  mutating func showAndFocus(_ scope: ListScope) {
    show(scope)
    setFocus(.list)
  }

  /// Shows what a search finds, as if it had been typed; Esc leads back.
  mutating func find(_ query: String) {
    openSearch()
    state.search?.replace(with: query)
    runSearch()
    state.search?.rest()
  }

  /// Moves to the entry nearest to a day; of a week, a month or a year it shows the entries, and Esc leads back.
  mutating func goTo(_ days: ClosedRange<CivilDate>) {
    guard days.lowerBound == days.upperBound else {
      let query = "from:\(days.lowerBound.iso) to:\(days.upperBound.iso)"
      state.wanted = (query, days)
      return find(query)
    }
    let noon = CivilDateTime(date: days.lowerBound, hour: 12, minute: 0) ?? now.local
    if list.scope != .all {
      state.search = nil
      state.sidebar.follow(.all)
      preferences.scope = .all
    }
    state.list.showAll(near: environment.zone.date(local: noon).instant, on: &desk)
    state.sought = SoughtDay(day: days.lowerBound, generation: state.list.generation)
    setFocus(.list)
  }

  /// Of a month or a year without entries, the nearest one is shown.
  mutating func goNear(_ scope: ListScope, count: Int) {
    guard scope == list.scope, case .search(let query) = scope, let wanted = state.wanted else { return }
    // Asked once: what becomes of the list later is the person's own doing.
    state.wanted = nil
    guard count == 0, query.source == wanted.query else { return }
    goTo(wanted.days.lowerBound...wanted.days.lowerBound)
    state.sought = nil
    say("No entries from then; this is the nearest one.")
  }

  mutating func workOnSearches(_ body: (inout SavedSearchEdits, ListScope) -> Void) {
    var edits = SavedSearchEdits(desk: desk, undoHint: undoHint)
    body(&edits, focus == .sidebar ? state.sidebar.cursor : list.scope)
    desk = edits.desk
  }

  mutating func changeOrder(_ change: (inout ListOrder) -> Void) {
    change(&preferences.order)
    state.list.sort(on: &desk)
    emit(.savePreferences(preferences))
    say("Sorted by \(preferences.order.sort.name)\(preferences.order.reversed ? ", reversed" : "")")
  }

  mutating func perform(_ action: ListAction) {
    switch action {
    case .select: state.list.toggleMarking()
    case .selectRange: state.list.toggleRange()
    case .toggleMark: state.list.toggleMark(in: viewport)
    case .markAll: state.list.markAll(on: &desk)
    case .restoreEntry: restoreFromTrash()
    case .deleteForGood: askToPurge()
    case .emptyTrash: state.trash.askToEmpty(list.scope, on: &desk)
    case .search: openSearch()
    case .sort: desk.openSortPicker()
    case .reverseOrder: changeOrder { $0.reversed.toggle() }
    case .filter: desk.openFilter(shown: list.scope)
    case .showAll, .showFavorites, .showUnfiled, .showShared, .showTrash: action.scope.map { showAndFocus($0) }
    case .showOnThisDay: showAndFocus(.earlierYears(of: today))
    case .showCategory: desk.openCategoryList(shown: list.scope)
    case .showMood: desk.openMoodList(shown: list.scope)
    case .showTag: desk.openTagList(shown: list.scope)
    case .renameTag: if canWrite() { desk.openTagRenaming() }
    case .goToDate: openDatePrompt(MainQuestion.goTo, .days, "Go to a date")
    case .switchJournal, .renameJournal: desk.openJournals(for: action)
    case .saveSearch:
      runSearch()
      let typed = search?.field.text
      state.search?.rest()
      workOnSearches { $0.askToSave(typed, over: $1) }
    case .renameSearch: workOnSearches { $0.askToRename($1) }
    case .removeSearch: workOnSearches { $0.remove($1) }
    case .importFiles: desk.askForImport()
    case .undoImport: desk.askToUndoImport()
    }
  }

  /// Reads the tags again where they are chosen from, or where none are known yet. In the sidebar that waits until changes rest:
  /// it goes over all of them, which is too much for every one of the changes that come in by the thousand.
  mutating func reloadTags() {
    let isShowingTags = if case .picker(let picker) = dialogs.last { picker.showsTags } else { false }
    if isShowingTags || tags.isEmpty {
      emit(.loadTags(prefix: ""))
    } else if layout.sidebar != nil {
      emit(.startTimer(.tags, milliseconds: 1000))
    }
  }

  // MARK: Search

  mutating func openSearch() {
    if state.search == nil { state.search = SearchLine(over: list) } else { state.search?.resume() }
    setFocus(.list)
  }

  mutating func type(_ input: TerminalInput) -> Bool {
    if answerColors(input) { return true }
    guard desk.screens.isEmpty, state.search?.isTyping == true else { return false }
    if let requests = state.search?.type(input, on: &desk) { take(requests) }
    return true
  }

  mutating func perform(_ action: SearchAction) {
    guard state.search?.isTyping == true else { return }
    switch action {
    case .searchAccept:
      runSearch()
      state.search?.rest()
      if state.search?.isEmpty == true { closeSearch() }
    case .searchCancel: closeSearch()
    case .searchUp: state.list.move(by: -1, in: viewport)
    case .searchDown: state.list.move(by: 1, in: viewport)
    }
  }

  /// Searches for what stands in the line, if that is something else than before.
  mutating func runSearch() {
    guard let scope = state.search?.run(desk), scope != list.scope else { return }
    state.list.show(scope, on: &desk)
  }

  /// Goes back to the list that was there before, and to the entry in it.
  mutating func closeSearch() {
    guard let search else { return }
    state.search = nil
    emit(.stopTimer(.search))
    if list.scope != search.formerScope {
      state.list.show(search.formerScope, at: search.formerSelection, on: &desk)
    }
  }
}
