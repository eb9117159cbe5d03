import CloudRecord
import JournalCore
import SyncCore

/// The rules of sealed records: what is believed of their stamps, which copy is an older one, and what a removal is worth.
///
/// A server can show what it has of a record again and again; it can neither make another version nor say that a device
/// removed one. So what counts is the counter within the seal, and the number of the key that it was sealed under.
extension SyncTransaction {
  // MARK: Older copies

  /// Whether a copy of a record that was sealed says nothing that has to be taken in: it is the known one, or an older one
  /// or a plain one, in whose place the known one goes up again.
  mutating func isSettled(
    _ fetched: FetchedRecord, _ server: StorableVersion, _ state: SyncState, by known: SealMark
  ) throws -> Bool {
    guard let seal = fetched.seal else {
      guard fetched.isRefusedPlain(beside: known) else { return false }
      try refuse(fetched, server, state, known)
      return true
    }
    switch known.order(of: seal) {
    case .later: return false
    case .same:
      // Where nothing is known to be on the server, this is what is.
      guard state.changeTag != nil, state.baseDigest != nil else { return false }
      var next = state
      next.changeTag = fetched.changeTag
      next.seenEpoch = zone.epoch
      if seal != known { try next.setSeal(seal) }
      if next != state { try tables.setState(next, of: fetched.recordName, server.record.recordType) }
      return true
    case .older:
      // A person takes what the server has: see ``takesOlder(_:than:)``.
      if try tables.takesOlder(seal, than: known) { return false }
      try refuse(fetched, server, state, known)
      return true
    }
  }

  /// Leaves a copy out: what it says and was never here goes to the history, and the known version goes up again over it.
  mutating func refuse(
    _ fetched: FetchedRecord, _ server: StorableVersion, _ state: SyncState, _ known: SealMark
  ) throws {
    let (name, type) = (fetched.recordName, server.record.recordType)
    summary.refused += 1
    if let row = try tables.row(of: name, type) {
      try OthersWriting.keepRefused(server, of: fetched, besides: row, &self)
    }
    var mark = fetched.seal.map { known.over($0) } ?? known
    mark.hasPlainFields = mark.hasPlainFields || (fetched.seal?.hasPlainFields ?? true)
    // A file that the copy does not name is not known to lie there any more.
    let files = fetched.seal?.files ?? []
    mark.files.removeAll { !files.contains($0) }
    var next = state
    next.changeTag = fetched.changeTag
    next.seenEpoch = zone.epoch
    try next.setSeal(mark)
    try tables.setState(next, of: name, type)
    try tables.setResealing(true, name, type)
    try tables.limitRepairs(of: name)
  }

  // MARK: What cannot be opened

  /// Keeps a record that cannot be opened or may not be taken in; what is here under its name is not touched.
  mutating func takeIn(_ closed: ClosedRecord) throws {
    let (record, name) = (closed.record, closed.record.recordName)
    if try OthersWriting.removes(closed, &self) { return }
    // What a person wrote in a share who may not any more goes to the history as well, where the record is here.
    if let isOver = try tables.isOver(closed, zone.epoch) { return isOver ? () : try takeInUnsealed(closed) }
    try keepForeign(record)
    try tables.close(closed.reason, keyID: closed.keyID, name)
    summary.unreadable += 1
    if closed.reason == .noKey { summary.withoutKey += 1 }
    for type in try tables.recordTypes(of: name) where try tables.state(of: name, type)?.isUnsent ?? false {
      try tables.setParked(ParkedReason(closed: closed.reason), name)
    }
  }

  /// A plain record in a sealed journal: one that is here goes up again over it, any other is only counted.
  private mutating func takeInUnsealed(_ closed: ClosedRecord) throws {
    let name = closed.record.recordName
    try tables.cancelRemoval(of: name)
    try tables.reopen(name)
    if let plain = closed.plain,
      let server = StorableVersion(
        name: name, version: plain.version, modifiedAt: Instant(milliseconds: plain.modifiedAt)),
      let state = try tables.state(of: name, server.record.recordType)
    {
      return try refuse(plain, server, state, try state.seal() ?? .none(server.record.recordType))
    }
    if let plain = closed.plain, let intent = try tables.intent(name) {
      return try PlainCopies.remove(plain.changeTag, intent, &self)
    }
    if let plain = closed.plain, let removal = try tables.sealedRemoval(name) {
      return try removeAgain(removal, plain.changeTag, stamps: FieldStamps())
    }
    try tables.setUnreadable(.unsealed, keyID: "", name)
    summary.unreadable += 1
  }

