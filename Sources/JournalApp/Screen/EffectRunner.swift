import Foundation
import JournalCore
import JournalStore
import JournalUI

/// Does what the screen wants of the journal and of the files around it, and answers with messages.
///
/// Each effect is one call that blocks; ``EffectQueue`` calls it away from the screen.
struct EffectRunner: Sendable {
  let store: JournalStore
  let paths: JournalPaths
  let owner: String
  let pictures: PictureEffects
  /// Checks spelling, away from everything else.
  let spelling: SpellChecker
  /// What others share; nil where nothing of it is shown.
  let guests: GuestEffects?
  /// Preferences that the configuration file sets: what it says is not what the person chose.
  private let configured: Set<String>
  /// The journal that the configuration names; nil where it names none.
  private let usualJournal: String?
  /// The variables of the process, which say where its journals are.
  private let variables: [String: String]
  /// The configuration that is in use; templates lie beside it.
  private let configFile: String
  private let environment: StoreEnvironment
  let zone: any LocalZone
  /// As many entries of a day are read as the largest window has room for.
  private static let entriesOfDay = 20

  init(
    store: JournalStore, paths: JournalPaths, owner: String, pictures: PictureEffects,
    configured: Set<String>, configFile: String, variables: [String: String], environment: StoreEnvironment,
    zone: any LocalZone, shelf: GuestShelf? = nil, usualJournal: String? = nil
  ) {
    guests = shelf.map { GuestEffects(shelf: $0, owner: owner, home: paths.home, pictures: pictures) }
    (self.configured, self.variables, self.store, self.paths, self.owner) = (configured, variables, store, paths, owner)
    (self.pictures, self.environment, self.zone) = (pictures, environment, zone)
    (self.configFile, self.usualJournal) = (configFile, usualJournal)
    spelling = SpellChecker(variables)
  }

  /// Runs an effect to its end; nil where there is nothing to say.
  func perform(_ effect: Effect) -> Message? {
    do {
      if let result = try guests?.perform(effect) { return result.message }
      return try run(effect)
    } catch {
      return .failed(effect, Failures.describe(error))
    }
  }

