import CloudRecord
import JournalCore
import JournalStore
import JournalSync
import JournalUI

/// What the screen wants of entries that others share, done in the journal of theirs that has them.
///
/// Outside of that journal their records have other names (``GuestName``); what is written there is in one journal at a time.
struct GuestEffects: Sendable {
  let shelf: GuestShelf
  let owner: String
  /// The person's home folder, from which paths are given.
  let home: String
  let pictures: PictureEffects

  /// Does an effect that is about others' entries; nil for any other.
  func perform(_ effect: Effect) throws -> Result? {
    switch effect {
    case .loadPage(let request, let ticket) where request.scope.isOfOthers:
      return Result(.pageLoaded(ticket, try shelf.page(request)))
    case .count(let scope) where scope.isOfOthers: return Result(.counted(scope, try shelf.count(scope)))
    case .countBefore(let scope, let order, let cursor) where scope.isOfOthers:
      return Result(.countedBefore(scope, order, cursor, try shelf.countBefore(cursor, order, scope)))
    case .loadIDs(let scope, let order, let purpose) where scope.isOfOthers:
      return Result(.idsLoaded(purpose, try shelf.ids(order, scope)))
    case .export(let request) where request.entries.contains { $0.guest != nil }:
      let report = try ClockStyle.$current.withValue(request.clock) { try export(request) }
      return Result(.exported(request, count: report.entries, notes: report.notes))
    case .shares(.load): return Result(.sharesAnswered(.shelf(try shelf.shelf())))
    default: break
    }
    guard let journal = effect.guestJournal else { return nil }
    do {
      return Result(try perform(effect, in: journal))
    } catch StoreError.moved {
      // It is not this journal that went, and nothing can be put back in its place.
      throw CommandFailure(.notShared, "This is no longer shared with you, and was not saved there.")
    }
  }

  /// What became of an effect; a message only where there is something to say.
  struct Result {
    let message: Message?
    init(_ message: Message?) { self.message = message }
  }

  private func perform(_ effect: Effect, in name: String) throws -> Message? {
    func inner(_ id: RecordName) -> RecordName { id.withoutGuest }
    func outer(_ id: RecordName) -> RecordName { id.ofGuest(name) }
    switch effect {
    case .loadEntry(let id, let purpose):
      do {
        return .entryLoaded(id, purpose, try shelf.detail(GuestName(journal: name, name: inner(id))))
      } catch let failure as CommandFailure where failure.code == .notShared {
        // That it has gone is said by what has noticed it.
        return .entryLoaded(id, purpose, nil)
      }
    case .loadEntries(let ids, let purpose):
      let entries = try ids.compactMap { try shelf.detail(GuestName(journal: name, name: inner($0)))?.entry }
      return .entriesLoaded(purpose, entries)
    case .loadHistory(let id):
      let store = try shelf.journal(name).journal.store
      return .historyLoaded(id, try store.history(of: inner(id)).map { $0.renamed(outer) })
    case .apply(let edit, let cause, let ticket):
      let guest = try shelf.journal(name)
      let edit = edit.renamed(inner)
      try guest.check(edit, cause)
      let inverse = try guest.journal.store.apply(edit, cause: cause, removing: DraftKey(savedBy: edit, owner: owner))
      shelf.forgetRows()
      return .applied(ticket, inverse: inverse.renamed(outer))
    case .saveDraft(let draft), .keepWords(let draft):
      try shelf.journal(name).journal.store.saveDraft(draft.renamed(inner))
      return .draftSaved(draft.entry.id, at: draft.savedAt)
    case .removeDraft(let id, let owner):
      try shelf.journal(name).journal.store.removeDraft(DraftKey(entry: inner(id), owner: owner))
      return nil
    case .savePicture(let image, let path):
      return try pictures(name).save(image.renamed(inner), path: path, replaces: false, shownAs: image)
    case .replaceFile(let image, let path):
      return try pictures(name).save(image.renamed(inner), path: path, replaces: true, shownAs: image)
    case .openPicture(let image):
      try pictures(name).open(image.renamed(inner))
      return nil
    default:
      throw CommandFailure(.invalidInput, "This cannot be done with what others share.")
    }
  }

  /// Writes entries of others to a file, those of one person after those of another.
  private func export(_ request: ExportRequest) throws -> ExportReport {
    let names = Dictionary(grouping: request.entries.compactMap(\.guest), by: \.journal)
    let sources = try names.sorted { $0.key < $1.key }.map { name, entries in
      let guest = try shelf.journal(name).journal
      return ExportSource(guest.context, assets: guest.assets, .entries(entries.map(\.name)))
    }
    let target = try ExportTarget(path: request.path, kind: try request.kind, home: home, replaces: false)
    return try EntryExport(sources, title: "Shared with me").write(as: try request.kind, to: target, at: World.now())
  }

