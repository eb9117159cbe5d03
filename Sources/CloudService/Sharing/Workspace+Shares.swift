import CloudRecord
import Encodings

/// The shares of a zone within one request.
extension Workspace {
  var reached: ReachedZone { ReachedZone(database: database, zone: zone, access: access) }

  /// The zone's living shares, read once.
  mutating func openDesk() throws -> ShareDesk {
    if let desk { return desk }
    var opened = ShareDesk()
    if zone.shareCount > 0 {
      for share in try transaction.shares(in: zone.id) {
        opened.drafts[share.recordName] = ShareDesk.Draft(share: share)
      }
    }
    desk = opened
    return opened
  }

  /// The living share of this record name, with its participants.
  mutating func draft(_ recordName: String) throws -> ShareDesk.Draft? {
    guard var draft = try openDesk().drafts[recordName], draft.share.isLiving else { return nil }
    if draft.participants == nil {
      draft.participants = try transaction.participants(of: draft.share.id)
      draft.guid = try transaction.shortGUID(of: draft.share.root, in: zone.id)
      try keep(draft)
    }
    return draft
  }

  mutating func keep(_ draft: ShareDesk.Draft) throws {
    _ = try openDesk()
    desk?.drafts[draft.share.recordName] = draft
  }

  /// The link of a record, or of the zone where the name is "": made where there is none.
  mutating func shortGUID(of recordName: String) throws -> StoredShortGUID {
    if let known = try openDesk().guids[recordName] ?? transaction.shortGUID(of: recordName, in: zone.id) {
      return known
    }
    let made = StoredShortGUID(
      guid: Base64.text(call.randomBytes(18), .forURLs), zone: zone.id, recordName: recordName)
    desk?.guids[recordName] = .some(made)
    return made
  }

  // MARK: Ends

  /// The record of the living share that has this root.
  mutating func shareRecord(ofRoot root: String) throws -> String? {
    guard access == nil, zone.shareCount > 0 || desk != nil else { return nil }
    return try openDesk().share(ofRoot: root)?.share.recordName
  }

  /// Ends the share whose record was deleted, and forgets the link of a root that was.
  mutating func endSharing(of row: StoredRecord) throws {
    guard zone.shareCount > 0 || desk != nil else { return }
    if try openDesk().share(ofRoot: row.recordName) != nil { desk?.guids[row.recordName] = .some(nil) }
    guard row.recordType == ShareRules.recordType, var draft = try draft(row.recordName) else { return }
    let number = nextSequence()
    (draft.share.endedAt, draft.share.endedOn, draft.isChanged) = (number, call.now, true)
    for place in draft.participants?.indices ?? 0..<0 {
      guard draft.participants?[place].isAccepted == true else { continue }
      draft.participants?[place].status = .removed
      draft.participants?[place].leftAt = number
      draft.participants?[place].changedOn = call.now
    }
    desk?.drafts[row.recordName] = nil
    // One that this request has made was never there.
    if !draft.isNew { desk?.ended.append(draft) }
  }

  /// Takes a participant out of a share, as the participant wants; everybody in it hears of it.
  mutating func leave(_ recordName: String, _ user: String, operation: Int) throws {
    guard var draft = try draft(recordName),
      let place = draft.participants?.firstIndex(where: { $0.user == user && $0.isAccepted })
    else { return }
    draft.participants?[place].status = .removed
    draft.participants?[place].leftAt = nextSequence()
    draft.participants?[place].changedOn = call.now
    draft.isChanged = true
    try keep(draft)
    try touch(recordName, operation: operation)
  }

  /// Gives a share's record a new number: its list has changed.
  mutating func touch(_ recordName: String, operation: Int) throws {
    let entry = try entry(recordName)
    guard entry.isLiving, var row = entry.row else { return }
    row.modified = RecordStamp(timestamp: call.now, userRecordName: call.userRecordName, deviceID: call.deviceID)
    row.sequence = nextSequence()
    row.run = service.runID
    try put(row, fields: entry.fields, files: entry.files, operation: operation)
  }

  // MARK: Hierarchies

  /// A record and those above it, the nearest first; ends where they go in a circle.
  mutating func lineage(of name: String) throws -> [String] {
    var found: [String] = []
    var next: String? = name
    while let current = next, !found.contains(current), found.count <= service.settings.limits.parentLevels {
      found.append(current)
      let entry = try entry(current)
      next = entry.isLiving ? entry.row?.parent : nil
    }
    return found
  }

  /// - Throws: BAD_REQUEST where a record would be above itself, or one would have too many above it.
  mutating func checkLevels(above parent: String, for name: String) throws {
    let limit = service.settings.limits.parentLevels
    let above = try lineage(of: parent)
    if above.contains(name) {
      throw ServiceError(.badRequest, "The record '\(name)' would be its own parent, or that of one above it")
    }
    let room = limit - above.count
    guard room >= 0, try !hasMoreLevels(than: room, below: name) else {
      throw ServiceError(
        .badRequest, "The record '\(name)', or one below it, would have more than \(limit) records above it")
    }
  }

  /// Whether more levels of records than these hang on a record.
  private func hasMoreLevels(than room: Int, below name: String) throws -> Bool {
    guard entries[name]?.wasLiving == true || parents.contains(name) else {
      return false
    }
    let changed = Dictionary(grouping: entries.filter { $0.value.operation != nil && $0.value.isLiving }) {
      $0.value.row?.parent
    }
    var found: Set<String> = [name]
    var (level, depth) = ([name], 0)
    while true {
      var next: [String] = []
      for above in level {
        let limit = service.settings.limits.recordsPerWalk - found.count + 1
        let stored = try transaction.children(of: above, in: zone.id, limit: limit).map(\.recordName)
        let children = stored.filter { entries[$0]?.operation == nil } + (changed[above] ?? []).map(\.key)
        next += children.filter { found.insert($0).inserted }
        guard found.count <= service.settings.limits.recordsPerWalk else {
          throw ServiceError(.badRequest, "More than \(found.count - 1) records hang on '\(name)'; it cannot be moved")
        }
      }
      guard !next.isEmpty else { return false }
      (level, depth) = (next, depth + 1)
      guard depth <= room else { return true }
    }
  }

  /// Refuses more than participants may add to an owner's space.
  mutating func countForGuests(_ growth: Int64, _ row: StoredRecord) throws(ServiceError) {
    guard let share = access?.share(of: row)?.share else { return }
    let sum = membership.guestGrowth[share.id, default: 0] + growth
    guard growth <= 0 || share.guestBytes + sum <= service.settings.limits.guestBytes else {
      throw ServiceError(.quotaExceeded, "What participants may add to this share is used up")
    }
    membership.guestGrowth[share.id] = sum
  }
}
