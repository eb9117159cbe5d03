import JournalCore
import TerminalKit

/// Keys, pastes and the mouse while an entry is being written.
extension EditorScreen {
  mutating func type(_ input: TerminalInput) -> Bool {
    guard !holds(input) else { return true }
    // Who writes on does not want the caret to jump away.
    state.spellingCommand = nil
    switch input {
    case .key(let key): take(key)
    case .paste(let text): if state.find != nil || !takePastedPictures(text) { pasteText(text) }
    case .mouse, .focus, .resize: break
    }
    return true
  }

  mutating func mouse(_ event: MouseEvent) {
    guard !holds(.mouse(event)) else { return }
    state.spellingCommand = nil
    handleMouse(event)
  }

  /// Once the entry is left, what is typed belongs to the screen that comes when the words are on disk.
  private mutating func holds(_ input: TerminalInput) -> Bool {
    guard state.status == .saving, state.afterSave != .stay else { return false }
    state.held.append(input)
    return true
  }

  private mutating func take(_ key: Key) {
    if state.find != nil { return handleFindKey(key) }
    if takeChipKey(key) { return }
    if state.isVi == true, key.modifiers == .alt {
      // With vi's keys this is Esc and what was typed right behind it; terminals send the same for both.
      take(Key(.escape))
      return ask(.type([.key(Key(key.code))]))
    }
    let action = keymap.action(for: key, in: [.editor])
    if key == .control("c"), action == nil || action == .quit { return copyInEditor(key) }
    if action == nil, undoesPaste(key) { return }
    // A selection is what Esc gives up; in vi mode Esc ends typing.
    if action == .quit || action == .leaveEditor, state.field == .body, takeIntoBody(key) { return }
    if key.code == .escape, action == .leaveEditor, state.isVi == true {
      // Many people press Esc once too often. It does not leave the editor: `:q`, `:wq` and `ZZ` do, from the text of a
      // new entry as well, which would be in insert mode.
      state.field = .body
      _ = takeIntoBody(Key(.escape))
      return
    }
    if let action { return ask(.perform(action)) }
    // What a part of the line below the title has no use for is not for the title either.
    if state.chip != nil { return }
    guard state.field == .title else {
      if key.code == .up, key.modifiers.isEmpty, state.body.caret.offset == 0 {
        state.field = .title
      } else {
        _ = takeIntoBody(key)
      }
      return
    }
    switch key.code {
    case .tab where enterChips(): break
    case .enter, .down, .tab: state.field = .body
    default: react(state.title.handle(key))
    }
  }

  /// Ctrl-C copies what is selected; it never ends the program while a text is being written.
  private mutating func copyInEditor(_ key: Key) {
    let outcome: EditorOutcome
    if state.field == .title {
      outcome = state.title.handle(key)
    } else if state.body.selection != nil {
      // In vi's visual mode, too, where the key means nothing by itself.
      outcome = .copied(state.body.selectedText)
    } else if state.isVi {
      // It ends typing there, as Esc does.
      _ = takeIntoBody(Key(.escape))
      return
    } else {
      outcome = .ignored
    }
    if outcome.copiedText != nil {
      react(outcome)
      return say("Copied", .success)
    }
    let quit = keymap.keys(of: .quit, in: .editor).first { $0 != key }
    say("Nothing is selected." + (quit.map { " \($0.name) quits." } ?? ""))
  }

  /// Gives a key to the body; false where it means nothing there.
  private mutating func takeIntoBody(_ key: Key) -> Bool {
    let outcome = state.body.handle(key)
    react(outcome)
    return outcome != .ignored
  }

  private mutating func react(_ outcome: EditorOutcome) {
    if outcome.didChange { editorChanged() }
    if let text = outcome.copiedText { emit(.copyToClipboard(text)) }
    switch outcome {
    case .findRequested(let forward): openFind(forward: forward)
    case .commandRequested: ask(.perform(.palette))
    case .leaveRequested(let saving): saving ? save(then: .close) : askToDiscard()
    case .spellingRequested(let command): take(command)
    default: break
    }
  }

  // MARK: Finding

  mutating func openFind(forward: Bool = true) {
    state.field = .body
    state.body.searchesForward = forward
    let former = state.body.findText ?? ""
    state.find = LineField(former, selected: true)
    let origin = state.body.place
    state.findOrigin = origin
  }

