import GRDB
import JournalCore
import SyncCore

/// Removes records for good, within one transaction; each is remembered for other devices, and returned is how many were here.
struct PurgeTransaction {
  let db: Database
  let zone: Int64
  /// When they are removed.
  let now: Instant

  func categories(_ names: [RecordName]) throws -> Int {
    try purge(names) { (category: JournalCore.Category) in
      "“\(category.name)” is not deleted; only a deleted category is deleted forever."
    }
  }

  func pictures(_ names: [RecordName]) throws -> Int {
    try purge(names) { (_: EntryImage) in "A picture is deleted forever only after it was removed from its entry." }
  }

  func preferences(_ names: [RecordName]) throws -> Int {
    try purge(names) { (preference: Preference) in
      "“\(preference.key)” counts still; only what was removed goes forever."
    }
  }

  /// Removes records for good that have no others along with them.
  ///
  /// - Parameter refusal: What is said of one that is not in the trash.
  private func purge<Record: TabledRecord>(
    _ names: [RecordName], refusal: (Record) -> String
  ) throws -> Int {
    let table = Record.Table(db: db, zone: zone)
    var count = 0
    for name in names {
      guard let stored = try table.find(name) else { continue }
      guard stored.record.trashedAt != nil else { throw StoreError.invalid(refusal(stored.record)) }
      _ = try PurgeTable(db: db, zone: zone).add(stored.synced, at: now)
      try table.delete(stored)
      try forget(name.rawValue)
      try db.run(ImportLog.forgetRecord, [name.rawValue])
      count += 1
    }
    return count
  }

  /// Removes everything that is kept of a record beside the record itself.
  private func forget(_ name: String) throws {
    try db.run("DELETE FROM history WHERE zone = ? AND recordName = ?", [zone, name])
    try RecordMarks(db: db, zone: zone).clear(name)
  }

  /// Removes entries with their pictures, drafts and what was noted of their import.
  func entries(_ names: [RecordName]) throws -> Int {
    let table = EntryTable(db: db, zone: zone)
    let purges = PurgeTable(db: db, zone: zone)
    var count = 0
    for name in names {
      guard let stored = try table.find(name) else { continue }
      guard stored.record.trashedAt != nil else {
        throw StoreError.invalid("“\(stored.record.title)” is not in the trash; only what is there is deleted forever.")
      }
      let intent = try purges.add(stored.synced, at: now)
      try table.delete(stored)
      for image in try PlainTable<EntryImage>(db: db, zone: zone).stored(of: name) {
        _ = try purges.add(image.synced, owner: intent, at: now)
        try forget(image.record.id.rawValue)
      }
      try forget(name.rawValue)
      try db.run("DELETE FROM images WHERE zone = ? AND entry = ?", [zone, name.rawValue])
      try db.run("DELETE FROM drafts WHERE entry = ?", [name.rawValue])
      try db.run(ImportLog.forgetRecord, [name.rawValue])
      count += 1
    }
    return count
  }
}