  /// What files of pictures are, of those in a journal of another person.
  func pictures(_ name: String) throws -> PictureEffects { pictures.of(try shelf.journal(name).journal.assets) }

  /// Makes files that were read pictures of an entry of another person.
  func attach(_ reading: inout PictureEffects.Reading, to entry: GuestName) throws -> JournalEdit? {
    let guest = try shelf.journal(entry.journal)
    try guest.requireWritingOnScreen(entry.name)
    let naming = try guest.journal.store.entry(entry.name).flatMap(guest.namingOfPictures)
    let inverse = try pictures(entry.journal).attach(
      &reading, to: entry.name, in: guest.journal.atPresent.context, named: naming)
    shelf.forgetRows()
    return inverse?.renamed { $0.ofGuest(entry.journal) }
  }

  /// What was left unsaved in others' entries by sessions that are over.
  func draftsOfOthers() throws -> [Draft] {
    try shelf.named().flatMap { name, guest in
      try guest.journal.store.abandonedDrafts().map { $0.renamed { $0.ofGuest(name) } }
    }
  }
}

extension GuestJournal {
  /// - Throws: ``CommandFailure`` for an edit that is the owner's alone.
  fileprivate func check(_ edit: JournalEdit, _ cause: EditCause) throws {
    for operation in edit.operations {
      switch operation {
      case .edit(.entry(let id, let changes)):
        // What was never sent its maker throws away, whatever the rights are by now.
        if changes.allSatisfy({ $0.sets(\.trashedAt) }), try StoredShares(journal.store).isNew(id) { continue }
        try requireWritingOnScreen(id)
        guard !changes.contains(where: { $0.sets(\.category) || $0.sets(\.isFavorite) }) else {
          throw CommandFailure(.noAccess, "Favourites and categories are \(owner)’s.")
        }
        if changes.contains(where: { $0.sets(\.trashedAt) }) {
          if cause == .undo, let entry = try journal.store.entry(id), addsOnly(to: id, in: entry.category) {
            throw CommandFailure(.noAccess, "This has been sent, and stays there: only \(owner) throws it away.")
          }
          try requireMoreThanAdding(to: id)
        }
      case .create(.image(let image)): try requireWritingOnScreen(image.entry)
      case .edit(.image(let id, let changes)):
        guard mayWriteSomething else { throw readingOnly }
        if let name = try journal.store.entry(ofImage: id), let entry = try journal.store.entry(name) {
          try requireChanging(id, of: entry, removing: changes.contains { $0.sets(\.trashedAt) })
        }
      case .create(.entry(let entry)): try requireAdding(entry)
      case .create(.category), .edit(.category), .create(.preference), .edit(.preference):
        throw CommandFailure(.noAccess, "That is \(owner)’s to do.")
      }
    }
  }

  fileprivate func requireWritingOnScreen(_ id: RecordName) throws {
    guard let entry = try journal.store.entry(id), permission(for: entry) != .readWrite else { return }
    guard let obstacle = obstacle(toEntry: id, in: entry.category) else { throw readingOnly }
    throw CommandFailure(.noAccess, obstacle.sentence)
  }

  fileprivate func requireMoreThanAdding(to id: RecordName) throws {
    guard let entry = try journal.store.entry(id), addsOnly(to: id, in: entry.category) else { return }
    throw CommandFailure(.noAccess, trashIsOwners)
  }

  private var readingOnly: CommandFailure {
    CommandFailure(.noAccess, "\(owner) shares this for reading; + copies it into your journal.")
  }
}

extension Effect {
  /// The journal of another person that this is about; nil for one's own.
  var guestJournal: String? {
    switch self {
    case .loadEntry(let id, _), .loadHistory(let id), .removeDraft(let id, owner: _): id.guest?.journal
    case .loadEntries(let ids, _), .purge(let ids), .purgePictures(let ids): ids.first?.guest?.journal
    case .apply(let edit, _, _): edit.operations.first?.record.guest?.journal
    case .saveDraft(let draft), .keepWords(let draft): draft.entry.id.guest?.journal
    case .savePicture(let image, _), .replaceFile(let image, _), .openPicture(let image): image.id.guest?.journal
    case .attach(let request, _): request.entry.guest?.journal
    default: nil
    }
  }
}
