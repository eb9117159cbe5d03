import CloudRecord
import JournalCore
import SyncCore

/// The effect of a removal that the server reports, before it is carried out.
private struct RemovalPlan {
  /// Rows that go.
  package var removed: [SyncedRow] = []
  /// Records that stay, and that the server has no longer.
  package var kept: [(name: String, type: String)] = []
}

/// Whether a removal may be too large.
package enum RemovalConsent {
  /// Not known: too large a one is asked about.
  case asked
  /// The person was asked and agreed; such removals are not counted.
  case given
  /// There is no way to ask here: it is counted, so that the next one is asked about.
  case later
}

extension SyncTransaction {
  /// Removes what the server says is gone, except what was written here and the removing device had not seen.
  ///
  /// An entry that was not in the trash here, or that another device put there within a day, lies in the trash here from
  /// then on, with its pictures, and so does a picture that was not removed from an entry that stays; all else goes at once.
  ///
  /// - Parameter live: How many entries there were outside of the trash before this page.
  package mutating func remove(_ names: [String], of live: Int, _ consent: RemovalConsent) throws {
    guard !names.isEmpty else { return }
    var plan = RemovalPlan()
    let all = Set(names)
    var planned: Set<String> = []
    for name in names where planned.insert(name).inserted {
      for type in try tables.recordTypes(of: name) { try planRemoval(of: name, type, among: all, &plan) }
    }
    // An image may have been named by the server and have gone with its entry.
    var gone: Set<String> = []
    plan.removed = plan.removed.filter { gone.insert($0.record.name.rawValue).inserted }
    let kept = Set(plan.kept.map { $0.name })
    plan.removed.removeAll { kept.contains($0.record.name.rawValue) }
    let counted = try tables.countedEntries(among: plan.removed, at: now.milliseconds)
    try check(counted, of: live, consent)
    let entries = counted.all
    let going = Set(plan.removed.map(\.record.name))
    var trashed: [SyncedRow] = []
    var unvouched: [SyncedRow] = []
    for row in plan.removed {
      let owner = row.record.owner
      if try row.state.seal()?.isSealed ?? false, try !tables.isVouched(row) {
        // No device said that it removed it: the server alone does.
        unvouched.append(row)
      } else if try entries.contains(row.record.name) || owner.map({ entries.contains($0) }) ?? false
        || owner.map({ try !going.contains($0) && tables.isTakenAway(row, from: $0) }) ?? false
      {
        trashed.append(row)
      } else {
        try tables.remove(row)
      }
    }
    if !trashed.isEmpty { try moveToTrash(trashed, RemovalMark(reason: RemovalMark.removed, at: serverTime), consent) }
    if !unvouched.isEmpty {
      try moveToTrash(unvouched, RemovalMark(reason: RemovalMark.unvouched, at: serverTime), consent)
    }
    summary.removed += plan.removed.count
    if !plan.removed.isEmpty { isIntake = true }
    for (name, type) in plan.kept { try tables.forgetBase(of: name, type) }
    for name in names {
      try tables.forgetSealedIntent(name, at: serverTime)
      try tables.removeIntent(name)
      try tables.removeForeign(name)
      try tables.setUnreadable(nil, keyID: "", name)
    }
  }

  private func planRemoval(
    of name: String, _ type: String, among names: Set<String>, _ plan: inout RemovalPlan
  ) throws {
    guard let row = try tables.row(of: name, type) else { return }
    let images = type == RecordFields.entryType ? try tables.images(of: name) : []
    if row.state.isOnlyHere {
      // A changed picture shows that the person wants the record, though it lies in this device's trash only.
      if images.contains(where: { $0.state.isUnsent }) { plan.kept.append((name, type)) }
      return
    }
    if try OthersPictures.goes(row, tables) { return plan.removed.append(row) }
    // A picture that the server has and did not remove with its entry came after the removing device had looked.
    let hasNewPicture = try images.contains {
      try !names.contains($0.record.name.rawValue) && OthersPictures.keepsEntry($0)
    }
    if try hasNewPicture || tables.isUnseen(row, images) {
      plan.kept.append((name, type))
      plan.kept += images.map { ($0.record.name.rawValue, RecordFields.imageType) }
    } else {
      plan.removed.append(row)
      plan.removed += images
    }
  }

  // MARK: T5, T6

  package mutating func beginSweep(forgettingHistory: Bool = false) throws {
    if forgettingHistory {
      zone.history = nil
      try HeldWords.hold(&self)
    }
    zone.token = nil
    zone.epoch += 1
    zone.isSweeping = true
    // A fetch that begins again meanwhile is the same one to the person.
    if forgettingHistory { try tables.setTakesServers(true) }
    _ = try tables.takePostponedRemovals()
    try tables.beginClosedSweep()
  }

  /// Records that a full fetch did not see, in the order in which they go.
  package typealias Unseen = [(name: String, type: String)]

  package mutating func finishSweep(allowsMassRemoval: Bool) throws -> Int {
    guard zone.isSweeping else { return 0 }
    let consent = allowsMassRemoval ? RemovalConsent.given : .asked
    let moved = try sweep(try unseen(consent)[...], consent)
    try endSweep()
    return moved
  }

