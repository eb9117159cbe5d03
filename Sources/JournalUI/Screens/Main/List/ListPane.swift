import JournalCore
import TerminalKit

/// The list of entries: a window of loaded rows over a list of any length, and what is selected and marked in it.
struct ListPane: Sendable {
  /// What happens to the selection when the rows that were asked for arrive.
  private enum Landing: Hashable, Sendable {
    /// It stays on its entry; where that is gone, on the nearest that is left.
    case keep
    case first, last
    case reveal(RecordName)
  }

  /// Rows of a page, rows held at most, and how near to the edge of the window the next page is asked for.
  private static let pageSize = 150
  private static let capacity = 600
  private static let margin = 60

  private(set) var scope: ListScope
  private(set) var order: ListOrder
  private(set) var rows: [EntrySummary] = []
  private(set) var hasBefore = false
  private(set) var hasAfter = false
  /// How many rows of the whole list come before the first row at hand, where that is known.
  private(set) var startIndex: Int?
  /// The selected row, and the first one on the screen; both among `rows` unless these are empty.
  private(set) var selection = 0
  private(set) var top = 0
  /// Whether the first page of this list has arrived.
  private(set) var isLoaded = false
  /// Why the last page that was asked for could not be read.
  private(set) var failure: String?
  private(set) var marks = ListMarks()

  /// How many entries the whole list has, where that was counted.
  private var counted: Int?
  private var thumbnails = Thumbnails()
  private var generation = 0
  private var isLoadingBefore = false
  private var isLoadingAfter = false
  private var landing = Landing.keep
  /// The anchor of the page that replaces the window; says whether the position is known.
  private var anchor = ListAnchor.first
  /// An entry that was to be revealed and is not on the page that came, although it was not yet asked for by its id.
  private var missing: RecordName?
  /// The entry that is selected when the list is read again.
  private var revealing: RecordName?

  init(scope: ListScope, order: ListOrder) {
    self.scope = scope
    self.order = order
  }

  /// How many entries the list has, where that is known.
  func total(_ tallies: Tallies?) -> Int? {
    switch scope {
    case .all: tallies?.all
    case .favorites: tallies?.favorites
    case .trash: tallies?.trash
    case .category(let id): tallies.map { $0.categories[id] ?? 0 }
    case .mood(let mood): tallies.map { $0.moods[mood] ?? 0 }
    case .tag, .day, .search, .unfiled, .onThisDay: counted
    }
  }

  // MARK: Which list

  mutating func start(on desk: inout Desk) {
    load(.first, landing: .first, on: &desk)
    count(on: &desk)
  }

  /// Shows another list, from an entry in it or from its beginning; the former rows stay until the new ones come.
  mutating func show(_ scope: ListScope, at id: RecordName? = nil, on desk: inout Desk) {
    self.scope = scope
    order = desk.preferences.order
    counted = nil
    marks.clear()
    if let id { load(.at(id), landing: .reveal(id), on: &desk) } else { load(.first, landing: .first, on: &desk) }
    count(on: &desk)
  }

  /// Goes to the entry of the whole journal that is nearest to a moment.
  mutating func showAll(near instant: Instant, on desk: inout Desk) {
    if scope != .all {
      scope = .all
      marks.clear()
    }
    load(.near(instant), landing: .first, on: &desk)
    count(on: &desk)
  }

  /// Takes the order that was chosen; the selection stays on its entry.
  mutating func sort(on desk: inout Desk) {
    order = desk.preferences.order
    if let id = selected?.id {
      load(.at(id), landing: .reveal(id), on: &desk)
    } else {
      load(.first, landing: .first, on: &desk)
    }
  }

  /// Counts the list where the sidebar's numbers do not say it already.
  private func count(on desk: inout Desk) {
    switch scope {
    case .tag, .day, .search, .unfiled, .onThisDay: desk.emit(.count(scope))
    case .trash: desk.emit(.loadRemovedPictures)
    case .all, .favorites, .category, .mood: break
    }
  }

  mutating func take(count: Int, of scope: ListScope) { if self.scope == scope { counted = count } }

  /// Selects an entry when the list is read again.
  mutating func selectLater(_ id: RecordName) { revealing = id }

  /// The list goes to where a new entry, or one that came back, stands.
  mutating func follow(_ edit: JournalEdit) {
    guard edit.operations.count == 1 else { return }
    switch edit.operations.first {
    case .create(.entry(let entry)): revealing = entry.id
    case .edit(.entry(let id, let changes)) where changes.contains(where: { $0.sets(\.date) || $0.sets(\.title) }):
      // The row may stand elsewhere in the list then.
      revealing = id
    case .create, .edit, nil: break
    }
  }

  /// Puts an entry as it was saved in the place of its row, without reading the list.
  ///
  /// - Returns: false where the row is not at hand, or stands elsewhere in the order now: then the list has to be read.
  mutating func put(_ saved: EntrySummary) -> Bool {
    guard let place = rows.firstIndex(where: { $0.id == saved.id }), rows[place].cursor == saved.cursor else {
      return false
    }
    rows[place] = saved
    return true
  }

  // MARK: Reading

