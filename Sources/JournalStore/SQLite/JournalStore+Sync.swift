package import CloudRecord
import Foundation
import GRDB
package import JournalCore
package import SyncCore

/// The store's side of synchronising: one method a transaction, with the signatures of JournalSync's `SyncStoring`.
extension JournalStore {
  /// Runs one transaction of the rules; what it throws undoes all of it.
  private func syncing<Value>(
    _ body: (inout SyncTransaction<SQLiteSyncTables>) throws -> Value
  ) throws -> Value {
    try file.requireInPlace()
    let value: Value
    do {
      value = try writer.write { db in
        let tables = try SQLiteSyncTables(db, environment: environment)
        var transaction = try SyncTransaction(tables, now: tables.now)
        let value = try body(&transaction)
        try transaction.finish()
        try transaction.tables.finish()
        return value
      }
    } catch let stop as MassRemoval {
      throw stop
    } catch {
      throw StoreError(writing: error, path: path)
    }
    // The server's records are not here if they went into a file that is not opened again.
    try file.requireInPlace()
    return value
  }

  private func consulting<Value>(_ body: (SQLiteSyncTables) throws -> Value) throws(StoreError) -> Value {
    try reading { try body(SQLiteSyncTables($0, environment: environment)) }
  }

  package func syncPosition() throws -> SyncPosition { try consulting { try $0.position() } }

  package func bind(_ account: AccountBinding?) throws { try syncing { try $0.bind(account) } }

  package func setZoneKnown(_ isKnown: Bool) throws { try syncing { try $0.setZoneKnown(isKnown) } }

  package func setStaysLocal(_ staysLocal: Bool) throws { try syncing { try $0.tables.setStaysLocal(staysLocal) } }

  package func correctClock(offset: Int64, serverTime: Int64) throws -> Int {
    try syncing { try $0.correctClock(offset: offset, serverTime: serverTime) }
  }

  package func unsent(limit: Int, excluding: Set<String>) throws -> [UnsentRecord] {
    try consulting { try $0.unsent(limit: limit, excluding: excluding) }
  }

  package func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion? {
    try consulting { try $0.acknowledged(recordName, changeTag: changeTag) }
  }

  package func pictures(_ names: [String]?) throws -> [KnownPicture] { try consulting { try $0.pictures(names) } }

  package func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary {
    let summary = try syncing { transaction in
      try transaction.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
      return transaction.summary
    }
    if !summary.isStale { tidying.add(page.changes.count) }
    if !page.moreComing { tidying.runIfDue(writer) }
    return summary
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

  /// Records that one transaction sweeps: while it lasts no other writer can save.
  private static let sweepSize = 200

  package func finishSweep(allowsMassRemoval: Bool) throws -> Int {
    let consent = allowsMassRemoval ? RemovalConsent.given : .asked
    let unseen = try unseen(consent)
    var moved = 0
    for start in stride(from: 0, to: unseen.count, by: JournalStore.sweepSize) {
      moved += try syncing {
        try $0.sweep(unseen[start..<min(start + JournalStore.sweepSize, unseen.count)], consent)
      }
    }
    try syncing { transaction in
      if transaction.zone.isSweeping { try transaction.endSweep() }
    }
    return moved
  }

  /// Reads while another process or thread may write.
  private func unseen(_ consent: RemovalConsent) throws -> SyncTransaction<SQLiteSyncTables>.Unseen {
    do {
      return try writer.read { db in
        let tables = try SQLiteSyncTables(db, environment: environment)
        return try SyncTransaction(tables, now: tables.now).unseen(consent)
      }
    } catch let stop as MassRemoval {
      throw stop
    } catch {
      throw StoreError(error, path: path)
    }
  }

  package func unpark(_ recordName: String?) throws {
    try syncing { transaction in
      if let recordName {
        try transaction.tables.setParked(nil, recordName)
      } else {
        try transaction.tables.unparkAll()
      }
    }
  }

  package func syncOverview(limit: Int) throws -> SyncOverview {
    try consulting { try $0.overview(limit: max(0, limit)) }
  }
}

// MARK: What a person does about merges

extension JournalStore {
  package func mergeDetails(group: Int64) throws(StoreError) -> MergeSides? {
    try consulting { try $0.details(group: group) }
  }

  package func dismissConflict(group: Int64) throws(StoreError) {
    try writing { try SQLiteSyncTables($0, environment: environment).dismissConflict(group: group) }
  }

  package func undoMerge(group: Int64) throws(StoreError) -> JournalEdit {
    try settle(group, name: "undo the merge") { tables, merge in
      JournalOperation.restoring(try tables.kept(group: group), of: merge)
    }
  }

  package func settleMerge(group: Int64, taking side: MergeSide) throws(StoreError) -> JournalEdit {
    try settle(group, name: side.editName) { _, merge in merge.taking(side) }
  }

  /// Makes the edit that settles a merge, notes that the person looked, and returns the edit that takes it back.
  private func settle(
    _ group: Int64, name: String, _ operation: (SQLiteSyncTables, StoredMerge) throws -> JournalOperation?
  ) throws(StoreError) -> JournalEdit {
    try writing { db in
      let tables = try SQLiteSyncTables(db, environment: environment)
      guard let merge = try tables.merge(group: group) else { throw StoreError.unknownMerge }
      var transaction = try EditTransaction(db, environment: environment, cause: .restore)
      if let operation = try operation(tables, merge) { try transaction.perform(operation) }
      try tables.dismissConflict(group: group)
      return JournalEdit(name: name, operations: transaction.inverse.reversed())
    }
  }

  // MARK: What is kept of others

  package func isNewerFormat(_ record: RecordName) throws(StoreError) -> Bool {
    // A file of format 1 that is only read knows of no other program.
    try reading { try $0.tableExists("newerFormat") && RecordMarks(db: $0).isNewerFormat(record.rawValue) }
  }

  package func removalReason(of record: RecordName) throws(StoreError) -> String? {
    try reading { try $0.tableExists("removedElsewhere") ? RecordMarks(db: $0).removalReason(record.rawValue) : nil }
  }

  package func foreignRecords() throws(StoreError) -> [CloudRecord.Record] {
    try reading { db in
      try db.rows("SELECT record FROM foreignRecords WHERE zone = 1 ORDER BY recordName").map { row in
        try ForeignCoding.record([UInt8](row[0] as Data))
      }
    }
  }

  package func foreignFields(of record: RecordName) throws(StoreError) -> [String: Field] {
    try consulting { tables in
      for type in try tables.recordTypes(of: record.rawValue) {
        if let fields = try tables.state(of: record.rawValue, type)?.foreignFields {
          return try ForeignCoding.fields(fields)
        }
      }
      return [:]
    }
  }
}

extension StoreError {
  static let unknownMerge = StoreError.invalid("There is no such merge any more; its record may have been removed.")
}
