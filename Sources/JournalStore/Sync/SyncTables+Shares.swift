import JournalCore
package import SyncCore

/// What hangs on the records at the top of shares, one step each.
extension SyncTables {
  /// The category by which an entry, or the entry of a picture, may be in a share; nil for none, for what is in the trash, and for
  /// other records.
  func category(of record: AnyRecord) throws -> String? {
    switch record {
    case .entry(let entry): entry.sharingCategory
    case .image(let image): try category(ofEntry: image.entry.rawValue)
    case .category: nil
    }
  }

  private func category(ofEntry name: String) throws -> String? {
    guard case .entry(let entry)? = try row(of: name, RecordFields.entryType)?.record else { return nil }
    return entry.sharingCategory
  }

  /// Has what hangs on the roots of shares go up again under the newest keys of those, and what hangs on none of them under the
  /// journal's, though nothing of it changed. What was never sealed is left alone: that is the goal's business.
  ///
  /// An entry that is shared by itself is in its own share alone, whatever it is filed under.
  ///
  /// - Parameter wanted: By the record at the top of each share in force, an entry or a category.
  /// - Returns: How many records are not as they are to be.
  package mutating func resealShared(_ wanted: [String: SharedForm]) throws -> Int {
    let categories = try Set(wanted.keys.filter { try row(of: $0, RecordFields.categoryType) != nil })
    var left = 0
    for (name, type) in try onServer(where: { try $0.flatMap(ForeignCoding.seal) != nil }) {
      guard let mark = try state(of: name, type)?.seal(), mark.isSealed else { continue }
      let root = type == RecordFields.imageType ? mark.entry : name
      var form = wanted[root]
      if form == nil, !categories.isEmpty, type != RecordFields.categoryType {
        form = try category(ofEntry: root).flatMap { categories.contains($0) ? wanted[$0] : nil }
      }
      guard !(form.map { $0.isReached(by: mark) } ?? mark.share.isEmpty) else { continue }
      left += 1
      if try !isResealing(name) { try setResealing(true, name, type) }
    }
    return left
  }

  /// Notes that a record lies on the server as it is to be. The pictures of an entry go up again where it has come under the key of
  /// another share, or of none: it was filed under what is shared, or out of it.
  ///
  /// - Parameters:
  ///   - former: The origin of the share that it was in; nil or empty for none.
  ///   - share: The origin of the one that it is in.
  mutating func setSealed(_ name: String, _ type: String, from former: [UInt8]?, to share: [UInt8]) throws {
    try setResealing(false, name, type)
    guard type == RecordFields.entryType, former ?? [] != share else { return }
    for image in try images(of: name) where image.state.changeTag != nil {
      guard let mark = try image.state.seal(), mark.isSealed, mark.share != share else { continue }
      try setResealing(true, image.record.name.rawValue, RecordFields.imageType)
    }
  }
}

extension Entry {
  /// The category by which the entry may be in a share: what is in the trash is shared with none.
  fileprivate var sharingCategory: String? { trashedAt == nil ? category?.rawValue : nil }
}
