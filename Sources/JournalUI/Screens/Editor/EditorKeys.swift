import JournalCore
import TerminalKit

/// Keys, pastes and the mouse while an entry is being written.
extension Model {
  mutating func handleEditor(_ input: TerminalInput) {
    if editor?.status == .saving, editor?.afterSave != .stay {
      // These belong to the screen that comes when the words are on disk.
      editor?.held.append(input)
      return
    }
    switch input {
    case .key(let key): handleEditorKey(key)
    case .paste(let text): if editor?.find != nil || !takePastedPictures(text) { pasteText(text) }
    case .mouse(let event): handleEditorMouse(event)
    case .focus, .resize: break
    }
  }

  private mutating func handleEditorKey(_ key: Key) {
    if editor?.find != nil { return handleFindKey(key) }
    if takeChipKey(key) { return }
    if editor?.isVi == true, key.modifiers == .alt {
      // With vi's keys this is Esc and what was typed right behind it; terminals send the same for both.
      handleEditorKey(Key(.escape))
      return handle(.key(Key(key.code)))
    }
    let action = keymap.action(for: key, in: [.editor])
    if key == .control("c"), action == nil || action == .quit { return copyInEditor(key) }
    // A selection is what Esc gives up; in vi mode Esc ends typing.
    if action == .quit || action == .leaveEditor, editor?.field == .body, takeIntoBody(key) { return }
    if key.code == .escape, action == .leaveEditor, editor?.isVi == true {
      // Many people press Esc once too often. It does not leave the editor: `:q`, `:wq` and `ZZ` do.
      editor?.field = .body
      return
    }
    if let action { return perform(action) }
    // What a part of the line below the title has no use for is not for the title either.
    if editor?.chip != nil { return }
    guard editor?.field == .title else {
      if key.code == .up, key.modifiers.isEmpty, editor?.body.caret.offset == 0 {
        editor?.field = .title
      } else {
        _ = takeIntoBody(key)
      }
      return
    }
    switch key.code {
    case .tab where enterChips(): break
    case .enter, .down, .tab: editor?.field = .body
    default: if let outcome = editor?.title.handle(key) { react(outcome) }
    }
  }

