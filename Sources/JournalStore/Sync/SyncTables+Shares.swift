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
  /// - Parameters:
  ///   - wanted: By the record at the top of each share in force, an entry or a category.
  ///   - place: Where the transaction before ended; nil for the first one.
  ///   - limit: How many records are read.
  /// - Returns: How many of them are not as they are to be, and where the next transaction goes on; nil at the end, which is noted.
  package mutating func resealShared(
    _ wanted: [String: SharedForm], after place: SealedPlace?, limit: Int
  ) throws -> (left: Int, next: SealedPlace?) {
    let categories = try categories(among: wanted)
    let (records, next) = try sealedRecords(after: place, limit: limit)
    let left = try records.count { try resealShared($0, wanted, categories) }
    if next == nil { try setSortedShares(SharedForm.digest(of: wanted)) }
    return (left, next)
  }

  /// The same for records by name, and the pictures of entries among them.
  package mutating func resealShared(_ wanted: [String: SharedForm], of names: [String]) throws -> Int {
    let categories = try categories(among: wanted)
    var left = 0
    for name in names {
      for type in try recordTypes(of: name) {
        guard let row = try row(of: name, type) else { continue }
        let rows = try type == RecordFields.entryType ? [row] + images(of: name) : [row]
        for row in rows where row.state.changeTag != nil {
          guard var mark = try row.state.seal() else { continue }
          // What a server shows beside a seal, again and again, is none of this.
          mark.hasPlainFields = false
          let record = SealedRecord(
            name: row.record.name.rawValue, type: row.record.recordType, mark: mark,
            category: try category(of: row.record))
          if try resealShared(record, wanted, categories) { left += 1 }
        }
      }
    }
    return left
  }

  private func categories(among wanted: [String: SharedForm]) throws -> Set<String> {
    try Set(wanted.keys.filter { try state(of: $0, RecordFields.categoryType) != nil })
  }

  /// Whether a record is not as it is to be; it goes up again then.
  private mutating func resealShared(
    _ record: SealedRecord, _ wanted: [String: SharedForm], _ categories: Set<String>
  ) throws -> Bool {
    let (mark, type) = (record.mark, record.type)
    guard mark.isSealed else { return false }
    var form = wanted[type == RecordFields.imageType ? mark.entry : record.name]
    if form == nil, type != RecordFields.categoryType, let category = record.category, categories.contains(category) {
      form = wanted[category]
    }
    // Of a picture that came before its entry it is not known yet where it belongs.
    if form == nil, type == RecordFields.imageType, record.category == nil,
      try state(of: mark.entry, RecordFields.entryType) == nil
    {
      return false
    }
    guard !(form.map { $0.isReached(by: mark) } ?? mark.share.isEmpty) else { return false }
    if try !isResealing(record.name) { try setResealing(true, record.name, type) }
    return true
  }

  /// Notes that a record lies on the server as it is to be. The pictures of an entry go up again where it has come under the key of
  /// another share, or of none: it was filed under what is shared, or out of it.
  ///
  /// - Parameters:
  ///   - former: The origin of the share that it was in; nil or empty for none.
  ///   - share: The origin of the one that it is in.
  /// - Returns: How many pictures go up now.
  mutating func setSealed(_ name: String, _ type: String, from former: [UInt8]?, to share: [UInt8]) throws -> Int {
    try setResealing(false, name, type)
    guard type == RecordFields.entryType, former ?? [] != share else { return 0 }
    var count = 0
    for image in try images(of: name) where image.state.changeTag != nil {
      guard let mark = try image.state.seal(), mark.isSealed, mark.share != share else { continue }
      try setResealing(true, image.record.name.rawValue, RecordFields.imageType)
      count += 1
    }
    return count
  }
}

/// A record that lies sealed on the server, with what says which share it is in.
package struct SealedRecord: Hashable, Sendable {
  package let name: String
  package let type: String
  package let mark: SealMark
  /// Of an entry, or of the entry of a picture: the category by which it may be in a share.
  package let category: String?

  package init(name: String, type: String, mark: SealMark, category: String?) {
    (self.name, self.type, self.mark, self.category) = (name, type, mark, category)
  }
}

/// How far a reading of all sealed records is.
package struct SealedPlace: Hashable, Sendable {
  /// Which of the types, from 0.
  package var type: Int
  /// The last row of that type that was read.
  package var row: Int64

  package init(type: Int, row: Int64) { (self.type, self.row) = (type, row) }
}

extension Entry {
  /// The category by which the entry may be in a share: what is in the trash is shared with none.
  fileprivate var sharingCategory: String? { trashedAt == nil ? category?.rawValue : nil }
}
