import JournalCore
import TerminalKit

/// The list of entries: a window of loaded rows over a list of any length, and what is selected and marked in it.
struct ListPane: Sendable {
  /// Rows of a page, and how near to the edge of the window the next page is asked for.
  private static let pageSize = 150
  private static let margin = ListWindow.margin

  private(set) var scope: ListScope
  private(set) var order: ListOrder
  private var window = ListWindow()
  /// Whether the first page of this list has arrived.
  private(set) var isLoaded = false
  /// Why the last page that was asked for could not be read.
  private(set) var failure: String?
  private(set) var marks = ListMarks()

  /// How many entries the whole list has, where that was counted.
  private var counted: Int?
  private var thumbnails = Thumbnails()
  private(set) var generation = 0
  private var isLoadingBefore = false
  private var isLoadingAfter = false
  private var landing = ListWindow.Landing.keep
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

  var rows: [EntrySummary] { _read { yield window.rows } }
  var hasBefore: Bool { window.hasBefore }
  var hasAfter: Bool { window.hasAfter }
  /// How many rows of the whole list come before the first row at hand, where that is known.
  var startIndex: Int? { window.startIndex }
  /// The selected row, and the first one on the screen; both among `rows` unless these are empty.
  var selection: Int { window.selection }
  var top: Int { window.top }

