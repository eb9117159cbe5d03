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

  /// A copy in the person's own journal.
  struct Kept: Hashable {
    let title: String
    /// Whether the server had what it says, and no device of the owner's need have taken it in.
    let wasSent: Bool
  }

  /// Copies each entry with words that the server does not have, of some or of all; it is on the disk when this returns.
  ///
  /// Doing so again makes nothing new: the copy's name follows from what it says.
  ///
  /// - Returns: The copies.
  func keepUnsent(of names: [RecordName]?) throws -> [Kept] {
    let store = guest.journal.store
    let words = try StoredShares(store).entriesWithUnsentWords()
    let unsent = try words.union(StoredShares(store).addedWithoutWord())
    let bare = try bareRemovals()
    let drafts = Dictionary(grouping: try store.drafts()) { $0.entry.id }
    var kept: [Kept] = []
    // A draft may be of an entry that has gone already.
    for name in unsent.union(drafts.keys).sorted() where names?.contains(name) ?? true {
      let saved = try store.entry(name)
      var texts: [Entry] = []
      if let saved, unsent.contains(name), !bare.contains(name) { texts.append(saved) }
      // Which of two texts the person wants is not known: each is kept.
      for draft in drafts[name] ?? [] {
        var entry = saved ?? draft.entry
        (entry.title, entry.body) = (draft.entry.title, draft.entry.body)
        let isThere = ([saved] + texts).contains { known in
          known.map { $0.title.isIdentical(to: entry.title) && $0.body.isIdentical(to: entry.body) } ?? false
        }
        if !isThere { texts.append(entry) }
      }
      let images = try StoredShares(store).unsentImages(of: name)
      for (place, text) in texts.enumerated() {
        var entry = text
        entry.trashedAt = nil
        let title = try keep(entry, place == 0 ? images : [], "kept", ending: " (kept)").title
        kept.append(Kept(title: title, wasSent: place == 0 && !words.contains(name) && saved != nil))
      }
    }
    return kept
  }

  /// Takes what was added, never sent and thrown away again out of what another person shares: it lies in the trash of the person's
  /// own journal then, and those who have the category never see it. A picture alone goes.
  func takeBackUndone() throws {
    let shares = StoredShares(guest.journal.store)
    try shares.forgetUndonePictures()
    let names = try shares.undone()
    guard !names.isEmpty else { return }
    for entry in try names.compactMap({ try guest.journal.store.entry($0) }) {
      let copy = try keep(entry, shares.unsentImages(of: entry.id), "thrown away", ending: "")
      if copy.trashedAt == nil { try own.context.apply([.editEntry(copy.id, [.trashedAt(own.context.now.instant)])]) }
    }
    try shares.forgetUndone(names)
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
    if let there = try own.store.entry(name) { return try complete(there, images, kind) }
    var copy = Entry(id: name, date: entry.date, modifiedAt: own.context.now.instant)
    let fitted = EntryRules.fitted(title: entry.title + (entry.title.isEmpty ? "" : ending), body: entry.body)
    (copy.title, copy.body) = (fitted.title, fitted.body)
    (copy.mood, copy.tags) = (entry.mood, entry.tags)
    try own.context.apply([.createEntry(copy)] + pictures(images, of: name, kind))
    return copy
  }

  /// A copy that was made before: out of the trash, and with the pictures that it lacks.
  private func complete(_ there: Entry, _ images: [EntryImage], _ kind: String) throws -> Entry {
    if there.trashedAt != nil { try own.context.restore([there]) }
    let known = Set(try own.store.images(of: there.id).map(\.id))
    let lacking = try pictures(images, of: there.id, kind, besides: known)
    if !lacking.isEmpty { try own.context.apply(lacking) }
    return there
  }

  /// Makes pictures of an entry of the person's own, as far as their bytes are here.
  private func pictures(
    _ images: [EntryImage], of name: RecordName, _ kind: String, besides known: Set<RecordName> = []
  ) throws -> [JournalOperation] {
    var operations: [JournalOperation] = []
    for image in images {
      let picture = NameBasedID.uuidV5(format: kind + "-picture", parts: [name.rawValue, image.id.rawValue])
      guard !known.contains(picture), let asset = image.imageAsset, let bytes = try guest.journal.assets.read(asset)
      else { continue }
      try own.assets.write(bytes, name: asset)
      operations.append(
        .createImage(
          EntryImage(
            id: picture, entry: name, imageAsset: asset, caption: image.caption, sortOrder: image.sortOrder,
            modifiedAt: own.context.now.instant)))
    }
    return operations
  }
}
