package import JournalCore
package import JournalFormats
import JournalStore

/// The JSON in which lists of entries are answered:
/// `{"ok":true,"count":…,"items":[…],"nextCursor":…,"hasMore":…,"next_cursor":…,"has_more":…}`.
package struct EntryEnvelope {
  /// How many entries are answered at once where no number is asked for; more of them are behind the cursor.
  package static let defaultLimit = 10_000

  private let fields: EntryJSON.Fields
  /// The names under which categories of the next entries are looked up.
  var categoryNames: CategoryNames
  private var items = JSONWriter(escaping: .terminalSafe)
  private var count = 0

  package init(fields: EntryJSON.Fields, categoryNames: CategoryNames) {
    (self.fields, self.categoryNames) = (fields, categoryNames)
  }

  /// Whether the entries' pictures are answered with.
  var wantsImages: Bool { fields.contains(.images) }

  /// Adds an entry behind those before it; its category is looked up among the names.
  package mutating func append(_ entry: Entry, images: [EntryImage], remark: EntryRemark = EntryRemark()) {
    EntryJSON.write(
      entry, categoryName: categoryNames[entry.category], images: images, remark: remark, fields: fields, to: &items)
    count += 1
  }

  /// The whole answer and a line end.
  ///
  /// - Parameter categories: Those that lie in the trash with the entries; nil for any other list.
  package func bytes(next: String?, categories: [JournalCore.Category]? = nil) -> [UInt8] {
    var head = JSONWriter()
    head.object { json in
      json.member("ok", true)
      json.member("count", Int64(count))
      json.key("items")
    }
    var tail = JSONWriter(escaping: .terminalSafe)
    tail.object { json in
      json.member("nextCursor", next)
      json.member("hasMore", next != nil)
      // The same under the names that scripts of older versions read.
      json.member("next_cursor", next)
      json.member("has_more", next != nil)
      guard let categories else { return }
      json.key("categories")
      json.array { json in
        for category in categories {
          json.object { json in
            json.member("id", category.id.rawValue)
            json.member("name", category.name)
            json.member("trashedAt", category.trashedAt.map { ISODate.string($0) })
          }
        }
      }
    }
    // Items are appended as bytes, because a list can be long: nothing is escaped or copied twice.
    var bytes = Array(head.bytes.dropLast())
    bytes.reserveCapacity(bytes.count + items.bytes.count + tail.bytes.count + 4)
    bytes.append(UInt8(ascii: "["))
    bytes += items.bytes
    bytes += [UInt8(ascii: "]"), UInt8(ascii: ",")]
    bytes += tail.bytes.dropFirst()
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The fields named in `--fields a,b`.
  ///
  /// - Throws: ``CommandFailure`` where a name is no field, or where there is none.
  package static func fields(_ text: String?) throws -> EntryJSON.Fields {
    guard let text else { return .all }
    var fields: EntryJSON.Fields = []
    for part in text.unicodeScalars.split(separator: ",") {
      let name = trimmingSpace(String(part))
      guard let field = EntryJSON.Field(named: name) else {
        let known = EntryJSON.Field.names.joined(separator: ", ")
        throw CommandFailure.usage("“\(name)” is not a field. Fields are: \(known).")
      }
      fields.insert(field)
    }
    guard !fields.isEmpty else { throw CommandFailure.usage("--fields needs names, such as id,title.") }
    return fields
  }
}

extension JournalContext {
  /// A list as JSON.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func json(_ request: ListingRequest, fields: EntryJSON.Fields) throws -> [UInt8] {
    var request = request
    request.limit = request.limit ?? EntryEnvelope.defaultLimit
    var envelope = EntryEnvelope(fields: fields, categoryNames: try categoryNames())
    let end = try forEachEntry(request, withImages: envelope.wantsImages) {
      envelope.append($0, images: $1, remark: $2)
    }
    return envelope.bytes(
      next: end.next.map { CursorToken.string($0, order: request.order) },
      categories: request.filter.scope == .trash ? try trashedCategories() : nil)
  }

  /// Some entries as JSON, in the same envelope.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func json(_ entries: [Entry], fields: EntryJSON.Fields = .all) throws -> [UInt8] {
    var envelope = EntryEnvelope(fields: fields, categoryNames: try categoryNames())
    for entry in entries {
      envelope.append(
        entry, images: envelope.wantsImages ? try store.images(of: entry.id) : [],
        remark: try store.remark(of: entry.id))
    }
    return envelope.bytes(next: nil)
  }
}
