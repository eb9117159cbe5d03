import CloudRecord
package import JournalCore
package import JournalFormats
import JournalStore

/// A list of what others share, in one order though it lies in several journals.
package struct GuestListing {
  private let journals: [GuestJournal]
  private let filter: EntryFilter
  private let order: ListOrder
  private let limit: Int?

  /// - Parameter limit: At most so many entries; nil for all.
  package init(_ journals: [GuestJournal], filter: EntryFilter, order: ListOrder = ListOrder(), limit: Int? = nil) {
    (self.journals, self.filter, self.order, self.limit) = (journals, filter, order, limit)
  }

  /// Hands each entry of the list to `body`, with whose it is.
  ///
  /// - Returns: How many there were.
  /// - Throws: ``CommandFailure`` for a filter that means nothing; ``StoreError``; the error of `body`.
  @discardableResult
  package func forEach(_ body: (Entry, GuestJournal, EntryRemark) throws -> Void) throws -> Int {
    try forEach(withImages: false) { entry, _, guest, remark in try body(entry, guest, remark) }
  }

  private func forEach(
    withImages: Bool, _ body: (Entry, [EntryImage], GuestJournal, EntryRemark) throws -> Void
  ) throws -> Int {
    var found: [(entry: Entry, images: [EntryImage], guest: GuestJournal, remark: EntryRemark)] = []
    for guest in journals {
      let context = guest.journal.context
      let request = ListingRequest(filter: try context.resolved(filter), order: order, limit: limit)
      _ = try context.forEachEntry(request, withImages: withImages) { entry, images, remark in
        found.append((entry, images, guest, remark))
      }
    }
    // Each journal's own are in order already; of equal ones the order of the journals decides.
    if journals.count > 1 {
      found = found.enumerated().sorted { one, other in
        switch comparison(one.element.entry, other.element.entry) {
        case 0: one.offset < other.offset
        case let sign: sign < 0
        }
      }.map(\.element)
    }
    for item in found.prefix(limit ?? .max) { try body(item.entry, item.images, item.guest, item.remark) }
    return min(found.count, limit ?? .max)
  }

  private func comparison(_ one: Entry, _ other: Entry) -> Int {
    let sign =
      switch order.sort {
      // The newest first.
      case .date: one.date.instant == other.date.instant ? 0 : one.date.instant > other.date.instant ? -1 : 1
      case .modified: one.modifiedAt == other.modifiedAt ? 0 : one.modifiedAt > other.modifiedAt ? -1 : 1
      case .title:
        one.title.lowercased() == other.title.lowercased()
          ? 0 : one.title.lowercased() < other.title.lowercased() ? -1 : 1
      }
    return order.reversed ? -sign : sign
  }

  /// The list as JSON, in the envelope of all lists; each item has `"owner"` and `"permission"` beside its fields.
  ///
  /// - Throws: As ``forEach(_:)``.
  package func json(fields: EntryJSON.Fields) throws -> [UInt8] {
    var items: [UInt8] = []
    var count = 0
    count = try forEach(withImages: fields.contains(.images)) { entry, images, guest, remark in
      var item = JSONWriter(escaping: .terminalSafe)
      let names = try guest.journal.context.categoryNames()
      EntryJSON.write(
        entry, categoryName: names[entry.category], images: images, remark: remark, fields: fields, to: &item)
      var whose = JSONWriter(escaping: .terminalSafe)
      whose.object { json in
        json.member("owner", guest.owner)
        json.member("permission", ShareWords.json(guest.permission(for: entry)))
      }
      if !items.isEmpty { items.append(UInt8(ascii: ",")) }
      items += item.bytes.dropLast()
      if item.bytes.count > 2 { items.append(UInt8(ascii: ",")) }
      items += whose.bytes.dropFirst()
    }
    var head = JSONWriter()
    head.object { json in
      json.member("ok", true)
      json.member("count", Int64(count))
      json.key("items")
    }
    return Array(head.bytes.dropLast()) + [UInt8(ascii: "[")] + items
      + Array("],\"nextCursor\":null,\"hasMore\":false,\"next_cursor\":null,\"has_more\":false}\n".utf8)
  }
}

extension GuestJournal {
  /// `Anna · read only`, above an entry; `Anna · waits` where more than the right to write is wanting.
  package func note(on entry: Entry) -> String {
    guard permission(for: entry) != .readWrite else { return owner }
    return "\(owner) · \(obstacle(toEntry: entry.id, in: entry.category) == nil ? "read only" : "waits")"
  }
}
