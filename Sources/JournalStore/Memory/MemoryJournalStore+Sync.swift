package import CloudRecord
package import JournalCore
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

  package func syncPosition() throws -> SyncPosition { try consulting { try $0.position() } }

  package func bind(_ account: AccountBinding?) throws { try syncing { try $0.bind(account) } }

  package func setZoneKnown(_ isKnown: Bool) throws { try syncing { try $0.setZoneKnown(isKnown) } }

  package func setStaysLocal(_ staysLocal: Bool) throws { try syncing { $0.tables.setStaysLocal(staysLocal) } }

  package func correctClock(offset: Int64, serverTime: Int64) throws -> Int {
    try syncing { try $0.correctClock(offset: offset, serverTime: serverTime) }
  }

  package func unsent(limit: Int, excluding: Set<String>) throws -> [UnsentRecord] {
    try consulting { try $0.unsent(limit: limit, excluding: excluding) }
  }

  package func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion? {
    try consulting { try $0.acknowledged(recordName, changeTag: changeTag) }
  }

  package func pictures(_ names: [String]?) throws -> [KnownPicture] { try consulting { $0.pictures(names) } }

  package func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary {
    try syncing { transaction in
      try transaction.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
      return transaction.summary
    }
  }

  @discardableResult
  package func commit(_ results: [SendResult], history: ServerHistory?) throws -> Int {
    try syncing { transaction in
      try transaction.commit(results, history: history)
      return try transaction.releasePictures()
    }
  }

  package func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws -> ApplySummary {
    try syncing { transaction in
      try transaction.applyLookedUp(changes, asOf: revision, history: history, rules: rules)
      return transaction.summary
    }
  }

  package func beginSweep(forgettingHistory: Bool) throws {
    try syncing { try $0.beginSweep(forgettingHistory: forgettingHistory) }
  }

  package func finishSweep(allowsMassRemoval: Bool) throws -> Int {
    try syncing { try $0.finishSweep(allowsMassRemoval: allowsMassRemoval) }
  }

  package func unpark(_ recordName: String?) throws {
    try syncing { transaction in
      if let recordName {
        transaction.tables.setParked(nil, recordName)
      } else {
        transaction.tables.unparkAll()
      }
    }
  }

  package func syncOverview(limit: Int) throws -> SyncOverview {
    try consulting { try $0.overview(limit: max(0, limit)) }
  }

  // MARK: What a person does about merges

  package func mergeDetails(group: Int64) throws(StoreError) -> MergeSides? {
    try consulting { try $0.details(group: group) }
  }

  package func dismissConflict(group: Int64) throws(StoreError) {
    try writing { (journal) throws(StoreError) in journal.sync.merges[group]?.isConflict = false }
  }

  package func undoMerge(group: Int64) throws(StoreError) -> JournalEdit {
    try settle(group, name: "undo the merge") { tables, merge in
      JournalOperation.restoring(tables.kept(group: group), of: merge)
    }
  }

  package func settleMerge(group: Int64, taking side: MergeSide) throws(StoreError) -> JournalEdit {
    try settle(group, name: side.editName) { _, merge in merge.taking(side) }
  }

  private func settle(
    _ group: Int64, name: String, _ operation: (MemorySyncTables, StoredMerge) throws -> JournalOperation?
  ) throws(StoreError) -> JournalEdit {
    let step: JournalOperation?? = try consulting { tables in
      try tables.merge(group: group).map { try operation(tables, $0) }
    }
    guard let step else { throw .unknownMerge }
    let inverse = try apply(JournalEdit(name: name, operations: [step].compactMap { $0 }), cause: .restore)
    try dismissConflict(group: group)
    return inverse
  }

  // MARK: What is kept of others

  package func isNewerFormat(_ record: RecordName) throws(StoreError) -> Bool {
    reading { $0.sync.newerFormat.contains(record.rawValue) }
  }

  package func removalReason(of record: RecordName) throws(StoreError) -> String? {
    reading { $0.sync.removals[record.rawValue]?.reason }
  }

  package func foreignRecords() throws(StoreError) -> [Record] {
    reading { journal in
      journal.sync.foreign.values.map { $0.record }.sorted { RecordName($0.recordName) < RecordName($1.recordName) }
    }
  }

  package func foreignFields(of record: RecordName) throws(StoreError) -> [String: Field] {
    try consulting { tables in
      try tables.journal.beside[record]?.state.foreignFields.map { try ForeignCoding.fields($0) } ?? [:]
    }
  }
}
