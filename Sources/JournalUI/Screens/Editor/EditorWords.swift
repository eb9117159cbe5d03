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

  /// A word of the title or of the text.
  struct Found {
    let word: SpellWord
    let isInTitle: Bool
  }

  /// Those of title and text, from the caret on and around the end, or in the other direction; the one at the caret comes last.
  func fromCaret(forward: Bool) -> [Found] {
    let isInTitle = editor.field == .title
    let caret = isInTitle ? editor.title.editor.caretOffset : editor.body.caret.offset
    let all = titleWords.map { Found(word: $0, isInTitle: true) } + textWords.map { Found(word: $0, isInTitle: false) }
    func isBefore(_ found: Found, _ edge: Int) -> Bool {
      found.isInTitle == isInTitle ? edge <= caret : found.isInTitle
    }
    guard !forward else {
      let after = all.filter { !isBefore($0, $0.word.range.lowerBound) }
      return after + all.filter { isBefore($0, $0.word.range.lowerBound) }
    }
    let passed = all.filter { isBefore($0, $0.word.range.upperBound) }
    let rest = all.filter { !isBefore($0, $0.word.range.upperBound) }
    // The one at the caret begins before it.
    let here = rest.prefix { isBefore($0, $0.word.range.lowerBound) }
    return passed.reversed() + rest.dropFirst(here.count).reversed() + here
  }

  /// Those of the whole text, in its order.
  private var textWords: [SpellWord] {
    var fences = Fences(isCode: false)
    var words: [SpellWord] = []
    var start = 0
    for line in editor.body.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      words += fences.words(of: String(Substring(line)), isWhole: true).map { $0.moved(by: start) }
      start += line.count + 1
    }
    return words
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
