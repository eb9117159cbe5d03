import CloudRecord
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
    case .category, .preference: nil
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
    let forms = try forms(wanted)
    let (records, next) = try sealedRecords(after: place, limit: limit)
    let left = try records.count { try resealShared($0, forms) }
    if next == nil { try setSortedShares(SharedForm.encoded(wanted)) }
    return (left, next)
  }

  /// All is read again that the server has.
  ///
  /// - Returns: Whether rings of shares were awaited.
  mutating func endAwaitingRings() throws -> Bool {
    guard try awaitsRings() else { return false }
    try setAwaitsRings(false)
    return true
  }

  /// Whether sealed records here may be other people's: it is another person's zone, or something was shared once.
  func mayHoldOthers() throws -> Bool { try address.database == .shared || sortedShares() != nil }

  /// The keys of shares by which all records were seen to last; nil where nothing was ever shared.
  func sharedForms() throws -> SharedForms? {
    guard let bytes = try sortedShares() else { return nil }
    let wanted: [String: SharedForm]
    do { wanted = try SharedForm.decoded(bytes) } catch {
      // Of another version of this program: the next look at all records keeps it anew.
      return nil
    }
    // Where the last share has ended, what still comes under its key goes up again as well.
    return try forms(wanted)
  }

  /// Has what came under another key than that of the share that it is in go up again, with its pictures, as from a device that did not
  /// know of the share or of its newest key.
  mutating func sortShared(_ changes: [FetchedChange]) throws {
    guard changes.contains(where: { if case .record(let record) = $0 { record.seal != nil } else { false } }),
      let forms = try sharedForms()
    else { return }
    let strays = forms.strays(in: changes)
    if !strays.isEmpty { _ = try resealShared(forms, of: strays) }
    // The device that filed an entry elsewhere sees to its pictures, and may never come back for that.
    let seen = Set(strays)
    for case .record(let record) in changes where record.version.recordType == RecordFields.entryType {
      guard record.seal?.isSealed ?? false, !seen.contains(record.recordName) else { continue }
      _ = try resealShared(forms, try images(of: record.recordName))
    }
  }

  /// The same for a version that the server has acknowledged.
  ///
  /// - Returns: How many records go up again.
  mutating func sortShared(_ version: RecordVersion, _ name: String, _ seal: SealMark) throws -> Int {
    guard seal.isSealed, let forms = try sharedForms(), forms.isStray(version, name, seal) else { return 0 }
    return try resealShared(forms, of: [name])
  }

  /// Whether a participant wrote a version under a word of before the owner removed the record for good: times that they made up bring
  /// nothing back.
  func isOver(_ fetched: FetchedRecord, since removal: SealedRemoval?) -> Bool {
    guard let removal, let seal = fetched.seal, seal.isByParticipant else { return false }
    return removal.seal.order(of: seal) != .later
  }

  private func forms(_ wanted: [String: SharedForm]) throws -> SharedForms {
    // A category whose record is not here is one all the same: its entries are sealed in its share, and would go up again and again.
    try SharedForms(
      wanted: wanted, categories: Set(wanted.keys.filter { try state(of: $0, RecordFields.entryType) == nil }))
  }

  /// The same for records by name that came or were acknowledged, and the pictures of entries among them. Those of a share that is
  /// about to end are left alone.
  mutating func resealShared(_ forms: SharedForms, of names: [String]) throws -> Int {
    var left = 0
    for name in names {
      for type in try recordTypes(of: name) {
        guard let row = try row(of: name, type) else { continue }
        left += try resealShared(forms, type == RecordFields.entryType ? [row] + images(of: name) : [row])
      }
    }
    return left
  }

  /// The same for rows.
  private mutating func resealShared(_ forms: SharedForms, _ rows: [SyncedRow]) throws -> Int {
    var left = 0
    for row in rows where row.state.changeTag != nil {
      guard var mark = try row.state.seal() else { continue }
      // What a server shows beside a seal, again and again, is none of this.
      mark.hasPlainFields = false
      let record = SealedRecord(
        name: row.record.name.rawValue, type: row.record.recordType, mark: mark,
        category: try category(of: row.record))
      guard forms.form(of: record)?.isGiven ?? true else { continue }
      if try resealShared(record, forms) { left += 1 }
    }
    return left
  }

  /// Whether a record is not as it is to be; it goes up again then.
  private mutating func resealShared(_ record: SealedRecord, _ forms: SharedForms) throws -> Bool {
    guard record.mark.isSealed else { return false }
    // Of a picture that came before its entry it is not known yet where it belongs.
    if record.type == RecordFields.imageType, forms.form(of: record) == nil || record.mark.filedCounter == 0,
      record.category == nil, try state(of: record.mark.entry, RecordFields.entryType) == nil
    {
      return false
    }
    guard !forms.isReached(by: record) else { return false }
    if try !isResealing(record.name) { try setResealing(true, record.name, record.type) }
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

/// Under which keys of shares records are to be sealed.
struct SharedForms {
  /// By the record at the top of each share in force.
  let wanted: [String: SharedForm]
  /// Those of them that are categories.
  let categories: Set<String>

  /// That of a record; nil for one that is in no share.
  func form(of record: SealedRecord) -> SharedForm? {
    wanted[record.type == RecordFields.imageType ? record.mark.entry : record.name] ?? filed(record)
  }

  private func filed(_ record: SealedRecord) -> SharedForm? {
    guard record.type != RecordFields.categoryType, let category = record.category, categories.contains(category) else {
      return nil
    }
    return wanted[category]
  }

  /// Whether a record is so already; an entry that is filed under a shared category has the owner's word for that, and neither it nor a
  /// picture only what its maker holds in that place.
  func isReached(by record: SealedRecord) -> Bool {
    guard let form = form(of: record) else { return record.mark.share.isEmpty }
    let needsWord = record.type == RecordFields.entryType && wanted[record.name] == nil
    return form.isReached(by: record.mark) && record.mark.filedCounter ?? (needsWord ? 0 : 1) > 0
  }

  /// The names of records that may have to go up again.
  func strays(in changes: [FetchedChange]) -> [String] {
    changes.compactMap { change in
      guard case .record(let record) = change, let seal = record.seal else { return nil }
      return isStray(record.version, record.recordName, seal) ? record.recordName : nil
    }
  }

  /// Whether a record that came may have to go up again: of a picture it shows only in the store where its entry is filed.
  func isStray(_ version: RecordVersion, _ name: String, _ seal: SealMark) -> Bool {
    guard seal.isSealed else { return false }
    guard version.recordType != RecordFields.imageType else { return true }
    var category: String?
    // What is in the trash is shared with none.
    if case .reference(let reference)? = version.values["category"], version.values["trashedAt"] == nil {
      category = reference.recordName
    }
    var mark = seal
    mark.hasPlainFields = false
    let record = SealedRecord(name: name, type: version.recordType, mark: mark, category: category)
    return form(of: record)?.isGiven ?? true && !isReached(by: record)
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