  private mutating func handleFindKey(_ key: Key) {
    if key == Key(.tab) || key == Key(.backTab) {
      if state.replacement == nil { state.replacement = LineField() }
      state.isReplacing.toggle()
      return
    }
    if state.isReplacing == true { return handleReplacementKey(key) }
    switch (key.code, key.modifiers) {
    case (.escape, _):
      state.replacement = nil
      state.find = nil
      goBackFromFind()
      state.body.clearFind()
    case (.enter, _):
      let isForward = state.body.searchesForward
      // Before the place where the search began, and not before what was found on the way.
      if !isForward { goBackFromFind() }
      // The match that typing went to is what Enter takes; where it went nowhere, vi's caret is on one already.
      let isThere = isForward && state.body.place != state.findOrigin
      let isFound = isThere || (isForward ? state.body.findNext() : state.body.findPrevious())
      if let text = state.find?.text { state.body.noteSearch(text) }
      if !isFound {
        goBackFromFind()
        say("Not found in this entry")
        // The words can be mended, and Esc closes the field before it leaves the editor; with vi's keys it leaves nothing.
        guard state.isVi else { return }
      }
      state.find = nil
      state.replacement = nil
    case (.down, _), (.character("g"), .control), (.character("n"), .control): _ = state.body.findNext()
    case (.up, _), (.character("p"), .control): _ = state.body.findPrevious()
    default:
      if state.find?.handle(key).didChange == true { searchInEditor() }
    }
  }

  /// Enter replaces a match and goes to the next, Ctrl-R replaces all; Esc stays where the text was changed.
  private mutating func handleReplacementKey(_ key: Key) {
    let words = state.replacement?.text ?? ""
    switch (key.code, key.modifiers) {
    case (.escape, _):
      state.find = nil
      state.replacement = nil
      state.isReplacing = false
      state.body.clearFind()
      // The next match is selected: what is typed next must not replace it.
      let offset = state.body.caret.offset
      state.body.moveCaret(to: offset)
      return
    case (.enter, _):
      if state.body.replaceMatch(with: words) != true, state.body.findPosition.total == 0 {
        say("Not found in this entry")
      }
    case (.character("r"), .control):
      let count = state.body.replaceAllMatches(with: words)
      say(count == 0 ? "Not found in this entry" : "Replaced \(counted(count, "match", "matches"))")
    case (.down, _): _ = state.body.findNext()
    case (.up, _): _ = state.body.findPrevious()
    default: _ = state.replacement?.handle(key)
    }
    editorChanged()
    // What was changed is not gone back from.
    let place = state.body.place
    state.findOrigin = place
  }

  mutating func searchInEditor() {
    guard let text = state.find?.text else { return }
    if text.isEmpty {
      goBackFromFind()
      state.body.clearFind()
    } else {
      let isForward = state.body.searchesForward
      if !isForward { goBackFromFind() }
      if state.body.find(text, forward: isForward) == false { goBackFromFind() }
    }
  }

  /// What a search selected on its way must not be what the next key replaces.
  private mutating func goBackFromFind() {
    if let origin = state.findOrigin { state.body.goBack(to: origin) }
  }

  mutating func findAgain() {
    guard state.body.findText != nil else { return openFind() }
    if state.body.findNext() == false { say("Not found in this entry") }
  }

  // MARK: Mouse

  private mutating func handleMouse(_ event: MouseEvent) {
    let rects = self.layout
    let place = event.position
    switch event.kind {
    case .wheelUp, .wheelDown: mouseInBody(event, rects)
    case .press where place.row == size.rows - 1:
      if state.find == nil, !state.isFocusMode { ask(.pressHint(column: place.column)) }
    case .press, .doublePress:
      state.chip = nil
      if rects.title.contains(place) {
        state.field = .title
        mouseInTitle(event, rects)
      } else if rects.date.contains(place), event.kind == .press {
        ask(.perform(.editorDate))
      } else if rects.meta.contains(place), event.kind == .press {
        openMeta(at: place.column - rects.meta.column)
      } else if rects.body.contains(place) {
        state.field = .body
        mouseInBody(event, rects)
      }
    case .drag, .release:
      if state.field == .title { mouseInTitle(event, rects) } else { mouseInBody(event, rects) }
    case .rightPress: break
    }
  }

  private mutating func mouseInTitle(_ event: MouseEvent, _ rects: EditorLayout) {
    let inside = relative(event, to: rects.title)
    state.title.mouse(inside)
  }

  private mutating func mouseInBody(_ event: MouseEvent, _ rects: EditorLayout) {
    let inside = relative(event, to: rects.body)
    state.body.mouse(inside)
  }

  private func relative(_ event: MouseEvent, to rect: Rect) -> MouseEvent {
    MouseEvent(
      event.kind, at: Position(row: event.position.row - rect.row, column: event.position.column - rect.column))
  }

  /// A press on the line below the title opens what was pressed.
  private mutating func openMeta(at column: Int) {
    let chip = metaChips(of: state).first { column < $0.columns.upperBound + 3 }
    if let chip { ask(.perform(chip.part.action)) }
  }
}