  /// Asks for a page that becomes the whole window.
  private mutating func load(
    _ anchor: ListAnchor, landing: Landing, limit: Int = ListPane.pageSize, on desk: inout Desk
  ) {
    generation += 1
    isLoadingBefore = false
    isLoadingAfter = false
    self.landing = landing
    self.anchor = anchor
    let request = ListRequest(scope: scope, order: order, anchor: anchor, limit: limit)
    desk.emit(.loadPage(request, ListTicket(generation: generation, use: .replace)))
  }

  /// Asks again for the rows around the screen; selection and scrolling stay as far as they can.
  mutating func reload(on desk: inout Desk) {
    let start = max(0, min(top, selection) - Self.margin)
    let limit = min(Self.capacity, max(Self.pageSize, max(top, selection) - start + 2 * Self.margin))
    let landing = revealing.map { Landing.reveal($0) } ?? self.landing
    let from: ListAnchor
    if !isLoaded || self.landing != .keep {
      from = anchor
    } else if start > 0 {
      // The page begins behind a cursor, because the first row itself may be gone.
      from = .after(rows[start - 1].cursor)
    } else if hasBefore, let first = rows.first {
      from = .after(first.cursor)
    } else {
      from = .first
    }
    revealing = nil
    load(from, landing: landing, limit: limit, on: &desk)
    count(on: &desk)
  }

  /// Asks for the rows beyond the window where the screen or the selection comes near its edge.
  private mutating func loadMore(visible: Int, on desk: inout Desk) {
    guard isLoaded, let first = rows.first, let last = rows.last else { return }
    if hasBefore, !isLoadingBefore, min(top, selection) < Self.margin {
      isLoadingBefore = true
      desk.emit(page(.before(first.cursor), .before))
    }
    if hasAfter, !isLoadingAfter, max(top + visible, selection) > rows.count - Self.margin {
      isLoadingAfter = true
      desk.emit(page(.after(last.cursor), .after))
    }
  }

  private func page(_ anchor: ListAnchor, _ use: ListTicket.Use) -> Effect {
    .loadPage(
      ListRequest(scope: scope, order: order, anchor: anchor, limit: Self.pageSize),
      ListTicket(generation: generation, use: use))
  }

  /// Takes a page in, unless it answers an older question.
  mutating func take(_ ticket: ListTicket, _ page: ListPage, in view: ListViewport, on desk: inout Desk) {
    guard ticket.generation == generation else { return }
    failure = nil
    switch ticket.use {
    case .replace: replace(page)
    case .before: prepend(page)
    case .after: append(page)
    }
    if let missing {
      // Not on the page around the screen: the list is read from where it is, once.
      self.missing = nil
      load(.at(missing), landing: .reveal(missing), on: &desk)
    }
    marks.extendRange(rows, to: selection)
    reveal(in: view)
    markBySync(desk)
  }

  /// What the server has acknowledged changes no words: the marks of rows follow the status, and nothing is read for them.
  mutating func markBySync(_ desk: Desk) {
    guard let known = desk.syncing.marks else { return }
    for index in rows.indices { rows[index].sync = known[rows[index].id] ?? .none }
  }

  /// A page that could not be read: what is shown stays, and may be asked for again.
  mutating func failed(_ ticket: ListTicket, _ sentence: String) {
    guard ticket.generation == generation else { return }
    failure = sentence
    isLoadingBefore = false
    isLoadingAfter = false
  }

  private mutating func replace(_ page: ListPage) {
    let offset = selection - top
    let showsBeginning = top == 0 && !hasBefore && !page.hasBefore && landing == .keep
    let wanted = isLoaded ? survivor(in: page.rows) : nil
    let formerSelection = selection
    rows = page.rows
    hasBefore = page.hasBefore
    hasAfter = page.hasAfter
    startIndex = page.hasBefore ? nil : 0
    if startIndex == nil, !page.hasAfter, let counted { startIndex = max(0, counted - rows.count) }
    isLoaded = true
    switch landing {
    case .first: selection = 0
    case .last: selection = rows.count - 1
    case .reveal(let id):
      let place = rows.firstIndex { $0.id == id }
      if place == nil, anchor != .at(id) { missing = id }
      selection = place ?? wanted ?? 0
    case .keep: selection = wanted ?? formerSelection
    }
    landing = .keep
    selection = max(0, min(selection, rows.count - 1))
    // At the beginning of a list, what is new there is to be seen.
    top = showsBeginning ? 0 : max(0, min(selection - offset, rows.count - 1))
    if !hasBefore, !hasAfter { marks.keep(only: rows) }
  }

  /// The row of the new window that the selection should be on: its own entry, else its nearest neighbour below or above.
  private func survivor(in new: [EntrySummary]) -> Int? {
    var places: [RecordName: Int] = [:]
    for (index, row) in new.enumerated() { places[row.id] = index }
    guard rows.indices.contains(selection) else { return nil }
    for row in rows[selection...] {
      if let place = places[row.id] { return place }
    }
    for row in rows[..<selection].reversed() {
      if let place = places[row.id] { return place }
    }
    return nil
  }

