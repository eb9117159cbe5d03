import JournalCore
import TerminalKit

/// Where keys, pastes and the mouse go.
extension Model {
  /// The contexts that hear a key now, the innermost first.
  var contexts: [KeyContext] {
    switch screens.last {
    case .editor: return [.editor]
    case .history: return [.history, .everywhere]
    case .categories: return [.categories, .everywhere]
    case .settings: return settings?.isTyping == true ? [.search] : [.settings, .everywhere]
    case .help: return help?.isTyping == true ? [.search] : [.help, .everywhere]
    case .sync: return syncScreen?.isTyping == true ? [.search] : [.sync, .everywhere]
    case .conflict: return [.conflict, .everywhere]
    case .account: return [.account, .everywhere]
    case .viewer: return [.viewer, .everywhere]
    case .removedPictures: return [.removedPictures, .everywhere]
    case .messages: return [.messages, .everywhere]
    case nil: break
    }
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

  mutating func handle(_ input: TerminalInput) {
    if input == .key(.control("j")), keymap.action(for: .control("j"), in: contexts) == nil {
      // A line feed: what terminals without bracketed paste, and some keyboards, send for Enter.
      return handle(.key(Key(.enter)))
    }
    if case .resize(let size) = input {
      self.size = size
      if size.columns >= MainLayout.threePanes { isSidebarOpen = false }
      return
    }
    if case .focus = input { return }
    isToEmptyTrash = false
    if MainLayout.isTooSmall(size) { return handleTooSmall(input) }
    if let dialog = dialogs.last { return handleDialog(dialog, input) }
    if screens.last == .editor { return handleEditor(input) }
    if screens.last == .sync, syncScreen?.isTyping == true, !input.isMouse { return handleLogFilter(input) }
    if screens.last == .help, help?.isTyping == true, !input.isMouse { return handleHelpFilter(input) }
    if screens.last == .settings, settings?.isTyping == true, !input.isMouse { return handleSettingsFilter(input) }
    if screens.isEmpty, search?.isTyping == true, !input.isMouse { return handleSearch(input) }
    switch input {
    case .key(let key):
      guard let action = keymap.action(for: key, in: contexts) else { return }
      if action == .quit, key == .control("c") { interrupt() } else { perform(action) }
    case .mouse(let event): handleMouse(event)
    case .paste(let text): if !takePastedPictures(text) { offerToWrite(text) }
    case .focus, .resize: break
    }
  }

  /// Milliseconds within which a second Ctrl-C ends the program.
  private static let interruptTime: Int64 = 2000

  /// Ctrl-C, which is pressed by mistake more easily than any other way out, has to be pressed twice.
  private mutating func interrupt() {
    if let last = interruptedAt, now.instant.milliseconds - last.milliseconds < Self.interruptTime {
      interruptedAt = nil
      return requestQuit()
    }
    interruptedAt = now.instant
    let quit = keymap.keys(of: .quit, in: .everywhere).first { $0 != .control("c") }
    say("Press Ctrl-C again to quit" + (quit.map { ", or \($0.name)" } ?? ""))
  }

  /// What is pasted where nothing is being written is not thrown away: it may become an entry.
  private mutating func offerToWrite(_ text: String) {
    let words = trimmed(text)
    guard screens.isEmpty, !words.isEmpty, canWrite() else { return }
    dialogs.append(
      .choice(
        Choice(
          "Write a new entry with what was pasted?", [TextPreview.preview(of: words, limit: 160)],
          [Choice.Option("y", "New entry", .writeEntry(text)), Choice.Option("n", "No", .nothing)], selected: 0)))
  }

  /// On a screen on which nothing can be seen, only leaving and drawing anew make sense.
  private mutating func handleTooSmall(_ input: TerminalInput) {
    guard case .key(let key) = input else { return }
    switch keymap.action(for: key, in: [.everywhere]) {
    case .quit:
      keepDraftForLeaving()
      quitNow()
    case .redraw: emit(.redraw)
    case .suspend: emit(.suspend)
    default: break
    }
  }

  private mutating func handleDialog(_ dialog: Dialog, _ input: TerminalInput) {
    switch input {
    case .key(var key):
      if key == .control("l") { return emit(.redraw) }
      if key == .control("q") {
        dialogs.removeAll()
        return requestQuit()
      }
      if key == .control("c") { key = Key(.escape) }
      switch dialog {
      case .choice(let choice): handleChoice(choice, key)
      case .prompt(let prompt): handlePrompt(prompt, key)
      case .picker(let picker): handlePicker(picker, key)
      case .signIn(let signIn): handleSignIn(signIn, key)
      case .files(let picker): handleFiles(picker, key)
      }
    case .paste(let text): pasteIntoDialog(dialog, text)
    case .mouse(let event): handleDialogMouse(dialog, event)
    case .focus, .resize: break
    }
  }

  private mutating func handleChoice(_ choice: Choice, _ key: Key) {
    var choice = choice
    let command = choice.handle(key)
    dialogs[dialogs.count - 1] = .choice(choice)
    if let command {
      dialogs.removeLast()
      run(command)
    }
  }

  private mutating func pasteIntoDialog(_ dialog: Dialog, _ text: String) {
    switch dialog {
    case .choice: break
    case .prompt(var prompt):
      prompt.field.paste(text)
      understand(&prompt)
      dialogs[dialogs.count - 1] = .prompt(prompt)
    case .picker(var picker):
      picker.paste(text)
      dialogs[dialogs.count - 1] = .picker(picker)
    case .signIn(var signIn):
      signIn.paste(text)
      dialogs[dialogs.count - 1] = .signIn(signIn)
    case .files: pasteIntoFiles(text)
    }
  }

  // MARK: Actions

  /// Does what an action means here, for a key or for the palette.
  mutating func perform(_ action: Action) {
    let (formerScreens, formerNotice) = (screens, notice)
    // Only lists and the reader are long enough for half a page.
    switch action {
    case .halfPageUp where !screens.isEmpty: performHere(.pageUp)
    case .halfPageDown where !screens.isEmpty: performHere(.pageDown)
    default: performHere(action)
    }
    // What was said belongs to the screen on which it was said.
    if screens.count > formerScreens.count, notice == formerNotice { notice = nil }
  }

  private mutating func performHere(_ action: Action) {
    switch action {
    case .palette: return openPalette()
    case .help: return openHelp()
    case .showMessages: return openMessages()
    case .showDrafts: return showDrafts()
    case .redraw: return emit(.redraw)
    case .suspend: return emit(.suspend)
    case .quit: return requestQuit()
    case .closeScreen: return closeScreen()
    case .undo where screens.last != .editor: return stepBack(.undo)
    case .redo where screens.last != .editor: return stepBack(.redo)
    case .retry: return retryLast()
    case .showSync: return openSync()
    case .showAccount: return openAccount()
    case .syncNow: return syncNow()
    case .answerSync: return askWhatSyncAsks()
    case .showRemovedPictures: return openRemovedPictures()
    case _ where isOfAccount(action):
      openAccount()
      _ = performInAccount(action)
      return
    default: break
    }
    switch screens.last {
    case .editor: _ = performInEditor(action)
    case .history: _ = performInHistory(action)
    case .categories: _ = performInCategories(action)
    case .settings: _ = performInSettings(action)
    case .help: _ = performInHelp(action)
    case .sync: _ = performInSync(action)
    case .conflict: _ = performInConflict(action)
    case .account: _ = performInAccount(action)
    case .viewer: _ = performInViewer(action)
    case .removedPictures: _ = performInRemoved(action)
    case .messages: _ = performInMessages(action)
    case nil: if search?.isTyping != true || !performInSearch(action) { _ = performOnMain(action) }
    }
  }

  /// Closes the topmost screen that is not the editor.
  mutating func closeScreen() {
    guard let top = screens.last, top != .editor else { return }
    if top == .sync, leavesPartOfSync() { return }
    // Esc leaves the filter first.
    if top == .help, help?.filter != nil { return endHelpFilter() }
    if top == .settings, leavesPartOfSettings() { return }
    screens.removeLast()
    switch top {
    case .history: history = nil
    case .categories: categoryList = nil
    case .settings:
      settings = nil
      retheme()
    case .help: help = nil
    case .sync: syncScreen = nil
    case .conflict: conflict = nil
    case .account: account = nil
    case .viewer: closeViewer()
    case .removedPictures: removed = nil
    case .messages: messageScreen = nil
    case .editor: break
    }
  }
}

extension TerminalInput {
  fileprivate var isMouse: Bool { if case .mouse = self { true } else { false } }
}