  private func run(_ effect: Effect) throws -> Message? {
    switch effect {
    case .loadPage(var request, let ticket):
      request.showsMatches = true
      return .pageLoaded(ticket, try store.page(request))
    case .count(let scope): return .counted(scope, try store.count(scope))
    case .countBefore(let scope, let order, let cursor):
      return .countedBefore(scope, order, cursor, try store.count(scope, order, before: cursor))
    case .loadTallies(let today): return .talliesLoaded(try store.tallies(today: today))
    case .loadDays(let request): return .daysLoaded(request, try store.days(request))
    case .loadDay(let date): return .dayLoaded(try store.day(date, limit: EffectRunner.entriesOfDay))
    case .loadCategories: return .categoriesLoaded(try store.categories(includingTrash: true))
    case .loadRemovedPictures: return .removedPicturesLoaded(try store.removedPictures())
    case .loadEntry(let id, let purpose): return .entryLoaded(id, purpose, try store.detail(of: id))
    case .loadSaved(var request, let ticket):
      request.rows.showsMatches = true
      return .savedLoaded(request, ticket, try store.saved(request))
    case .loadEntries(let ids, let purpose):
      return .entriesLoaded(purpose, try ids.compactMap { id throws(StoreError) in try store.entry(id) })
    case .loadIDs(let scope, let order, let purpose): return .idsLoaded(purpose, try ids(scope, order))
    case .loadTags(let prefix): return .tagsLoaded(prefix: prefix, try store.tags(prefix: prefix, limit: 200))
    case .loadTagPairs: return .tagPairsLoaded(try TagPairs(store).most(200))
    case .loadTitles(let request): return .titlesLoaded(request, try EntryTitles(store).entries(request))
    case .loadSearches: return .searchesLoaded(PreferenceBook(try store.preferences()))
    case .loadHistory(let id): return .historyLoaded(id, try store.history(of: id))
    case .loadDrafts: return .draftsFound(try draftsOfOthers())
    case .loadJournals: return .journalsFound(try journals())
    case .renameJournal(let name, let new):
      var said = "“\(name)” is called “\(new)” now."
      var renaming = JournalRenaming(environment: variables, configured: usualJournal)
      renaming.warn = { said += " \($0)" }
      try renaming.call(JournalPaths(journal: name, environment: variables), to: new)
      return .done(said)
    case .loadTemplates:
      let own = try templates()
      let day = zone.date(instant: environment.now()).local.date
      return .templatesFound(own.templates, question: own.question(of: day), problem: own.problems.first)
    case .checkSpelling(let request): return .spellingChecked(request, spelling.check(request))
    case .loadDictionaries: return .dictionariesFound(spelling.dictionaries())
    case .loadQuestion(let request):
      let own = try templates()
      let template = own.templates.first { $0.name == EntryTemplate.shipped[0].name } ?? EntryTemplate.shipped[0]
      return .questionFound(request, own.question(of: request.day.adding(days: request.turn)), template)
    case .loadMerge(let group): return .mergeLoaded(group: group, try store.mergeDetails(group: group))
    case .decideMerge(let group, let side, let ticket):
      let inverse = try store.decideMerge(group: group, taking: side)
      return .applied(ticket, inverse: inverse)
    case .renameTag(let rename, let ticket): return .applied(ticket, inverse: try TagNames(store).give(rename))
    case .sync(.dismissConflict(let group)):
      try store.dismissConflict(group: group)
      return nil
    case .apply(let edit, let cause, let ticket):
      return .applied(
        ticket, inverse: try store.apply(edit, cause: cause, removing: DraftKey(savedBy: edit, owner: owner)))
    case .purge(let ids): return .purged(try store.purge(ids))
    case .purgePictures(let ids): return .picturesPurged(try store.purgePictures(ids))
    case .purgeCategories(let ids): return .categoriesPurged(try store.purgeCategories(ids))
    case .emptyTrash: return .purged(try store.emptyTrash())
    case .saveDraft(let draft):
      try store.saveDraft(draft)
      return .draftSaved(draft.entry.id, at: draft.savedAt)
    case .keepWords(let draft): return try keepWords(draft)
    case .removeCopy(let path):
      try UnsavedCopies(paths).remove(path)
      return nil
    case .removeDraft(let id, let owner):
      try store.removeDraft(DraftKey(entry: id, owner: owner))
      return nil
    case .savePreferences(let preferences):
      for (key, value) in preferences.values.sorted(by: { $0.key < $1.key })
      where !configured.contains(key) {
        guard try store.preference("screen." + key) != value else { continue }
        try store.setPreference("screen." + key, value)
      }
      return nil
    case .export(let request):
      let report = try ClockStyle.$current.withValue(request.clock) { try export(request) }
      return .exported(request, count: report.entries, notes: report.notes)
    case .loadLatestImport:
      return .importFound(try ImportLog(store).latest())
    case .undoImport:
      let outcome = try context.undoImport()
      return .importUndone(moved: outcome?.moved, kept: outcome?.kept.count ?? 0)
    case .emergencyCopy(let text): return copied(to: try EmergencyCopy.write(text, paths: paths))
    case .notify(let text, _):
      try DesktopOpener.notify(text, folders: variables["PATH"] ?? "/usr/bin:/bin")
      return nil
    case .openLink(let address):
      try DesktopOpener.open(address)
      return nil
    case .listFolder(let path, let kind): return .folderListed(try pictures.list(path, kind, store: store))
    case .savePicture(let image, let path): return try pictures.save(image, path: path, replaces: false)
    case .replaceFile(let image, let path): return try pictures.save(image, path: path, replaces: true)
    case .openPicture(let image):
      try pictures.open(image)
      return nil
    case .loadPicture, .dropPictures, .attach, .importFiles:
      // They are answered more than once, or not at all.
      return nil
    case .editExternally, .copyToClipboard, .startTimer, .stopTimer, .redraw, .colorWindow, .suspend, .quit, .lock,
      .restart,
      .openJournal, .sync, .account, .shares:
      // The session does these itself: they need the terminal, or the network.
      return nil
    }
  }

