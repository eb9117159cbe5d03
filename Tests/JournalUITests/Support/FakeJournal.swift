import JournalCore
import JournalUI

/// A journal in memory that answers effects as the real one does, as far as the screen can tell.
struct FakeJournal {
  var entries: [RecordName: Entry] = [:]
  var categories: [RecordName: JournalCore.Category] = [:]
  var images: [RecordName: [EntryImage]] = [:]
  var trashedImages: [RecordName: EntryImage] = [:]
  var history: [RecordName: [HistoryItem]] = [:]
  var drafts: [Draft] = []
  /// What was written outside the journal before the program ended.
  var copies: [Draft] = []
  var merges: [Int64: MergeSides] = [:]
  /// How far the words of some entries are from the server.
  var syncMarks: [RecordName: SyncMark] = [:]
  var remarks: [RecordName: EntryRemark] = [:]
  /// The merges of which a side was taken, the latest last.
  var settledMerges: [Int64] = []
  /// What the account service says; nil where it says nothing yet.
  var accountAnswers: (AccountRequest) -> AccountAnswer? = { _ in nil }
  /// What the account service fails with.
  var accountFailure: Failure?
  /// What is shared.
  var shelf = SharedShelf()
  /// What the server says to requests about shares; nil where it says nothing yet.
  var sharesAnswers: (ShareRequest) -> ShareAnswer? = { _ in nil }
  /// What requests about shares fail with.
  var sharesFailure: Failure?
  /// What becomes of a picture that is asked for; nil where nothing is heard of it.
  var pictureAnswers: (PictureRequest) -> PictureOutcome? = { .shown(.plain($0)) }
  /// The folders of the computer by their paths; the first one is remembered.
  var folders: [FolderListing] = []
  /// Saved searches and the like, those first that were changed last.
  var preferences: [Preference] = []
  /// The templates for new entries.
  var templates = EntryTemplate.shipped
  /// The words that no dictionary has, with what they may be meant to be.
  var misspelt: [String: [String]] = [:]
  /// Why no spelling can be checked.
  var spellingFault: String?
  /// What is said of dictionaries that are missing beside others.
  var spellingNote: String?
  /// The journals of the computer.
  var journals: [JournalChoice] = [JournalChoice(name: "Personal", isUsual: true)]
  /// What exports leave out.
  var exportNotes: [String] = []
  /// Files that are there already.
  var files: Set<String> = []
  /// Every edit that was applied, with its cause.
  var applied: [(edit: JournalEdit, cause: EditCause)] = []
  /// What the disk says to the next writes; nil lets them through.
  var failure: Failure?
  /// What the disk says to the next reads.
  var readFailure: Failure?
  var now = Instant(milliseconds: 0)
  private var nextHistory: Int64 = 1

