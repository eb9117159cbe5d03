import JournalCore
import MarkdownKit
import TerminalKit

/// The words of a text that is being written, as far as their spelling can be checked.
struct EditorWords {
  private let editor: EditorModel
  /// Those of the title, in its order.
  let titleWords: [SpellWord]
  /// Those of the text on the screen, in its order.
  let wordsOnScreen: [SpellWord]
  /// The word of title or text that the caret stands in, or behind; nil where none does.
  let wordAtCaret: SpellWord?

  init(_ editor: EditorModel) {
    self.editor = editor
    titleWords = SpellWords.words(in: editor.title.text)
    var fences = Fences(isCode: false)
    let lines = editor.body.linesOnScreen
    if let first = lines.first { fences.isCode = editor.body.isFenced(line: first.number) }
    wordsOnScreen = lines.flatMap { line in
      fences.words(of: line.text, isWhole: line.isWhole).map { $0.moved(by: line.start) }
    }
    let isInTitle = editor.field == .title
    let caret = isInTitle ? editor.title.editor.caretOffset : editor.body.caret.offset
    wordAtCaret = (isInTitle ? titleWords : wordsOnScreen).last {
      $0.range.lowerBound <= caret && caret <= $0.range.upperBound
    }
  }

  /// The word in which keys type at the moment: it is not done yet.
  var typed: SpellWord? {
    guard editor.find == nil, editor.chip == nil, editor.field == .title || editor.body.isTyping else { return nil }
    return wordAtCaret
  }

  /// Those of the whole text, from the caret on and around its end, or in the other direction; the one at the caret comes last.
  func fromCaret(forward: Bool) -> [SpellWord] {
    let caret = editor.body.caret.offset
    var fences = Fences(isCode: false)
    var words: [SpellWord] = []
    var start = 0
    for line in editor.body.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      words += fences.words(of: String(Substring(line)), isWhole: true).map { $0.moved(by: start) }
      start += line.count + 1
    }
    let after = words.filter { $0.range.lowerBound > caret }
    let before = words.filter { $0.range.lowerBound <= caret }
    guard !forward else { return after + before }
    let (passed, here) = (before.filter { $0.range.upperBound <= caret }, before.filter { $0.range.upperBound > caret })
    return passed.reversed() + after.reversed() + here
  }

  /// Follows the fences of code from line to line.
  private struct Fences {
    var isCode: Bool

    mutating func words(of line: String, isWhole: Bool) -> [SpellWord] {
      if isWhole, TextEditor.isFence(line) {
        isCode.toggle()
        return []
      }
      guard !isCode else { return [] }
      let skipped = SourceTint.spans(of: line).filter {
        $0.role.contains(.code) || $0.role.contains(.codeBlock) || $0.role.contains(.marker)
      }
      return SpellWords.words(in: line, except: skipped.map(\.range))
    }
  }
}
