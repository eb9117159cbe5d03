import CloudRecord
package import JournalCore
package import SyncCore

extension SyncTables {
  package func position() throws -> SyncPosition {
    let zone = try zone()
    let account = try account()
    return SyncPosition(
      account: account.flatMap { $0.isSignedIn ? $0.binding : nil }, token: zone.token.map { ChangeToken($0) },
      epoch: zone.epoch, isSweeping: zone.isSweeping, isZoneKnown: zone.isKnown, staysLocal: try staysLocal(),
      clockOffset: try clock().offset, revision: zone.revision, history: zone.history)
  }

  /// Categories before entries before images, then what only a newer program reads, then deletions.
  package func unsent(limit: Int, excluding: Set<String>) throws -> [UnsentRecord] {
    var records: [UnsentRecord] = []
    // No update ever goes to a record whose present content was not opened.
    let closed = try unreadable(nil)
    let excluding = closed.isEmpty ? excluding : excluding.union(closed.keys)
    for type in AnyRecord.types where records.count < limit {
      for row in try unsent(type, limit: limit - records.count, excluding: excluding) {
        records.append(try unsent(row))
      }
    }
    var seen = excluding
    while records.count < limit {
      let page = try resealing(limit: limit - records.count, excluding: seen)
      guard !page.isEmpty else { break }
      for (name, type) in page {
        seen.insert(name)
        // One with an edit of its own went before, or waits for its turn.
        guard let row = try row(of: name, type), !row.state.isUnsent, !row.state.isOnlyHere,
          try !OthersPictures.waits(row, self)
        else { continue }
        records.append(try unsent(row))
      }
    }
    // After the server lost its data what this program cannot read goes up again as it was.
    let zone = try zone()
    if !zone.isSweeping, records.count < limit {
      let foreign = try foreign(unseenBefore: zone.epoch, limit: limit - records.count, excluding: excluding)
      for record in foreign where try !isNameTaken(record.recordName) { records.append(UnsentRecord(raw: record)) }
    }
    for intent in try intents(limit: limit - records.count, excluding: excluding) {
      // The words of what was deleted forever are gone; of its base only the stamps are left.
      let base = RecordVersion(recordType: intent.recordType, stamps: intent.wireStamps)
      records.append(
        UnsentRecord(
          recordName: intent.name, recordType: intent.recordType, local: nil, base: base, changeTag: intent.changeTag,
          modifiedAt: intent.purgedAt.milliseconds, seal: intent.seal))
    }
    return records.isEmpty ? try removalsOver(limit: limit, excluding: excluding) : records
  }

  /// Sealed words of removals that every device has had time to hear: where nothing else waits, their records go.
  private func removalsOver(limit: Int, excluding: Set<String>) throws -> [UnsentRecord] {
    let time = now.milliseconds + (try clock().offset ?? 0) - SealedRemoval.lifetime
    return try sealedRemovals(before: time, limit: limit, excluding: excluding).filter {
      // It was made again meanwhile.
      try !isNameTaken($0.recordName)
    }.map { removal in
      var record = UnsentRecord(
        recordName: removal.recordName, recordType: removal.recordType, local: nil,
        base: RecordVersion(recordType: removal.recordType, stamps: removal.stamps), changeTag: removal.changeTag,
        modifiedAt: removal.removedAt, seal: removal.seal)
      record.isRemovalOver = true
      return record
    }
  }

  /// - Parameter named: How many waiting records the overview names; nil for no overview.
  package func unsent(limit: Int, excluding: Set<String>, counting named: Int?) throws -> UnsentRecords {
    UnsentRecords(
      records: try unsent(limit: limit, excluding: excluding), position: try position(),
      overview: try named.map { try overview(limit: $0) })
  }

