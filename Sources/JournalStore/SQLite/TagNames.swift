import CloudRecord
import Foundation
import GRDB
package import JournalCore
import SyncCore

/// Other names for the tags of a journal's file.
package struct TagNames: Sendable {
  private let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  /// Gives a tag another name in every entry that has it, those in the trash among them, in one transaction.
  ///
  /// - Returns: The way back; without operations where no entry has the tag.
  /// - Throws: ``StoreError/invalid(_:)`` where a newer program wrote one of the entries; nothing is changed then.
  package func give(_ rename: TagRename) throws(StoreError) -> JournalEdit {
    try store.writing(.edit) { try TagRenaming(db: $0, zone: store.zone, environment: store.environment).give(rename) }
  }

  /// Undoes the latest renaming in this file; what was written in those entries since stays.
  ///
  /// - Returns: What was renamed, and how many entries have the old name again; nil where there is nothing to undo.
  /// - Throws: ``StoreError`` where the journal cannot be written; nothing is changed then.
  package func undo() throws(StoreError) -> (rename: TagRename, entries: Int)? {
    try store.writing(.edit) { try TagRenaming(db: $0, zone: store.zone, environment: store.environment).undo() }
  }
}

/// A tag's other name, in one transaction.
private struct TagRenaming {
  let db: Database
  let zone: Int64
  let environment: StoreEnvironment
  /// Where the latest renaming is noted: its number in the history, the old and the new name, a tab between them.
  private static let key = "latestTagRename"

  func give(_ rename: TagRename) throws -> JournalEdit {
    var transaction = try EditTransaction(db, zone: zone, environment: environment, cause: .edit)
    let names = try String.fetchAll(
      db,
      sql: """
        SELECT recordName FROM entries
        WHERE zone = ? AND position IN (SELECT position FROM entryTags WHERE tagKey = ?)
        """, arguments: [zone, rename.key])
    for name in names.map({ RecordName($0) }) {
      guard let entry = try entry(name) else { continue }
      try transaction.edit(name, entry.changes(to: rename.renamed(in: entry)))
    }
    if !transaction.inverse.isEmpty {
      let note = "\(transaction.group)\t\(rename.old)\t\(rename.new)"
      try db.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [Self.key, note])
    }
    return JournalEdit(
      name: rename.name, operations: transaction.inverse.reversed(), allSeen: transaction.left,
      renaming: rename.inverse)
  }

  func undo() throws -> (rename: TagRename, entries: Int)? {
    guard let (group, rename) = try latest() else { return nil }
    var changes: [RecordName: [EntryChange]] = [:]
    var seen: [RecordName: Entry] = [:]
    let rows = try db.rows(
      "SELECT recordName, field, oldValue FROM history WHERE zone = ? AND editGroup = ? ORDER BY id", [zone, group])
    for row in rows {
      let (id, field, value): (RecordName, String, Data?) = (RecordName(row[0]), row[1], row[2])
      guard let value, let left = try seen[id] ?? entry(id) else { continue }
      var decoder = CanonicalDecoder([UInt8](value))
      guard let change = EntryChange(field: field, value: try decoder.value()) else { continue }
      if case .text(let former) = change.content, case .text(let present) = left.current(change).content,
        let text = rename.restored(in: present, from: former)
      {
        // The names alone change, whatever else was written since.
        changes[id, default: []].append(change.mapTexts { _ in text })
        seen[id] = left
        continue
      }
      changes[id, default: []].append(change)
      // What the renaming left there follows from what was there.
      seen[id] = rename.left(of: change, in: left)
    }
    var transaction = try EditTransaction(db, zone: zone, environment: environment, cause: .undo, seen: seen)
    for (id, changes) in changes { try transaction.edit(id, changes) }
    try db.run("DELETE FROM meta WHERE key = ?", [Self.key])
    return (rename, transaction.inverse.count)
  }

  /// The latest renaming that was not undone, with its number in the history.
  private func latest() throws -> (group: Int64, rename: TagRename)? {
    let note = try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [Self.key])
    let parts = (note ?? "").split(separator: "\t").map(String.init)
    guard parts.count == 3, let group = Int64(parts[0]) else { return nil }
    return (group, try TagRename(parts[1], to: parts[2]))
  }

  private func entry(_ name: RecordName) throws -> Entry? { try EntryTable(db: db, zone: zone).find(name)?.record }
}

extension TagRename {
  /// What an edit is called that gives the name.
  var name: String { "renamed #\(old) to #\(new)" }

  /// An entry in which one field is as the renaming left it.
  fileprivate func left(of former: EntryChange, in entry: Entry) -> Entry {
    var before = entry
    before.set(former)
    let after = renamed(in: before)
    var left = entry
    for change in after.changes where change.field == former.field { left.set(change) }
    return left
  }
}