  /// The answer to an effect; nil where there is none.
  mutating func answer(_ effect: Effect) -> Message? {
    if let readFailure, effect.isRead { return .failed(effect, readFailure) }
    switch effect {
    case .loadPage(let request, let ticket): return .pageLoaded(ticket, page(request))
    case .count(let scope): return .counted(scope, list(scope, ListOrder()).count)
    case .countBefore(let scope, let order, let cursor):
      let rows = page(ListRequest(scope: scope, order: order, limit: .max)).rows
      return .countedBefore(scope, order, cursor, rows.firstIndex { $0.cursor == cursor } ?? 0)
    case .loadTallies(let today): return .talliesLoaded(tallies(today))
    case .loadDays(let request): return .daysLoaded(request, days(request))
    case .loadDay(let date): return .dayLoaded(day(date))
    case .loadCategories: return .categoriesLoaded(Array(categories.values))
    case .loadRemovedPictures: return .removedPicturesLoaded(removedPictures)
    case .loadEntry(let id, let purpose): return .entryLoaded(id, purpose, detail(id))
    case .loadSaved(let request, let ticket): return .savedLoaded(request, ticket, saved(request))
    case .loadEntries(let ids, let purpose): return .entriesLoaded(purpose, ids.compactMap { entries[$0] })
    case .loadIDs(let scope, let order, let purpose): return .idsLoaded(purpose, list(scope, order).map(\.id))
    case .loadTags(let prefix): return .tagsLoaded(prefix: prefix, tags(prefix))
    case .loadTagPairs: return .tagPairsLoaded(tagPairs)
    case .loadTitles(let request): return .titlesLoaded(request, titles(request))
    case .loadSearches: return .searchesLoaded(PreferenceBook(preferences))
    case .loadHistory(let id): return .historyLoaded(id, (history[id] ?? []).reversed())
    case .loadDrafts: return .draftsFound(drafts)
    case .loadJournals: return .journalsFound(journals)
    case .loadTemplates: return .templatesFound(templates, question: "What is blue?", problem: nil)
    case .loadQuestion(let request): return FakeJournal.question(request)
    case .loadMerge(let group): return .mergeLoaded(group: group, merges[group])
    case .checkSpelling(let request): return .spellingChecked(request, spelling(request))
    case .loadDictionaries: return .dictionariesFound(["de_DE", "en_GB"])
    case .account(let request): return account(request)
    case .shares(.load): return .sharesAnswered(.shelf(shelf))
    case .shares(let request):
      if let sharesFailure { return .failed(effect, sharesFailure) }
      return sharesAnswers(request).map { .sharesAnswered($0) }
    case .loadPicture(let request): return pictureAnswers(request).map { .pictureLoaded(request, $0) }
    case .listFolder(let path, _): return list(path, effect)
    case .savePicture(let image, let path):
      return files.contains(path) ? .pictureExists(image, path: path) : .pictureSaved(path: path)
    case .replaceFile(_, let path): return .pictureSaved(path: path)
    case .attach(_, _) where failure != nil: return failure.map { .failed(effect, $0) }
    case .apply, .purge, .purgePictures, .purgeCategories, .emptyTrash, .saveDraft, .decideMerge, .renameTag:
      if let failure { return .failed(effect, failure) }
      return write(effect)
    case .keepWords(let draft):
      guard failure == nil else {
        copies.append(draft)
        return .emergencyCopyWritten(path: "~/cloudjournal-unsaved-1-0.md")
      }
      return write(.saveDraft(draft))
    case .removeCopy(let path):
      drafts.removeAll { $0.copyPath == path }
      return nil
    case .removeDraft(let id, let owner):
      drafts.removeAll { $0.entry.id == id && $0.owner == owner && $0.copyPath == nil }
      return nil
    case .export(let request):
      return .exported(request, count: request.entries.count, notes: exportNotes)
    case .importFiles(let path):
      if let failure { return .failed(effect, failure) }
      return .imported(ImportOutcome(path: path, imported: 1437, same: 3, conflicting: 0, notes: []))
    case .loadLatestImport:
      return .importFound(
        LatestImport(source: "diary.txt", at: FakeJournal.date(2026, 11, 21, 9).instant, entries: 1437))
    case .undoImport: return .importUndone(moved: 1436, kept: 1)
    case .emergencyCopy: return .emergencyCopyWritten(path: "~/cloudjournal-copy.md")
    case .savePreferences, .editExternally, .copyToClipboard, .notify, .openLink, .startTimer, .stopTimer, .redraw,
      .colorWindow,
      .suspend,
      .quit, .lock, .restart, .openJournal, .renameJournal, .sync, .dropPictures, .openPicture:
      return nil
    case .attach:
      // Answered by several messages.
      return nil
    }
  }

  private func account(_ request: AccountRequest) -> Message? {
    if request == .cancelSignIn { return nil }
    if let accountFailure { return .failed(.account(request), accountFailure) }
    return accountAnswers(request).map { .accountAnswered($0) }
  }

  private mutating func write(_ effect: Effect) -> Message? {
    switch effect {
    case .apply(let edit, let cause, let ticket):
      applied.append((edit, cause))
      return .applied(ticket, inverse: apply(edit, cause))
    case .renameTag(let rename, let ticket):
      let operations = entries.values.sorted { $0.id < $1.id }.map { entry in
        JournalOperation.editEntry(entry.id, entry.changes(to: rename.renamed(in: entry)))
      }
      let edit = JournalEdit(name: "", operations: operations, allSeen: [:], renaming: rename)
      return .applied(ticket, inverse: apply(edit, .edit))
    case .decideMerge(let group, let side, let ticket): return take(side, of: group, ticket)
    case .purge(let ids):
      for id in ids { entries[id] = nil }
      return .purged(ids.count)
    case .purgePictures(let ids):
      for id in ids { trashedImages[id] = nil }
      return .picturesPurged(ids.count)
    case .purgeCategories(let ids):
      for id in ids { categories[id] = nil }
      return .categoriesPurged(ids.count)
    case .emptyTrash:
      for picture in removedPictures { trashedImages[picture.id] = nil }
      let gone = entries.values.filter { $0.trashedAt != nil }.map(\.id)
      for id in gone { entries[id] = nil }
      return .purged(gone.count)
    case .saveDraft(let draft):
      drafts.removeAll { $0.entry.id == draft.entry.id && $0.owner == draft.owner && $0.copyPath == nil }
      drafts.append(draft)
      return .draftSaved(draft.entry.id, at: draft.savedAt)
    default: return nil
    }
  }