  private func unsent(_ row: SyncedRow) throws -> UnsentRecord {
    var record = UnsentRecord(
      recordName: row.record.name.rawValue, recordType: row.record.recordType, local: row.version,
      base: try row.base(), changeTag: row.state.changeTag, modifiedAt: row.record.modifiedAt.milliseconds,
      digest: row.state.localDigest)
    if let foreign = row.state.foreignFields {
      record.foreignFields = try ForeignCoding.fields(foreign)
      record.seal = try ForeignCoding.seal(foreign)
    }
    record.category = try category(of: row.record)
    if case .entry(let entry) = row.record {
      record.parentEdit = try parentEdit(of: entry, isNew: row.state.isNew)
    }
    if case .image(let image) = row.record, row.state.changeTag == nil, try isGone(image.entry) {
      record.goneEntry = image.entry.rawValue
    }
    if case .image(let image) = row.record, address.database == .shared, row.state.isNew,
      let entry = try state(of: image.entry.rawValue, RecordFields.entryType)
    {
      record.hasLostEntry = entry.changeTag == nil && !entry.isNew
    }
    return record
  }

  /// Whether an entry is in this device's trash alone, and the server has the sealed word of its removal.
  private func isGone(_ entry: RecordName) throws -> Bool {
    let name = entry.rawValue
    guard try state(of: name, RecordFields.entryType)?.isOnlyHere ?? false, try sealedRemoval(name) != nil else {
      return false
    }
    return try unreadable(nil)[name] == nil
  }

  /// The version that the server acknowledged under a change tag; nil where another tag is known here.
  package func acknowledged(_ name: String, changeTag: String) throws -> RecordVersion? {
    for type in try recordTypes(of: name) {
      guard let row = try row(of: name, type), row.state.changeTag == changeTag else { continue }
      return try row.base()
    }
    return nil
  }

  // MARK: For a person

  package func overview(limit: Int) throws -> SyncOverview {
    let counts = try counts()
    var overview = SyncOverview()
    overview.unsent = counts.unsent
    overview.unsentImages = counts.unsentImages
    overview.parked = counts.parked
    overview.drafts = counts.drafts
    overview.conflicts = counts.conflicts
    overview.records = counts.records
    overview.unreadable = counts.unreadable
    // What waits for the person comes first.
    for (name, reason) in try parked(limit: limit) {
      if let intent = try intent(name) {
        overview.waiting.append(waiting(intent, reason))
      } else if let type = try recordTypes(of: name).first, let row = try row(of: name, type) {
        overview.waiting.append(try waiting(row, reason))
      }
    }
    let closed = try unreadable(nil)
    try countKeyless(closed, in: &overview)
    for type in AnyRecord.types where overview.waiting.count < limit {
      for row in try unsent(type, limit: limit - overview.waiting.count, excluding: []) {
        let reason = closed[row.record.name.rawValue].map { ParkedReason(closed: $0) }
        overview.waiting.append(try waiting(row, reason))
      }
    }
    for intent in try intents(limit: limit - overview.waiting.count, excluding: []) {
      overview.waiting.append(waiting(intent, nil))
    }
    overview.merges = try merges(limit: limit).compactMap { try notice($0) }
    overview.lately = try recentChanges(
      besides: Dictionary(overview.merges.map { ($0.recordName, $0.at) }, uniquingKeysWith: max))
    return overview
  }

  private func waiting(_ intent: PurgeIntent, _ reason: ParkedReason?) -> WaitingRecord {
    WaitingRecord(
      recordName: RecordName(intent.name), kind: WaitingRecord.Kind(recordType: intent.recordType), action: .delete,
      title: intent.title, since: intent.purgedAt, reason: reason?.reason, code: reason?.code.rawValue)
  }

