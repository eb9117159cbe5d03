import JournalCore
import TerminalKit

/// The lists there are, one of them, and an entry of it: what all other screens lie over.
struct MainScreen: Screen, AttachesPictures {
  typealias Actions = NoAction
  static let context = KeyContext.journal
  var desk: Desk
  var state: MainModel
  var kept: OpenScreen { .main(state) }

  var contexts: [KeyContext] {
    if search?.isTyping == true { return [.search] }
    let marking: [KeyContext] = list.isMarking ? [.marking] : []
    let trash: [KeyContext] = list.scope == .trash ? [.trash] : []
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
    guard focus == .page, let row = list.selected else { return [listTitle] }
    return [listTitle, row.title.isEmpty ? standIn(for: row) : row.title]
  }

  /// Where one is: `1 of 67` in the list.
  var placeWords: String {
    guard dialogs.isEmpty, let start = list.startIndex, let total = listTotal, !list.rows.isEmpty else { return "" }
    let place = "\(grouped(start + list.selection + 1)) of \(grouped(total))"
    return focus == .page ? pageWords(place: place) : place
  }

  var wantedPictures: [PictureRequest] { readerRequests + wantedThumbnails }

  mutating func perform(_ action: Action) {
    if case .move(let motion) = action { go(motion) }
    if case .pane(let action) = action { perform(action) }
    if case .entry(let action) = action { perform(action) }
    if case .picture(let action) = action { perform(action) }
    if case .list(let action) = action { perform(action) }
    if case .searchLine(let action) = action { perform(action) }
    if action == .showSettings { openSettings() }
    if action == .showCategories { openCategories() }
  }

  // MARK: Answers

  mutating func hear(_ message: Message) {
    switch message {
    case .pageLoaded(let ticket, let page): pageLoaded(ticket, page)
    case .counted(let scope, let count): if list.scope == scope { list.total = count }
    case .idsLoaded(let purpose, let ids): idsLoaded(purpose, ids)
    case .entriesLoaded(.tags, let entries): openTagPicker(for: entries)
    case .entryLoaded(let id, .read, let detail): readerLoaded(id, detail)
    case .entryLoaded(let id, .edit, let detail):
      // A person who went on to another entry meanwhile does not want this one any more.
      guard list.selected?.id == id else { return }
      if let detail { openEditor(detail) } else { say("This entry is no longer in the journal.", .warning) }
    case .entryLoaded(let id, .look(let image), let detail):
      if !desk.screens.contains(.viewer) { viewerLoaded(id, image, detail) }
    case .purged: list.clearMarks()
    case .journalsFound(let journals): openJournalPicker(journals)
    case .failed(.loadPage(_, let ticket), let failure): list.failed(ticket, failure.sentence)
    case .failed(.loadEntry(let id, let purpose), _):
      if purpose == .read, reader.loading == id { reader.loading = nil }
      reader.failedID = id
    case .timerFired(.search): runSearch()
    case .timerFired(.thumbnails): thumbnailsRested()
    default: break
    }
  }

  mutating func start() {
    list.reload(.first, landing: .first).forEach { emit($0) }
    countList()
  }

  /// Reads again the list and the entry beside it; selection and scrolling stay.
  mutating func reload() {
    reader.failedID = nil
    reloadList()
    reloadTags()
    if let id = reader.detail?.entry.id { emit(.loadEntry(id, .read)) }
  }

  mutating func dayChanged() { if case .onThisDay = list.scope { show(onThisDay) } }

  /// The list goes to where a new entry, or one that came back, stands.
  mutating func follow(_ edit: JournalEdit) {
    guard edit.operations.count == 1 else { return }
    switch edit.operations.first {
    case .create(.entry(let entry)): state.revealing = entry.id
    case .edit(.entry(let id, let changes)) where changes.contains(where: { $0.sets(\.date) || $0.sets(\.title) }):
      // The row may stand elsewhere in the list then.
      state.revealing = id
    default: break
    }
  }

  mutating func answered(_ prompt: Prompt) {
    switch prompt.kind {
    case .date(.goTo): if let days = prompt.days { goTo(days) }
    case .date(.change(.entries(let ids))): if let date = prompt.date { changeDate(of: ids, to: date, prompt) }
    case .exportPath(let ids, let format):
      emit(.export(ExportRequest(entries: ids, format: format, path: prompt.field.text)))
      say("Writing \(counted(ids.count, "entry", "entries")) \(glyphs.ellipsis)")
    default: break
    }
  }

  mutating func chose(_ item: Picker.Item, in picker: Picker) {
    switch (picker.kind, item.value) {
    case (.mood(.entries(let ids)), .mood(let mood)): setMood(mood, of: ids)
    case (.category(.entries(let ids)), .category(let id)): file(ids, under: id)
    case (.category(.entries(let ids)), .create(let name)): createCategory(name, filing: ids)
    case (.sort, .sort(let sort)): changeOrder { $0.sort = sort }
    case (.sort, .reverse): changeOrder { $0.reversed.toggle() }
    case (.scope, .scope(let scope)):
      show(scope)
      setFocus(.list)
    case (.exportFormat(let ids), .format(let format)):
      openPrompt(
        .exportPath(ids, format), "Write to", hint: "A file that does not exist yet; ~ is your home directory",
        text: exportPath(ids, format))
    case (.link, .link(let address)): askToOpen(address)
    case (.journal, .journal(let name)): switchJournal(to: name)
    case (.outline, .heading(let line)): reader.scroll = max(0, line - 1)
    case (.box(let entry), .box(let box)): tick(box, of: entry)
    default: break
    }
  }

  // MARK: Settling

  mutating func settle() {
    if focus.reads, list.isLoaded, list.selected == nil { focus = .list }
    let area = listArea
    list.fill(height: area.rows, spacing: listSpacing, offsetSeconds: now.offsetSeconds)
    list.loadMore(visible: area.rows).forEach { emit($0) }
    settleSidebar()
    requestReader()
    settleReader()
    if let list = layout.list {
      let width = self.width
      search?.field.fit(list.inside.searchField.columns, width)
    }
    settleTrash()
    settleThumbnails()
  }
}

/// The parts of the state by their own names.
extension MainScreen {
  var focus: Pane {
    get { state.focus }
    set { state.focus = newValue }
  }
  var isSidebarOpen: Bool {
    get { state.isSidebarOpen }
    set { state.isSidebarOpen = newValue }
  }
  var sidebar: SidebarModel {
    get { state.sidebar }
    _modify { yield &state.sidebar }
  }
  var list: ListModel {
    get { state.list }
    _modify { yield &state.list }
  }
  var reader: ReaderModel {
    get { state.reader }
    _modify { yield &state.reader }
  }
  var search: SearchModel? {
    get { state.search }
    _modify { yield &state.search }
  }
  var thumbnails: Thumbnails {
    get { state.thumbnails }
    _modify { yield &state.thumbnails }
  }
}
