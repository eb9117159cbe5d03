/// An editor for text of many lines, as a value: keys, pastes and the mouse go in, cells come out.
///
/// Lines wrap at the edge of the viewport. Text that was not edited stays byte for byte as it came. After every call
/// the rows on the screen are worked out, so that drawing changes nothing.
package struct TextEditor: Equatable, Sendable {
  /// The text, and vi's keys over it, which are off where keys type as in other programs.
  private var keys: ViEditor
  /// Where a drag began.
  var dragOrigin: Range<Int>?

  /// An editor for a text, with the caret at its start.
  package init(text: String, mode: EditorMode = .standard) {
    keys = ViEditor(text, isOn: mode == .vi)
  }

  // MARK: The text

  /// The whole text, copied out; the parts that were not edited are byte for byte as they came.
  package var text: String { core.buffer.text }

  /// Compares with another text byte for byte, without copying.
  package func isIdentical(to other: String) -> Bool { core.buffer.bytes.elementsEqual(other.utf8) }

  /// Counts changes, undone and redone ones too, and never falls.
  package var revision: Int { core.revision }

  /// How many steps can be undone.
  package var undoDepth: Int { core.history.done.count }

  /// Bytes of UTF-8.
  package var byteCount: Int { core.buffer.count }
  /// Lines of the text, not rows of the screen; at least 1.
  package var lineCount: Int { core.buffer.lineCount }
  /// Runs between blanks that have a letter or a digit in them.
  package var wordCount: Int { core.wordCount }
  /// True where the text has no byte.
  package var isEmpty: Bool { core.buffer.count == 0 }

  /// Makes the text another one as one step that can be taken back; caret and view stay where they can.
  package mutating func replaceAll(_ text: String) {
    core.replaceAll(text)
    settle(revealing: true)
  }

  /// Ends the step that typing goes into, so that later text is undone separately; for pauses, and after saving.
  package mutating func closeUndoStep() { core.closeStep() }

  // MARK: Caret and selection

  /// Line, column and offset of the caret; counts the characters of its line before it.
  package var caret: CaretInfo {
    let line = core.buffer.line(at: core.caret)
    let start = core.buffer.lineStarts[line]
    return CaretInfo(
      line: line + 1, column: core.buffer.characterCount(in: start..<core.caret) + 1, offset: core.caret)
  }

  /// The selected bytes; nil where nothing is selected.
  package var selection: Range<Int>? { selectedRange.isEmpty ? nil : selectedRange }
  /// The selected text; empty where nothing is selected.
  package var selectedText: String { core.buffer.text(in: selectedRange) }

  /// The selected bytes, or an empty range at the caret; in vi's visual mode with the character under the caret.
  var selectedRange: Range<Int> { keys.selectedRange }

  /// The text of a range in bytes; what lies outside of the text is left out.
  package func text(in range: Range<Int>) -> String {
    core.buffer.text(in: range.clamped(to: 0..<core.buffer.count))
  }

  /// What was typed since a mark in the caret’s line, the mark included, in bytes; nil where none stands before the caret.
  ///
  /// In vi’s normal mode the character under the caret was typed, too.
  package func range(since mark: String) -> Range<Int>? {
    let line = core.buffer.line(at: core.caret)
    let next = core.buffer.boundary(after: core.caret)
    let isOnLast = !isTyping && next <= core.buffer.count && core.buffer.line(at: next) == line
    let end = isOnLast ? next : core.caret
    let start = core.buffer.lineStarts[line]
    guard let found = core.buffer.text(in: start..<end).ranges(of: mark).last else { return nil }
    let text = core.buffer.text(in: start..<end)
    return start + text.utf8.distance(from: text.startIndex, to: found.lowerBound)..<end
  }

  /// Puts a text in the place of a range in bytes, as one step; the caret stands behind it.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    keys.preparePaste(text)
    core.closeStep()
    core.deselect()
    core.replace(range, with: PastedText.bytes(text, lineBreak: core.buffer.lineBreak))
    core.closeStep()
    goal = nil
    settle(revealing: true)
  }

  /// Puts the caret at an offset in bytes, brought down to the start of the character there.
  package mutating func moveCaret(to offset: Int) {
    core.move(to: offset)
    goal = nil
    settle(revealing: true)
  }

  // MARK: Keys and pastes

  /// How keys are understood; switching keeps text, caret and what can be taken back.
  package var mode: EditorMode {
    get { vi == nil ? .standard : .vi }
    set {
      guard newValue != mode else { return }
      if vi?.mode == .insert { core.endGroup() }
      vi = newValue == .vi ? ViState() : nil
      core.deselect()
      settle(revealing: true)
    }
  }

  /// Takes a key in the current mode, and shows the caret unless the key was ignored.
  package mutating func handle(_ key: Key) -> EditorOutcome {
    let revision = core.revision
    var outcome = vi == nil ? surface.handleStandard(key) : keys.handle(key)
    if core.revision != revision {
      switch outcome {
      case .handled: outcome = .changed
      // A macro may copy and change.
      case .copied(let text): outcome = .cut(text)
      default: break
      }
    }
    if outcome != .ignored { settle(revealing: true) }
    return outcome
  }

  /// Puts in text from a bracketed paste as one step; its line ends become those of this text.
  @discardableResult
  package mutating func paste(_ text: String) -> EditorOutcome {
    let new = PastedText.bytes(text, lineBreak: core.buffer.lineBreak)
    guard !new.isEmpty else { return .handled }
    keys.preparePaste(text)
    core.closeStep()
    core.insert(new)
    goal = nil
    settle(revealing: true)
    return .changed
  }

  // MARK: View

  /// Gives the size of the place on the screen, and how wide characters are in it.
  package mutating func setViewport(_ size: Size, width: any TextWidth) {
    let size = Size(rows: max(1, size.rows), columns: max(1, size.columns))
    let first = layout.range(top, core.buffer).lowerBound
    let caretWasVisible = isVisible(core.caret)
    layout.resize(size, width: width)
    top = layout.row(of: first, core.buffer)
    settle(revealing: caretWasVisible)
  }

  /// Rows and columns of the place on the screen, at least 1 each; 24 × 80 before ``setViewport(_:width:)``.
  package var viewport: Size { layout.size }

  /// The lines of the text that the screen shows, counted from 0.
  package var visibleLines: Range<Int> {
    guard let last = rows.last else { return top.line..<top.line }
    return top.line..<core.buffer.line(at: last.lowerBound) + 1
  }

  /// Moves the view by rows, down where positive; the caret stays where it is.
  package mutating func scroll(by count: Int) {
    top = layout.moved(top, by: count, core.buffer).row
    settle(revealing: false)
  }

  private func isVisible(_ offset: Int) -> Bool { surface.screenRow(of: offset) != nil }
}

