import JournalCore
import TerminalKit

/// The screens over the main one: who is asked, and what they ask for.
extension Model {
  /// The screens over the main one, the topmost last.
  var screens: [KeyContext] { desk.screens }

  /// The topmost screen at work; the main one where no other is open.
  var topScreen: any Screen { stack[stack.count - 1].at(desk) }

  /// The screen under the topmost one; the main one where no other is open.
  var screenBelow: any Screen { stack[max(0, stack.count - 2)].at(desk) }

  /// Lets a screen work with the desk, then does what it asked for.
  mutating func work(at index: Int, _ body: (inout any Screen) -> Void) {
    var screen = takeScreen(at: index).at(desk)
    body(&screen)
    stack[index] = screen.kept
    desk = screen.desk
    doWhatIsAsked()
  }

  private mutating func doWhatIsAsked() {
    let requests = desk.requests
    desk.requests.removeAll()
    for request in requests { ask(request) }
  }

  mutating func workOnTop(_ body: (inout any Screen) -> Void) { work(at: stack.count - 1, body) }

  mutating func workOnMain(_ body: (inout MainScreen) -> Void) {
    if case .main(let state) = takeScreen(at: 0) { work(on: consume state, at: 0, body) }
  }

  /// Lets the entry that is being written work; nothing where none is.
  mutating func workOnEditor(_ body: (inout EditorScreen) -> Void) {
    guard let index = stack.lastIndex(where: { $0.context == .editor }) else { return }
    if case .editor(let state) = takeScreen(at: index) { work(on: consume state, at: index, body) }
  }

  /// Takes a screen from its place: what it holds may be large, and would be copied where two held it.
  private mutating func takeScreen(at index: Int) -> OpenScreen {
    let open = stack[index]
    stack[index] = .messages(MessageModel())
    return open
  }

  /// Lets a screen of a known type work that was taken from its place, and puts it back there.
  private mutating func work<State: ScreenState>(
    on state: consuming State, at index: Int, _ body: (inout State.Work) -> Void
  ) {
    var screen = State.Work(desk: desk, state: consume state)
    body(&screen)
    stack[index] = screen.kept
    desk = screen.desk
    doWhatIsAsked()
  }

  /// Lets the dialog that has the keys work.
  mutating func workOnDialog(_ body: (inout TopDialog) -> Void) {
    guard !dialogs.isEmpty else { return }
    var dialog = TopDialog(desk: desk)
    body(&dialog)
    desk = dialog.desk
    doWhatIsAsked()
  }

  /// Lets the drafts that wait be offered.
  mutating func workOnDrafts(_ body: (inout DraftKeeper) -> Void) {
    var keeper = DraftKeeper(desk: desk, state: drafts)
    body(&keeper)
    (drafts, desk) = (keeper.state, keeper.desk)
    doWhatIsAsked()
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
    case .recover(let model, let entry):
      open(.editor(model))
      workOnEditor { editor in
        editor.editorChanged()
        if entry != nil { editor.compare(with: entry) }
      }
    case .perform(let action): perform(action)
    case .pressHint(let column): pressHint(atColumn: column)
    case .type(let input): for input in input { handle(input) }
    case .quit: requestQuit()
    case .leave: quitNow()
    case .sayUndoable(let text): say(text + undoHint, .success)
    case .sort(let order): workOnMain { $0.changeOrder { $0 = order } }
    case .selectPicture(let image): workOnMain { if $0.focus.reads { $0.state.reader.select(picture: image) } }
    case .answered(let question, let prompt): workOnTop { $0.take(question, prompt) }
    case .chose(let answer): workOnTop { $0.take(answer) }
    case .tagged(let change, let names): workOnTop { $0.tagged(change, names) }
    case .run(let command): run(command)
    case .showDay(let day): showOnMain { $0.showAndFocus(.day(day)) }
    case .showPart(let part, let charts): showOnMain { ChartsBehind.show(part, of: charts, on: &$0) }
    case .writeFor(let day): workOnMain { $0.newEntry(on: day) }
    case .answer(let template, let question): workOnMain { $0.newEntry(template, question: question) }
    case .attach(let paths, let target, let keepsOriginal): attach(paths, to: target, keepsOriginal: keepsOriginal)
    }
  }

  private mutating func showOnMain(_ show: (inout MainScreen) -> Void) {
    for context in screens { close(context) }
    workOnMain(show)
  }

  /// Lays a screen over the others, in the place of one of its kind that is on top.
  private mutating func open(_ screen: OpenScreen) {
    if screens.last == screen.context { stack.removeLast() }
    if case .editor(var model) = screen {
      model.body.memory = desk.editorMemory
      stack.append(.editor(model))
      notice = nil
    } else {
      stack.append(screen)
    }
    desk.screens = stack.dropFirst().map(\.context)
  }

  private mutating func close(_ context: KeyContext) {
    guard let index = stack.lastIndex(where: { $0.context == context }) else { return }
    work(at: index) { $0.closed() }
    stack.remove(at: index)
    desk.screens = stack.dropFirst().map(\.context)
  }

  /// Goes back to a screen that is open, unless an entry is being written over it; false where it is not open.
  mutating func goBack(to context: KeyContext) -> Bool {
    guard let place = screens.firstIndex(of: context) else { return false }
    while screens.count > place + 1, screens.last != .editor { closeScreen() }
    return true
  }

  /// Closes the topmost screen that is not the editor; Esc takes back other things first.
  mutating func closeScreen() {
    guard let top = screens.last, top != .editor else { return }
    var isTakenBack = false
    workOnTop { isTakenBack = $0.goBack() }
    if !isTakenBack { close(top) }
  }

  mutating func attach(_ paths: [String], to target: AttachTarget, keepsOriginal: Bool) {
    guard !paths.isEmpty, canWrite() else { return }
    switch target {
    case .entry(let id): attach(AttachRequest(entry: id, paths: paths, keepsOriginal: keepsOriginal))
    case .newEntry:
      workOnMain { $0.newOwnEntry() }
      workOnEditor { $0.attach(paths, keepsOriginal: keepsOriginal) }
    case .editor: workOnEditor { $0.attach(paths, keepsOriginal: keepsOriginal) }
    }
  }
}

/// Opening the screens, with what they are to show.
extension Model {
  mutating func openRemovedPictures() {
    let main = self.main
    let entry = screens.last == .viewer ? viewer?.entry : main.focus.reads ? main.list.selected?.id : nil
    let isOverTrash = main.list.scope == .trash
    // The trash keeps them up to date; elsewhere they may be of some time ago.
    if !isOverTrash { removedPictures = nil }
    ask(.open(.removed(RemovedModel(entry: entry, isOverTrash: isOverTrash))))
    emit(.loadRemovedPictures)
  }

  mutating func openHelp() {
    guard !screens.contains(.help) else { return }
    ask(.open(.help(HelpModel(contexts: contexts, pages: helpPages(contexts)))))
  }

  mutating func openAccount() {
    if !goBack(to: .account) { ask(.open(.account(AccountModel()))) }
    if let index = stack.lastIndex(where: { $0.context == .account }) { work(at: index) { $0.perform(.showAccount) } }
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
}

extension SharesDesk {
  mutating func openMessages() { if !desk.screens.contains(.messages) { ask(.open(.messages(MessageModel()))) } }

  mutating func openHistory(of id: RecordName) {
    ask(.open(.history(HistoryModel(record: id))))
    emit(.loadEntry(id, .history))
    emit(.loadHistory(id))
  }
}
