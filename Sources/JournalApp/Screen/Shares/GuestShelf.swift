import CloudRecord
import Dispatch
import JournalCore
import JournalStore
import JournalSync
import Synchronization

/// What others share, as the screen has it open: each of their journals once, until it goes.
///
/// The rows of all of them are kept in the order that was asked for last, so that moving about in the list reads no disk.
final class GuestShelf: Sendable {
  private struct State {
    var journals: [String: GuestJournal] = [:]
    var rows: [EntrySummary] = []
    /// Which rows they are; nil where they have to be read.
    var list: List?
  }

  /// What is looked for among what others share, and in which order; nil for all of it.
  private struct List: Equatable {
    let query: SearchQuery?
    let order: ListOrder
  }

  private let own: OpenedJournal
  private let environment: [String: String]
  private let state = Mutex(State())
  private let closing = DispatchQueue(label: "guests", qos: .utility)

  /// - Parameter environment: The process's, for its proxies.
  init(_ own: OpenedJournal, environment: [String: String]) {
    (self.own, self.environment) = (own, environment)
  }

  // MARK: Journals

  /// The journal of a name, which may have gone.
  func journal(_ name: String) throws -> GuestJournal {
    if let guest = try all()[name], guest.journal.isInPlace { return guest }
    refresh()
    if let guest = try all()[name] { return guest }
    throw CommandFailure(.notShared, "This is no longer shared with you.")
  }

  /// Looks anew at who shares what, and what may be done with it: something has changed.
  func refresh() {
    let gone = state.withLock { state in
      defer { (state.journals, state.list) = ([:], nil) }
      return state.journals.values.map(\.journal)
    }
    // Closing a file may wait for the disk, which the screen's thread does not; who still reads one of them has it to the end.
    closing.async { withExtendedLifetime(gone) {} }
  }

  /// Something was written in one of them.
  func forgetRows() { state.withLock { $0.list = nil } }

  /// All of them that are open, with the names of their folders.
  func named() throws -> [(name: String, guest: GuestJournal)] {
    try all().sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func all() throws -> [String: GuestJournal] {
    try state.withLock { state in
      if state.journals.isEmpty {
        for (name, guest) in try GuestJournals(own).named() { state.journals[name] = guest }
      }
      return state.journals
    }
  }

  /// Whether others have changed anything in one of them since the last call.
  func hasNews() -> Bool {
    let journals = state.withLock { Array($0.journals.values) }
    var isNew = false
    for guest in journals {
      // What cannot be read is said by those who read it.
      do { if try guest.journal.store.news() != nil { isNew = true } } catch { isNew = true }
    }
    return isNew
  }

  /// The folder with the pictures of another person's entry; nil for a picture of one's own, and where it has gone.
  func assets(of image: RecordName) -> AssetFolder? {
    guard let name = image.guest else { return nil }
    do { return try journal(name.journal).journal.assets } catch { return nil }
  }

  // MARK: What the screen shows

  /// All that is shared, as the disk has it.
  func shelf() throws -> SharedShelf {
    var shelf = SharedShelf()
    shelf.mine = try SharingDesk(own, environment: environment).shares().map { $0.thing() }
    let settings = try AccountDesk(own, environment: environment).settings()
    for (name, guest) in try all().sorted(by: { $0.key < $1.key }) {
      shelf.theirs += try guest.reports { settings?.shareURL($0) ?? "" }.map { $0.thing(in: name) }
      shelf.categories += try guest.journal.store.categories(includingTrash: false).map { category in
        category.renamed { $0.ofGuest(name) }
      }
      shelf.count += try guest.journal.store.count(.all)
    }
    return shelf
  }

  /// An entry of others, as the screen knows it.
  func detail(_ name: GuestName) throws -> EntryDetail? {
    let guest = try journal(name.journal)
    let isUnsent = try StoredShares(guest.journal.store).isNew(name.name)
    return try guest.journal.store.detail(of: name.name).map { guest.shown($0, name.journal, isUnsent: isUnsent) }
  }

  func page(_ request: ListRequest) throws -> ListPage {
    let rows = try rows(request.order, request.scope)
    let limit = max(0, request.limit)
    func page(from start: Int, _ end: Int) -> ListPage {
      let (start, end) = (max(0, start), min(rows.count, max(start, end)))
      return ListPage(rows: Array(rows[start..<max(start, end)]), hasBefore: start > 0, hasAfter: end < rows.count)
    }
    func first(_ index: Int?) -> ListPage { page(from: index ?? 0, (index ?? 0) + limit) }
    switch request.anchor {
    case .first: return first(0)
    case .last: return page(from: rows.count - limit, rows.count)
    case .after(let cursor): return first(min(rows.count, place(of: cursor, in: rows) + 1))
    case .before(let cursor):
      let end = place(of: cursor, in: rows)
      return page(from: end - limit, end)
    case .at(let id): return first(rows.firstIndex { $0.id == id })
    case .near(let moment):
      let nearest = rows.indices.min { a, b in
        abs(rows[a].date.instant.milliseconds - moment.milliseconds)
          < abs(rows[b].date.instant.milliseconds - moment.milliseconds)
      }
      return first(nearest)
    }
  }

  func count(_ scope: ListScope) throws -> Int {
    // The order that the rows are in does as well.
    try rows(state.withLock { $0.list?.order } ?? ListOrder(), scope).count
  }

  func countBefore(_ cursor: ListCursor, _ order: ListOrder, _ scope: ListScope) throws -> Int {
    place(of: cursor, in: try rows(order, scope))
  }

  func ids(_ order: ListOrder, _ scope: ListScope) throws -> [RecordName] { try rows(order, scope).map(\.id) }

  /// A row is found by its entry; where that has gone, by where it stood.
  private func place(of cursor: ListCursor, in rows: [EntrySummary]) -> Int {
    rows.firstIndex { $0.id.rawValue == cursor.key } ?? min(rows.count, Int(clamping: cursor.position))
  }

  private func rows(_ order: ListOrder, _ scope: ListScope) throws -> [EntrySummary] {
    var list = List(query: nil, order: order)
    if case .search(let query) = scope { list = List(query: query, order: order) }
    let known = state.withLock { state in state.list == list ? state.rows : nil }
    if let known { return known }
    var rows: [EntrySummary] = []
    for (name, guest) in try all().sorted(by: { $0.key < $1.key }) {
      let unsent = try StoredShares(guest.journal.store).added()
      rows += try guest.rows(list.query, order).map { guest.shown($0, name, isUnsent: unsent.contains($0.id)) }
    }
    rows = rows.enumerated().sorted { one, other in
      switch Self.comparison(one.element, other.element, order) {
      case 0: one.offset < other.offset
      case let sign: sign < 0
      }
    }.map(\.element)
    for place in rows.indices { rows[place].cursor = ListCursor(position: Int64(place), key: rows[place].id.rawValue) }
    state.withLock { [rows] state in (state.rows, state.list) = (rows, list) }
    return rows
  }

  private static func comparison(_ one: EntrySummary, _ other: EntrySummary, _ order: ListOrder) -> Int {
    let result =
      switch order.sort {
      // The newest first.
      case .date: sign(other.date.instant, one.date.instant)
      case .modified: sign(other.modifiedAt, one.modifiedAt)
      case .title: sign(one.cursor.key, other.cursor.key)
      }
    return order.reversed ? -result : result
  }

  private static func sign<Value: Comparable>(_ one: Value, _ other: Value) -> Int {
    one == other ? 0 : one < other ? -1 : 1
  }
}

extension GuestJournal {
  /// All rows of the journal, or those that a search finds, in an order.
  fileprivate func rows(_ query: SearchQuery?, _ order: ListOrder) throws -> [EntrySummary] {
    var rows: [EntrySummary] = []
    var scope = ListScope.all
    if var query {
      query.isOfOthers = false
      scope = .search(query)
    }
    var anchor = ListAnchor.first
    while true {
      let page = try journal.store.page(ListRequest(scope: scope, order: order, anchor: anchor, limit: 2000))
      rows += page.rows
      guard page.hasAfter, let last = page.rows.last else { return rows }
      anchor = .after(last.cursor)
    }
  }

