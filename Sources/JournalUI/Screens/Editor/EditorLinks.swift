import JournalCore
import TerminalKit

/// Links to other entries, in the text that is being written.
extension EditorScreen {
  /// Puts a link in where the caret stands; brackets that were typed already are completed.
  mutating func insertLink(to title: String) {
    guard let link = EntryLink.text(to: title) else {
      return say("A link cannot have [ ] | or # in it.", .warning)
    }
    state.field = .body
    let before = state.body.textBeforeCaret(bytes: 2)
    state.body.paste(before == "[[" ? String(link.dropFirst(2)) : link)
    editorChanged()
  }
}
