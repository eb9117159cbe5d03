package import CloudRecord
import JournalCore
package import SyncCore

/// What is kept of sealed records, one step each.
extension SyncTables {
  /// Notes that a record can be read now, or is another one by now: what waited for that goes.
  mutating func reopen(_ name: String) throws {
    try removeForeign(name)
    guard try unreadable(nil)[name] != nil else { return }
    try setUnreadable(nil, keyID: "", name)
    try setParked(nil, name)
  }

  /// Notes why a record is closed, and since when there is one whose key is missing.
  mutating func close(_ reason: ClosedReason, keyID: String, _ name: String) throws {
    if reason == .noKey, try unreadable(.noKey).isEmpty { try setKeylessSince(now.milliseconds) }
    try setUnreadable(reason, keyID: keyID, name)
  }

  func countKeyless(_ closed: [String: ClosedReason], in overview: inout SyncOverview) throws {
    overview.keyless = closed.values.count { $0 == .noKey }
    if overview.keyless > 0 { overview.keylessSince = try keylessSince().map { Instant(milliseconds: $0) } }
  }

  /// Has every record of the server's that is not as it is to be go up again, though nothing of it changed. What was to be
  /// sealed and is plain still is left as it is where nothing is to be sealed any more.
  ///
  /// - Returns: How many there are, those that were noted before among them.
  package mutating func reseal(to goal: SealGoal) throws -> SealProgress {
    let unreached = try onServer { beside in
      guard let beside else { return !goal.isReached(by: nil) }
      return try !goal.isReached(by: ForeignCoding.seal(beside))
    }
    var progress = SealProgress(left: unreached.count, added: 0)
    if goal == .plain {
      // Words that only a device with keys can read have no place in a plain journal.
      for var removal in try sealedRemovals(before: .max, limit: .max, excluding: []) {
        // What was made again under its name is the word now.
        guard try !isNameTaken(removal.recordName) else {
          try removeSealedRemoval(removal.recordName)
          continue
        }
        progress.left += 1
        guard removal.removedAt != 0 else { continue }
        progress.added += 1
        removal.removedAt = 0
        try setSealedRemoval(removal)
      }
      let names = Set(unreached.map { $0.name })
      for (name, type) in try resealing(limit: .max, excluding: names) { try setResealing(false, name, type) }
    }
    progress.add(try releaseParked(Set(unreached.map { $0.name }), goal))
    // What came under a key that is missing here may be as it is to be: that shows once it is opened.
    let closed = try unreadable(.noKey)
    for (name, type) in unreached where try closed[name] == nil && !isResealing(name) {
      try setResealing(true, name, type)
      progress.added += 1
    }
    return progress
  }

  /// Notes that the numbers of keys begin anew: a person has given up the ring for another one.
  package mutating func forgetKeyNumbers() throws {
    try mapSeals { mark in
      var mark = mark
      // Keys of a share have numbers of their own.
      if mark.share.isEmpty { mark.keyNumber = 0 } else { mark.journalKey = 0 }
      return mark
    }
  }

  /// What was refused on its way to the other form does not wait any more where it has the wanted one.
  ///
  /// - Returns: How many go up now.
  private mutating func releaseParked(_ unreached: Set<String>, _ goal: SealGoal) throws -> Int {
    var count = 0
    for (name, reason) in try parked(limit: .max) where try !unreached.contains(name) && isResealing(name) {
      for type in try recordTypes(of: name) {
        guard let state = try state(of: name, type), !state.isUnsent else { continue }
        if goal == .plain {
          try setResealing(false, name, type)
          try setParked(nil, name)
        } else if [.assetFileNotFound, .assetNotAvailable].contains(reason.code),
          try state.seal()?.files.isEmpty == false
        {
          // It may have to go over an older copy; its file is there.
          try setParked(nil, name)
          count += 1
        }
      }
    }
    return count
  }

