import Testing

@testable import TerminalKit

/// A text before, the keys, and the text after.
struct Typing: Sendable, CustomTestStringConvertible {
  var before: String
  var keys: String
  var after: String
  init(_ before: String, _ keys: String, _ after: String) {
    (self.before, self.keys, self.after) = (before, keys, after)
  }
  var testDescription: String { "\(before.debugDescription) \(keys)" }
}

@Suite struct EditorTypingTests {
  @Test(arguments: [
    Typing("|", "hello", "hello|"),
    Typing("a|c", "b", "ab|c"),
    Typing("«old|» text", "new", "new| text"),
    Typing("ab|", "<BS>", "a|"),
    Typing("|ab", "<BS>", "|ab"),
    Typing("a|b", "<Del>", "a|"),
    Typing("ab|", "<Del>", "ab|"),
    Typing("one\n|two", "<BS>", "one|two"),
    Typing("one|\ntwo", "<Del>", "one|two"),
    Typing("one\r\n|two", "<BS>", "one|two"),
    Typing("one|\r\ntwo", "<Del>", "one|two"),
    Typing("x👩‍💻|", "<BS>", "x|"),
    Typing("x|👨‍👩‍👧‍👦y", "<Del>", "x|y"),
    Typing("cafe\u{301}|", "<BS>", "caf|"),
    Typing("🇩🇪🇫🇷|", "<BS>", "🇩🇪|"),
    Typing("漢字|", "<BS>", "漢|"),
    Typing("cafe|", "\u{301}", "cafe\u{301}|"),
    Typing("«all|»", "<BS>", "|"),
    Typing("one two|", "<C-w>", "one |"),
    Typing("one two|", "<A-BS>", "one |"),
    Typing("one two  |", "<C-BS>", "one |"),
    Typing("one\n|two", "<C-w>", "|two"),
    Typing("|one two", "<A-d>", "| two"),
    Typing("one| two", "<C-Del>", "one|"),
    Typing("one |two three", "<C-k>", "one |"),
    Typing("one|\ntwo", "<C-k>", "one|two"),
    Typing("one |two", "<C-u>", "|two"),
    Typing("one\n|two", "<C-u>", "one|two"),
    Typing("one |two", "<C-k><Home><C-v>", "two|one "),
    Typing("日本語の|文", "<C-w>", "日本語|文"),
  ])
  func changes(_ typing: Typing) {
    var editor = TextEditor(picture: typing.before)
    editor.press(typing.keys)
    #expect(editor.picture == typing.after)
  }

  @Test func everyChangeCountsAndIsTold() {
    var editor = TextEditor(picture: "a|")
    editor.press("b", gives: .changed)
    #expect(editor.revision == 1)
    editor.press("<Left>", gives: .handled)
    #expect(editor.revision == 1)
    editor.press("<C-z>", gives: .changed)
    #expect(editor.revision == 2)
    editor.press("<C-z>", gives: .handled)
    editor.press("<C-q>", gives: .ignored)
    editor.press("<Esc>", gives: .ignored)
  }

  @Test func copyCutAndPaste() {
    var editor = TextEditor(picture: "«one|» two")
    editor.press("<C-c>", gives: .copied("one"))
    editor.press("<C-x>", gives: .cut("one"))
    #expect(editor.picture == "| two")
    editor.press("<End><C-v>", gives: .changed)
    #expect(editor.picture == " twoone|")
    editor.press("<C-c>", gives: .ignored)
  }

  @Test func pasteIsOneStepAndTakesTheLineEndsOfTheText() {
    var editor = TextEditor(picture: "a\r\nb|\r\nc")
    editor.paste("1\n2\r3\r\n4")
    #expect(editor.text.utf8.elementsEqual("a\r\nb1\r\n2\r\n3\r\n4\r\nc".utf8))
    editor.press("<C-z>")
    #expect(editor.picture == "a\r\nb|\r\nc")
  }

  @Test func pastedControlCharactersStayDataAndShowAsMarks() {
    var editor = TextEditor(picture: "|", rows: 1, columns: 30)
    editor.paste("a\u{1B}[31mred\u{0}\u{202E}x")
    #expect(editor.text == "a\u{1B}[31mred\u{0}\u{202E}x")
    #expect(editor.screen == "a␛[31mred␀⇄x")
  }

  @Test(arguments: [
    "", "\n", "no newline", "one\n", "one\r\ntwo\r\n", "mixed\r\nends\nand\rmore\n\r\n", "tab\there", "nul\u{0}nul",
    "cafe\u{301} café", "\u{FEFF}bom", "trailing  \n\n\n", "a\u{2028}b\u{85}c",
  ])
  func whatIsNotEditedStaysByteForByte(_ text: String) {
    var editor = TextEditor(text: text)
    #expect(editor.isIdentical(to: text))
    editor.press("<C-End>x<BS><C-Home><Enter><BS>")
    #expect(editor.isIdentical(to: text))
    editor.press("<C-z><C-z><C-z><C-z><C-z>")
    #expect(Array(editor.text.utf8) == Array(text.utf8))
  }

  @Test func wordsAreCountedAsTheyAreTyped() {
    var editor = TextEditor(picture: "one two — three|")
    #expect(editor.wordCount == 3)
    editor.press(" four")
    #expect(editor.wordCount == 4)
    editor.press("<C-Home><Del><Del><Del><Del>")
    #expect(editor.wordCount == 3)
    editor.press("<C-a><BS>")
    #expect(editor.wordCount == 0)
    editor.press("<C-z>")
    #expect(editor.wordCount == 3)
  }

  @Test func replacingAllKeepsTheCaretAndCanBeTakenBack() {
    var editor = TextEditor(picture: "one two| three")
    editor.replaceAll("one 2 two three")
    #expect(editor.picture == "one 2 two| three")
    editor.press("<C-z>")
    #expect(editor.picture == "one two| three")
    editor.replaceAll("one two three")
    let isUndone = editor.undo()
    #expect(!isUndone)
  }

  @Test func replacingAllNeverCutsACharacter() {
    var editor = TextEditor(picture: "caf\u{e9}|")
    editor.replaceAll("caf\u{e8}")
    #expect(editor.text == "caf\u{e8}")
    editor.press("<C-z>")
    #expect(editor.text == "caf\u{e9}")
  }

  @Test func caretTellsLineAndColumn() {
    let editor = TextEditor(picture: "one\nd👩‍💻x|y")
    #expect(editor.caret == CaretInfo(line: 2, column: 4, offset: 17))
  }
}