  private mutating func prepend(_ page: ListPage) {
    isLoadingBefore = false
    rows.insert(contentsOf: page.rows, at: 0)
    selection += page.rows.count
    top += page.rows.count
    hasBefore = page.hasBefore
    startIndex = page.hasBefore ? startIndex.map { max(0, $0 - page.rows.count) } : 0
    let surplus = min(rows.count - Self.capacity, rows.count - 1 - max(selection, top) - Self.margin)
    if surplus > 0 {
      rows.removeLast(surplus)
      hasAfter = true
    }
  }

  private mutating func append(_ page: ListPage) {
    isLoadingAfter = false
    rows.append(contentsOf: page.rows)
    hasAfter = page.hasAfter
    let surplus = min(rows.count - Self.capacity, min(selection, top) - Self.margin)
    if surplus > 0 {
      rows.removeFirst(surplus)
      selection -= surplus
      top -= surplus
      hasBefore = true
      startIndex = startIndex.map { $0 + surplus }
    }
  }

  // MARK: Moving

  mutating func select(_ index: Int, in view: ListViewport) {
    guard !rows.isEmpty else { return }
    selection = max(0, min(index, rows.count - 1))
    marks.extendRange(rows, to: selection)
    reveal(in: view)
  }

  mutating func move(by count: Int, in view: ListViewport) { select(selection + count, in: view) }

  /// Goes over to another month; false where months do not follow each other.
  mutating func moveMonth(by step: Int, in view: ListViewport) -> Bool {
    guard order.sort == .date else { return false }
    if let index = monthStart(by: step) { select(index, in: view) }
    return true
  }

  /// The first or the last row of the whole list, loaded or not.
  mutating func jump(toEnd isEnd: Bool, in view: ListViewport, on desk: inout Desk) {
    if isEnd ? hasAfter : hasBefore {
      if let anchor = marks.anchor { desk.emit(.loadIDs(scope, order, .markRange(anchor, toEnd: isEnd))) }
      load(isEnd ? .last : .first, landing: isEnd ? .last : .first, on: &desk)
    } else {
      select(isEnd ? rows.count - 1 : 0, in: view)
    }
  }

  mutating func scroll(by count: Int) {
    if !rows.isEmpty { top = max(0, min(top + count, rows.count - 1)) }
  }

  /// Scrolls as little as brings the selection onto the screen.
  private mutating func reveal(in view: ListViewport) { top = topThatReveals(selection, in: view) }

  // MARK: Marking

  mutating func clearMarks() { marks.clear() }
  mutating func endRange() { marks.endRange() }
  mutating func take(_ ids: [RecordName], for purpose: IDsPurpose) { marks.take(ids, for: purpose) }

  mutating func toggleMark(in view: ListViewport) {
    guard let id = selected?.id else { return }
    marks.toggleOne(id)
    move(by: 1, in: view)
  }

  mutating func toggleMarking() {
    if marks.isActive { marks.clear() } else if selected != nil { marks.begin() }
  }

  mutating func toggleRange() {
    guard let id = selected?.id else { return }
    if marks.anchor != nil { return marks.endRange() }
    marks.beginRange(at: id)
    marks.extendRange(rows, to: selection)
  }

  mutating func markAll(on desk: inout Desk) {
    guard !rows.isEmpty else { return }
    if marks.isActive, let total = total(desk.tallies), marks.ids.count >= total { return marks.clear() }
    guard hasBefore || hasAfter else { return marks.markAll(rows.map(\.id)) }
    marks.markAll(marks.ids)
    desk.emit(.loadIDs(scope, order, .markAll))
  }

  // MARK: Mouse and settling

  /// Takes the mouse where the rows are.
  mutating func mouse(_ event: MouseEvent, in area: Rect, _ view: ListViewport) -> [PaneRequest] {
    let lines = lines(in: view)
    let offset = event.position.row - area.row
    var requests: [PaneRequest] = [.focus(.list), .restSearch]
    guard area.contains(event.position), lines.indices.contains(offset), case .row(let index, _) = lines[offset] else {
      return requests
    }
    if marks.isActive, event.kind == .press {
      selection = index
      marks.toggle(rows[index].id)
      return requests
    }
    select(index, in: view)
    if event.kind == .doublePress { requests.append(.read) }
    return requests
  }

  /// Keeps what is on the screen inside the list, and asks for what comes next.
  mutating func settle(in view: ListViewport, isShown: Bool, on desk: inout Desk) {
    top = topThatFills(view)
    loadMore(visible: view.height, on: &desk)
    thumbnails.settle(thumbnailsOnScreen(view, isShown: isShown, desk), on: &desk)
  }

  /// The list rested: the small pictures on the screen are wanted.
  mutating func rested(in view: ListViewport, isShown: Bool, _ desk: Desk) {
    thumbnails.rest(thumbnailsOnScreen(view, isShown: isShown, desk))
  }

  /// The small pictures that are to be shown now.
  func wantedThumbnails(_ view: ListViewport, isShown: Bool, _ desk: Desk) -> [PictureRequest] {
    thumbnails.wanted(among: thumbnailsOnScreen(view, isShown: isShown, desk))
  }
}
