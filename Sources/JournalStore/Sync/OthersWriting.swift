import CloudRecord
import JournalCore
import SyncCore

/// What other people may not do in a journal by what they send, and what is kept of it.
enum OthersWriting {
  /// Whether a removal that waits holds over a version of another person's, though it had not seen that: what its owner removes for
  /// good is gone from all, whatever others wrote in it meanwhile.
  ///
  /// Where a signed word says that a device of the owner's wrote something since, that one comes back as after every removal.
  static func givesWay(_ fetched: FetchedRecord, to intent: PurgeIntent, _ tables: some SyncTables) throws -> Bool {
    guard tables.address.database == .private else { return false }
    guard let signer = fetched.signer else { return try fetched.seal == nil && isOfAnother(fetched, tables) }
    guard !signer.isOwner else {
      // Another device gave an entry that was added its first word, or sealed a picture that was, and wrote nothing in it.
      let isPicture = fetched.version.recordType == RecordFields.imageType
      let isFirst = fetched.seal.map { $0.counter == 1 && $0.filedCounter == (isPicture ? nil : 1) } ?? false
      return isFirst && intent.seal?.filedCounter == 0
    }
    // Where the removal did not know of the share, another device of the owner's made it, and may have written since.
    guard let word = fetched.seal?.filedCounter else { return intent.seal?.share == fetched.seal?.share }
    return intent.seal.map { word <= $0.ownersCounter } ?? false
  }

  /// Has a removal that waits go over what lies there of a person who may not write any more: waiting for a person to decide about that
  /// would keep what its owner has deleted.
  ///
  /// - Returns: Whether there is such a removal.
  static func removes(_ closed: ClosedRecord, _ transaction: inout SyncTransaction<some SyncTables>) throws -> Bool {
    let name = closed.record.recordName
    guard closed.reason == .former, var intent = try transaction.tables.intent(name) else { return false }
    intent.seenEpoch = transaction.zone.epoch
    // A long text that is a file did not come along: what it says is not known then.
    if let theirs = closed.plain, let seal = theirs.seal,
      let version = StorableVersion(
        name: name, version: theirs.version, modifiedAt: Instant(milliseconds: theirs.modifiedAt))
    {
      intent.learn(version.stamps)
      intent.seal = intent.seal?.raised(above: seal) ?? seal
    }
    intent.goOver(closed.record.recordChangeTag, naming: closed.plain?.seal?.files ?? [])
    try transaction.tables.cancelRemoval(of: name)
    try transaction.tables.reopen(name)
    try transaction.tables.setIntent(intent)
    transaction.summary.refused += 1
    return true
  }

  /// Whether the server says that another account saved a version.
  static func isOfAnother(_ fetched: FetchedRecord, _ tables: some SyncTables) throws -> Bool {
    guard let account = fetched.account, let own = try tables.account()?.binding else { return false }
    return account != own.userRecordName
  }

  /// The account whose zone it is, as the server names it.
  private static func owner(of tables: some SyncTables) throws -> String? {
    let zone = tables.address
    return try zone.database == .private ? tables.account()?.binding.userRecordName : zone.zoneID.ownerRecordName
  }

  /// Whether what another person made hangs where none of its kind belongs: an entry on an entry, or a picture on another entry than its
  /// own. What hangs on nothing was in a share once, or the whole zone is shared.
  private static func isStray(_ fetched: FetchedRecord, _ tables: some SyncTables) throws -> Bool {
    guard !fetched.isShareRoot else { return false }
    func target(_ field: String) -> String? {
      guard case .reference(let reference)? = fetched.version.values[field] else { return nil }
      return reference.recordName
    }
    switch fetched.version.recordType {
    case RecordFields.entryType:
      guard let parent = fetched.parent else { return false }
      if try tables.state(of: parent, RecordFields.entryType) != nil { return true }
      // On a category it may be filed under another by now. What is not here yet is taken for a category where it is filed there.
      return try tables.state(of: parent, RecordFields.categoryType) == nil && target("category") != parent
    case RecordFields.imageType: return fetched.parent.map { $0 != target("entry") } ?? false
    default: return true
    }
  }