  func sharedBy(_ entry: RecordName, _ category: RecordName?, isUnsent: Bool) -> SharedBy {
    SharedBy(
      owner: owner, mayWrite: permission(forEntry: entry, in: category) == .readWrite,
      addsOnly: addsOnly(to: entry, in: category), isUnsent: isUnsent,
      obstacle: obstacle(toEntry: entry, in: category)?.sentence)
  }

  fileprivate func shown(_ row: EntrySummary, _ name: String, isUnsent: Bool) -> EntrySummary {
    var shown = row.renamed { $0.ofGuest(name) }
    shown.remark.sharedBy = sharedBy(row.id, row.category, isUnsent: isUnsent)
    return shown
  }

  fileprivate func shown(_ detail: EntryDetail, _ name: String, isUnsent: Bool) -> EntryDetail {
    var shown = detail.renamed { $0.ofGuest(name) }
    shown.remark.sharedBy = sharedBy(detail.entry.id, detail.entry.category, isUnsent: isUnsent)
    return shown
  }
}

extension ShareReport {
  /// The same as the screen shows it.
  ///
  /// - Parameter journal: The folder of the guest journal that it is in; nil for one's own.
  func thing(in journal: String? = nil) -> SharedItem {
    let name = RecordName(id)
    return SharedItem(
      id: journal.map { name.ofGuest($0) } ?? name, kind: SharedItem.Kind(rawValue: kind) ?? .other, title: title,
      isMine: isMine, owner: owner, mayWrite: permission == .readWrite,
      linkAccess: publicPermission == .none ? .none : publicPermission == .readWrite ? .writes : .reads,
      obstacle: obstacle, link: url?.isEmpty == true ? nil : url,
      people: people.map { person in
        SharedPerson(
          name: ShareWords.name(person), address: person.emailAddress,
          role: person.kind == .owner
            ? .owner : person.status == .invited ? .invited : person.kind == .publicUser ? .byLink : .member,
          mayWrite: person.permission == .readWrite, state: state(of: person),
          link: person.emailAddress.flatMap { address in
            links?.first { $0.address == address.lowercased() }?.url
          })
      })
  }
}
