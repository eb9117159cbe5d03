package import CloudRecord
package import JournalCore
package import JournalStore
package import SyncCore

/// The same transactions over a journal in memory, with the signatures of JournalSync's `SyncStoring`.
extension MemoryJournalStore {
  /// Runs one transaction of the rules on a copy, which replaces the journal only if nothing was thrown.
  private func syncing<Value: Sendable>(
    _ body: (inout SyncTransaction<MemorySyncTables>) throws -> Value
  ) throws -> Value {
    let now = environment.now()
    let device = environment.deviceName
    return try transact { journal in
      var transaction = try SyncTransaction(
        MemorySyncTables(journal: journal, deviceName: device, now: now), now: now)
      let value = try body(&transaction)
      try transaction.finish()
      journal = transaction.tables.journal
      return value
    }
  }

  private func consulting<Value: Sendable>(_ body: (MemorySyncTables) throws -> Value) throws(StoreError) -> Value {
    let now = environment.now()
    let device = environment.deviceName
    do {
      return try consult { try body(MemorySyncTables(journal: $0, deviceName: device, now: now)) }
    } catch {
      throw (error as? StoreError) ?? .damaged(path: "memory", detail: String(describing: error))
    }
  }

  /// The zone of a person's own journal.
  package var address: ZoneAddress { .journal }

  /// How far the journal is with its zone; its account is nil while signed out.
  package func syncPosition() throws -> SyncPosition { try consulting { try $0.position() } }

  /// T7: Binds the journal to an account; nil signs out and keeps what the server acknowledged.
  package func bind(_ account: AccountBinding?) throws { try syncing { try $0.bind(account) } }

  /// T7: Notes whether the server has the zone; `false` makes every record unsent.
  package func setZoneKnown(_ isKnown: Bool) throws { try syncing { try $0.setZoneKnown(isKnown) } }

  /// T7: Notes whether the journal is to stay on this machine.
  package func setStaysLocal(_ staysLocal: Bool) throws { try syncing { $0.tables.setStaysLocal(staysLocal) } }

  /// T8: Corrects the stamps of unsent edits and returns of how many records; both times in milliseconds.
  package func correctClock(offset: Int64, serverTime: Int64) throws -> Int {
    try syncing { try $0.correctClock(offset: offset, serverTime: serverTime) }
  }

  /// At most `limit` records that wait to be sent, with their bases, in the order in which they go.
  package func unsent(limit: Int, excluding: Set<String>) throws -> [UnsentRecord] {
    try consulting { try $0.unsent(limit: limit, excluding: excluding) }
  }

  /// The same with how far the journal is and, where it is asked for, the overview.
  package func unsent(limit: Int, excluding: Set<String>, counting named: Int?) throws -> UnsentRecords {
    try consulting { try $0.unsent(limit: limit, excluding: excluding, counting: named) }
  }

  /// The version that the server acknowledged; nil if the journal has another change tag of the record.
  package func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion? {
    try consulting { try $0.acknowledged(recordName, changeTag: changeTag) }
  }

  /// Pictures that have a digest, by name: of these names, or all.
  package func pictures(_ names: [String]?) throws -> [KnownPicture] { try consulting { $0.pictures(names) } }

  /// T2: Takes in a page and its token.
  ///
  /// - Throws: ``MassRemoval`` if more than half would be gone within a day; nothing is changed then.
  package func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary {
    try syncing { transaction in
      try transaction.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
      return transaction.summary
    }
  }

  /// T3: Notes acknowledged and refused records.
  ///
  /// - Parameter named: How many waiting records the overview names; nil for no overview.
  @discardableResult
  package func commit(
    _ results: [SendResult], history: ServerHistory?, counting named: Int? = nil
  ) throws -> CommitSummary {
    try syncing { try $0.commit(results, history: history, counting: named) }
  }

  /// T4: Merges records that were looked up by name; a removal is carried out without a question, and counted.
  package func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws -> ApplySummary {
    try syncing { transaction in
      try transaction.applyLookedUp(changes, asOf: revision, history: history, rules: rules)
      return transaction.summary
    }
  }

  /// T5: Forgets the token and the removals that wait, and begins an epoch.
  package func beginSweep(forgettingHistory: Bool) throws {
    try syncing { try $0.beginSweep(forgettingHistory: forgettingHistory) }
  }

