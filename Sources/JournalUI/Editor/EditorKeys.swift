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
    let action = keymap.action(for: key, in: [.editor])
    // A selection is what Ctrl-C copies and Esc gives up; in vi mode Esc ends typing.
    if action == .quit || action == .leaveEditor, editor?.field == .body, takeIntoBody(key) { return }
    if let action { return perform(action) }
    guard editor?.field == .title else {
      if key.code == .up, key.modifiers.isEmpty, editor?.body.caret.offset == 0 {
        editor?.field = .title
      } else {
        _ = takeIntoBody(key)
      }
      return
    }
    switch key.code {
    case .enter, .down, .tab: editor?.field = .body
    default: if let outcome = editor?.title.handle(key) { react(outcome) }
    }
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
    if case .findRequested = outcome { openFind() }
  }

  mutating func pasteText(_ text: String) {
    if editor?.find != nil {
      editor?.find?.paste(text)
      searchInEditor()
    } else if editor?.field == .title {
      editor?.title.paste(text)
      editorChanged()
    } else {
      editor?.body.paste(text)
      editorChanged()
    }
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
    case .editorFavorite: changeInEditor { $0.isFavorite.toggle() }
    case .takeTheirs: takeTheirs()
    case .discardChanges: askToDiscardEditor()
    default: return false
    }
    return true
  }

  // MARK: Finding

  private mutating func openFind() {
    editor?.field = .body
    let former = editor?.body.findText ?? ""
    editor?.find = LineField(former, selected: true)
  }

  private mutating func handleFindKey(_ key: Key) {
    switch (key.code, key.modifiers) {
    case (.escape, _):
      editor?.find = nil
      editor?.body.clearFind()
    case (.enter, _):
      let isFound = editor?.body.findNext() ?? false
      editor?.find = nil
      if !isFound { say("Not found in this entry.") }
    case (.down, _), (.character("g"), .control), (.character("n"), .control): _ = editor?.body.findNext()
    case (.up, _), (.character("p"), .control): _ = editor?.body.findPrevious()
    default:
      if editor?.find?.handle(key).didChange == true { searchInEditor() }
    }
  }

  private mutating func searchInEditor() {
    guard let text = editor?.find?.text else { return }
    if text.isEmpty { editor?.body.clearFind() } else { editor?.body.find(text) }
  }

  private mutating func findAgain() {
    guard editor?.body.findText != nil else { return openFind() }
    if editor?.body.findNext() == false { say("Not found in this entry.") }
  }

  // MARK: Mouse

  private mutating func handleEditorMouse(_ event: MouseEvent) {
    let rects = EditorLayout(size: size, measure: preferences.measure)
    let place = event.position
    switch event.kind {
    case .wheelUp, .wheelDown: mouseInBody(event, rects)
    case .press where place.row == size.rows - 1:
      if editor?.find == nil, let action = hintedAction(atColumn: place.column) { perform(action) }
    case .press, .doublePress:
      if rects.title.contains(place) {
        editor?.field = .title
        mouseInTitle(event, rects)
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
    var end = 0
    for part in metaParts(of: editor.draft, isEditing: true) {
      end += part.pieces.reduce(0) { $0 + width.columns(of: $1.text) } + 3
      if column < end { return perform(part.action) }
    }
  }
}