  // MARK: Removals

  /// Takes in the sealed word of a device that it removed a record.
  ///
  /// - Returns: Whether what is here under its name is to go.
  mutating func takeIn(_ removal: FetchedRemoval) throws -> Bool {
    let (name, type) = (removal.recordName, removal.version.recordType)
    try tables.reopen(name)
    if let state = try tables.state(of: name, type), let known = try state.seal(),
      known.order(of: removal.seal) != .later
    {
      // The word of a removal that a later version took back.
      var next = state
      next.changeTag = removal.changeTag
      next.seenEpoch = zone.epoch
      var mark = known.over(removal.seal)
      mark.files = []
      try next.setSeal(mark)
      try tables.setState(next, of: name, type)
      try tables.setResealing(true, name, type)
      try tables.limitRepairs(of: name)
      summary.refused += 1
      return false
    }
    // What another person's zone has is removed by its owner, whatever was written in it here: unsent words become this person's own.
    if let row = try tables.row(of: name, type), tables.address.database == .private, !row.state.isOnlyHere,
      try row.state.seal() != nil,
      try !SealedRemoval.hadSeen(row.version, knowing: removal.version.stamps)
        || tables.staysWithEntry(row, removal, wentOver)
    {
      // The removing device had not seen what is here, and what the server had taken before: it goes up over the removal.
      var next = row.state
      var mark = removal.seal
      mark.files = []
      mark.later = try row.state.seal()?.later ?? mark.later
      // Its counter is that of the removal, which is the owner's: what a maker holds in the place of her word says nothing of it.
      if mark.filedCounter == 0 { mark.later.values[SealMark.filedField] = nil }
      next.changeTag = removal.changeTag
      next.seenEpoch = zone.epoch
      try next.setSeal(mark)
      try tables.setState(next, of: name, type)
      try tables.setResealing(true, name, type)
      wentOver.insert(name)
      return false
    }
    if var known = try tables.sealedRemoval(name),
      known.seal.order(of: removal.seal) == .older
    {
      // Another word of it than the known one: it is removed either way, and nothing has to be sent again.
      known.changeTag = removal.changeTag
      try tables.setSealedRemoval(known)
      try tables.removeIntent(name)
      try tables.setParked(nil, name)
      // A picture may have been added to what is in this device's trash alone.
      return try tables.state(of: name, type)?.isOnlyHere ?? false
    }
    try tables.setSealedRemoval(
      SealedRemoval(
        recordName: name, recordType: type, changeTag: removal.changeTag, seal: removal.seal,
        stamps: removal.version.stamps, removedAt: serverTime))
    // It was added here, and the answer was lost: it is not sent as new once its owner has removed it.
    if tables.address.database == .shared, var state = try tables.state(of: name, type), state.isNew {
      state.seenEpoch = zone.epoch
      try state.setSeal(removal.seal)
      try tables.setState(state, of: name, type)
    }
    return true
  }

  /// Whether a record that turns up was removed by a sealed word, and is a copy of before: its removal is sent again.
  mutating func removesAgain(_ fetched: FetchedRecord, _ server: StorableVersion) throws -> Bool {
    let name = fetched.recordName
    guard let removal = try tables.sealedRemoval(name), try tables.intent(name) == nil else { return false }
    guard let seal = fetched.seal else {
      // It came plain, where that is taken in: what the removing device had seen is a copy of before.
      let isRefused = fetched.isRefusedPlain(beside: removal.seal)
      guard isRefused || SealedRemoval.hadSeen(fetched.version, knowing: removal.stamps) else {
        try tables.removeSealedRemoval(name)
        return false
      }
      summary.refused += 1
      try removeAgain(removal, fetched.changeTag, stamps: isRefused ? FieldStamps() : server.stamps)
      return true
    }
    let hadSeen = SealedRemoval.hadSeen(fetched.version, knowing: removal.stamps)
    // A device that was away sent it as new where the zone was lost: that makes no later version of it.
    if removal.seal.order(of: seal) == .later, !(hadSeen && seal.beginsLife) {
      try tables.removeSealedRemoval(name)
      return false
    }
    guard try tables.isOver(fetched, since: removal) || hadSeen && !tables.takesOlder(seal, than: removal.seal) else {
      // It lay beside the removal, on a server that went back: what was written there is no copy of before.
      try tables.removeSealedRemoval(name)
      var later = fetched
      later.seal = seal.raised(above: removal.seal)
      try insert(later, server)
      try tables.setResealing(true, name, removal.recordType)
      return true
    }
    summary.refused += 1
    try removeAgain(removal, fetched.changeTag, stamps: server.stamps, raisedAbove: seal)
    return true
  }