  /// - Throws: ``MassRemoval`` where too much of it would go.
  package func unseen(_ consent: RemovalConsent) throws -> Unseen {
    guard zone.isSweeping else { return [] }
    let unseen = try tables.unseen(before: zone.epoch)
    guard consent == .asked else { return unseen }
    var swept: [SyncedRow] = []
    var kept: Set<String> = []
    for (name, type) in unseen where !kept.contains(name) {
      guard let row = try tables.row(of: name, type) else { continue }
      let images = type == RecordFields.entryType ? try tables.images(of: name) : []
      if try tables.isUnseen(row, images) {
        kept.formUnion(images.map { $0.record.name.rawValue })
      } else {
        swept.append(row)
      }
    }
    let going = try tables.countedEntries(among: swept, at: now.milliseconds)
    try check(going, of: try tables.liveEntryCount(), consent)
    return unseen
  }

  /// Moves a part of what was not seen to the trash, and lets what was edited here go up as new; how many were moved.
  ///
  /// Either way a record is no more among what was not seen: parts may be transactions of their own, and where the last
  /// ones did not come the sweep is finished later.
  package mutating func sweep(_ part: Unseen.SubSequence, _ consent: RemovalConsent) throws -> Int {
    var swept: [SyncedRow] = []
    for (name, type) in part {
      // A record that was forgotten with its entry, or seen meanwhile, stays.
      guard let row = try tables.row(of: name, type), row.state.changeTag != nil, row.state.seenEpoch < zone.epoch
      else { continue }
      let images = type == RecordFields.entryType ? try tables.images(of: name) : []
      // What could not be opened is not there any more.
      try tables.reopen(name)
      if try tables.isUnseen(row, images) {
        try tables.forgetBase(of: name, type)
        for image in images { try tables.forgetBase(of: image.record.name.rawValue, RecordFields.imageType) }
      } else {
        swept.append(row)
      }
    }
    if !swept.isEmpty {
      isIntake = true
      try moveToTrash(swept, RemovalMark(reason: RemovalMark.swept, at: serverTime), consent)
    }
    if !part.isEmpty { learn() }
    return swept.count
  }

  package mutating func endSweep() throws {
    try tables.removeIntents(unseenBefore: zone.epoch)
    try tables.removeForeign(unseenBefore: zone.epoch)
    try tables.endClosedSweep()
    try tables.setTakesServers(false)
    zone.isSweeping = false
  }

  /// Moves records to the trash of this device, from where they go up as new if the person takes them out again.
  private mutating func moveToTrash(_ rows: [SyncedRow], _ mark: RemovalMark, _ consent: RemovalConsent) throws {
    if consent == .given { try tables.forgetCountedRemovals() }
    let stamp = tick()
    let group = try newGroup()
    let entries = Set(rows.filter { $0.record.recordType == RecordFields.entryType }.map { $0.record.name })
    let counted = consent == .given ? [] : try tables.countedEntries(among: rows, at: now.milliseconds).all
    for row in rows {
      var new = row
      let name = row.record.name.rawValue
      // A picture lies in the trash by lying in its entry.
      let follows =
        if case .image(let image) = row.record {
          try entries.contains(image.entry)
            || tables.state(of: image.entry.rawValue, RecordFields.entryType)?.isOnlyHere ?? false
        } else {
          false
        }
      if !follows, row.record.trashedAt == nil {
        new.record.trashedAt = now
        new.record.modifiedAt = now
        let value = FieldValue.date(now.milliseconds)
        new.stamps.marks["trashedAt"] = FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: value))
        try tables.keep(
          KeptValue(
            record: name, field: "trashedAt", value: nil, stamp: row.stamps.marks["trashedAt"]?.stamp, group: group))
      }
      new.state = SyncState(
        localDigest: RecordDigest.of(recordType: row.record.recordType, encodedStamps: new.stamps.encoded))
      new.state.baseDigest = new.state.localDigest
      new.state.foreignFields = row.state.foreignFields
      new.state.seenEpoch = row.state.seenEpoch
      try tables.replace(row, with: new)
      try tables.setResealing(false, name, row.record.recordType)
      var mark = mark
      mark.isCounted = counted.contains(row.record.name)
      try tables.setRemoval(mark, name)
    }
  }
}

extension SyncTables {
  /// Whether a picture stands in an entry that is here.
  func isTakenAway(_ row: SyncedRow, from entry: RecordName) throws -> Bool {
    try row.record.trashedAt == nil && state(of: entry.rawValue, RecordFields.entryType) != nil
  }

  /// Whether this device has what another device cannot have seen: an unsent edit, a new picture, an open draft.
  package func isUnseen(_ row: SyncedRow, _ images: [SyncedRow]) throws -> Bool {
    if row.state.isUnsent || images.contains(where: { $0.state.isUnsent }) { return true }
    guard case .entry(let entry) = row.record else { return false }
    return try hasDraft(of: entry.id.rawValue)
  }

  /// Lets a record that the server no longer has go up as new.
  mutating func forgetBase(of name: String, _ type: String) throws {
    guard var state = try state(of: name, type) else { return }
    guard try state.baseDigest != nil || state.changeTag != nil || sealedRemoval(name) != nil else { return }
    state.forgetBase()
    if address.database == .private { try goOver(name, &state) }
    try setState(state, of: name, type)
    try setParked(nil, name)
  }
}
