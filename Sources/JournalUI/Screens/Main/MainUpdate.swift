import JournalCore
import TerminalKit

/// The list: what is shown in it, and moving through it.
extension MainScreen {
  var onThisDay: ListScope { .onThisDay(month: today.month, day: today.day, besides: today.year) }

  /// Shows another list from its beginning.
  mutating func show(_ scope: ListScope) {
    search = nil
    sidebar.cursor = scope
    sidebar.group = SidebarGroup(scope).flatMap { sidebar.folded.contains($0) ? $0 : nil }
    list.show(scope, order: preferences.order).forEach { emit($0) }
    preferences.scope = scope
    countList()
  }

  /// Moves to the entry nearest to a day; of a week, a month or a year it shows the entries, and Esc leads back.
  mutating func goTo(_ days: ClosedRange<CivilDate>) {
    guard days.lowerBound == days.upperBound else {
      openSearch()
      search?.field.replaceAll("from:\(days.lowerBound.iso) to:\(days.upperBound.iso)")
      runSearch()
      search?.isTyping = false
      return
    }
    let noon = CivilDateTime(date: days.lowerBound, hour: 12, minute: 0) ?? now.local
    if list.scope != .all {
      search = nil
      sidebar.cursor = .all
      preferences.scope = .all
      list.scope = .all
      list.clearMarks()
    }
    list.reload(.near(environment.zone.date(local: noon).instant), landing: .first).forEach { emit($0) }
    countList()
    setFocus(.list)
  }

  /// Counts the list where the sidebar's numbers do not say it already.
  mutating func countList() {
    switch list.scope {
    case .tag, .day, .search, .unfiled, .onThisDay: emit(.count(list.scope))
    case .trash: emit(.loadRemovedPictures)
    case .all, .favorites, .category, .mood: break
    }
  }

  /// How many entries the list has, where that is known.
  var listTotal: Int? {
    switch list.scope {
    case .all: tallies?.all
    case .favorites: tallies?.favorites
    case .trash: tallies?.trash
    case .category(let id): tallies.map { $0.categories[id] ?? 0 }
    case .mood(let mood): tallies.map { $0.moods[mood] ?? 0 }
    case .tag, .day, .search, .unfiled, .onThisDay: list.total
    }
  }

  mutating func reloadList() {
    list.reloadInPlace(revealing: state.revealing).forEach { emit($0) }
    state.revealing = nil
    countList()
  }

  mutating func pageLoaded(_ ticket: ListTicket, _ page: ListPage) {
    guard list.take(ticket, page) else { return }
    if let missing = list.missing {
      // Not on the page around the screen: the list is read from where it is, once.
      list.missing = nil
      list.reload(.at(missing), landing: .reveal(missing)).forEach { emit($0) }
    }
    list.extendRange()
    revealSelection()
  }

  mutating func revealSelection() {
    list.reveal(height: listArea.rows, spacing: listSpacing, offsetSeconds: now.offsetSeconds)
  }

  /// Moves the selection, and asks for rows beyond the window when it comes near.
  mutating func moveSelection(by count: Int) { selectRow(list.selection + count) }

  mutating func selectRow(_ index: Int) {
    guard !list.rows.isEmpty else { return }
    list.selection = max(0, min(index, list.rows.count - 1))
    list.extendRange()
    revealSelection()
  }

  /// Goes to the first row of the next month below; above, to the first row of this month, or of the one before it.
  ///
  /// Where the month goes on beyond the rows at hand, it goes as far as they do, and further ones are read meanwhile.
  mutating func moveMonth(by step: Int) {
    guard list.order.sort == .date else { return say("Months follow each other where the list is sorted by date.") }
    let rows = list.rows
    guard !rows.isEmpty else { return }
    func month(_ index: Int) -> [Int] { [rows[index].date.local.date.year, rows[index].date.local.date.month] }
    var index = list.selection
    if step > 0 {
      while index < rows.count - 1, month(index) == month(list.selection) { index += 1 }
    } else {
      // From the first row of a month to the last one of the month above, and from there to the first.
      if index > 0, month(index - 1) != month(index) { index -= 1 }
      while index > 0, month(index - 1) == month(index) { index -= 1 }
    }
    selectRow(index)
  }

  /// The first or the last row of the whole list, loaded or not.
  mutating func jump(toEnd isEnd: Bool) {
    if isEnd ? list.hasAfter : list.hasBefore {
      if let anchor = list.rangeAnchor { emit(.loadIDs(list.scope, list.order, .markRange(anchor, toEnd: isEnd))) }
      list.reload(isEnd ? .last : .first, landing: isEnd ? .last : .first).forEach { emit($0) }
    } else {
      selectRow(isEnd ? list.rows.count - 1 : 0)
    }
  }

  var listPageStep: Int {
    max(
      1, list.visibleRows(height: listArea.rows, spacing: listSpacing, offsetSeconds: now.offsetSeconds) - 1)
  }

  mutating func scrollList(by count: Int) {
    guard !list.rows.isEmpty else { return }
    list.top = max(0, min(list.top + count, list.rows.count - 1))
  }

  // MARK: Marking

  mutating func toggleMark() {
    guard let id = list.selected?.id else { return }
    list.isMarking = true
    list.rangeAnchor = nil
    if list.marks.remove(id) == nil { list.marks.insert(id) }
    moveSelection(by: 1)
  }

  mutating func toggleMarking() {
    guard !list.isMarking else {
      list.clearMarks()
      return
    }
    guard list.selected != nil else { return }
    // Nothing is marked yet: Space marks, the first one as every other.
    list.isMarking = true
    list.marks = []
  }

  mutating func toggleRange() {
    guard let id = list.selected?.id else { return }
    if list.rangeAnchor != nil {
      list.rangeAnchor = nil
      return
    }
    list.isMarking = true
    list.marksBeforeRange = list.marks
    list.rangeAnchor = id
    list.extendRange()
  }

  mutating func markAll() {
    guard !list.rows.isEmpty else { return }
    if list.isMarking, let total = listTotal, list.marks.count >= total {
      list.clearMarks()
      return
    }
    list.isMarking = true
    list.rangeAnchor = nil
    if list.hasBefore || list.hasAfter {
      emit(.loadIDs(list.scope, list.order, .markAll))
    } else {
      list.marks = Set(list.rows.map(\.id))
    }
  }

  mutating func idsLoaded(_ purpose: IDsPurpose, _ ids: [RecordName]) {
    guard list.isMarking else { return }
    switch purpose {
    case .markAll: list.marks = Set(ids)
    case .markRange(let anchor, let toEnd):
      guard list.rangeAnchor == anchor, let place = ids.firstIndex(of: anchor) else { return }
      list.marks = list.marksBeforeRange.union(toEnd ? ids[place...] : ids[...place])
    }
  }
}