  /// Sends the word of a removal over what the server shows in its place, at most so often a day.
  private mutating func removeAgain(
    _ removal: SealedRemoval, _ tag: String, stamps: FieldStamps, raisedAbove seal: SealMark? = nil
  ) throws {
    let name = removal.recordName
    guard try tables.mayRepair(name) else { return }
    // The times are those of the first word: who has not heard of it yet judges by them what it had seen.
    var known = stamps
    for (field, stamp) in removal.stamps {
      known.marks[field] = FieldStamps.Mark(
        stamp: stamp, digest: stamps.marks[field]?.digest ?? FieldStamps.digest(of: nil))
    }
    var intent = PurgeIntent(
      name: name, recordType: removal.recordType, title: "", stamps: known, changeTag: tag, owner: nil, version: nil,
      purgedAt: now, seenEpoch: zone.epoch)
    intent.seal = seal.map { removal.seal.raised(above: $0) } ?? removal.seal
    if let seal { intent.seal?.entry = seal.entry }
    intent.seal?.hasPlainFields = seal?.hasPlainFields ?? true
    try tables.setIntent(intent)
  }

  // MARK: T3

  /// Notes that the server has a sealed record; false for a record that is here no longer, and whose removal is noted then.
  mutating func acknowledge(
    _ result: SendResult, _ version: RecordVersion, _ tag: String, _ seal: SealMark
  ) throws -> Bool {
    let name = result.recordName
    let type = version.recordType
    if var state = try tables.state(of: name, type) {
      guard state.acknowledge(version, sentAs: result.digest, of: name, changeTag: tag, at: now) else { return false }
      state.seenEpoch = zone.epoch
      // Its pictures follow it.
      releasedWords += try tables.setSealed(name, type, from: state.seal()?.share, to: seal.share)
      try state.setSeal(seal)
      try tables.setState(state, of: name, type)
      try tables.setParked(nil, name)
      onServer.insert(name)
      // The share may have got another key while it was on its way.
      releasedWords += try tables.sortShared(version, name, seal)
      return true
    }
    guard var intent = try tables.intent(name) else { return false }
    intent.seal = seal
    try tables.setIntent(intent)
    return false
  }

  /// Notes that the server has the sealed word of a removal.
  mutating func acknowledgeRemoval(of name: String, _ tag: String, _ seal: SealMark) throws {
    try tables.setParked(nil, name)
    for type in try tables.recordTypes(of: name) {
      // It was made here again while the word was on its way: it goes up over it.
      guard var state = try tables.state(of: name, type) else { continue }
      state.forgetBase()
      state.changeTag = tag
      try state.setSeal(seal)
      return try tables.setState(state, of: name, type)
    }
    guard let intent = try tables.intent(name) else { return }
    try tables.setSealedRemoval(
      SealedRemoval(
        recordName: name, recordType: intent.recordType, changeTag: tag, seal: seal, stamps: intent.wireStamps,
        removedAt: serverTime))
    // Pictures that went along have words of their own.
    try tables.partIntents(of: name)
    releasedWords += try tables.wordsOfPictures(of: name)
    try tables.removeIntent(name)
  }
}

extension PurgeIntent {
  /// The times of the record's fields as they travel.
  var wireStamps: [String: HybridTime] {
    var stamps: [String: HybridTime] = [:]
    for (field, mark) in self.stamps.marks {
      for name in AnyRecord.wireNames(of: field) { stamps[name] = mark.stamp }
    }
    return stamps
  }

  /// Whether a copy that turns up is not later than the one that was removed.
  func isOlder(_ other: SealMark?) -> Bool {
    guard let seal, let other else { return false }
    return seal.order(of: other) != .later
  }
}

extension ParkedReason {
  /// Of a change here whose record on the server cannot be opened.
  init(closed reason: ClosedReason) { self.init(code: .permissionFailure, reason: reason.sentence) }
}
