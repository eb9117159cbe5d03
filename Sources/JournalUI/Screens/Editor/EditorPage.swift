import JournalCore
import MarkdownKit
import TerminalKit

/// The text in the editor with the look of what its Markdown means.
extension EditorScreen {
  /// What has a look of its own among the words on the screen; only they are read, however long the text is.
  func bodyTints(_ editor: EditorModel) -> [TextEditor.Tint] {
    let lines = editor.body.linesOnScreen
    guard let first = lines.first else { return [] }
    let paragraph = state.isFocusMode ? editor.body.caretParagraph : nil
    var isCode = editor.body.isFenced(line: first.number)
    var tints: [TextEditor.Tint] = []
    for line in lines {
      let isFence = line.isWhole && TextEditor.isFence(line.text)
      defer { if isFence { isCode.toggle() } }
      if let paragraph, !paragraph.contains(line.number) {
        tints.append(TextEditor.Tint(range: line.start..<line.start + line.text.utf8.count, style: theme.faint))
        continue
      }
      for span in SourceTint.spans(of: line.text, isCode: isCode && !isFence) {
        tints.append(
          TextEditor.Tint(
            range: line.start + span.range.lowerBound..<line.start + span.range.upperBound,
            style: style(of: span.role)))
      }
    }
    return tints
  }

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
  var placeWords: String {
    let editor = state
    guard dialogs.isEmpty, editor.body.wordCount > 0 else { return "" }
    let words = counted(editor.body.wordCount, "word", "words")
    guard editor.isRested, case .draftKept = editor.status else { return words }
    return "\(words) \(glyphs.separator) draft kept"
  }
}
