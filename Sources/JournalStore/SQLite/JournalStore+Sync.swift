package import CloudRecord
import Foundation
import GRDB
package import JournalCore
package import SyncCore

/// The store's side of synchronising: one method a transaction, with the signatures of JournalSync's `SyncStoring`.
extension JournalStore {
  /// Runs one transaction of the rules; what it throws undoes all of it. It counts as an intake if records came or went.
  func syncing<Value>(
    _ body: (inout SyncTransaction<SQLiteSyncTables>) throws -> Value
  ) throws -> Value {
    try file.requireInPlace()
    let value: Value
    do {
      let done = try committing({ $0.isIntake ? .intake : .note }) { db in
        let tables = try SQLiteSyncTables(db, of: self)
        var transaction = try SyncTransaction(tables, now: tables.now)
        let value = try body(&transaction)
        try transaction.finish()
        try transaction.tables.finish()
        return (value: value, isIntake: transaction.isIntake)
      }
      value = done.value
    } catch let stop as MassRemoval {
      throw stop
    } catch {
      throw StoreError(writing: error, path: path)
    }
    // The server's records are not here if they went into a file that is not opened again.
    try file.requireInPlace()
    return value
  }

  func consulting<Value>(_ body: (SQLiteSyncTables) throws -> Value) throws(StoreError) -> Value {
    try reading { try body(SQLiteSyncTables($0, of: self)) }
  }

  /// Reads how far the journal is with its zone; its account is nil while signed out.
  package func syncPosition() throws -> SyncPosition { try consulting { try $0.position() } }

  /// T7: Binds the file to an account; nil signs out and keeps what the server acknowledged.
  package func bind(_ account: AccountBinding?) throws { try syncing { try $0.bind(account) } }

  /// Notes that the journal's server is reached by another base URL; all that is known of the server stays.
  package func moveAccount(toService service: String) throws {
    try syncing { transaction in
      guard var known = try transaction.tables.account() else { return }
      known.binding.service = service
      try transaction.tables.setAccount(known)
    }
  }

  /// T7: Notes whether the server has the zone; `false` makes every record unsent.
  package func setZoneKnown(_ isKnown: Bool) throws { try syncing { try $0.setZoneKnown(isKnown) } }

  /// T7: Notes whether the journal is to stay on this machine.
  package func setStaysLocal(_ staysLocal: Bool) throws { try syncing { try $0.tables.setStaysLocal(staysLocal) } }

  /// T8: Corrects the stamps of unsent edits and returns of how many records; both times in milliseconds.
  package func correctClock(offset: Int64, serverTime: Int64) throws -> Int {
    try syncing { try $0.correctClock(offset: offset, serverTime: serverTime) }
  }

  /// Reads at most `limit` records that wait to be sent, with their bases, in the order in which they go.
  package func unsent(limit: Int, excluding: Set<String>) throws -> [UnsentRecord] {
    try consulting { try $0.unsent(limit: limit, excluding: excluding) }
  }

  /// The same with how far the journal is and, where it is asked for, the overview; from one reading.
  ///
  /// - Parameter named: How many waiting records the overview names; nil for no overview.
  package func unsent(limit: Int, excluding: Set<String>, counting named: Int?) throws -> UnsentRecords {
    try consulting { try $0.unsent(limit: limit, excluding: excluding, counting: named.map { max(0, $0) }) }
  }

  /// The version that the server acknowledged; nil if the journal has another change tag of the record.
  package func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion? {
    try consulting { try $0.acknowledged(recordName, changeTag: changeTag) }
  }

  /// Pictures that have a digest, by name: of these names, or all; their files are not looked at.
  package func pictures(_ names: [String]?) throws -> [KnownPicture] { try consulting { try $0.pictures(names) } }

