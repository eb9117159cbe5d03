package import CloudRecord
package import JournalCore
package import SyncCore

/// One transaction of sync.md's table in the making, over whichever store's tables.
package struct SyncTransaction<Tables: SyncTables> {
  package var tables: Tables
  package let now: Instant
  package var zone: ZoneState
  package var clock: HybridClock
  private var lastGroup: Int64?
  /// Records of which this transaction learnt that the server has them.
  package var onServer: Set<String> = []
  /// Entries and pictures that went over the word of their removal in this transaction.
  var wentOver: Set<String> = []
  /// Pictures, and words for pictures, that waited for their entry or the word for it and go now.
  var releasedWords = 0
  /// The effect of the transaction so far.
  package var summary = ApplySummary()
  /// Whether records came, went or were forgotten by the server, so that a list may show something else now.
  package var isIntake = false

  private let zoneBefore: ZoneState
  private let timeBefore: HybridTime?

  package init(_ tables: Tables, now: Instant) throws {
    self.tables = tables
    self.now = now
    zone = try tables.zone()
    clock = try tables.clock()
    zoneBefore = zone
    timeBefore = clock.latest
  }

  /// Writes what was collected on the way; the last step of every transaction.
  package mutating func finish() throws {
    _ = try releasePictures()
    if zone != zoneBefore { learn() }
    if zone != zoneBefore { try tables.setZone(zone) }
    if let latest = clock.latest, latest != timeBefore { try tables.setClock(latest) }
  }

  /// Notes that something was learnt of the server: what was asked before is not taken in any more.
  package mutating func learn() {
    zone.revision = zoneBefore.revision + 1
    summary.revision = zone.revision
  }

  /// Whether something was learnt of the server since this was asked for, by another engine on this journal: an older
  /// version would be taken for a newer one, and a token kept of records that are not here.
  private mutating func isStale(_ revision: Int64?) -> Bool {
    summary.revision = zone.revision
    summary.isStale = revision.map { $0 != zone.revision } ?? false
    return summary.isStale
  }

  package var device: UInt64 { clock.device }

  /// A time later than every one given or seen here.
  package mutating func tick() -> HybridTime { clock.tick(wallClock: now.milliseconds) }

  package mutating func newGroup() throws -> Int64 {
    let group = try (lastGroup ?? tables.latestGroup()) + 1
    lastGroup = group
    return group
  }

  // MARK: T2, T4: taking in what the server has

  package mutating func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws {
    if isStale(page.asOf) || isBehind(page.history) { return }
    if !page.changes.isEmpty || page.token.text != zone.token {
      learn()
      note(page.history)
    }
    let live = try tables.liveEntryCount()
    let removals = try takeIn(page.changes, rules: rules)
    if page.moreComing {
      // Only the end of a pull shows how much it would remove: until then removals wait.
      for name in removals { try tables.postponeRemoval(of: name) }
    } else {
      let all = try tables.takePostponedRemovals() + removals
      try remove(all, of: live, allowsMassRemoval ? .given : .asked)
      try expireRemovals()
      if !zone.isSweeping { try tables.countLiveEntries(at: serverTime) }
      summary.hasAllRings = try tables.endAwaitingRings()
    }
    zone.token = page.token.text
  }

  package mutating func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws {
    if isStale(revision) || isBehind(history) { return }
    learn()
    note(history)
    let removals = try takeIn(changes, rules: rules)
    try remove(removals, of: 0, .later)
    for name in removals { try removePicturesWithoutEntry(name) }
  }

  /// Takes records in, and returns the names of those that are gone.
  private mutating func takeIn(_ changes: [FetchedChange], rules: MergeRules) throws -> [String] {
    if !changes.isEmpty { isIntake = true }
    let changes = changes.map { $0.believable(after: clock, now: now.milliseconds) }
    observe(changes)
    let unknown = try tables.unknown(among: changes.map(\.recordName))
    let entries = try OthersPictures.newEntries(in: changes, tables)
    var removals: [String] = []
    // What becomes of a picture that was removed shows once its entry was looked at.
    var removedPictures: [FetchedRemoval] = []
    for (place, change) in changes.enumerated() {
      switch change {
      case .record(let record): try takeIn(record, isUnknown: unknown.contains(place), rules: rules)
      case .foreign(let record): try keepForeign(record)
      case .closed(let closed): try takeIn(closed)
      case .removed(let removal) where removal.version.recordType == RecordFields.imageType:
        removedPictures.append(removal)
      case .removed(let removal): if try takeIn(removal) { removals.append(removal.recordName) }
      case .deleted(let name): removals.append(name)
      }
    }
    for removal in removedPictures where try takeIn(removal) { removals.append(removal.recordName) }
    try tables.noteSavers(changes)
    try OthersPictures.sort(entries, &self)
    try tables.sortShared(changes)
    return removals
  }

  /// Keeps what cannot be read here. It is there all the same: what is here under its name is no less on the server.
  mutating func keepForeign(_ record: Record) throws {
    let name = record.recordName
    try tables.cancelRemoval(of: name)
    try tables.keepForeign(record, epoch: zone.epoch)
    for type in try tables.recordTypes(of: name) {
      guard var state = try tables.state(of: name, type), state.seenEpoch != zone.epoch else { continue }
      state.seenEpoch = zone.epoch
      try tables.setState(state, of: name, type)
    }
    if var intent = try tables.intent(name), intent.seenEpoch != zone.epoch {
      intent.seenEpoch = zone.epoch
      try tables.setIntent(intent)
    }
  }

  /// Later edits here get later stamps than everything that came. The stamps were brought to believable times before.
  private mutating func observe(_ changes: [FetchedChange]) {
    let latest = changes.compactMap { change -> HybridTime? in
      if case .record(let record) = change { record.version.stamps.values.max() } else { nil }
    }
    if let latest = latest.max() { clock.observe(latest) }
  }

  /// - Parameter isUnknown: Whether it is known that there is nothing here of its name, so that nothing has to be asked.
  private mutating func takeIn(_ fetched: FetchedRecord, isUnknown: Bool, rules: MergeRules) throws {
    let name = fetched.recordName
    guard
      let server = StorableVersion(
        name: name, version: fetched.version, modifiedAt: Instant(milliseconds: fetched.modifiedAt))
    else { return try keepForeign(Record(fetched, in: tables.address.zoneID)) }
    if try OthersWriting.leavesOut(fetched, server, &self) || OthersPictures.leavesOut(fetched, server, &self) {
      return
    }
    if let taken = try OwnersFields.taken(of: fetched, tables) {
      try takeIn(taken, isUnknown: false, rules: rules)
      return try OwnersFields.sendAgain(over: server, of: fetched, &self)
    }
    try tables.cancelRemoval(of: name)
    try tables.reopen(name)
    onServer.insert(name)
    let type = server.record.recordType
    if isUnknown { return try insert(fetched, server) }
    guard let state = try tables.state(of: name, type) else { return try takeInNew(fetched, server) }
    if state.isOnlyHere, try tables.isOver(fetched, since: tables.sealedRemoval(name)) { return summary.refused += 1 }
    let known = try state.seal()
    if let known, try isSettled(fetched, server, state, by: known) { return }
    var seal = fetched.seal
    if known != nil || seal != nil {
      // What went up again, or was not to, is overtaken.
      try tables.setResealing(false, name, type)
      if !state.isUnsent { try tables.setParked(nil, name) }
    }
    if let known, let older = seal, known.order(of: older) == .older, try tables.takesOlder(older, than: known) {
      // It goes up at once above all that it was, so that it is the later one for every device.
      seal = older.raised(above: known)
      try tables.setResealing(true, name, type)
    }

    var next = state
    next.foreignFields = ForeignCoding.encode(fetched.foreignFields, seal: seal ?? known?.opened)
    next.seenEpoch = zone.epoch
    let takesOver = OthersPictures.takesOver(fetched, known, tables)
    if server.digest == state.localDigest || state.isUnsent && server.digest == state.baseDigest && !takesOver {
      // The server's is what is here, or what it acknowledged before: nothing to take over.
      next.acknowledge(server.version, digest: server.digest, changeTag: fetched.changeTag)
      if next != state { try tables.setState(next, of: name, type) }
      if state.isUnsent, !next.isUnsent { try tables.setParked(nil, name) }
      if state.isOnlyHere { try tables.setRemoval(nil, name) }
    } else if let row = try tables.row(of: name, type) {
      next.changeTag = fetched.changeTag
      if takesOver {
        next.base = nil
        try tables.setParked(nil, name)
        try takeOver(server, from: row, savedBy: fetched.savedBy, next)
      } else if state.isUnsent {
        try merge(row, with: server, of: fetched, next, rules: rules)
      } else {
        try takeOver(server, from: row, savedBy: fetched.savedBy, next)
      }
    }
    try tables.setNewerFormat(fetched.isNewerFormat, name)
  }

  /// A record that is not here: it is new, or it was removed here for good.
  private mutating func takeInNew(_ fetched: FetchedRecord, _ server: StorableVersion) throws {
    let name = fetched.recordName
    if try removesAgain(fetched, server) { return }
    if var intent = try tables.intent(name) {
      if fetched.isRefusedPlain(beside: intent.seal) { return try PlainCopies.remove(fetched.changeTag, intent, &self) }
      let isOthers = try OthersWriting.givesWay(fetched, to: intent, tables)
      if intent.isOfLaterPicture(than: fetched.seal) {
        return try PlainCopies.remove(fetched.changeTag, intent, older: fetched.seal, &self)
      }
      if intent.hadSeen(server.stamps) || intent.isOlder(fetched.seal) || isOthers {
        if isOthers { intent.learn(server.stamps) }
        if let seal = fetched.seal { intent.seal = intent.seal?.raised(above: seal) ?? seal }
        intent.seal?.hasPlainFields = fetched.seal?.hasPlainFields ?? true
        intent.acknowledge(server.version, changeTag: fetched.changeTag)
        intent.seenEpoch = zone.epoch
        return try tables.setIntent(intent)
      }
      // A device wrote what the removal had not seen: the record comes back, and its images with it.
      try tables.bringBackImages(of: name)
      try tables.removeIntent(name)
      try tables.setParked(nil, name)
    }
    // A name has one type for life; what claims another is not taken for the record that is here.
    if try !tables.isNameTaken(name) { try insert(fetched, server) }
  }

  mutating func insert(_ fetched: FetchedRecord, _ server: StorableVersion) throws {
    let state = SyncState(
      clean: server.digest, changeTag: fetched.changeTag,
      foreignFields: ForeignCoding.encode(fetched.foreignFields, seal: fetched.seal), seenEpoch: zone.epoch)
    try tables.insert(SyncedRow(record: server.record, stamps: server.stamps, state: state))
    try tables.setNewerFormat(fetched.isNewerFormat, fetched.recordName)
    summary.taken += 1
  }

  /// Takes the server's version where nothing here is unsent; what it replaces is kept.
  private mutating func takeOver(
    _ server: StorableVersion, from row: SyncedRow, savedBy device: String?, _ next: SyncState
  ) throws {
    var state = next
    state.localDigest = server.digest
    state.baseDigest = server.digest
    try keepReplaced(row, by: server, savedBy: device)
    try tables.replace(row, with: SyncedRow(record: server.record, stamps: server.stamps, state: state))
    if row.state.isOnlyHere { try tables.setRemoval(nil, row.record.name.rawValue) }
    summary.taken += 1
  }
}

