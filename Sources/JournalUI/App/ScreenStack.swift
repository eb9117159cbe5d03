import JournalCore
import TerminalKit

/// The screens over the main one: who is asked, and what they ask for.
extension Model {
  /// The screens over the main one, the topmost last.
  var screens: [KeyContext] { desk.screens }

  /// The topmost of them at work; nil where none is open, or where it is the editor.
  var topScreen: (any Screen)? { stack.last?.at(desk) }

  /// Lets a screen work with the desk, then does what it asked for.
  mutating func work(at index: Int, _ body: (inout any Screen) -> Void) {
    guard var screen = stack[index].at(desk) else { return }
    body(&screen)
    stack[index] = screen.kept
    desk = screen.desk
    let requests = desk.requests
    desk.requests.removeAll()
    for request in requests { ask(request) }
  }

  mutating func workOnTop(_ body: (inout any Screen) -> Void) {
    if !stack.isEmpty { work(at: stack.count - 1, body) }
  }

  /// Lets all of them work, from the lowest to the topmost.
  mutating func workOnAll(_ body: (inout any Screen) -> Void) {
    var index = 0
    while index < stack.count {
      work(at: index, body)
      index += 1
    }
  }

  mutating func ask(_ request: ScreenRequest) {
    switch request {
    case .close(let context): close(context)
    case .open(let screen): open(screen)
    case .edit(let entry): if editor == nil { show(EditorModel(entry, isNew: false, mode: editorMode)) }
    case .perform(let action): perform(action)
    case .prompt(let prompt): open(prompt)
    case .quit: requestQuit()
    case .sort(let order): changeOrder { $0 = order }
    case .selectPicture(let image): if focus.reads { reader.picture = image }
    }
  }

  /// Lays a screen over the others, in the place of one of its kind that is on top.
  private mutating func open(_ screen: OpenScreen) {
    if stack.last?.context == screen.context { stack.removeLast() }
    stack.append(screen)
  }

  private mutating func close(_ context: KeyContext) {
    guard let index = screens.lastIndex(of: context) else { return }
    work(at: index) { $0.closed() }
    stack.remove(at: index)
  }

  /// Goes back to a screen that is open, unless an entry is being written over it; false where it is not open.
  mutating func goBack(to context: KeyContext) -> Bool {
    guard let place = screens.firstIndex(of: context) else { return false }
    while stack.count > place + 1, screens.last != .editor { closeScreen() }
    return true
  }

  /// Closes the topmost screen that is not the editor; Esc takes back other things first.
  mutating func closeScreen() {
    guard let top = screens.last, top != .editor else { return }
    var isTakenBack = false
    workOnTop { isTakenBack = $0.goBack() }
    if !isTakenBack { close(top) }
  }
}

/// Opening the screens, with what they are to show.
extension Model {
  mutating func openMessages() { if !screens.contains(.messages) { ask(.open(.messages(MessageModel()))) } }

  mutating func openHelp() {
    guard !screens.contains(.help) else { return }
    ask(.open(.help(HelpModel(contexts: contexts, pages: helpPages(contexts)))))
  }

  mutating func openRemovedPictures() {
    let entry = screens.last == .viewer ? viewer?.entry : focus.reads ? list.selected?.id : nil
    let isOverTrash = list.scope == .trash
    // The trash keeps them up to date; elsewhere they may be of some time ago.
    if !isOverTrash { removedPictures = nil }
    ask(.open(.removed(RemovedModel(entry: entry, isOverTrash: isOverTrash))))
    emit(.loadRemovedPictures)
  }

  mutating func openCategories() {
    let cursor: RecordName? = if case .category(let id) = list.scope { id } else { nil }
    ask(.open(.categories(CategoryModel(cursor: cursor))))
    emit(.loadCategories)
  }

  mutating func openHistory() {
    guard let id = list.selected?.id else { return say("There is no entry here.") }
    openHistory(of: id)
  }

  mutating func openAccount() {
    if !goBack(to: .account) { ask(.open(.account(AccountModel(isLoading: true)))) }
    emit(.account(.load))
  }

  mutating func openSync() {
    if !goBack(to: .sync) { ask(.open(.sync(SyncModel()))) }
    guard screens.last == .sync else { return }
    scheduleClock()
    // What is asked for is why one comes here.
    if case .asking = syncing.status?.activity, !environment.isReadOnly { askWhatSyncAsks() }
  }

  /// The viewer, where it is open.
  var viewer: ViewerModel? {
    for case .viewer(let state) in stack { return state }
    return nil
  }

  /// Shows the pictures of the selected entry; it is read first where it is not at hand.
  mutating func openViewer(at image: RecordName? = nil) {
    guard let selected = list.selected else { return say("There is no entry here.") }
    guard let detail = currentDetail else { return emit(.loadEntry(selected.id, .look(image))) }
    openViewer(detail, at: image)
  }

  private mutating func openViewer(_ detail: EntryDetail, at image: RecordName?) {
    guard !detail.images.isEmpty else { return say(noPictures) }
    ask(.open(.viewer(ViewerModel(detail, at: image))))
  }

  /// The entry arrived whose pictures are to be shown.
  mutating func viewerLoaded(_ id: RecordName, _ image: RecordName?, _ detail: EntryDetail?) {
    guard screens.isEmpty, dialogs.isEmpty, list.selected?.id == id else { return }
    if let detail { openViewer(detail, at: image) } else { say("This entry is no longer in the journal.", .warning) }
  }
}

extension SharesDesk {
  mutating func openHistory(of id: RecordName) {
    ask(.open(.history(HistoryModel(record: id))))
    emit(.loadEntry(id, .history))
    emit(.loadHistory(id))
  }

  mutating func openFilePicker(_ target: AttachTarget) {
    var picker = FilePicker(target)
    picker.ask(nil)
    dialogs.append(.files(picker))
    emit(.listFolder(nil))
  }
}