  /// T2: Takes in a page and its token in one transaction; tidies the search index after the last page.
  ///
  /// - Throws: ``MassRemoval`` if more than half would be gone within a day, and nothing is changed then; else a
  ///   ``StoreError``.
  package func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary {
    let summary = try syncing { transaction in
      try transaction.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
      return transaction.summary
    }
    if !summary.isStale { tidying.add(page.changes.count) }
    if !page.moreComing { tidying.runIfDue(writer) }
    return summary
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

  /// Records that one transaction sweeps: while it lasts no other writer can save.
  private static let sweepSize = 200

  /// T6: Moves what the epoch did not see to the trash, 200 records in a transaction; returns how many.
  ///
  /// A sweep that was interrupted goes on when this is called again.
  ///
  /// - Throws: ``MassRemoval`` before the first of them is moved; else a ``StoreError``.
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

  /// The records that the epoch has not seen, read while other connections may write.
  ///
  /// - Throws: ``MassRemoval`` where they are too many; else a ``StoreError``.
  private func unseen(_ consent: RemovalConsent) throws -> SyncTransaction<SQLiteSyncTables>.Unseen {
    do {
      return try writer.read { db in
        let tables = try SQLiteSyncTables(db, of: self)
        return try SyncTransaction(tables, now: tables.now).unseen(consent)
      }
    } catch let stop as MassRemoval {
      throw stop
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// The names of records that cannot be opened here, in their order, for one reason.
  package func unreadable(_ reason: ClosedReason) throws -> [String] {
    try consulting { try $0.unreadable(reason).keys.sorted() }
  }

  /// The names of records that need one of these keys, which are given in hexadecimal digits; in their order.
  package func unreadable(under keys: Set<String>) throws -> [String] {
    try consulting { try $0.unreadable(under: keys) }
  }

  /// Records that cannot be opened here for one reason, as they came.
  package func closedRecords(_ reason: ClosedReason) throws -> [CloudRecord.Record] {
    try consulting { try $0.closedRecords(reason) }
  }

  /// The names of pictures of these entries that the server has, as far as is known.
  package func imagesOnServer(of entries: [String]) throws -> [String] {
    try consulting { try $0.imagesOnServer(of: entries) }
  }

  /// Notes which ring the numbers of keys are of from now on.
  package func noteRing(_ id: String) throws {
    guard try consulting({ try $0.ring() }) != id else { return }
    try syncing { try $0.tables.noteRing(id) }
  }

  /// Has records go up again though nothing of them changed.
  package func sendAgain(_ names: [String]) throws { try syncing { try $0.tables.sendAgain(names) } }

  /// Has records go up again in one transaction, as encryption is turned on or off or the journal has another key; what they
  /// say stays as it is. A call again notes what has come meanwhile.
  @discardableResult
  package func reseal(to goal: SealGoal) throws -> SealProgress { try syncing { try $0.tables.reseal(to: goal) } }

  /// Notes that the journal has other keys, whose numbers begin anew: what is sealed under them is later than all before.
  ///
  /// - Throws: ``StoreError``.
  package func forgetKeyNumbers() throws { try syncing { try $0.tables.forgetKeyNumbers() } }

  /// Lets a parked record be sent again; nil lets all.
  package func unpark(_ recordName: String?) throws {
    try syncing { transaction in
      if let recordName {
        try transaction.tables.sendOver(recordName)
        try transaction.tables.setParked(nil, recordName)
      } else {
        try transaction.tables.unparkAll()
      }
    }
  }

  /// Counts and names what waits, in one reading; a negative limit is 0.
  package func syncOverview(limit: Int) throws -> SyncOverview {
    try consulting { try $0.overview(limit: max(0, limit)) }
  }
}

// MARK: What a person does about merges

extension JournalStore {
  /// Both sides of a merge and the present values; nil if the merge or its record is gone.
  package func mergeDetails(group: Int64) throws(StoreError) -> MergeSides? {
    try consulting { try $0.details(group: group) }
  }

  /// Notes that the person has seen a conflict; an unknown group is no error.
  package func dismissConflict(group: Int64) throws(StoreError) {
    try writing(.edit) { try SQLiteSyncTables($0, of: self).dismissConflict(group: group) }
  }

  /// Takes one side of a merge for all differing fields, and dismisses its conflict in the same transaction.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if there is no such merge.
  package func decideMerge(group: Int64, taking side: MergeSide) throws(StoreError) -> JournalEdit {
    try writing(.edit) { db in
      let tables = try SQLiteSyncTables(db, of: self)
      guard let merge = try tables.merge(group: group) else { throw StoreError.unknownMerge }
      var transaction = try EditTransaction(db, zone: zone, environment: environment, cause: .restore)
      if let operation = merge.taking(side) { try transaction.perform(operation) }
      try tables.dismissConflict(group: group)
      return JournalEdit(name: side.editName, operations: transaction.inverse.reversed())
    }
  }

  // MARK: What is kept of others

  /// Returns what sync says of a record beside its fields: whether a newer program wrote it, and why sync put it into the
  /// trash of this device.
  package func remark(of record: RecordName) throws(StoreError) -> EntryRemark {
    try reading { try EntryReader(db: $0, zone: zone).remark(of: record) }
  }
}
