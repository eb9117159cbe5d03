import JournalCore
import TerminalKit

/// Where keys, pastes and the mouse go.
extension Model {
  /// The contexts that hear a key now, the innermost first.
  var contexts: [KeyContext] { topScreen.contexts }

  mutating func handle(_ input: TerminalInput) {
    if input == .key(.control("j")), keymap.action(for: .control("j"), in: contexts) == nil {
      // A line feed: what terminals without bracketed paste, and some keyboards, send for Enter.
      return handle(.key(Key(.enter)))
    }
    if case .resize(let size) = input {
      desk.size = size
      if size.columns >= MainLayout.threePanes { workOnMain { $0.state.isSidebarOpen = false } }
      return
    }
    if case .focus = input { return }
    if locks(input) { return lock() }
    letFailureGo(at: input)
    if main.trash.isWaiting { workOnMain { $0.state.trash.forget() } }
    if MainLayout.isTooSmall(size) { return handleTooSmall(input) }
    if !dialogs.isEmpty { return workOnDialog { $0.type(input) } }
    if !input.isMouse {
      var isTyped = false
      workOnTop { isTyped = $0.type(input) }
      if isTyped { return }
    }
    switch input {
    case .key(let key):
      guard let action = keymap.action(for: key, in: contexts) else { return }
      if action == .quit, key == .control("c") { interrupt() } else { perform(action) }
    case .mouse(let event): handleMouse(event)
    case .paste(let text): workOnTop { $0.paste(text) }
    case .focus, .resize: break
    }
  }

  /// Whether a key locks the journal: wherever the keys are, in a dialog and in a field as well, unless it is a character that is
  /// typed there.
  private func locks(_ input: TerminalInput) -> Bool {
    guard environment.isInVault, case .key(let key) = input, keymap.action(for: key, in: [.everywhere]) == .lock else {
      return false
    }
    if case .function = key.code { return true }
    return !key.modifiers.isEmpty
  }

  /// A failure is read with the next key, unless that came too soon after it.
  private mutating func letFailureGo(at input: TerminalInput) {
    guard let notice, notice.tone == .error, case .key = input,
      now.instant.milliseconds - desk.noticedAt.milliseconds >= Notice.leastOfFailure
    else { return }
    self.notice = nil
  }

  private mutating func interrupt() {
    if interruption.press(at: now.instant) { return requestQuit() }
    let quit = keymap.keys(of: .quit, in: .everywhere).first { $0 != .control("c") }
    say("Press Ctrl-C again to quit" + (quit.map { ", or \($0.name)" } ?? ""))
  }

  /// On a screen on which nothing can be seen, only leaving and drawing anew make sense.
  private mutating func handleTooSmall(_ input: TerminalInput) {
    guard case .key(let key) = input else { return }
    let action = keymap.action(for: key, in: [.everywhere])
    if action == .quit {
      keepDraftForLeaving()
      quitNow()
    }
    if action == .redraw { emit(.redraw) }
    if action == .suspend { emit(.suspend) }
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
    if action == .showSync { return openSync() }
    // A device that was removed has nothing to synchronise with before another one lets it in.
    let isRemoved = syncing.status?.encryption?.state == .removed
    if isRemoved, action == .syncNow || action == .retryRecord { return askAgain() }
    if action == .syncNow { return syncNow() }
    if action == .answerSync { return askWhatSyncAsks() }
    if action == .showAccount { return openAccount() }
    if action == .showRemovedPictures { return openRemovedPictures() }
    if isOfAccount(action) { openAccount() }
    if isOfSync(action) { openSync() }
    workOnTop { $0.perform(action) }
  }

  /// Does what works everywhere.
  private mutating func perform(_ action: CommonAction) {
    switch action {
    case .palette: dialogs.append(.picker(topScreen.palette()))
    case .help: openHelp()
    case .showMessages: openMessages()
    case .showDrafts: workOnDrafts { $0.show() }
    case .lock: lock()
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
