import JournalCore
import TerminalKit

/// The text in the editor with the look of what its Markdown means.
extension EditorScreen {
  /// The sign of vi's mode at the left end of the line of keys: only while its keys go to the text.
  var modeSign: (text: String, style: Style)? {
    guard dialogs.isEmpty, state.field == .body, state.find == nil, var mode = state.body.viStatus else { return nil }
    if let register = state.body.recordedRegister { mode += " REC @\(register)" }
    let ground = theme.grounds.base
    let style: Style =
      if !theme.paints {
        Style(.standard, on: .standard, [.reverse, .bold])
      } else if mode.hasPrefix("INSERT") || mode.hasPrefix("REPLACE") {
        theme.markedText.with(.bold)
      } else {
        Style(ground, on: (mode.hasPrefix("V") ? theme.warning : theme.secondary).foreground, .bold)
      }
    return (" \(mode) ", style)
  }

  /// The words of the text, and that they are kept once the person rests.
  var placeWords: [String] {
    let editor = state
    guard dialogs.isEmpty, editor.body.wordCount > 0 else { return [] }
    let words = counted(editor.body.wordCount, "word", "words")
    guard editor.isRested, case .draftKept = editor.status else { return [words] }
    return ["\(words) \(glyphs.separator) draft kept"]
  }
}
