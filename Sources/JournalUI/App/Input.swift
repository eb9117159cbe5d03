import JournalCore
import TerminalKit

/// Where keys, pastes and the mouse go.
extension Model {
  /// The contexts that hear a key now, the innermost first.
  var contexts: [KeyContext] {
    if screens.last == .editor { return [.editor] }
    if let topScreen { return topScreen.contexts }
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
      desk.size = size
      if size.columns >= MainLayout.threePanes { isSidebarOpen = false }
      return
    }
    if case .focus = input { return }
    isToEmptyTrash = false
    if MainLayout.isTooSmall(size) { return handleTooSmall(input) }
    if let dialog = dialogs.last { return handleDialog(dialog, input) }
    if screens.last == .editor { return handleEditor(input) }
    if !input.isMouse {
      var isTyped = false
      workOnTop { isTyped = $0.type(input) }
      if isTyped { return }
    }
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
    performHere(action)
    // What was said belongs to the screen on which it was said.
    if screens.count > formerScreens.count, notice == formerNotice { notice = nil }
  }

  private mutating func performHere(_ action: Action) {
    if case .common(let action) = action { return perform(action) }
    switch action {
    case .sync(.showSync): return openSync()
    case .sync(.syncNow): return syncNow()
    case .sync(.answerSync): return askWhatSyncAsks()
    case .account(.showAccount): return openAccount()
    case .picture(.showRemovedPictures): return openRemovedPictures()
    case _ where isOfAccount(action):
      openAccount()
      return workOnTop { $0.perform(action) }
    default: break
    }
    if screens.last == .editor {
      _ = performInEditor(action)
    } else if !stack.isEmpty {
      workOnTop { $0.perform(action) }
    } else if search?.isTyping != true || !performInSearch(action) {
      _ = performOnMain(action)
    }
  }

  /// Does what works everywhere.
  private mutating func perform(_ action: CommonAction) {
    switch action {
    case .palette: openPalette()
    case .help: openHelp()
    case .showMessages: openMessages()
    case .showDrafts: showDrafts()
    case .redraw: emit(.redraw)
    case .suspend: emit(.suspend)
    case .quit: requestQuit()
    case .closeScreen: closeScreen()
    case .undo: if screens.last != .editor { stepBack(.undo) }
    case .redo: if screens.last != .editor { stepBack(.redo) }
    case .retry: retryLast()
    }
  }
}

extension TerminalInput {
  fileprivate var isMouse: Bool { if case .mouse = self { true } else { false } }
}