  /// T6: Moves what the epoch did not see to the trash, all in one transaction; returns how many.
  ///
  /// - Throws: ``MassRemoval`` if they are too many; nothing is changed then.
  package func finishSweep(allowsMassRemoval: Bool) throws -> Int {
    try syncing { try $0.finishSweep(allowsMassRemoval: allowsMassRemoval) }
  }

  /// The names of records that cannot be opened here, in their order, for one reason.
  package func unreadable(_ reason: ClosedReason) throws -> [String] {
    try consulting { $0.unreadable(reason).keys.sorted() }
  }

  /// The names of records that need one of these keys, which are given in hexadecimal digits; in their order.
  package func unreadable(under keys: Set<String>) throws -> [String] {
    try consulting { $0.unreadable(under: keys) }
  }

  /// Records that cannot be opened here for one reason, as they came.
  package func closedRecords(_ reason: ClosedReason) throws -> [Record] {
    try consulting { try $0.closedRecords(reason) }
  }

  /// The names of pictures of these entries that the server has, as far as is known.
  package func imagesOnServer(of entries: [String]) throws -> [String] {
    try consulting { try $0.imagesOnServer(of: entries) }
  }

  /// Notes which ring the numbers of keys are of from now on.
  package func noteRing(_ id: String) throws {
    guard try consulting({ $0.ring() }) != id else { return }
    try syncing { try $0.tables.noteRing(id) }
  }

  /// Has records go up again though nothing of them changed.
  package func sendAgain(_ names: [String]) throws { try syncing { try $0.tables.sendAgain(names) } }

  /// Has the server's records that are not as they are to be go up again.
  @discardableResult
  package func reseal(to goal: SealGoal) throws -> SealProgress { try syncing { try $0.tables.reseal(to: goal) } }

  /// Lets a parked record be sent again; nil lets all.
  package func unpark(_ recordName: String?) throws {
    try syncing { transaction in
      if let recordName {
        try transaction.tables.sendOver(recordName)
        transaction.tables.setParked(nil, recordName)
      } else {
        transaction.tables.unparkAll()
      }
    }
  }

  /// Counts and names what waits; a negative limit is 0.
  package func syncOverview(limit: Int) throws -> SyncOverview {
    try consulting { try $0.overview(limit: max(0, limit)) }
  }

  // MARK: What a person does about merges

  /// Both sides of a merge and the present values; nil if the merge or its record is gone.
  package func mergeDetails(group: Int64) throws(StoreError) -> MergeSides? {
    try consulting { try $0.details(group: group) }
  }

  /// Notes that the person has seen a conflict; an unknown group is no error.
  package func dismissConflict(group: Int64) throws(StoreError) {
    try writing { (journal) throws(StoreError) in journal.sync.merges[group]?.isConflict = false }
  }

  /// Takes one side of a merge for all differing fields, then dismisses its conflict.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if there is no such merge.
  package func decideMerge(group: Int64, taking side: MergeSide) throws(StoreError) -> JournalEdit {
    let step: JournalOperation?? = try consulting { tables in tables.merge(group: group).map { $0.taking(side) } }
    guard let step else { throw .unknownMerge }
    let inverse = try apply(JournalEdit(name: side.editName, operations: [step].compactMap { $0 }), cause: .restore)
    try dismissConflict(group: group)
    return inverse
  }

  // MARK: What is kept of others

  /// What sync says of a record beside its fields.
  package func remark(of record: RecordName) throws(StoreError) -> EntryRemark {
    reading {
      EntryRemark(
        isNewerFormat: $0.sync.newerFormat.contains(record.rawValue),
        removalReason: $0.sync.removals[record.rawValue]?.reason)
    }
  }

  /// Records of types that this program does not know, by name.
  package func foreignRecords() throws(StoreError) -> [Record] {
    reading { journal in
      journal.sync.foreign.values.map { $0.record }.sorted { RecordName($0.recordName) < RecordName($1.recordName) }
    }
  }

  /// Fields of a record that this program does not know, by name; empty where there are none.
  package func foreignFields(of record: RecordName) throws(StoreError) -> [String: Field] {
    try consulting { tables in
      try tables.journal.beside[record]?.state.foreignFields.map { try ForeignCoding.fields($0) } ?? [:]
    }
  }
}