  private mutating func take(_ side: MergeSide, of group: Int64, _ ticket: EditTicket) -> Message? {
    guard let details = merges[group] else { return nil }
    settledMerges.append(group)
    let changes = details.fields.compactMap { field -> EntryChange? in
      guard let value = side == .here ? field.here : field.server else { return nil }
      switch field.field {
      case "title": return .title(value)
      case "body": return .body(value)
      case "mood": return .mood(Mood(rawValue: value))
      default: return nil
      }
    }
    let edit = JournalEdit(name: "", operations: [.editEntry(details.notice.recordName, changes)])
    applied.append((edit, .restore))
    return .applied(ticket, inverse: apply(edit, .restore))
  }

  // MARK: Lists

  private var removedPictures: [RemovedPicture] {
    trashedImages.values.compactMap { image in
      guard let entry = entries[image.entry], entry.trashedAt == nil else { return nil }
      return RemovedPicture(image: image, entryTitle: entry.title)
    }.sorted { ($1.image.trashedAt ?? now, $0.id) < ($0.image.trashedAt ?? now, $1.id) }
  }

  private func summary(_ entry: Entry) -> EntrySummary {
    var summary = EntrySummary(
      id: entry.id, cursor: ListCursor(position: entry.date.instant.milliseconds, key: entry.id.rawValue),
      date: entry.date, modifiedAt: entry.modifiedAt, title: entry.title,
      preview: TextPreview.lines(of: entry.body), mood: entry.mood, category: entry.category,
      isFavorite: entry.isFavorite, imageCount: images[entry.id]?.count ?? 0, trashedAt: entry.trashedAt,
      sync: syncMarks[entry.id] ?? .none)
    summary.remark = remarks[entry.id] ?? EntryRemark()
    summary.firstImage = firstImage(of: entry.id)
    return summary
  }

  private func contains(_ scope: ListScope, _ entry: Entry) -> Bool {
    if case .search(let query) = scope {
      guard (entry.id.guest != nil) == query.isOfOthers else { return false }
      return query.matches(
        entry: entry, categoryName: live(entry.category)?.name, imageCount: images[entry.id]?.count ?? 0)
    }
    guard (entry.trashedAt != nil) == (scope == .trash), (entry.id.guest != nil) == scope.isOfOthers else {
      return false
    }
    switch scope {
    case .all, .trash, .search, .shared: return true
    case .favorites: return entry.isFavorite
    case .onThisDay(let month, let day, let year):
      let date = entry.date.local.date
      return date.month == month && date.day == day && date.year != year
    case .category(let id): return entry.category == id
    case .unfiled: return live(entry.category) == nil
    case .mood(let mood): return entry.mood == mood
    case .tag(let tag): return entry.allTags.contains { TagSyntax.normalise($0) == TagSyntax.normalise(tag) }
    case .day(let day): return entry.date.local.date == day
    }
  }

  private func detail(_ id: RecordName) -> EntryDetail? {
    entries[id].map { EntryDetail(entry: $0, images: images[id] ?? [], remark: remarks[id] ?? EntryRemark()) }
  }

  private func saved(_ request: SavedRequest) -> SavedEntry {
    var rows = request.rows
    var page = page(rows)
    if request.reveals, !page.rows.contains(where: { $0.id == request.entry }) {
      rows.anchor = .at(request.entry)
      page = self.page(rows)
    }
    return SavedEntry(
      detail: detail(request.entry), tallies: tallies(request.today), page: page,
      count: request.counts ? list(rows.scope, ListOrder()).count : nil)
  }

  private func live(_ id: RecordName?) -> JournalCore.Category? {
    id.flatMap { categories[$0] }.flatMap { $0.trashedAt == nil ? $0 : nil }
  }

  func list(_ scope: ListScope, _ order: ListOrder) -> [Entry] {
    let found = entries.values.filter { contains(scope, $0) }
    let sorted = found.sorted { a, b in
      switch order.sort {
      case .date: (a.date.instant, a.id) > (b.date.instant, b.id)
      case .modified: (a.modifiedAt, a.id) > (b.modifiedAt, b.id)
      case .title: (a.title, a.id) < (b.title, b.id)
      }
    }
    return order.reversed ? sorted.reversed() : sorted
  }

  private func page(_ request: ListRequest) -> ListPage {
    let all = list(request.scope, request.order).map(summary)
    func place(_ cursor: ListCursor) -> Int? { all.firstIndex { $0.cursor.key == cursor.key } }
    var range: Range<Int>
    switch request.anchor {
    case .first: range = 0..<request.limit
    case .last: range = all.count - request.limit..<all.count
    case .after(let cursor):
      let start = place(cursor).map { $0 + 1 } ?? 0
      range = start..<start + request.limit
    case .before(let cursor):
      let end = place(cursor) ?? 0
      range = end - request.limit..<end
    case .near(let instant):
      func distance(_ index: Int) -> Int64 { abs(all[index].date.instant.milliseconds - instant.milliseconds) }
      let start = all.indices.min { distance($0) < distance($1) } ?? 0
      range = start..<start + request.limit
    case .at(let id):
      let start = all.firstIndex { $0.id == id } ?? 0
      range = start..<start + request.limit
    }
    range = range.clamped(to: 0..<all.count)
    return ListPage(rows: Array(all[range]), hasBefore: range.lowerBound > 0, hasAfter: range.upperBound < all.count)
  }