  /// How many entries the list has, where that is known.
  func total(_ tallies: Tallies?) -> Int? {
    switch scope {
    case .all: tallies?.all
    case .favorites: tallies?.favorites
    case .trash: tallies?.trash
    case .category(let id): tallies.map { $0.categories[id] ?? 0 }
    case .mood(let mood): tallies.map { $0.moods[mood] ?? 0 }
    case .tag, .day, .search, .unfiled, .onThisDay, .shared: counted
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
    window.forgetPlace()
    marks.clear()
    if let id { load(.at(id), landing: .reveal(id), on: &desk) } else { load(.first, landing: .first, on: &desk) }
    count(on: &desk)
  }

  /// Goes to the entry of the whole journal that is nearest to a moment.
  mutating func showAll(near instant: Instant, on desk: inout Desk) {
    if scope != .all {
      scope = .all
      window.forgetPlace()
      marks.clear()
    }
    load(.near(instant), landing: .first, on: &desk)
    count(on: &desk)
  }

  /// Takes the order that was chosen; the selection stays on its entry.
  mutating func sort(on desk: inout Desk) {
    order = desk.preferences.order
    window.forgetPlace()
    if let id = selected?.id {
      load(.at(id), landing: .reveal(id), on: &desk)
    } else {
      load(.first, landing: .first, on: &desk)
    }
  }

  /// Counts the list where the sidebar's numbers do not say it already.
  private func count(on desk: inout Desk) {
    if scope.isCounted { desk.emit(.count(scope)) }
    if scope == .trash { desk.emit(.loadRemovedPictures) }
  }

  mutating func take(count: Int, of scope: ListScope) { if self.scope == scope { counted = count } }

  /// Asks how many rows come before those at hand.
  private func locate(on desk: inout Desk) {
    guard hasBefore, let first = rows.first else { return }
    desk.emit(.countBefore(scope, order, first.cursor))
  }

  /// Takes how many rows of the list come before a place in it.
  mutating func take(
    _ count: Int, before cursor: ListCursor, _ scope: ListScope, _ order: ListOrder, on desk: inout Desk
  ) {
    guard scope == self.scope, order == self.order else { return }
    // The row may have been given up meanwhile: then another one says where the others are.
    if !window.place(count, before: cursor), startIndex == nil { locate(on: &desk) }
  }

  /// Selects an entry when the list is read again.
  mutating func selectLater(_ id: RecordName) { revealing = id }

  /// The list goes to where a new entry, or one that came back, stands.
  mutating func follow(_ edit: JournalEdit) {
    // With another date or title the row may stand elsewhere in the list.
    if let saved = SavedChange(edit), saved.isNew || saved.sets(\.date) || saved.sets(\.title) {
      revealing = saved.entry
    }
  }

  // MARK: Reading

  /// Asks for a page that becomes the whole window.
  private mutating func load(
    _ anchor: ListAnchor, landing: ListWindow.Landing, limit: Int = ListPane.pageSize, on desk: inout Desk
  ) {
    self.landing = landing
    let request = ListRequest(scope: scope, order: order, anchor: anchor, limit: limit)
    desk.emit(.loadPage(request, replacement(anchor)))
  }

  /// The ticket of a page that becomes the whole window; what was asked for before is not wanted any more.
  private mutating func replacement(_ anchor: ListAnchor) -> ListTicket {
    generation += 1
    isLoadingBefore = false
    isLoadingAfter = false
    self.anchor = anchor
    return ListTicket(generation: generation, use: .replace)
  }

  /// Asks again for the rows around the screen; selection and scrolling stay as far as they can.
  mutating func reload(on desk: inout Desk) {
    let (from, limit) = around
    let landing = revealing.map { .reveal($0) } ?? self.landing
    revealing = nil
    load(from, landing: landing, limit: limit, on: &desk)
    count(on: &desk)
  }

  /// Where a page begins that has the rows around the screen, and how many these are.
  private var around: (from: ListAnchor, limit: Int) {
    let start = max(0, min(top, selection) - Self.margin)
    let limit = min(ListWindow.capacity, max(Self.pageSize, max(top, selection) - start + 2 * Self.margin))
    if !isLoaded || landing != .keep { return (anchor, limit) }
    // The page begins behind a cursor, because the first row itself may be gone.
    if start > 0 { return (.after(rows[start - 1].cursor), limit) }
    if hasBefore, let first = rows.first { return (.after(first.cursor), limit) }
    return (.first, limit)
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
    case .replace: replace(page, on: &desk)
    case .before:
      isLoadingBefore = false
      window.prepend(page)
    case .after:
      isLoadingAfter = false
      window.append(page)
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
    window.mark(known)
  }

  /// A page that could not be read: what is shown stays, and may be asked for again.
  mutating func failed(_ ticket: ListTicket, _ sentence: String) {
    guard ticket.generation == generation else { return }
    failure = sentence
    isLoadingBefore = false
    isLoadingAfter = false
  }

  private mutating func replace(_ page: ListPage, on desk: inout Desk) {
    if case .reveal(let id) = landing, anchor != .at(id), !page.rows.contains(where: { $0.id == id }) { missing = id }
    window.replace(page, landing: landing, total: total(desk.tallies))
    locate(on: &desk)
    isLoaded = true
    landing = .keep
    if !hasBefore, !hasAfter { marks.keep(only: rows) }
  }

  // MARK: After a save

  /// Says what is to be read of the list after an entry was saved: its row, or the rows around the screen where the row may
  /// stand elsewhere now.
  ///
  /// - Returns: nil where the list has to be read as a whole.
  mutating func request(after saved: SavedChange, today: CivilDate) -> (SavedRequest, ListTicket?)? {
    // A search may take long, and the trash has more than entries.
    guard isLoaded, landing == .keep, scope.isReadBySave, saved.entry.guest == nil else { return nil }
    var request = SavedRequest(
      entry: saved.entry, today: today,
      rows: ListRequest(scope: scope, order: order, anchor: .at(saved.entry), limit: 1))
    if !saved.moves(in: scope, order), rows.contains(where: { $0.id == saved.entry }) { return (request, nil) }
    let (from, limit) = around
    request.rows = ListRequest(scope: scope, order: order, anchor: from, limit: limit)
    request.counts = scope.isCounted
    if let id = revealing {
      landing = .reveal(id)
      request.reveals = id == saved.entry
    }
    revealing = nil
    return (request, replacement(from))
  }

  /// Takes in what was read after a save.
  ///
  /// - Returns: false where the row stands elsewhere in the list now, or is not in it: then the list has to be read.
  mutating func take(
    _ saved: SavedEntry, for request: SavedRequest, _ ticket: ListTicket?, in view: ListViewport, on desk: inout Desk
  ) -> Bool {
    // Another list has been read since.
    guard request.rows.scope == scope, request.rows.order == order else { return true }
    if let ticket {
      guard ticket.generation == generation else { return true }
      if let count = saved.count { counted = count }
      if request.reveals { anchor = .at(request.entry) }
      take(ticket, saved.page, in: view, on: &desk)
      return true
    }
    guard let row = saved.page.rows.first, row.id == request.entry, let place = window.put(row) else { return false }
    markBySync(desk)
    if revealing == row.id {
      revealing = nil
      select(place, in: view)
    }
    return true
  }

  // MARK: Moving

  mutating func select(_ index: Int, in view: ListViewport) {
    guard !rows.isEmpty else { return }
    window.select(index)
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

  mutating func scroll(by count: Int) { window.scroll(to: top + count) }

  /// Scrolls as little as brings the selection onto the screen.
  private mutating func reveal(in view: ListViewport) { window.scroll(to: topThatReveals(selection, in: view)) }

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
      window.select(index)
      marks.toggle(rows[index].id)
      return requests
    }
    select(index, in: view)
    if event.kind == .doublePress { requests.append(.read) }
    return requests
  }

  /// Keeps what is on the screen inside the list, and asks for what comes next.
  mutating func settle(in view: ListViewport, isShown: Bool, on desk: inout Desk) {
    window.scroll(to: topThatFills(view))
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