  /// Lets what is here go up over a record that was damaged, as a person wants; nothing is lost, since no device can open it.
  ///
  /// One under a key that is missing here, or of a newer version, is not overwritten whatever a person wants.
  package mutating func sendOver(_ name: String) throws {
    guard let reason = try unreadable(nil)[name], [.damaged, .former, .forbidden].contains(reason),
      let raw = try foreignRecord(name)
    else { return }
    var isHere = false
    for type in try recordTypes(of: name) {
      guard var state = try state(of: name, type) else { continue }
      isHere = true
      state.changeTag = raw.recordChangeTag
      var mark = try state.seal() ?? .none(type)
      mark.hasPlainFields = true
      // Whether its files are what they were is not known either.
      mark.files = []
      try state.setSeal(mark)
      try setState(state, of: name, type)
      try setResealing(true, name, type)
    }
    if var intent = try intent(name) {
      isHere = true
      intent.seal = intent.seal ?? .none(intent.recordType)
      intent.goOver(raw.recordChangeTag)
      try setIntent(intent)
    }
    if !isHere {
      // What a person has added who could write no more before any device of the owner's had seen it: it goes.
      guard reason == .former, name.hasPrefix(SealMark.addedPrefix), address.database == .private else { return }
      try setSealedRemoval(
        SealedRemoval(
          recordName: name, recordType: raw.recordType, changeTag: raw.recordChangeTag, seal: .none(raw.recordType),
          stamps: [:], removedAt: 0))
    }
    try setUnreadable(nil, keyID: "", name)
    try removeForeign(name)
  }

  /// Counts a copy that was not taken in.
  ///
  /// - Returns: Whether the record may go up again over it by itself: twice a day.
  mutating func mayRepair(_ name: String) throws -> Bool {
    try countRefusal(of: name, at: now.milliseconds, since: now.milliseconds - 86_400_000) <= 2
  }

  /// The third time in a day a record goes up again only if a person wants it: two that disagree could go on for ever.
  mutating func limitRepairs(of name: String) throws {
    guard try !mayRepair(name) else { return }
    let words = "The server showed an older version of this again and again; yours was sent twice today and waits now."
    try setParked(ParkedReason(code: .permissionFailure, reason: words), name)
  }

  /// Has pictures that go with an entry, and of which no seal is known, removed by words of their own: the sealed word for
  /// the entry takes nothing along.
  mutating func partIntents(of entry: String) throws {
    for var intent in try intents(ownedBy: entry) where intent.seal == nil && intent.changeTag != nil {
      intent.seal = .none(intent.recordType)
      try setIntent(intent)
    }
  }

  /// Whether a device of the person's said that it removed the record, after what is known of it here.
  func isVouched(_ row: SyncedRow) throws -> Bool {
    guard let removal = try sealedRemoval(row.record.name.rawValue), let known = try row.state.seal() else {
      return false
    }
    return known.order(of: removal.seal) != .older
  }

  /// Everything is read again: plain records that are left out and still there are noted again.
  mutating func beginClosedSweep() throws {
    for name in try unreadable(.unsealed).keys { try setUnreadable(nil, keyID: "", name) }
  }

  /// Everything was read: what could not be opened and was not seen is gone.
  mutating func endClosedSweep() throws {
    for (name, reason) in try unreadable(nil) where reason != .unsealed {
      guard try foreignRecord(name) == nil else { continue }
      try setUnreadable(nil, keyID: "", name)
      try setParked(nil, name)
    }
  }

  /// Whether an older copy is taken in all the same, since a person takes what the server has while everything is read
  /// again. Only under the key of the known version: under an older one a removed device may have made it.
  func takesOlder(_ seal: SealMark, than known: SealMark) throws -> Bool {
    try seal.keyNumber == known.keyNumber && seal.share == known.share && takesServers()
  }

  /// Whether a picture was removed along with its entry, and that entry went over its removal: it stays with it.
  ///
  /// - Parameter wentOver: Records that did so just now.
  func staysWithEntry(_ row: SyncedRow, _ removal: FetchedRemoval, _ wentOver: Set<String>) throws -> Bool {
    guard let entry = row.record.owner?.rawValue, row.record.trashedAt == nil,
      try wentOver.contains(entry) || isResealing(entry), try state(of: entry, RecordFields.entryType) != nil
    else { return false }
    // One that was removed by itself lay among the removed pictures before.
    guard let removedAt = removal.version.stamps["trashedAt"] else { return true }
    return row.stamps.marks["trashedAt"].map { removedAt <= $0.stamp } ?? false
  }

  /// How many words for pictures of a removed entry go once that of the entry is there.
  func wordsOfPictures(of entry: String) throws -> Int {
    try intents(ownedBy: entry).count { $0.changeTag != nil && $0.seal != nil }
  }

  /// Notes which ring the numbers of keys are of from now on. Those of another one say nothing about it: whatever is sealed
  /// under the keys of this ring is later.
  package mutating func noteRing(_ id: String) throws {
    let known = try ring()
    guard known != id else { return }
    if known != nil { try forgetKeyNumbers() }
    try setRing(id)
  }