extension SyncTables {
  /// Puts back the images of an entry that comes back after it was removed here for good.
  fileprivate mutating func bringBackImages(of entry: String) throws {
    for intent in try intents(ownedBy: entry) {
      guard let version = intent.version, let tag = intent.changeTag,
        let image = StorableVersion(
          name: intent.name, version: try RecordVersion(decoding: version), modifiedAt: intent.purgedAt),
        try !isNameTaken(intent.name)
      else { continue }
      let beside = ForeignCoding.encode([:], seal: intent.seal)
      let state = SyncState(clean: image.digest, changeTag: tag, foreignFields: beside, seenEpoch: intent.seenEpoch)
      try insert(SyncedRow(record: image.record, stamps: image.stamps, state: state))
      try removeIntent(intent.name)
      if intent.isCovered { try setResealing(true, intent.name, intent.recordType) }
    }
  }
}

extension Record {
  /// A record of a type that only its sender thought was known here, or that is not taken in.
  init(_ fetched: FetchedRecord, in zoneID: ZoneID) {
    let noUser = RecordStamp(timestamp: fetched.modifiedAt, userRecordName: "", deviceID: "")
    self.init(
      recordName: fetched.recordName, recordType: fetched.version.recordType,
      zoneID: zoneID,
      fields: fetched.version.values.mapValues { Field($0) }.merging(fetched.foreignFields) { $1 },
      recordChangeTag: fetched.changeTag, created: noUser, modified: noUser)
  }
}
