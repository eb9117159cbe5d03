import JournalCore

/// The rows at hand of a list of any length, which of them is selected, and which is the first one on the screen.
struct ListWindow: Sendable {
  /// What happens to the selection when the rows that were asked for arrive.
  enum Landing: Hashable, Sendable {
    /// It stays on its entry; where that is gone, on the nearest that is left.
    case keep
    case first, last
    case reveal(RecordName)
  }

  /// Rows held at most.
  static let capacity = 600
  /// Rows beyond the screen and the selection that are never given up.
  static let margin = 60

  private(set) var rows: [EntrySummary] = []
  private(set) var hasBefore = false
  private(set) var hasAfter = false
  /// How many rows of the whole list come before the first row at hand, where that is known.
  private(set) var startIndex: Int?
  /// The selected row, and the first one on the screen; both among `rows` unless these are empty.
  private(set) var selection = 0
  private(set) var top = 0

  /// Selects the nearest row to this index.
  mutating func select(_ index: Int) { selection = nearest(index) }

  /// Makes the nearest row to this index the first one on the screen.
  mutating func scroll(to index: Int) { top = nearest(index) }

  private func nearest(_ index: Int) -> Int { max(0, min(index, rows.count - 1)) }

  /// Puts an entry as it was saved in the place of its row.
  ///
  /// - Returns: The index of the row; nil where the row is not at hand, or stands elsewhere in the order now.
  mutating func put(_ saved: EntrySummary) -> Int? {
    guard let place = rows.firstIndex(where: { $0.id == saved.id }), rows[place].cursor == saved.cursor else {
      return nil
    }
    rows[place] = saved
    return place
  }

  /// Gives each row its mark, and takes it from those that are not named.
  mutating func mark(_ known: [RecordName: SyncMark]) {
    for index in rows.indices { rows[index].sync = known[rows[index].id] ?? .none }
  }

  /// Takes a page as the whole window.
  ///
  /// - Parameter total: How many entries the whole list has, where that is known.
  mutating func replace(_ page: ListPage, landing: Landing, total: Int?) {
    let offset = selection - top
    let showsBeginning = top == 0 && !hasBefore && !page.hasBefore && landing == .keep
    let wanted = survivor(in: page.rows)
    let start = startIndex(of: page, total: total)
    rows = page.rows
    hasBefore = page.hasBefore
    hasAfter = page.hasAfter
    startIndex = start
    switch landing {
    case .first: select(0)
    case .last: select(rows.count - 1)
    case .reveal(let id): select(rows.firstIndex { $0.id == id } ?? wanted ?? 0)
    case .keep: select(wanted ?? selection)
    }
    // At the beginning of a list, what is new there is to be seen.
    scroll(to: showsBeginning ? 0 : selection - offset)
  }

  /// Another list is read: where the rows at hand stand in it is not known.
  mutating func forgetPlace() { startIndex = nil }

  /// How many rows come before a page: by its end, or by a row that is at hand already.
  private func startIndex(of page: ListPage, total: Int?) -> Int? {
    guard page.hasBefore else { return 0 }
    if !page.hasAfter, let total { return max(0, total - page.rows.count) }
    guard let startIndex, let first = page.rows.first, let place = rows.firstIndex(where: { $0.id == first.id })
    else { return nil }
    return startIndex + place
  }

  /// Takes how many rows come before a row; false where that row is not at hand.
  mutating func place(_ count: Int, before cursor: ListCursor) -> Bool {
    guard let index = rows.firstIndex(where: { $0.cursor == cursor }) else { return false }
    startIndex = max(0, count - index)
    return true
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

  /// Takes a page before the first row; rows far below the screen are given up.
  mutating func prepend(_ page: ListPage) {
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

  /// Takes a page behind the last row; rows far above the screen are given up.
  mutating func append(_ page: ListPage) {
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
}
