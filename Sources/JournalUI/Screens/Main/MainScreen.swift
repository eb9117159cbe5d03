import JournalCore
import TerminalKit

/// The lists there are, one of them, and an entry of it: what all other screens lie over.
///
/// It joins its panes, which know nothing of each other: it says which of them has the keys and where they are
/// (``Surroundings``), and does what they ask for (``PaneRequest``).
struct MainScreen: Screen, AttachesPictures {
  typealias Actions = NoAction
  static let context = KeyContext.journal
  var desk: Desk
  var state: MainModel
  var kept: OpenScreen { .main(state) }

  var focus: Pane { state.focus }
  var list: ListPane { _read { yield state.list } }
  var reader: ReaderPane { _read { yield state.reader } }
  var search: SearchLine? { _read { yield state.search } }

  var contexts: [KeyContext] {
    if state.search?.isTyping == true { return [.search] }
    let marking: [KeyContext] = state.list.marks.isActive ? [.marking] : []
    let trash: [KeyContext] = state.list.scope == .trash ? [.trash] : []
    switch focus {
    case .sidebar: return [.sidebar, .journal, .everywhere]
    case .list: return marking + trash + [.list, .journal, .everywhere]
    case .reader: return trash + [.reader, .journal, .everywhere]
    case .page: return trash + [.reading, .reader, .journal, .everywhere]
    }
  }

  var paletteContexts: [KeyContext] {
    contexts + [.list, .marking, .reader] + (search == nil ? [] : [.search])
  }

  var way: [String] {
    let title = desk.title(of: list.scope)
    guard focus == .page, let row = list.selected else { return [title] }
    return [title, row.title.isEmpty ? row.withWordsOfLinks.standIn : row.title]
  }

  /// Where one is: `1 of 67` in the list, or how far down it.
  var placeWords: [String] {
    guard dialogs.isEmpty, let start = list.startIndex, let total = list.total(tallies), !list.rows.isEmpty else {
      return []
    }
    let number = start + list.selection + 1
    let place = "\(grouped(number)) of \(grouped(total))"
    if focus == .page { return [reader.pageWords(place: place, rows: layout.reader?.inside.rows, desk)] }
    return [place, NumberText.percent(number * 100 / max(1, total))]
  }

  var wantedPictures: [PictureRequest] {
    readerRequests + list.wantedThumbnails(viewport, isShown: showsThumbnails, desk)
  }

  /// The pictures of the entry that are on the screen, or nearly.
  var readerRequests: [PictureRequest] { reader.requests(rows: layout.reader?.inside.rows ?? 0) }

  mutating func perform(_ action: Action) {
    if case .move(let motion) = action { return go(motion) }
    if case .pane(let action) = action { return perform(action) }
    if case .entry(let action) = action { return perform(action) }
    if case .picture(let action) = action { return perform(action) }
    if case .list(let action) = action { return perform(action) }
    if case .searchLine(let action) = action { return perform(action) }
    if case .shares(let action) = action { return shared.perform(action, on: &desk) }
    if action == .showCategories { return openCategories() }
    if case .days(let action) = action { return desk.open(action, at: list.selected?.date.local.date ?? today) }
    (action.member as? any OpensScreen)?.open(on: &desk)
  }

  /// Does what a pane asks for.
  mutating func take(_ requests: [PaneRequest]) {
    for request in requests {
      switch request {
      case .focus(let pane): setFocus(pane)
      case .show(let scope): showOnce(scope)
      case .select(let count): state.list.move(by: count, in: viewport)
      case .page(let count): state.list.move(by: count * list.pageStep(in: viewport), in: viewport)
      case .read: openReadingPage()
      case .edit: editSelected()
      case .look(let image): openViewer(at: image)
      case .openLink(let address): state.links.open(address, on: &desk)
      case .reveal(let id): show(.all, at: id)
      case .goTo(let day): goTo(day...day)
      case .find(let query): find(query)
      case .tickBox(let line): tickBox(onLine: line)
      case .typeSearch: openSearch()
      case .restSearch: state.search?.rest()
      case .closeSearch: closeSearch()
      }
    }
  }

  // MARK: Answers

  mutating func hear(_ message: Message) {
    state.days.hear(message, isShown: layout.days != nil, on: &desk)
    switch message {
    case .pageLoaded(let ticket, let page):
      state.list.take(ticket, page, in: viewport, on: &desk)
      state.sought.tell(ticket, list.rows, on: &desk)
    case .counted(let scope, let count):
      state.list.take(count: count, of: scope)
      goNear(scope, count: count)
    case .countedBefore(let scope, let order, let cursor, let count):
      state.list.take(count, before: cursor, scope, order, on: &desk)
    case .idsLoaded(let purpose, let ids): state.list.take(ids, for: purpose)
    case .entriesLoaded(.tags, let entries): edits.openTagPicker(for: entries, on: &desk)
    case .savedLoaded(let request, let ticket, let saved):
      desk.hear(ofSaved: saved.detail?.entry)
      take(saved, for: request, ticket)
    case .entryLoaded(let id, .read, let detail):
      state.reader.take(id, detail, selected: list.selected?.id, on: &desk)
    case .entryLoaded(let id, .edit, let detail):
      // A person who went on to another entry meanwhile does not want this one any more.
      guard list.selected?.id == id else { return }
      if let detail { openEditor(detail) } else { say("This entry is no longer in the journal.", .warning) }
    case .entryLoaded(let id, .look(let image), let detail):
      if !desk.screens.contains(.viewer) { viewerLoaded(id, image, detail) }
    case .purged: state.list.clearMarks()
    case .syncChanged: state.list.markBySync(desk)
    case .sharesAnswered(let answer): hear(answer)
    case .journalsFound(let journals): desk.openJournalPicker(journals)
    case .templatesFound(let templates, let question, let problem):
      openTemplatePicker(templates, question: question, problem)
    case .failed(.loadPage(_, let ticket), let failure): state.list.failed(ticket, failure.sentence)
    case .failed(.loadEntry(let id, let purpose), _): state.reader.failed(id, purpose)
    case .failed(.loadSaved(_, let ticket?), let failure): state.list.failed(ticket, failure.sentence)
    case .timerFired(.search): runSearch()
    case .timerFired(.thumbnails): state.list.rested(in: viewport, isShown: showsThumbnails, desk)
    default: break
    }
  }

  mutating func start() { state.list.start(on: &desk) }

  /// Reads again the list and the entry beside it; selection and scrolling stay.
  mutating func reload() {
    state.list.reload(on: &desk)
    reloadTags()
    state.reader.reload(on: &desk)
    state.days.rest(isShown: layout.days != nil, on: &desk)
  }

  mutating func dayChanged() { if case .onThisDay = list.scope { show(.earlierYears(of: today)) } }

  // MARK: Settling

  mutating func settle() {
    if focus.reads, list.isLoaded, list.selected == nil { state.focus = .list }
    // On the way to another list the charts are left for good.
    if state.charts?.scope != list.scope { state.charts = nil }
    state.list.settle(in: viewport, isShown: showsThumbnails, on: &desk)
    let around = self.around
    state.sidebar.settle(desk, around)
    state.reader.request(state.list, on: &desk)
    state.reader.settle(state.list, desk, around)
    state.search?.settle(around.layout.list, desk)
    state.trash.settle(list.scope, on: &desk)
    state.days.settle(isShown: around.layout.days != nil, on: &desk)
  }
}
