import JournalCore
import JournalStore

extension MemoryJournal {
  private func liveCategory(_ entry: Entry) -> JournalCore.Category? {
    entry.category.flatMap { categories[$0] }.flatMap { $0.trashedAt == nil ? $0 : nil }
  }

  private func imageCount(_ entry: Entry) -> Int {
    images.values.count { $0.entry == entry.id && $0.trashedAt == nil }
  }

  func rows(in scope: ListScope) -> [Row] { entries.values.filter { contains($0.entry, scope) } }

  private func contains(_ entry: Entry, _ scope: ListScope) -> Bool {
    let isLive = entry.trashedAt == nil
    let day = entry.date.local.date
    switch scope {
    case .all: return isLive
    case .favorites: return isLive && entry.isFavorite
    case .trash: return !isLive
    case .onThisDay(let month, let dayOfMonth, let year):
      return isLive && day.month == month && day.day == dayOfMonth && day.year != year
    case .category(let name): return isLive && entry.category == name
    case .unfiled: return isLive && liveCategory(entry) == nil
    case .mood(let mood): return isLive && entry.mood == mood
    case .tag(let tag):
      let key = TagSyntax.normalise(tag)
      return isLive && entry.allTags.contains { TagSyntax.normalise($0) == key }
    case .day(let wanted): return isLive && day == wanted
    case .search(let query):
      return query.matches(
        entry: entry, categoryName: liveCategory(entry)?.name, imageCount: imageCount(entry))
    case .shared: return false
    }
  }

  private func key(_ row: Row, _ sort: ListSort) -> String {
    switch sort {
    case .date: ""
    case .modified: String(row.entry.modifiedAt.milliseconds)
    case .title: SortKey.of(row.entry.title)
    }
  }

  /// Whether one place comes before another in a list.
  private func precedes(_ a: ListCursor, _ b: ListCursor, _ order: ListOrder) -> Bool {
    let ascends = (order.sort == .title) != order.reversed
    if order.sort == .modified, a.key != b.key {
      return ((Int64(a.key) ?? 0) < (Int64(b.key) ?? 0)) == ascends
    }
    if order.sort == .title, !a.key.isIdentical(to: b.key) {
      return a.key.utf8.lexicographicallyPrecedes(b.key.utf8) == ascends
    }
    return a.position != b.position && (a.position < b.position) == ascends
  }

  func page(_ request: ListRequest) -> ListPage {
    let order = request.order
    let all = rows(in: request.scope)
      .map { (ListCursor(position: $0.position, key: key($0, order.sort)), $0.entry) }
      .sorted { precedes($0.0, $1.0, order) }
    let limit = max(0, request.limit)
    let range: Range<Int>
    switch request.anchor {
    case .first: range = 0..<min(limit, all.count)
    case .last: range = max(0, all.count - limit)..<all.count
    case .after(let cursor):
      let start = all.firstIndex { precedes(cursor, $0.0, order) } ?? all.count
      range = start..<min(all.count, start + limit)
    case .before(let cursor):
      let end = all.firstIndex { !precedes($0.0, cursor, order) } ?? all.count
      range = max(0, end - limit)..<end
    case .near(let instant):
      func distance(_ index: Int) -> Int64 { abs(all[index].1.date.instant.milliseconds - instant.milliseconds) }
      let start = all.indices.min { distance($0) < distance($1) } ?? 0
      range = start..<min(all.count, start + limit)
    case .at(let id):
      let start = all.firstIndex { $0.1.id == id } ?? 0
      range = start..<min(all.count, start + limit)
    }
    return ListPage(
      rows: all[range].map { summary($0.1, $0.0, request.excerpt) }, hasBefore: range.lowerBound > 0,
      hasAfter: range.upperBound < all.count)
  }

  func firstImage(of entry: RecordName) -> EntrySummary.FirstImage? {
    images.values.filter { $0.entry == entry && $0.trashedAt == nil }.min {
      ($0.sortOrder, $0.id.rawValue) < ($1.sortOrder, $1.id.rawValue)
    }.flatMap { image in image.imageAsset.map { EntrySummary.FirstImage(id: image.id, asset: $0) } }
  }

  private func summary(_ entry: Entry, _ cursor: ListCursor, _ excerpt: SearchExcerpt?) -> EntrySummary {
    var summary = EntrySummary(
      id: entry.id, cursor: cursor, date: entry.date, modifiedAt: entry.modifiedAt, title: entry.title,
      preview: excerpt?.preview(of: entry.body) ?? TextPreview.lines(of: entry.body), mood: entry.mood,
      category: entry.category,
      isFavorite: entry.isFavorite, imageCount: imageCount(entry), trashedAt: entry.trashedAt,
      sync: mark(of: entry.id))
    summary.firstImage = firstImage(of: entry.id)
    if sync.account != nil {
      summary.remark.isNewerFormat = sync.newerFormat.contains(entry.id.rawValue)
      summary.remark.removalReason = sync.removals[entry.id.rawValue]?.reason
    }
    return summary
  }

  private func mark(of entry: RecordName) -> SyncMark {
    guard sync.account != nil else { return .none }
    let name = entry.rawValue
    if sync.parked[name] != nil || sync.merges.values.contains(where: { $0.record == name && $0.isConflict }) {
      return .needsAttention
    }
    return beside[entry]?.state.isUnsent == true ? .waiting : .none
  }
}
