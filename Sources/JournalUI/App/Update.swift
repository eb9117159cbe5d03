import JournalCore
import TerminalKit

/// Takes one message into the model, and returns what is to be done in the world, in order.
package func update(_ model: inout Model, _ message: Message, at moment: Moment) -> [Effect] {
  ClockStyle.$current.withValue(model.desk.clock) { updated(&model, message, at: moment) }
}

private func updated(_ model: inout Model, _ message: Message, at moment: Moment) -> [Effect] {
  let day = model.today
  model.desk.now = moment.now
  model.desk.freshName = moment.freshName
  guard !model.desk.hold.keeps(message) else { return [] }
  take(message, in: &model)
  for input in model.desk.hold.release(after: message) where !model.desk.hold.keeps(.input(input)) {
    take(.input(input), in: &model)
  }
  if model.today != day {
    model.dayChanged()
    model.settle()
  }
  defer { model.desk.outbox.removeAll() }
  return model.desk.outbox
}

/// Takes in one message, and notes what is asked for by it.
private func take(_ message: Message, in model: inout Model) {
  let asked = model.desk.outbox.count
  model.receive(message)
  model.tellScreens(message)
  model.settle()
  model.desk.hold.note(model.desk.outbox.dropFirst(asked))
}

extension Model {
  fileprivate mutating func receive(_ message: Message) {
    switch message {
    case .started: start()
    case .input(let input): handle(input)
    case .timerFired(let name): timerFired(name)
    case .daysLoaded, .dayLoaded, .journalsFound, .templatesFound, .pageLoaded, .counted, .countedBefore, .idsLoaded,
      .entriesLoaded, .questionFound, .historyLoaded, .draftSaved, .dictionariesFound, .tagPairsLoaded,
      .externalEditFinished:
      break
    case .talliesLoaded(let loaded): desk.tallies = loaded
    case .savedLoaded(_, _, let saved): desk.tallies = saved.tallies
    case .categoriesLoaded(let loaded): categoriesLoaded(loaded)
    case .removedPicturesLoaded(let loaded):
      // What is on its way to the disk is on the screen already, and is read again once it is there.
      if !log.isBusy || removedPictures == nil { removedPictures = loaded }
    case .entryLoaded(let id, let purpose, let detail):
      if purpose == .recover { workOnDrafts { $0.openRecovered(id, detail) } }
    case .tagsLoaded(let prefix, let loaded): takeTags(prefix, loaded)
    case .titlesLoaded(let request, let found): takeTitles(request, found)
    case .searchesLoaded(let book): desk.take(book)
    case .spellingChecked(let request, let answer): desk.take(answer, to: request)
    case .draftsFound(let drafts): workOnDrafts { $0.found(drafts) }
    case .mergeLoaded(let group, let details): syncing.take(details, of: group)
    case .applied(let ticket, let inverse): applied(ticket, inverse: inverse)
    case .purged(let count):
      log.forgetSteps(touching: main.list.marks.ids)
      gone(count == 0 ? "" : counted(count, "entry", "entries"))
    case .picturesPurged(let count): gone(counted(count, "picture", "pictures"))
    case .categoriesPurged(let count): gone(counted(count, "category", "categories"))
    case .exported(let request, let count, let notes):
      let plain = environment.isInVault ? ", which is not encrypted" : ""
      let written = "\(counted(count, "entry", "entries")) written to \(request.path)\(plain)"
      guard !notes.isEmpty else { return say(written, .success) }
      say(([written + "."] + notes).joined(separator: " "), .warning)
    case .importing(let path, let percent): importing(path, percent)
    case .imported(let outcome): imported(outcome)
    case .importFound(let latest): importFound(latest)
    case .importUndone(let moved, let kept): importUndone(moved: moved, kept: kept)
    case .emergencyCopyWritten(let path): say("Your text is kept in \(path).", .success)
    case .done(let sentence): say(sentence, .success)
    case .failed(let effect, let failure): failed(effect, failure)
    case .syncChanged(let status):
      let former = syncing.status
      syncing.take(status, at: now.instant)
      scheduleClock()
      announce(from: former, to: status)
      keysChanged(from: former?.encryption, to: status.encryption)
      picturesFetched(status.pictures)
    case .accountAnswered(let answer):
      guard accountAnswered(answer) else { return }
      workOnMain { $0.state.list.clearMarks() }
      reload()
    case .sharesAnswered(let answer): sharesAnswered(answer)
    case .journalChanged: reload()
    case .backgroundChanged(let isDark):
      desk.hasDarkBackground = isDark
      desk.colorQuestion = nil
      retheme()
    case .backgroundUnknown: askForColors()
    case .signsAreWide: desk.glyphs = glyphs.narrowed
    case .pictureLoaded(let request, let outcome): pictureLoaded(request, outcome)
    case .folderListed(let listing): workOnDialog { $0.folderListed(listing) }
    case .attaching(let progress): attaching(progress)
    case .pictureSaved(let path): say("Written to \(path)", .success)
    case .pictureExists(let image, let path): pictureExists(image, path)
    case .picturesPossible(let abilities): picturesPossible(abilities)
    case .pixelsDropped(let keys): pictures.dropPixels(of: Set(keys))
    case .resumed:
      emit(.redraw)
      reload()
    case .terminationRequested: terminate()
    case .lockRequested: lock()
    }
  }

