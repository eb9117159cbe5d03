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

  /// A line of the text, or the title.
  struct Line {
    let isInTitle: Bool
    fileprivate let text: Substring
    /// Its first byte, from the beginning of the text.
    let start: Int

    /// A digest of its words, which tells lines apart as long as the program runs.
    var digest: Int {
      var hasher = Hasher()
      hasher.combine(isInTitle)
      let isWhole: Void? = text.utf8.withContiguousStorageIfAvailable {
        hasher.combine(bytes: UnsafeRawBufferPointer($0))
      }
      if isWhole == nil { for byte in text.utf8 { hasher.combine(byte) } }
      return hasher.finalize()
    }

    /// Its words, in its order.
    var words: [Found] {
      let line = String(text)
      let skipped = isInTitle ? [] : Fences.skipped(in: line)
      return SpellWords.words(in: line, except: skipped).map {
        Found(word: $0.moved(by: start), isInTitle: isInTitle)
      }
    }
  }

  /// The title and the lines of the text that are no code, in their order; and the place among them of the line with the caret, or of
  /// the one behind it.
  var lines: (all: [Line], caret: Int) {
    let isInTitle = editor.field == .title
    let caret = self.caret
    var all = [Line(isInTitle: true, text: Substring(editor.title.text), start: 0)]
    var place = isInTitle ? 0 : nil
    var (isCode, start) = (false, 0)
    for content in editor.body.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let end = start + content.count
      if place == nil, caret <= end { place = all.count }
      if Fences.isFence(content) {
        isCode.toggle()
      } else if !isCode, !content.isEmpty {
        all.append(Line(isInTitle: false, text: Substring(content), start: start))
      }
      start = end + 1
    }
    return (all, place ?? all.count)
  }

  /// The caret, in bytes from the beginning of title or text.
  var caret: Int { editor.field == .title ? editor.title.editor.caretOffset : editor.body.caret.offset }

  /// Follows the fences of code from line to line.
  private struct Fences {
    var isCode: Bool

    mutating func words(of line: String, isWhole: Bool) -> [SpellWord] {
      if isWhole, TextEditor.isFence(line) {
        isCode.toggle()
        return []
      }
      return isCode ? [] : SpellWords.words(in: line, except: Self.skipped(in: line))
    }

    /// Where a line has code, and signs of Markdown.
    static func skipped(in line: String) -> [Range<Int>] {
      SourceTint.spans(of: line).filter {
        $0.role.contains(.code) || $0.role.contains(.codeBlock) || $0.role.contains(.marker)
      }.map(\.range)
    }

    /// Whether a line begins code, or ends it; most need a look at one byte.
    static func isFence(_ line: Substring.UTF8View) -> Bool {
      guard let first = line.first(where: { $0 != UInt8(ascii: " ") }),
        first == UInt8(ascii: "`") || first == UInt8(ascii: "~")
      else { return false }
      return TextEditor.isFence(String(Substring(line)))
    }
  }
}