  /// Leaves out what another person made that is no part of what is shared, and a preference that another person made or wrote: saved
  /// searches, words of a dictionary and templates are never shared, though a whole zone is, by another program. What is here goes up
  /// over it, at most twice a day.
  ///
  /// - Returns: Whether the version is left out.
  static func leavesOut(
    _ fetched: FetchedRecord, _ server: StorableVersion, _ transaction: inout SyncTransaction<some SyncTables>
  ) throws -> Bool {
    let (name, type) = (fetched.recordName, RecordFields.preferenceType)
    guard fetched.version.recordType == type else {
      guard fetched.seal == nil, let maker = fetched.maker, let owner = try owner(of: transaction.tables),
        maker != owner, try transaction.tables.state(of: name, fetched.version.recordType) == nil
      else { return false }
      // That device does not pass for one of the owner's once this is shared no more.
      if transaction.tables.address.database == .private, let stamp = fetched.version.stamps["category"] {
        try transaction.tables.noteOthersDevice(stamp.device)
      }
      // What the owner has saved since is the owner's, and a removal that waits goes over it in any case.
      guard fetched.account != owner, try isStray(fetched, transaction.tables),
        try transaction.tables.intent(name) == nil
      else { return false }
      let record = Record(fetched, in: transaction.tables.address.zoneID)
      try transaction.takeIn(ClosedRecord(record, reason: .forbidden))
      return true
    }
    guard transaction.tables.address.database == .private else { return true }
    guard fetched.seal == nil, try isOfAnother(fetched, transaction.tables) else { return false }
    guard var state = try transaction.tables.state(of: name, type) else {
      let record = Record(fetched, in: transaction.tables.address.zoneID)
      try transaction.takeIn(ClosedRecord(record, reason: .forbidden))
      return true
    }
    state.acknowledge(server.version, digest: server.digest, changeTag: fetched.changeTag)
    state.seenEpoch = transaction.zone.epoch
    try transaction.tables.cancelRemoval(of: name)
    try transaction.tables.setState(state, of: name, type)
    transaction.summary.refused += 1
    guard try !transaction.tables.mayRepair(name) else { return true }
    let words = "Another person changed this again and again; yours was sent twice today and waits now."
    try transaction.tables.setParked(ParkedReason(code: .permissionFailure, reason: words), name)
    return true
  }

  /// Keeps values of a copy that was refused, and that are neither here nor in the history, as what they are: sent by the one who signed
  /// it, and refused.
  static func keepRefused(
    _ server: StorableVersion, of fetched: FetchedRecord, besides row: SyncedRow,
    _ transaction: inout SyncTransaction<some SyncTables>
  ) throws {
    let name = row.record.name.rawValue
    let base = try row.base().flatMap {
      StorableVersion(name: name, version: $0, modifiedAt: row.record.modifiedAt)
    }
    var group: Int64?
    for (index, (mine, its)) in zip(row.record.fields, server.record.fields).enumerated()
    where !FieldValue.areIdentical(mine.value, its.value) {
      if let base, FieldValue.areIdentical(base.record.fields[index].value, its.value) { continue }
      let stamp = server.stamps.marks[its.field]?.stamp
      if let stamp,
        try transaction.tables.hasKept(its.value, of: its.field, in: name, stamp: stamp, orRefused: true)
      {
        continue
      }
      let number = try group ?? transaction.newGroup()
      group = number
      try transaction.tables.keep(
        KeptValue(
          record: name, field: its.field, value: its.value, stamp: stamp, group: number, savedBy: fetched.savedBy,
          sender: fetched.sender, cause: .refused))
    }
  }
}

extension PurgeIntent {
  /// Takes the times of a version for seen, so that all devices hold the removal for later than it.
  mutating func learn(_ seen: FieldStamps) {
    for (field, mark) in seen.marks where stamps.marks[field].map({ $0.stamp < mark.stamp }) ?? true {
      stamps.marks[field] = mark
    }
  }
}
