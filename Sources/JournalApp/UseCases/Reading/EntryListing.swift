package import JournalCore
import JournalStore

/// A list to be read: which entries, in which order, from where, how many.
package struct ListingRequest: Hashable, Sendable {
  /// The entries that belong to the list.
  package var filter: ResolvedFilter
  /// The order in which they are read.
  package var order = ListOrder()
  /// The place behind which reading begins; nil for the beginning.
  package var after: ListCursor?
  /// At most so many; nil for all.
  package var limit: Int?

  package init(filter: ResolvedFilter, order: ListOrder = ListOrder(), after: ListCursor? = nil, limit: Int? = nil) {
    (self.filter, self.order, self.after, self.limit) = (filter, order, after, limit)
  }

  /// Asks for a scope without any other filter.
  package init(scope: ListScope, order: ListOrder = ListOrder(), after: ListCursor? = nil, limit: Int? = nil) {
    self.init(filter: ResolvedFilter(scope: scope), order: order, after: after, limit: limit)
  }
}

/// Where a reading of a list ended.
package struct ListingEnd: Hashable, Sendable {
  /// Rows that were read and that the filter admitted.
  package var count = 0
  /// The place of the last row that was read, if there are more behind it.
  package var next: ListCursor?
}

extension JournalContext {
  private static let largestPage = 500

  /// Hands the rows of a list to `body`, page by page, so that a list of any length needs little memory.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read; the error of `body`.
  package func forEachRow(
    _ request: ListingRequest, _ body: ([EntrySummary]) throws -> Void
  ) throws -> ListingEnd {
    var end = ListingEnd()
    var anchor = request.after.map { ListAnchor.after($0) } ?? .first
    while true {
      let wanted = request.limit.map { $0 - end.count } ?? .max
      // A filter on top of the scope drops rows, so that the page cannot be as short as what is wanted.
      let size = request.filter.days.areAll ? min(wanted, Self.largestPage) : Self.largestPage
      guard size > 0 else { break }
      let page = try store.page(
        ListRequest(scope: request.filter.scope, order: request.order, anchor: anchor, limit: size))
      var rows = page.rows.filter { request.filter.admits($0.date) }
      let isCut = rows.count > wanted
      if isCut { rows.removeLast(rows.count - wanted) }
      if !rows.isEmpty { try body(rows) }
      end.count += rows.count
      guard page.hasAfter || isCut, let last = isCut ? rows.last : page.rows.last else { break }
      if end.count == request.limit {
        end.next = last.cursor
        break
      }
      anchor = .after(last.cursor)
    }
    return end
  }

  /// The same with whole entries; those that are removed meanwhile, here or by a synchronisation, are left out.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read; the error of `body`.
  package func forEachEntry(
    _ request: ListingRequest, _ body: (Entry) throws -> Void
  ) throws -> ListingEnd {
    try forEachEntry(request, withImages: false) { entry, _, _ in try body(entry) }
  }

  /// The same with the pictures of each entry, if they are wanted, and with what has to be said of it.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read; the error of `body`.
  package func forEachEntry(
    _ request: ListingRequest, withImages: Bool, _ body: (Entry, [EntryImage], EntryRemark) throws -> Void
  ) throws -> ListingEnd {
    try forEachRow(request) { rows in
      // Most entries have none, which their rows say.
      let pictured = withImages ? Set(rows.filter { $0.imageCount > 0 }.map(\.id)) : []
      let remarks = rows.filter { $0.remark != EntryRemark() }
      // In small steps, because bodies can be long.
      for start in stride(from: 0, to: rows.count, by: 100) {
        for entry in try store.entries(rows[start..<min(start + 100, rows.count)].map(\.id)) {
          let remark = remarks.first { $0.id == entry.id }?.remark ?? EntryRemark()
          try body(entry, pictured.contains(entry.id) ? store.images(of: entry.id) : [], remark)
        }
      }
    }
  }

  /// What has to be said of an entry beside its fields.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func remark(on entry: Entry) throws -> EntryRemark { try store.remark(of: entry.id) }

  /// All entries of a list at once; for lists that a person goes through one by one.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func entries(_ request: ListingRequest) throws -> [Entry] {
    var entries: [Entry] = []
    _ = try forEachEntry(request) { entries.append($0) }
    return entries
  }

  /// All tags that begin so and how many live entries carry each, the most frequent first.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func tagCounts(prefix: String) throws -> [TagCount] { try store.tags(prefix: prefix, limit: .max) }

  /// The tags of a list's entries and how many carry each, the most frequent first.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func tagCounts(_ request: ListingRequest) throws -> [TagCount] {
    if request.filter.scope == .all, request.filter.days.areAll, request.limit == nil {
      return try tagCounts(prefix: "")
    }
    var counts: [String: TagCount] = [:]
    _ = try forEachEntry(request) { entry in
      for tag in entry.allTags {
        counts[TagSyntax.normalise(tag), default: TagCount(tag: tag, count: 0)].count += 1
      }
    }
    return counts.sorted { a, b in
      a.value.count != b.value.count ? a.value.count > b.value.count : a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
    }.map(\.value)
  }
}