  private func waiting(_ row: SyncedRow, _ reason: ParkedReason?) throws -> WaitingRecord {
    let base = try row.base().flatMap { version in
      StorableVersion(name: row.record.name.rawValue, version: version, modifiedAt: row.record.modifiedAt)
    }
    let before = base?.record.fields ?? []
    var differences: [FieldDifference] = []
    var since: UInt64?
    for (field, value) in row.record.fields {
      let mark = row.stamps.marks[field]
      if base == nil || mark != base?.stamps.marks[field], let stamp = mark?.stamp {
        since = min(since ?? stamp.milliseconds, stamp.milliseconds)
      }
      let old = before.first { $0.field == field }?.value
      guard !FieldValue.areIdentical(old, value) else { continue }
      let words = DifferingWords(try words(field, old), try words(field, value))
      differences.append(FieldDifference(field: field, base: words.base, here: words.here))
    }
    return WaitingRecord(
      recordName: row.record.name, kind: WaitingRecord.Kind(recordType: row.record.recordType), action: .save,
      title: row.record.title, since: since.map { Instant(milliseconds: Int64($0)) }, reason: reason?.reason,
      code: reason?.code.rawValue, fields: differences)
  }

  /// nil where the record is gone.
  package func notice(_ merge: StoredMerge) throws -> MergeNotice? {
    guard let row = try row(of: merge.record, merge.recordType) else { return nil }
    return MergeNotice(
      group: merge.group, recordName: RecordName(merge.record), title: row.record.title, at: merge.at,
      fields: merge.fields, isConflict: merge.isConflict, savedBy: merge.savedBy,
      device: try merge.savedBy.flatMap { try deviceName(of: $0) })
  }

  package func details(group: Int64) throws -> MergeSides? {
    guard let merge = try merge(group: group), let notice = try notice(merge),
      let row = try row(of: merge.record, merge.recordType)
    else { return nil }
    let base = merge.base.flatMap { merge.values(of: $0) }
    let here = merge.values(of: merge.local)
    let server = merge.values(of: merge.server)
    var fields: [MergedField] = []
    for (field, now) in row.record.fields where merge.concerns(field) {
      fields.append(
        MergedField(
          field: field, base: try words(field, base?[field]), here: try words(field, here?[field]),
          server: try words(field, server?[field]), now: try words(field, now),
          hereAt: merge.local.stamps[field].map { Instant($0) },
          serverAt: merge.server.stamps[field].map { Instant($0) }))
    }
    return MergeSides(
      notice: notice, kind: WaitingRecord.Kind(recordType: merge.recordType), fields: fields)
  }

  /// A value as a person reads it; a category by its name.
  private func words(_ field: String, _ value: FieldValue?) throws -> String? {
    guard let value else { return nil }
    guard let content = AnyRecord.content(field, value) else { return nil }
    if case .reference(let name?) = content {
      return try row(of: name.rawValue, RecordFields.categoryType)?.record.title ?? name.rawValue
    }
    return content.words
  }
}

extension WaitingRecord.Kind {
  fileprivate init(recordType: String) {
    switch recordType {
    case RecordFields.entryType: self = .entry
    case RecordFields.categoryType: self = .category
    case RecordFields.imageType: self = .image
    case RecordFields.preferenceType: self = .preference
    default: self = .other
    }
  }
}

extension Instant {
  fileprivate init(_ stamp: HybridTime) { self.init(milliseconds: Int64(stamp.milliseconds)) }
}

/// Two long texts cut down to where they begin to differ.
private struct DifferingWords {
  package var base: String?
  package var here: String?

  private static let most = 400
  private static let lead = 40

  package init(_ base: String?, _ here: String?) {
    let shared = zip((base ?? "").unicodeScalars, (here ?? "").unicodeScalars).prefix { $0 == $1 }.count
    let start = max(0, shared - DifferingWords.lead)
    self.base = base.map { DifferingWords.cut($0, from: start) }
    self.here = here.map { DifferingWords.cut($0, from: start) }
  }

  private static func cut(_ text: String, from start: Int) -> String {
    guard text.utf8.count > most else { return text }
    let rest = text.unicodeScalars.dropFirst(start)
    let part = String(String.UnicodeScalarView(rest.prefix(most)))
    return (start > 0 ? "…" : "") + part + (rest.dropFirst(most).isEmpty ? "" : "…")
  }
}
