import JournalCore

/// The list of entries: a window of loaded rows over a list of any length, and what is selected in it.
struct ListModel: Sendable {
  /// What happens to the selection when the rows that were asked for arrive.
  enum Landing: Hashable, Sendable {
    /// It stays on its entry; where that is gone, on the nearest that is left.
    case keep
    case first, last
    case reveal(RecordName)
  }

  /// Rows of a page, rows held at most, and how near to the edge of the window the next page is asked for.
  static let pageSize = 150
  static let capacity = 600
  static let margin = 60

  var scope: ListScope
  var order: ListOrder
  private(set) var rows: [EntrySummary] = []
  private(set) var hasBefore = false
  private(set) var hasAfter = false
  /// How many rows of the whole list come before the first row at hand, where that is known.
  private(set) var startIndex: Int?
  /// How many entries the whole list has, where that was counted.
  var total: Int?
  /// The selected row, and the first one on the screen; both among `rows` unless these are empty.
  var selection = 0
  var top = 0
  /// Whether the first page of this list has arrived.
  private(set) var isLoaded = false
  /// Why the last page that was asked for could not be read.
  private(set) var failure: String?

  private(set) var generation = 0
  private var isLoadingBefore = false
  private var isLoadingAfter = false
  private(set) var landing = Landing.keep
  /// The anchor of the page that replaces the window; says whether the position is known.
  private var anchor = ListAnchor.first
  /// An entry that was to be revealed and is not on the page that came, although it was not yet asked for by its id.
  var missing: RecordName?

  // Marking.
  var isMarking = false
  var marks: Set<RecordName> = []
  /// Where the range begins that moving extends, and what was marked before it began.
  var rangeAnchor: RecordName?
  var marksBeforeRange: Set<RecordName> = []

  init(scope: ListScope, order: ListOrder) {
    self.scope = scope
    self.order = order
  }

  var selected: EntrySummary? { rows.indices.contains(selection) ? rows[selection] : nil }

  // MARK: Loading

  /// Asks for a page that becomes the whole window.
  mutating func reload(_ anchor: ListAnchor, landing: Landing, limit: Int = ListModel.pageSize) -> [Effect] {
    generation += 1
    isLoadingBefore = false
    isLoadingAfter = false
    self.landing = landing
    self.anchor = anchor
    let request = ListRequest(scope: scope, order: order, anchor: anchor, limit: limit)
    return [.loadPage(request, ListTicket(generation: generation, use: .replace))]
  }

  /// Asks again for the rows around the screen; selection and scrolling stay as far as they can.
  mutating func reloadInPlace(revealing id: RecordName? = nil) -> [Effect] {
    let start = max(0, min(top, selection) - Self.margin)
    let count = max(top, selection) - start + 2 * Self.margin
    let limit = min(Self.capacity, max(Self.pageSize, count))
    let pendingLanding = landing
    let keep = id.map { Landing.reveal($0) } ?? pendingLanding
    if !isLoaded || pendingLanding != .keep { return reload(anchor, landing: keep, limit: limit) }
    // The page begins behind a cursor, because the first row itself may be gone.
    if start > 0 { return reload(.after(rows[start - 1].cursor), landing: keep, limit: limit) }
    if hasBefore, let first = rows.first { return reload(.after(first.cursor), landing: keep, limit: limit) }
    return reload(.first, landing: keep, limit: limit)
  }

  /// Shows another list, from an entry in it or from its beginning; the former rows stay until the new ones come.
  mutating func show(_ scope: ListScope, order: ListOrder, at id: RecordName? = nil) -> [Effect] {
    self.scope = scope
    self.order = order
    total = nil
    clearMarks()
    if let id { return reload(.at(id), landing: .reveal(id)) }
    return reload(.first, landing: .first)
  }

  /// Asks for the rows beyond the window where the screen or the selection comes near its edge.
  mutating func loadMore(visible: Int) -> [Effect] {
    guard isLoaded, let first = rows.first, let last = rows.last else { return [] }
    var effects: [Effect] = []
    if hasBefore, !isLoadingBefore, min(top, selection) < Self.margin {
      isLoadingBefore = true
      effects.append(page(.before(first.cursor), .before))
    }
    if hasAfter, !isLoadingAfter, max(top + visible, selection) > rows.count - Self.margin {
      isLoadingAfter = true
      effects.append(page(.after(last.cursor), .after))
    }
    return effects
  }

  private func page(_ anchor: ListAnchor, _ use: ListTicket.Use) -> Effect {
    .loadPage(
      ListRequest(scope: scope, order: order, anchor: anchor, limit: Self.pageSize),
      ListTicket(generation: generation, use: use))
  }

  /// Takes a page in; false where it answers an older question.
  mutating func take(_ ticket: ListTicket, _ page: ListPage) -> Bool {
    guard ticket.generation == generation else { return false }
    failure = nil
    switch ticket.use {
    case .replace: replace(page)
    case .before: prepend(page)
    case .after: append(page)
    }
    return true
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
    if startIndex == nil, !page.hasAfter, let total { startIndex = max(0, total - rows.count) }
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
    dropMarksOfVanished()
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

  // MARK: Marking

  mutating func clearMarks() {
    isMarking = false
    marks.removeAll()
    marksBeforeRange.removeAll()
    rangeAnchor = nil
  }

  /// Where the whole list is at hand, an entry that is no longer in it cannot stay marked.
  private mutating func dropMarksOfVanished() {
    guard !marks.isEmpty, !hasBefore, !hasAfter else { return }
    marks.formIntersection(rows.map(\.id))
    if let anchor = rangeAnchor, !rows.contains(where: { $0.id == anchor }) { rangeAnchor = nil }
  }

  /// Marks what lies between the beginning of the range and the selection.
  mutating func extendRange() {
    guard let anchor = rangeAnchor, let start = rows.firstIndex(where: { $0.id == anchor }), !rows.isEmpty else {
      return
    }
    let range = min(start, selection)...max(start, selection)
    marks = marksBeforeRange.union(rows[range].map(\.id))
  }

  /// What a command acts on: the marked entries in list order as far as they are at hand, else the selected one.
  var targets: [RecordName] {
    guard isMarking, !marks.isEmpty else { return selected.map { [$0.id] } ?? [] }
    let here = rows.filter { marks.contains($0.id) }.map(\.id)
    let elsewhere = marks.subtracting(here).sorted()
    return here + elsewhere
  }
}