  /// Has records go up again though nothing of them changed; those that are not on the server are left out.
  package mutating func sendAgain(_ names: [String]) throws {
    for name in names {
      for type in try recordTypes(of: name) where try state(of: name, type)?.changeTag != nil {
        try setResealing(true, name, type)
      }
    }
  }

  /// Whether what a former writer of a share wrote is what was taken in while that person might still write: that stays, until it is
  /// sealed anew. false for another version of what is here, and for a plain record; nil for all others.
  mutating func isOver(_ closed: ClosedRecord, _ epoch: Int64) throws -> Bool? {
    if closed.reason == .unsealed { return false }
    guard closed.reason == .former, let theirs = closed.plain,
      var state = try state(of: theirs.recordName, theirs.version.recordType)
    else { return nil }
    guard state.changeTag == theirs.changeTag, try state.seal()?.digest == theirs.seal?.digest else { return false }
    try cancelRemoval(of: theirs.recordName)
    try reopen(theirs.recordName)
    guard state.seenEpoch != epoch else { return true }
    state.seenEpoch = epoch
    try setState(state, of: theirs.recordName, theirs.version.recordType)
    return true
  }

  /// The names of pictures of these entries that the server has, as far as is known.
  package func imagesOnServer(of entries: [String]) throws -> [String] {
    try entries.flatMap { try images(of: $0) }.filter { $0.state.changeTag != nil }.map { $0.record.name.rawValue }
  }

  /// Records that cannot be opened here for one reason, as they came.
  package func closedRecords(_ reason: ClosedReason) throws -> [Record] {
    try unreadable(reason).keys.sorted().compactMap { try foreignRecord($0) }
  }

  /// Lets what was edited here and removed elsewhere go up over the word of the removal, which is what the server has.
  mutating func goOver(_ name: String, _ state: inout SyncState) throws {
    guard let removal = try sealedRemoval(name) else { return }
    state.changeTag = removal.changeTag
    var mark = try state.seal()?.over(removal.seal) ?? removal.seal
    // Its files went with it.
    mark.files = []
    try state.setSeal(mark)
    try removeSealedRemoval(name)
  }

  /// A removal that was to be sent, of a record that the server has no longer: it is remembered all the same.
  mutating func forgetSealedIntent(_ name: String, at time: Int64) throws {
    guard let intent = try self.intent(name), let seal = intent.seal, try sealedRemoval(name) == nil else {
      return
    }
    try setSealedRemoval(
      SealedRemoval(
        recordName: name, recordType: intent.recordType, changeTag: intent.changeTag ?? "", seal: seal,
        stamps: intent.wireStamps, removedAt: time))
  }
}

extension FetchedChange {
  /// Milliseconds by which an author's clock may be ahead.
  private static let tolerance: Int64 = 120_000

  /// Milliseconds by which the stamps of what others may write can be ahead of this device's clock.
  private static let sharedTolerance: Int64 = 86_400_000

  /// The same with believable stamps: none is later than the server got the record, or than this device's latest time,
  /// whichever is later; so a server cannot lower them.
  ///
  /// What is in a share may be another person's, and the server their friend: no time of theirs lies more than a day after this
  /// device's own, or they would have the last word on every field, and the clock of all devices.
  func believable(after clock: HybridClock, now: Int64) -> FetchedChange {
    switch self {
    case .record(let record): return .record(Self.believable(record, after: clock, now: now))
    case .closed(var closed):
      closed.plain = closed.plain.map { Self.believable($0, after: clock, now: now) }
      return .closed(closed)
    case .foreign, .removed, .deleted: return self
    }
  }

  private static func believable(_ record: FetchedRecord, after clock: HybridClock, now: Int64) -> FetchedRecord {
    guard let savedAt = record.savedAt else { return record }
    var record = record
    let known = clock.latest.map { Int64($0.milliseconds) } ?? 0
    var received = min(max(savedAt, known, 0), Int64(HybridTime.maximumMilliseconds))
    if record.seal?.share.isEmpty == false {
      received = min(received, max(known, now + FetchedChange.sharedTolerance))
    }
    let latest = UInt64(received + FetchedChange.tolerance)
    for (field, stamp) in record.version.stamps where stamp.milliseconds > latest {
      record.version.stamps[field] = HybridTime(
        milliseconds: latest, counter: stamp.counter, device: stamp.device)
    }
    return record
  }
}