/// What lies beneath, by its own names.
extension TextEditor {
  var surface: EditSurface {
    _read { yield keys.surface }
    _modify { yield &keys.surface }
  }
  var core: EditCore {
    _read { yield keys.surface.core }
    _modify { yield &keys.surface.core }
  }
  var layout: LineLayout {
    _read { yield keys.surface.layout }
    _modify { yield &keys.surface.layout }
  }
  var top: VisualRow {
    _read { yield keys.surface.top }
    _modify { yield &keys.surface.top }
  }
  var goal: Int? {
    _read { yield keys.surface.goal }
    _modify { yield &keys.surface.goal }
  }
  var pattern: FindPattern? {
    _read { yield keys.surface.pattern }
    _modify { yield &keys.surface.pattern }
  }
  var rows: [Range<Int>] { _read { yield keys.surface.rows } }
  var vi: ViState? {
    _read { yield keys.vi }
    _modify { yield &keys.vi }
  }

  mutating func settle(revealing: Bool) { keys.surface.settle(revealing: revealing) }
  /// Something was selected without vi's keys: that is its visual mode.
  mutating func enterVisual() { keys.enterVisual() }
  mutating func leaveVisual() { keys.leaveVisual() }
}

/// What a screen wants to know of vi.
extension TextEditor {
  /// The word for a status line: `NORMAL`, `INSERT`, `VISUAL`, `V-LINE`; nil outside of vi.
  package var viStatus: String? {
    switch vi?.mode {
    case nil: nil
    case .normal: "NORMAL"
    case .insert: "INSERT"
    case .visual(let linewise): linewise ? "V-LINE" : "VISUAL"
    }
  }

  /// True where keys type text: always, except in vi's other modes.
  package var isTyping: Bool { vi == nil || vi?.mode == .insert }

  /// Has keys type from here on, as vi's `i` does; does nothing outside of vi.
  package mutating func beginTyping() {
    guard vi?.mode == .normal else { return }
    _ = keys.handle(.character("i"))
    settle(revealing: true)
  }

  /// What outlives the text: registers, macros, the clipboard, the last change, and what was looked for last.
  package struct Memory: Equatable, Sendable {
    var clipboard = ""
    var registers = ViRegisters()
    var yankedLines: String?
    var lastChange: [ViState.Input] = []
    var lastFind: CharacterFind?

    /// Nothing remembered yet.
    package init() {}
  }

  /// What the next text can go on with.
  package var memory: Memory {
    get {
      var memory = Memory()
      memory.clipboard = core.clipboard
      guard let vi else { return memory }
      memory.registers = vi.registers
      memory.yankedLines = vi.yankedLines
      memory.lastChange = vi.lastChange
      memory.lastFind = vi.lastFind
      return memory
    }
    set {
      core.clipboard = newValue.clipboard
      guard vi != nil else { return }
      vi?.registers = newValue.registers
      vi?.yankedLines = newValue.yankedLines
      vi?.lastChange = newValue.lastChange
      vi?.lastFind = newValue.lastFind
    }
  }

  /// The register into which keys are recorded; nil where none are.
  package var recordedRegister: String? { vi?.macro.map { String($0.register) } }

  /// Has a recorded macro know what was looked for, since the words are not typed here.
  package mutating func noteSearch(_ text: String) {
    guard vi?.macroDepth == 0 else { return }
    vi?.macro?.add(.search(text))
  }
}