  /// Ctrl-C copies what is selected; it never ends the program while a text is being written.
  private mutating func copyInEditor(_ key: Key) {
    guard let editor else { return }
    let outcome: EditorOutcome
    if editor.field == .title {
      outcome = self.editor?.title.handle(key) ?? .ignored
    } else if editor.body.selection != nil {
      // In vi's visual mode, too, where the key means nothing by itself.
      outcome = .copied(editor.body.selectedText)
    } else if editor.isVi {
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
    guard let outcome = editor?.body.handle(key) else { return false }
    react(outcome)
    return outcome != .ignored
  }

  private mutating func react(_ outcome: EditorOutcome) {
    if outcome.didChange { editorChanged() }
    if let text = outcome.copiedText { emit(.copyToClipboard(text)) }
    switch outcome {
    case .findRequested(let forward): openFind(forward: forward)
    case .commandRequested: openPalette()
    case .leaveRequested(let saving): saving ? saveEditor(then: .close) : askToDiscardEditor()
    default: break
    }
  }

  mutating func pasteText(_ text: String) {
    if editor?.chip != nil { leaveChips(to: .body) }
    if editor?.find != nil, editor?.isReplacing == true {
      editor?.replacement?.paste(text)
    } else if editor?.find != nil {
      editor?.find?.paste(text)
      searchInEditor()
    } else if editor?.field == .title {
      pasteIntoTitle(text)
    } else {
      editor?.body.paste(text)
      editorChanged()
    }
  }

  /// Of several lines the first goes into the title, and the others before the text, with their ends.
  private mutating func pasteIntoTitle(_ text: String) {
    let scalars = text.unicodeScalars
    let isEnd = { (scalar: Unicode.Scalar) in scalar == "\n" || scalar == "\r" }
    let start = scalars.firstIndex { !isEnd($0) && !$0.properties.isWhitespace } ?? scalars.startIndex
    let end = scalars[start...].firstIndex(where: isEnd) ?? scalars.endIndex
    editor?.title.paste(String(scalars[start..<end]))
    let rest = String(scalars[end...].drop(while: isEnd))
    if !trimmed(rest).isEmpty {
      let hasText = editor?.body.isEmpty == false
      editor?.body.moveCaret(to: 0)
      editor?.body.paste(hasText ? rest + "\n\n" : rest)
      editor?.field = .body
    }
    editorChanged()
  }

  mutating func performInEditor(_ action: Action) -> Bool {
    switch action {
    case .save: saveEditor(then: .stay)
    case .leaveEditor: saveEditor(then: .close)
    case .editExternally: editExternally()
    case .find: openFind()
    case .findNext: findAgain()
    case .switchField:
      let field = editor?.field
      editor?.field = field == .title ? .body : .title
    case .editorDate: openDatePrompt(.change(.editor))
    case .editorMood: openMoodPicker(.editor)
    case .editorCategory: openCategoryPicker(.editor)
    case .editorTags: openTagPickerInEditor()
    case .editorPictures: chooseFiles()
    case .focusMode: isFocusMode.toggle()
    case .editorFavorite: changeInEditor { $0.isFavorite.toggle() }
    case .takeTheirs: takeTheirs()
    case .discardChanges: askToDiscardEditor()
    default: return false
    }
    return true
  }

  // MARK: Finding

  private mutating func openFind(forward: Bool = true) {
    editor?.field = .body
    editor?.body.searchesForward = forward
    let former = editor?.body.findText ?? ""
    editor?.find = LineField(former, selected: true)
    let origin = editor?.body.place
    editor?.findOrigin = origin
  }

  private mutating func handleFindKey(_ key: Key) {
    if key == Key(.tab) || key == Key(.backTab) {
      if editor?.replacement == nil { editor?.replacement = LineField() }
      editor?.isReplacing.toggle()
      return
    }
    if editor?.isReplacing == true { return handleReplacementKey(key) }
    switch (key.code, key.modifiers) {
    case (.escape, _):
      editor?.replacement = nil
      editor?.find = nil
      goBackFromFind()
      editor?.body.clearFind()
    case (.enter, _):
      let isForward = editor?.body.searchesForward ?? true
      // Before the place where the search began, and not before what was found on the way.
      if !isForward { goBackFromFind() }
      // The match that typing went to is what Enter takes; where it went nowhere, vi's caret is on one already.
      let isThere = isForward && editor?.body.place != editor?.findOrigin
      let isFound = isThere || (isForward ? editor?.body.findNext() : editor?.body.findPrevious()) ?? false
      if let text = editor?.find?.text { editor?.body.noteSearch(text) }
      editor?.find = nil
      editor?.replacement = nil
      if !isFound {
        goBackFromFind()
        say("Not found in this entry")
      }
    case (.down, _), (.character("g"), .control), (.character("n"), .control): _ = editor?.body.findNext()
    case (.up, _), (.character("p"), .control): _ = editor?.body.findPrevious()
    default:
      if editor?.find?.handle(key).didChange == true { searchInEditor() }
    }
  }

  /// Enter replaces a match and goes to the next, Ctrl-R replaces all; Esc stays where the text was changed.
  private mutating func handleReplacementKey(_ key: Key) {
    let words = editor?.replacement?.text ?? ""
    switch (key.code, key.modifiers) {
    case (.escape, _):
      editor?.find = nil
      editor?.replacement = nil
      editor?.isReplacing = false
      editor?.body.clearFind()
      // The next match is selected: what is typed next must not replace it.
      if let offset = editor?.body.caret.offset { editor?.body.moveCaret(to: offset) }
      return
    case (.enter, _):
      if editor?.body.replaceMatch(with: words) != true, editor?.body.findPosition.total == 0 {
        say("Not found in this entry.")
      }
    case (.character("r"), .control):
      let count = editor?.body.replaceAllMatches(with: words) ?? 0
      say(count == 0 ? "Not found in this entry." : "Replaced \(counted(count, "match", "matches")).")
    case (.down, _): _ = editor?.body.findNext()
    case (.up, _): _ = editor?.body.findPrevious()
    default: _ = editor?.replacement?.handle(key)
    }
    editorChanged()
    // What was changed is not gone back from.
    let place = editor?.body.place
    editor?.findOrigin = place
  }

  private mutating func searchInEditor() {
    guard let text = editor?.find?.text else { return }
    if text.isEmpty {
      goBackFromFind()
      editor?.body.clearFind()
    } else {
      let isForward = editor?.body.searchesForward ?? true
      if !isForward { goBackFromFind() }
      if editor?.body.find(text, forward: isForward) == false { goBackFromFind() }
    }
  }

  /// What a search selected on its way must not be what the next key replaces.
  private mutating func goBackFromFind() {
    if let origin = editor?.findOrigin { editor?.body.goBack(to: origin) }
  }

  private mutating func findAgain() {
    guard editor?.body.findText != nil else { return openFind() }
    if editor?.body.findNext() == false { say("Not found in this entry") }
  }

  // MARK: Mouse

  private mutating func handleEditorMouse(_ event: MouseEvent) {
    let rects = editorLayout
    let place = event.position
    switch event.kind {
    case .wheelUp, .wheelDown: mouseInBody(event, rects)
    case .press where place.row == size.rows - 1:
      if editor?.find == nil, !isFocusMode, let action = hintedAction(atColumn: place.column) { perform(action) }
    case .press, .doublePress:
      editor?.chip = nil
      if rects.title.contains(place) {
        editor?.field = .title
        mouseInTitle(event, rects)
      } else if rects.date.contains(place), event.kind == .press {
        perform(.editorDate)
      } else if rects.meta.contains(place), event.kind == .press {
        openMeta(at: place.column - rects.meta.column)
      } else if rects.body.contains(place) {
        editor?.field = .body
        mouseInBody(event, rects)
      }
    case .drag, .release:
      if editor?.field == .title { mouseInTitle(event, rects) } else { mouseInBody(event, rects) }
    }
  }

  private mutating func mouseInTitle(_ event: MouseEvent, _ rects: EditorLayout) {
    let inside = relative(event, to: rects.title)
    editor?.title.mouse(inside)
  }

  private mutating func mouseInBody(_ event: MouseEvent, _ rects: EditorLayout) {
    let inside = relative(event, to: rects.body)
    editor?.body.mouse(inside)
  }

  private func relative(_ event: MouseEvent, to rect: Rect) -> MouseEvent {
    MouseEvent(
      event.kind, at: Position(row: event.position.row - rect.row, column: event.position.column - rect.column))
  }

  /// A press on the line below the title opens what was pressed.
  private mutating func openMeta(at column: Int) {
    guard let editor else { return }
    let chip = metaChips(of: editor).first { column < $0.columns.upperBound + 3 }
    if let chip { perform(chip.part.action) }
  }
}
