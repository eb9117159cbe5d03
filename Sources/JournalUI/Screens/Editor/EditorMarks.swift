import JournalCore
import TerminalKit

/// Misspelt words, as they are drawn.
extension EditorPainter {
  /// The looks of the text on the screen, with what is misspelt underlined.
  func markedTints(_ editor: EditorModel) -> [TextEditor.Tint] {
    let tints = bodyTints(editor)
    guard checksSpelling else { return tints }
    let paragraph = editor.isFocusMode ? editor.body.caretParagraph : nil
    let dimmed = paragraph.map { lines in
      editor.body.linesOnScreen.filter { !lines.contains($0.number) }.map { $0.start..<$0.start + $0.text.utf8.count }
    }
    let words = EditorWords(editor)
    let marks = words.wordsOnScreen.filter { word in
      desk.spelling.isWrong(word.text) && !(dimmed ?? []).contains { $0.overlaps(word.range) }
        && (editor.field == .title || word != words.typed)
    }
    return Self.marked(tints, marks.map(\.range)) { misspelt($0) }
  }

  /// The same of the title.
  func titleTints(_ editor: EditorModel) -> [TextEditor.Tint] {
    guard checksSpelling, !editor.isFocusMode || editor.field == .title else { return [] }
    let words = EditorWords(editor)
    return words.titleWords.filter { word in
      desk.spelling.isWrong(word.text) && (editor.field != .title || word != words.typed)
    }
    .map { TextEditor.Tint(range: $0.range, style: misspelt(theme.heading)) }
  }

  /// The look of a word that is misspelt, from the one that it has else.
  private func misspelt(_ style: Style?) -> Style {
    let own = style?.attributes ?? []
    return theme.error.with(own.union(.underline))
  }

  /// Lays marks over looks, both in the order of the text.
  ///
  /// - Parameter look: The look of what is marked; it is given the one that is there else, nil for that of the text.
  static func marked(
    _ tints: [TextEditor.Tint], _ marks: [Range<Int>], _ look: (Style?) -> Style
  ) -> [TextEditor.Tint] {
    guard !marks.isEmpty else { return tints }
    var edges = Set<Int>()
    for range in tints.map(\.range) + marks {
      edges.insert(range.lowerBound)
      edges.insert(range.upperBound)
    }
    let places = edges.sorted()
    var result: [TextEditor.Tint] = []
    var (tint, mark) = (0, 0)
    for (start, end) in zip(places, places.dropFirst()) {
      while tint < tints.count, tints[tint].range.upperBound <= start { tint += 1 }
      while mark < marks.count, marks[mark].upperBound <= start { mark += 1 }
      let style = tint < tints.count && tints[tint].range.contains(start) ? tints[tint].style : nil
      if mark < marks.count, marks[mark].contains(start) {
        result.append(TextEditor.Tint(range: start..<end, style: look(style)))
      } else if let style {
        result.append(TextEditor.Tint(range: start..<end, style: style))
      }
    }
    return result
  }
}
