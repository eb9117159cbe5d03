import JournalCore
import TerminalKit

/// What was pasted over title and text in one go, so that one undo takes back both parts.
struct WidePaste: Hashable, Sendable {
  /// The title before and after it.
  let titles: [String]
  /// The text before and after it.
  let bodies: [String]
  /// The revisions of title and text right after it, or after it was taken back.
  var revisions: [Int]
  var isUndone = false

  init(titles: (String, String), bodies: (String, String), revisions: [Int]) {
    (self.titles, self.bodies, self.revisions) = ([titles.0, titles.1], [bodies.0, bodies.1], revisions)
  }
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
    let before = (title: state.title.text, body: state.body.text)
    state.title.paste(String(scalars[start..<end]))
    let rest = String(scalars[end...].drop(while: isEnd))
    if !trimmingSpace(rest).isEmpty {
      let hasText = !before.body.isEmpty
      state.body.moveCaret(to: 0)
      state.body.paste(hasText ? rest + "\n\n" : rest)
      state.field = .body
      state.widePaste = WidePaste(
        titles: (before.title, state.title.text), bodies: (before.body, state.body.text), revisions: revisions)
    }
    editorChanged()
  }

  // MARK: One undo for both

  private var revisions: [Int] { [state.title.editor.revision, state.body.revision] }

  /// Takes back both parts of what was pasted over title and text, or brings both back, where nothing was typed since.
  ///
  /// - Returns: False where the key means something else.
  mutating func undoesPaste(_ key: Key) -> Bool {
    guard let paste = state.widePaste, state.find == nil, paste.revisions == revisions else { return false }
    // In vi the text has keys of its own, and takes them only where it is not typed into.
    let isCommanded = state.body.viStatus == "NORMAL"
    let bodyKey = state.isVi ? (paste.isUndone ? .control("r") : Key(.character("u"))) : nil
    let titleKey = Key.control(paste.isUndone ? "y" : "z")
    guard key == (state.field == .body ? bodyKey ?? titleKey : titleKey), bodyKey == nil || isCommanded else {
      return false
    }
    _ = state.body.handle(bodyKey ?? titleKey)
    let wanted = paste.isUndone ? 1 : 0
    guard state.body.text.isIdentical(to: paste.bodies[wanted]) else {
      state.widePaste = nil
      editorChanged()
      return true
    }
    _ = state.title.handle(titleKey)
    state.field = wanted == 0 ? .title : .body
    state.widePaste?.isUndone = wanted == 0
    let now = revisions
    state.widePaste?.revisions = now
    editorChanged()
    return true
  }
}
