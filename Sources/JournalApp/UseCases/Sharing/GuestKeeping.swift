import CloudRecord
import JournalCore
import JournalFormats
import JournalStore
import SyncCore

/// Copies of what others share, in the person's own journal.
struct GuestKeeping {
  let own: OpenedJournal
  let guest: GuestJournal
  private var zone: [String] {
    let zone = guest.journal.store.address.zoneID
    return [zone.ownerRecordName ?? "", zone.zoneName]
  }

  // MARK: What was asked for

  /// Copies an entry with those of its pictures that are here; one that was copied before, and is as it was, stays one.
  ///
  /// - Returns: The copy, and how many pictures are not here.
  func copy(_ entry: Entry) throws -> (entry: Entry, missing: Int) {
    let images = try guest.journal.store.images(of: entry.id)
    let made = try keep(entry, images, "copied", ending: "")
    return (made, images.count { image in !(image.imageAsset.map(guest.journal.assets.contains) ?? false) })
  }

  // MARK: What must not be lost

  /// Copies each entry with words that the server does not have, of some or of all; it is on the disk when this returns.
  ///
  /// Doing so again makes nothing new: the copy's name follows from what it says.
  ///
  /// - Returns: The titles of the copies.
  func keepUnsent(of names: [RecordName]?) throws -> [String] {
    let store = guest.journal.store
    let unsent = try StoredShares(store).entriesWithUnsentWords()
    let bare = try bareRemovals()
    let drafts = try store.drafts()
    var kept: [String] = []
    for name in unsent.sorted() where names?.contains(name) ?? true && !bare.contains(name) {
      guard var entry = try store.entry(name) else { continue }
      if let draft = drafts.last(where: { $0.entry.id == name }) {
        (entry.title, entry.body) = (draft.entry.title, draft.entry.body)
      }
      entry.trashedAt = nil
      let own = try StoredShares(store).unsentImages(of: name)
      kept.append(try keep(entry, own, "kept", ending: " (kept)").title)
    }
    return kept
  }

  /// Entries of which nothing is unsent but that they were moved to the trash.
  private func bareRemovals() throws -> Set<RecordName> {
    let records = try guest.journal.store.unsent(limit: .max, excluding: [])
    return Set(
      records.filter { record in
        guard record.recordType == RecordFields.entryType, let local = record.local, let base = record.base else {
          return false
        }
        let changed = Set(local.values.keys).union(base.values.keys).filter { name in
          local.values[name] != base.values[name]
        }
        return changed == ["trashedAt"]
      }.map { RecordName($0.recordName) })
  }

  private func keep(_ entry: Entry, _ images: [EntryImage], _ kind: String, ending: String) throws -> Entry {
    let words = [entry.title, entry.body, ISODate.string(entry.date), entry.mood?.rawValue ?? ""] + entry.tags
    let name = NameBasedID.uuidV5(format: kind, parts: zone + [entry.id.rawValue] + words)
    if let there = try own.store.entry(name) { return there }
    var copy = Entry(id: name, date: entry.date, modifiedAt: own.context.now.instant)
    let fitted = EntryRules.fitted(title: entry.title + (entry.title.isEmpty ? "" : ending), body: entry.body)
    (copy.title, copy.body) = (fitted.title, fitted.body)
    (copy.mood, copy.tags) = (entry.mood, entry.tags)
    var operations: [JournalOperation] = [.createEntry(copy)]
    for image in images {
      guard let asset = image.imageAsset, let bytes = try guest.journal.assets.read(asset) else { continue }
      try own.assets.write(bytes, name: asset)
      let picture = NameBasedID.uuidV5(format: kind + "-picture", parts: [name.rawValue, image.id.rawValue])
      operations.append(
        .createImage(
          EntryImage(
            id: picture, entry: name, imageAsset: asset, caption: image.caption, sortOrder: image.sortOrder,
            modifiedAt: own.context.now.instant)))
    }
    try own.context.apply(operations)
    return copy
  }
}
