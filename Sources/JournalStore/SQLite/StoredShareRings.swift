package import CloudRecord
import Foundation
import GRDB
import JournalSeal
package import SyncCore

/// The rings of shares whose records are sealed, as they were taken last, and what is known of the people in them.
package struct StoredShareRings: Sendable {
  let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  /// Reads all of the zone, those that are over among them; in the order of their names.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func all() throws(StoreError) -> [KeptShare] {
    try store.reading { db in
      // A file of before format 7 that is only read has none.
      guard try db.tableExists("shareRings") else { return [] }
      return try db.rows(
        "SELECT name, origin, ring, link, phase FROM shareRings WHERE zone = ? ORDER BY name, origin", [store.zone]
      ).compactMap { row in
        guard let phase = KeptShare.Phase(rawValue: row[4]) else { return nil }
        return KeptShare(
          name: row[0], origin: [UInt8](row[1] as Data), ring: [UInt8](row[2] as Data),
          link: (row[3] as Data?).map { [UInt8]($0) }, phase: phase)
      }
    }
  }

  /// T9: Keeps a ring in place of the one of the same share that was kept before.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func keep(_ share: KeptShare) throws(StoreError) {
    try store.writing(.note) { db in
      try db.run(
        "INSERT OR REPLACE INTO shareRings VALUES(?, ?, ?, ?, ?, ?)",
        [
          store.zone, share.name, Data(share.origin), Data(share.ring), share.link.map { Data($0) },
          share.phase.rawValue,
        ])
      // From then on what is moved out of a category is moved out on the server as well.
      try db.run(
        "INSERT OR IGNORE INTO meta SELECT 'hasShares', 1 FROM categories WHERE zone = ? AND ? || recordName = ?",
        [store.zone, StoredShares.prefix, share.name])
    }
  }

  /// T9: Forgets a ring of which nothing came: its share is not in force, and may be taken like any other later.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func forget(_ share: KeptShare) throws(StoreError) {
    try store.writing(.note) { db in
      try db.run(
        "DELETE FROM shareRings WHERE zone = ? AND name = ? AND origin = ?",
        [store.zone, share.name, Data(share.origin)])
    }
  }

  /// Reads the records with rings that the server has, as it told them last.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func shown() throws(StoreError) -> [CloudRecord.Record] { try records(KeptShare.recordType) }

  /// Whether these are all that the server has: not as long as what it had was forgotten, and is not read again to its end.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func areShownWhole() throws -> Bool { try store.consulting { try !$0.awaitsRings() } }

  /// Reads what the person's own devices tell each other of shares of other people, as the server told it last.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func notes() throws(StoreError) -> [CloudRecord.Record] { try records(GuestNote.recordType) }

  private func records(_ type: String) throws(StoreError) -> [CloudRecord.Record] {
    try store.reading { db in
      try db.rows(
        "SELECT record FROM foreignRecords WHERE zone = ? AND recordType = ? ORDER BY recordName", [store.zone, type]
      ).map { try ForeignCoding.record([UInt8]($0[0] as Data)) }
    }
  }

  /// T9: Keeps a record with a ring as the server has just answered it.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func keepShown(_ record: CloudRecord.Record) throws {
    try store.syncing { try $0.tables.keepForeign(record, epoch: $0.zone.epoch) }
  }

  /// T9: Forgets a record with a ring that is gone from the server.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func forgetShown(_ name: String) throws { try store.syncing { try $0.tables.removeForeign(name) } }

  /// How many records one transaction reads at most that goes through all of them.
  static let batch = 500

  /// T9: Has records go up again under the keys of the shares that they are in, or of the journal, some hundreds in each transaction;
  /// see ``SyncTables/resealShared(_:after:limit:)``. Nothing is read where all were seen to under the same keys before.
  ///
  /// - Returns: How many are not as they are to be.
  /// - Throws: ``StoreError`` where the journal cannot be written.
  @discardableResult
  package func reseal(_ wanted: [String: SharedForm]) throws -> Int {
    guard try store.consulting({ try $0.sortedShares() }) != SharedForm.encoded(wanted) else { return 0 }
    var (left, place): (Int, SealedPlace?) = (0, nil)
    repeat {
      let found = try store.syncing { try $0.tables.resealShared(wanted, after: place, limit: Self.batch) }
      left += found.left
      place = found.next
    } while place != nil
    return left
  }

  /// What of that which is shared the server does not have sealed in a form: what is there otherwise, and what waits.
  ///
  /// - Parameters:
  ///   - root: The entry that is shared with its pictures, or the category with what is filed under it.
  ///   - known: What was left at the look before. Only the first of them are looked at, up to one that is left still; once none
  ///     is, everything is looked at again.
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func left(
    of root: String, form: SharedForm, since known: [SharedRecordName] = []
  ) throws -> [SharedRecordName] {
    try store.consulting { tables in
      if let first = try known.firstIndex(where: { try tables.isLeft($0, form) }) { return Array(known[first...]) }
      return try tables.names(under: root).filter { try tables.isLeft($0, form) }
    }
  }

  /// Whether a record lies on the server under a key of a share.
  ///
  /// - Parameter origin: The share's, 32 bytes.
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func isAnyLeft(in origin: [UInt8]) throws -> Bool {
    var place: SealedPlace?
    repeat {
      let (records, next) = try store.consulting { try $0.sealedRecords(after: place, limit: Self.batch) }
      if records.contains(where: { $0.mark.share == origin }) { return true }
      place = next
    } while place != nil
    return false
  }

  // MARK: People

  /// What is known of the identity at an address: its bytes, and how sure that is (1 to 3); nil where nothing is.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func pin(at address: String) throws(StoreError) -> (identity: [UInt8], trust: UInt8)? {
    try store.reading { db in
      guard try db.tableExists("identityPins") else { return nil }
      return try db.row("SELECT identity, trust FROM identityPins WHERE address = ?", [address]).map {
        ([UInt8]($0[0] as Data), UInt8(clamping: $0[1] as Int64))
      }
    }
  }

  /// Notes the identity at an address, in place of what was known.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func pin(_ identity: [UInt8], at address: String, trust: UInt8) throws(StoreError) {
    try store.writing(.note) { db in
      try db.run("INSERT OR REPLACE INTO identityPins VALUES(?, ?, ?)", [address, Data(identity), Int64(trust)])
    }
  }
}

extension JournalStore {
  /// T9: Has records go up again under the keys of the shares that they are in, or of the journal.
  package func resealShared(_ wanted: [String: SharedForm]) throws -> Int { try StoredShareRings(self).reseal(wanted) }
}

/// A record that is in a share, or is to be.
package struct SharedRecordName: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// Its type.
  package let type: String
}
