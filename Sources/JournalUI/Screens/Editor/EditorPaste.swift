import JournalCore
import TerminalKit

/// What was pasted over title and text in one go, so that one undo takes back both parts.
struct WidePaste: Hashable, Sendable {
  /// How many steps of the text could be undone before it.
  let depth: Int
  /// The title's revision right after it, or after it was taken back.
  var titleRevision: Int
  /// The text's revision right after it was taken back.
  var textRevision = 0
  var isUndone = false
}

/// Pasting into the editor.
extension EditorScreen {
  mutating func pasteText(_ text: String) {
    if state.chip != nil { leaveChips(to: .body) }
    if state.find != nil, state.isReplacing == true {
      state.replacement?.paste(text)
    } else if state.find != nil {
      state.find?.paste(text)
      searchInEditor()
    } else if state.field == .title {
      pasteIntoTitle(text)
    } else {
      state.body.paste(text)
      editorChanged()
    }
  }

  /// Of several lines the first goes into the title, and the others before the text, with their ends.
  private mutating func pasteIntoTitle(_ text: String) {
    let scalars = text.unicodeScalars
    let isEnd = { (scalar: Unicode.Scalar) in scalar == "\n" || scalar == "\r" }
    let first = scalars.firstIndex { !isEnd($0) && !$0.properties.isWhitespace } ?? scalars.startIndex
    // Blanks before the first word part it from words that are there.
    let isInLine = !scalars[..<first].contains(where: isEnd)
    let start = isInLine && !state.title.isEmpty ? scalars.startIndex : first
    let end = scalars[start...].firstIndex(where: isEnd) ?? scalars.endIndex
    state.title.paste(String(scalars[start..<end]))
    let rest = String(scalars[end...].drop(while: isEnd))
    if !trimmingSpace(rest).isEmpty {
      let hasText = !state.body.isEmpty
      let depth = state.body.undoDepth
      state.body.moveCaret(to: 0)
      state.body.paste(hasText ? rest + "\n\n" : rest)
      state.field = .body
      state.widePaste = WidePaste(depth: depth, titleRevision: state.title.editor.revision)
    }
    editorChanged()
  }

  // MARK: One undo for both

  /// Undoes, or does again, in title and text together where that is what was pasted over both.
  ///
  /// - Returns: False where the key means something else.
  mutating func undoesPaste(_ key: Key) -> Bool {
    guard let paste = state.widePaste, state.find == nil else { return false }
    guard paste.titleRevision == state.title.editor.revision else {
      // What the title has of its own is undone for itself.
      state.widePaste = nil
      return false
    }
    let isInText = state.field == .body
    // In vi the text has keys of its own, and takes them only where it is not typed into.
    guard !isInText || !state.isVi || state.body.viStatus == "NORMAL" else { return false }
    let (undo, redo) = state.isVi ? (Key(.character("u")), Key.control("r")) : (Key.control("z"), Key.control("y"))
    let isUndo = key == (isInText ? undo : .control("z"))
    guard isUndo || key == (isInText ? redo : .control("y")), isUndo != paste.isUndone || isInText else { return false }
    let (depth, text) = (state.body.undoDepth, state.body.revision)
    guard isInText || depth == paste.depth + (isUndo ? 1 : 0) else { return false }
    _ = state.body.handle(isUndo ? undo : redo)
    let now = state.body.undoDepth
    if isUndo, !paste.isUndone, depth > paste.depth, now <= paste.depth {
      _ = state.title.handle(.control("z"))
      state.widePaste?.isUndone = true
      let revision = state.body.revision
      state.widePaste?.textRevision = revision
      if !state.isVi { state.field = .title }
    } else if !isUndo, paste.isUndone, text == paste.textRevision, now > depth {
      _ = state.title.handle(.control("y"))
      state.widePaste?.isUndone = false
      state.field = .body
    }
    let revision = state.title.editor.revision
    state.widePaste?.titleRevision = revision
    editorChanged()
    return true
  }
}