  private func tallies(_ today: CivilDate) -> Tallies {
    var tallies = Tallies()
    for entry in entries.values where entry.id.guest == nil {
      if entry.trashedAt != nil {
        tallies.trash += 1
        continue
      }
      tallies.all += 1
      if entry.isFavorite { tallies.favorites += 1 }
      let date = entry.date.local.date
      if date.month == today.month, date.day == today.day, date.year != today.year { tallies.onThisDay += 1 }
      if let category = entry.category { tallies.categories[category, default: 0] += 1 }
      if let mood = entry.mood { tallies.moods[mood, default: 0] += 1 }
    }
    return tallies
  }

  private func titles(_ request: TitleRequest) -> [TitledEntry] {
    entries.values.filter { entry in
      guard entry.trashedAt == nil, !entry.title.isEmpty else { return false }
      return switch request {
      case .called(let title): EntryLink.key(entry.title) == EntryLink.key(title)
      case .beginning(let text):
        text.isEmpty || EntryLink.key(entry.title).split(separator: " ").contains { $0.hasPrefix(EntryLink.key(text)) }
      case .byChance: entry.title == "To buy"
      }
    }.map { TitledEntry($0) }.sorted { $1.date.instant < $0.date.instant }
  }

  private func tags(_ prefix: String) -> [TagCount] {
    var counts: [String: Int] = [:]
    for entry in entries.values where entry.trashedAt == nil {
      for tag in entry.allTags where tag.hasPrefix(prefix) { counts[tag, default: 0] += 1 }
    }
    return counts.map { TagCount(tag: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
  }

  // MARK: Edits

  mutating func apply(_ edit: JournalEdit, _ cause: EditCause) -> JournalEdit {
    var inverse: [JournalOperation] = []
    let group = nextHistory
    for operation in edit.operations {
      switch operation {
      case .create(.entry(let entry)):
        entries[entry.id] = entry
        inverse.append(.editEntry(entry.id, [.trashedAt(now)]))
      case .edit(.entry(let id, let changes)):
        guard var entry = entries[id] else { continue }
        var undo: [EntryChange] = []
        for change in changes {
          let old = entry.current(change)
          entry.set(change)
          undo.append(old)
          history[id, default: []].append(
            HistoryItem(
              id: nextHistory, record: id, field: old.field, oldValue: old, oldText: "", replacedAt: now,
              device: "desk", cause: cause, group: group))
          nextHistory += 1
        }
        entry.modifiedAt = Instant(milliseconds: entry.modifiedAt.milliseconds + 1)
        entries[id] = entry
        inverse.append(.editEntry(id, undo))
      case .create(.category(let category)):
        categories[category.id] = category
        inverse.append(.editCategory(category.id, [.trashedAt(now)]))
      case .edit(.category(let id, let changes)):
        guard var category = categories[id] else { continue }
        inverse.append(.editCategory(id, changes.map { category.current($0) }))
        for change in changes { category.set(change) }
        categories[id] = category
      case .create(.image(let image)):
        images[image.entry, default: []].append(image)
        inverse.append(.editImage(image.id, [.trashedAt(now)]))
      case .edit(.image(let id, let changes)):
        let removed = trashedImages[id]
        guard let entry = removed?.entry ?? images.first(where: { $0.value.contains { $0.id == id } })?.key,
          var image = removed ?? images[entry]?.first(where: { $0.id == id })
        else { continue }
        inverse.append(.editImage(id, changes.map { image.current($0) }))
        for change in changes { image.set(change) }
        images[entry, default: []].removeAll { $0.id == id }
        trashedImages[id] = image.trashedAt == nil ? nil : image
        if image.trashedAt == nil { images[entry, default: []].append(image) }
        images[entry]?.sort { ($0.sortOrder, $0.id) < ($1.sortOrder, $1.id) }
      case .create(.preference(let preference)):
        preferences.insert(preference, at: 0)
        inverse.append(.editPreference(preference.id, [.trashedAt(now)]))
      case .edit(.preference(let id, let changes)):
        guard let place = preferences.firstIndex(where: { $0.id == id }) else { continue }
        var preference = preferences.remove(at: place)
        inverse.append(.editPreference(id, changes.map { preference.current($0) }))
        for change in changes { preference.set(change) }
        preferences.insert(preference, at: 0)
      }
    }
    return JournalEdit(
      name: edit.name, operations: inverse.reversed(), allSeen: [:], renaming: edit.renaming?.inverse)
  }
}
