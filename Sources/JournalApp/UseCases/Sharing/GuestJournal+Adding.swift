import CloudRecord
package import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// New entries in a category that another person shares.
extension GuestJournal {
  /// The category of a name, in any case, that is shared here; nil where there is none.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func sharedCategory(named name: String) throws -> JournalCore.Category? {
    let name = trimmingSpace(name)
    let all = try journal.store.categories(includingTrash: false).filter { isShared($0.id) }
    return all.first { $0.name == name } ?? all.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Writes an entry in a category of another person.
  ///
  /// - Throws: ``CommandFailure`` where the person may not, or what is the owner's alone is wished for; else as
  ///   `JournalContext.write`.
  package func add(_ new: NewEntry, to category: JournalCore.Category) throws -> WrittenEntry {
    var new = new
    new.category = nil
    var (entry, _) = try journal.context.compose(new)
    entry.id = try nameOfEntry(in: category.id)
    entry.category = category.id
    try requireAdding(entry)
    try journal.context.apply([.createEntry(entry)])
    return WrittenEntry(entry: entry, categoryName: category.name)
  }

  /// The name of an entry that the person begins in a category: in a sealed share it says who made it.
  ///
  /// - Throws: ``CommandFailure`` where the person may write no entries there.
  func nameOfEntry(in category: RecordName) throws -> RecordName {
    let fresh = journal.context.freshName()
    try requireWriting(in: category, fresh)
    guard let share = seal(of: fresh, in: category) else { return fresh }
    return RecordName(share.nameOfAdded(inZone: journal.store.address.zoneID.zoneName, random: World.chance))
  }

  /// - Throws: ``CommandFailure`` where an entry may not be made here, or is not such as a participant makes.
  func requireAdding(_ entry: Entry) throws {
    guard let category = entry.category, entry.trashedAt == nil else {
      throw CommandFailure(.noAccess, "What \(owner) shares has new entries in its categories alone.")
    }
    guard !entry.isFavorite else {
      throw CommandFailure(.noAccess, "Favourites and categories are \(owner)’s. Nothing was written.")
    }
    try requireWriting(in: category, entry.id)
    guard let share = seal(of: entry.id, in: category) else { return }
    guard !isNamed(entry.id, in: share) else { return }
    throw CommandFailure(
      .noAccess, "The keys of what \(owner) shares have changed since this was begun. Begin it anew.")
  }

  /// Whether an entry that the server never had still is to go there: what it waits for, such as keys or room, may come.
  func isToGo(_ name: RecordName) throws -> Bool {
    guard try StoredShares(journal.store).isNew(name), let entry = try journal.store.entry(name),
      entry.trashedAt == nil,
      let category = entry.category, isShared(category)
    else { return false }
    guard let share = seal(of: name, in: category) else { return permission(for: entry) == .readWrite }
    guard isNamed(name, in: share) else { return false }
    return switch share.trouble {
    case nil: permission(for: entry) == .readWrite
    case .notIn, .notLetIn, .ownerChanged, .newer: true
    case .renewalDue, .forked, .ownerForked, .another, .ownKeysChanged, .removed, .identityChanged: false
    }
  }

  /// Drafts of entries that were begun and never saved, in categories in which nothing can be added any more; those of an editor that
  /// is open are left.
  func homelessDrafts() throws -> [RecordName] {
    try journal.store.abandonedDrafts().filter { draft in
      guard try journal.store.entry(draft.entry.id) == nil, let category = draft.entry.category else { return false }
      guard isShared(category) else { return true }
      guard let share = seal(of: category, in: category) else {
        return permission(forEntry: draft.entry.id, in: category) == .readOnly
      }
      return share.trouble == nil && (!share.mayWrite || !isNamed(draft.entry.id, in: share))
    }.map(\.entry.id)
  }

  private func isNamed(_ name: RecordName, in share: ShareSeals.Share) -> Bool {
    let zone = journal.store.address.zoneID.zoneName
    return share.isAdded(
      RecordPlace(zone: zone, recordType: RecordFields.entryType, recordName: name.rawValue))
  }

  private func requireWriting(in category: RecordName, _ entry: RecordName) throws {
    guard isShared(category) else {
      throw CommandFailure(.notShared, "This category is no longer shared with you.")
    }
    guard permission(forEntry: entry, in: category) != .readWrite else { return }
    if let trouble = seal(of: entry, in: category)?.trouble { throw CommandFailure(.noAccess, trouble.sentence) }
    throw CommandFailure(.noAccess, "\(owner) shares this category for reading.")
  }

  /// Whether a category is at the top of a share.
  private func isShared(_ category: RecordName) -> Bool { names.contains(StoredShares.prefix + category.rawValue) }
}

extension GuestJournals {
  /// Hands the one shared category of a name to `body`, with whose it is.
  ///
  /// - Throws: ``CommandFailure`` where none or several have that name; the error of `body`.
  package func withCategory<Value>(
    _ name: String, _ body: (GuestJournal, JournalCore.Category) throws -> Value
  ) throws -> Value {
    let journals = try open()
    let result = Result { () throws in
      let all = try journals.compactMap { guest in try guest.sharedCategory(named: name).map { (guest, $0) } }
      // Of several the one in which something may be written is meant.
      let open = all.filter { $0.0.permission(forEntry: $0.1.id, in: $0.1.id) == .readWrite }
      let found = open.isEmpty ? all : open
      guard let (guest, category) = found.first else {
        throw CommandFailure(.notFound, "No one shares a category “\(name)” with you: cloudjournal share list")
      }
      guard found.count == 1 else {
        let owners = ShareWords.list(found.map(\.0.owner))
        throw CommandFailure(
          .ambiguous, "\(owners) each share a category “\(name)” with you: write there on the screen, with N and n.")
      }
      return try body(guest, category)
    }
    try close(journals)
    return try result.get()
  }
}