  /// Lets the screens hear what came of effects.
  fileprivate mutating func tellScreens(_ message: Message) {
    if case .input = message { return }
    workOnAll { $0.hear(message) }
  }

  private mutating func start() {
    workOnMain { $0.start() }
    emit(.loadTallies(today))
    emit(.loadCategories)
    emit(.loadTags(prefix: ""))
    emit(.loadSearches)
    emit(.shares(.load))
    if !environment.isReadOnly { emit(.loadDrafts) }
    scheduleClock()
  }

  /// Reads again everything that is on screen; selection and scrolling stay.
  mutating func reload() {
    workOnAll { $0.reload() }
    emit(.loadTallies(today))
    emit(.loadCategories)
    emit(.loadSearches)
    emit(.shares(.load))
    pictures.askAgain()
    syncing.forgetMerges()
  }

  /// Tags are taken in by the dialog in which they may be chosen.
  private mutating func takeTags(_ prefix: String, _ loaded: [TagCount]) {
    var dialog = TopDialog(desk: desk)
    dialog.tagsLoaded(prefix, loaded)
    desk = dialog.desk
  }

  /// Titles are taken in by the dialog in which one is chosen, or are where a link leads.
  private mutating func takeTitles(_ request: TitleRequest, _ found: [TitledEntry]) {
    switch request {
    case .called(let title):
      workOnMain { $0.take($0.state.links.follow(title, to: found, from: $0.list.selected?.id, on: &$0.desk)) }
    case .byChance:
      workOnMain { $0.take($0.state.links.showByChance(found, from: $0.list.selected?.id, on: &$0.desk)) }
    case .beginning: workOnDialog { $0.titlesLoaded(found) }
    }
  }

  private mutating func categoriesLoaded(_ loaded: [JournalCore.Category]) {
    categories = loaded.sorted(by: JournalCore.Category.shownBefore)
    if case .category(let id) = main.list.scope, !loaded.contains(where: { $0.id == id && $0.trashedAt == nil }),
      screens.isEmpty
    {
      // The category whose list is shown is gone.
      workOnMain { $0.show(.all) }
    }
  }

  /// Something was deleted forever.
  private mutating func gone(_ what: String) {
    say(what.isEmpty ? "Deleted forever" : "\(what) deleted forever")
    reload()
  }

  private mutating func timerFired(_ name: TimerName) {
    switch name {
    case .notice: notice = nil
    case .draft, .steadyDraft, .rest, .search, .thumbnails, .days: break
    case .clock: scheduleClock()
    case .pictures: picturesRested()
    case .tags: emit(.loadTags(prefix: ""))
    }
  }

  /// Wakes up when the next day begins, when something on the screen grows older, and every ten minutes in case that
  /// the clock was stopped meanwhile.
  mutating func scheduleClock() {
    let local = now.local
    let elapsed = ((local.hour * 60 + local.minute) * 60 + local.second) * 1000 + local.millisecond
    emit(.startTimer(.clock, milliseconds: min(600_000, 86_400_000 - elapsed + 500, nextAge ?? .max)))
  }

  fileprivate mutating func dayChanged() {
    emit(.loadTallies(today))
    emit(.loadSearches)
    workOnMain { $0.dayChanged() }
  }

  /// Keeps what is being written, and has the journal closed until it is unlocked.
  mutating func lock() {
    guard environment.isInVault else {
      return say("The journal is not encrypted on the disk. Encrypt it with: cloudjournal lock --set-up", .warning)
    }
    keepDraftForLeaving()
    emit(.savePreferences(preferences))
    emit(.lock)
  }

  private mutating func terminate() {
    keepDraftForLeaving()
    emit(.savePreferences(preferences))
    emit(.quit)
  }
}

/// `1 entry`, `3,413 entries`.
func counted(_ count: Int, _ one: String, _ many: String) -> String { NumberText.counted(count, one, many) }

/// A number beside a name in a list; a zero says nothing that the missing number does not.
func countWords(_ number: Int) -> String { number == 0 ? "" : grouped(number) }

/// A number with a comma before every three digits.
func grouped(_ number: Int) -> String { NumberText.grouped(number) }