  /// What others have left unsaved: in files outside the journal, in files of an editor, in the journal.
  private func draftsOfOthers() throws -> [Draft] {
    if !store.isReadOnly {
      do {
        try EditorLeftovers(store, folder: paths.runtimeFolder).takeIn()
      } catch {
        // They stay where they are; the drafts that there are can be offered all the same.
      }
    }
    let ofGuests = try guests?.draftsOfOthers() ?? []
    return UnsavedCopies(paths).find(owner: owner) + (try store.abandonedDrafts()) + ofGuests
  }

  private func templates() throws -> UserTemplates {
    UserTemplates(beside: configFile, kept: try JournalPreferences(context).all(.template))
  }

  private func journals() throws -> [JournalChoice] {
    try AccountSwitch(paths, environment: variables, configured: usualJournal).journals().map {
      JournalChoice(name: $0.name, account: $0.account, isUsual: $0.isCurrent, isLocked: $0.isLocked)
    }
  }

  private func copied(to path: String) -> Message {
    .emergencyCopyWritten(path: HomeFolder(paths.home).shown(path))
  }

  /// Keeps words as a draft, and where the journal does not take them, wherever there is room.
  private func keepWords(_ draft: Draft) throws -> Message {
    do {
      try store.saveDraft(draft)
      return .draftSaved(draft.entry.id, at: draft.savedAt)
    } catch {
      return copied(to: try UnsavedCopies(paths).write(draft))
    }
  }

  /// Every id of a list, page by page.
  private func ids(_ scope: ListScope, _ order: ListOrder) throws -> [RecordName] {
    var ids: [RecordName] = []
    var anchor = ListAnchor.first
    while true {
      let page = try store.page(ListRequest(scope: scope, order: order, anchor: anchor, limit: 2000))
      ids += page.rows.map { $0.id }
      guard page.hasAfter, let last = page.rows.last else { return ids }
      anchor = .after(last.cursor)
    }
  }

  /// What files of pictures are, of the journal that an entry is in.
  func pictures(of entry: RecordName) throws -> PictureEffects {
    guard let name = entry.guest, let guests else { return pictures }
    return try guests.pictures(name.journal)
  }

  var context: JournalContext { JournalContext(store: store, environment: environment, zone: zone) }

  /// Makes files that were read pictures of an entry; what the screen is told of it.
  func attach(_ reading: PictureEffects.Reading, for effect: Effect) -> [Message] {
    guard case .attach(let request, let ticket) = effect else { return [] }
    var reading = reading
    do {
      let inverse =
        if let name = request.entry.guest, let guests {
          try guests.attach(&reading, to: name)
        } else {
          try pictures.attach(&reading, to: request.entry, in: context)
        }
      return (inverse.map { [.applied(ticket, inverse: $0)] } ?? []) + [.attaching(reading.progress)]
    } catch {
      return [.failed(effect, Failures.describe(error))]
    }
  }

  private func export(_ request: ExportRequest) throws -> ExportReport {
    let path = HomeFolder(paths.home).resolved(request.path)
    var status = stat()
    // Who leaves would wait for the reader of a FIFO.
    if stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR { try OutputPlace.requireFile(path) }
    return try context.exportEntries(
      ids: request.entries, format: request.kind, path: request.path, home: paths.home, assets: pictures.assets,
      title: paths.name)
  }
}

extension ExportRequest {
  /// The format of the file.
  ///
  /// - Throws: ``InvalidInput`` for standard output, which is the screen's.
  var kind: ExportKind {
    get throws {
      guard path != "-" else { throw InvalidInput("Name a file: the screen has no standard output to write to.") }
      return switch format {
      case .archive: .archive
      case .jrnl: .jrnl
      case .markdown: .markdown
      case .html: .html
      case .pdf: .pdf
      case .dayOne: .dayOne
      case .yaml: .yaml
      }
    }
  }
}

extension DraftKey {
  /// The draft that an edit makes needless: an entry's text is saved by an edit of that entry alone.
  init?(savedBy edit: JournalEdit, owner: String) {
    guard edit.operations.count == 1 else { return nil }
    switch edit.operations[0] {
    case .create(.entry(let entry)): self.init(entry: entry.id, owner: owner)
    case .edit(.entry(let id, let changes)):
      guard changes.contains(where: { $0.sets(\.title) || $0.sets(\.body) }) else { return nil }
      self.init(entry: id, owner: owner)
    default: return nil
    }
  }
}
