import Testing

@testable import TerminalKit

@Suite struct EditorMotionTests {
  @Test(arguments: [
    Typing("a|b", "<Left>", "|ab"),
    Typing("|ab", "<Left>", "|ab"),
    Typing("a|b", "<Right>", "ab|"),
    Typing("one|\r\ntwo", "<Right>", "one\r\n|two"),
    Typing("one\r\n|two", "<Left>", "one|\r\ntwo"),
    Typing("|e\u{301}x", "<Right>", "e\u{301}|x"),
    Typing("👍🏽|", "<Left>", "|👍🏽"),
    Typing("one |two", "<C-Left>", "|one two"),
    Typing("one| two", "<A-Right>", "one two|"),
    Typing("one, |two", "<A-b>", "|one, two"),
    Typing("|one, two", "<A-f><A-f>", "one, two|"),
    Typing("one|\n\ntwo", "<C-Right>", "one\n\ntwo|"),
    Typing("ab\ncd|e", "<Home>", "ab\n|cde"),
    Typing("ab|c\nde", "<End>", "abc|\nde"),
    Typing("ab\ncd|", "<C-Home>", "|ab\ncd"),
    Typing("|ab\ncd", "<C-End>", "ab\ncd|"),
    Typing("abc|\nd\nefg", "<Down>", "abc\nd|\nefg"),
    Typing("abc|\nd\nefg", "<Down><Down>", "abc\nd\nefg|"),
    Typing("ab|c", "<Up>", "|abc"),
    Typing("a|bc", "<Down>", "abc|"),
    Typing("abc\n漢字x|", "<Up>", "abc|\n漢字x"),
    Typing("ab|c\n漢字x", "<Down>", "abc\n漢|字x"),
    Typing("a|bc\n漢字x", "<Down>", "abc\n|漢字x"),
    Typing("a|bc", "<S-Right>", "a«b|»c"),
    Typing("ab|c", "<S-Left><S-Left>", "«|ab»c"),
    Typing("a|b c", "<C-S-Right>", "a«b|» c"),
    Typing("one\nt|wo", "<S-Up>", "o«|ne\nt»wo"),
    Typing("a|b", "<S-End>", "a«b|»"),
    Typing("ab|", "<S-Home>", "«|ab»"),
    Typing("a\nb|\nc", "<C-S-End>", "a\nb«\nc|»"),
    Typing("a\nb|\nc", "<C-a>", "«a\nb\nc|»"),
    Typing("a«bc|»d", "<Left>", "a|bcd"),
    Typing("a«|bc»d", "<Right>", "abc|d"),
    Typing("a«bc|»d", "<Esc>", "abc|d"),
  ])
  func motions(_ typing: Typing) {
    var editor = TextEditor(picture: typing.before)
    editor.press(typing.keys)
    #expect(editor.picture == typing.after)
  }

  @Test func upAndDownGoByRowsOfTheScreenAndKeepTheColumn() {
    // Rows: "aaaa bbbb " / "cc " + … at 10 columns.
    var editor = TextEditor(picture: "aaaa bb|bb cc\ndddddd", columns: 11)
    #expect(editor.screen.hasPrefix("aaaa bbbb\ncc\ndddddd"))
    editor.press("<Down>")
    #expect(editor.picture == "aaaa bbbb cc|\ndddddd")
    editor.press("<Down>")
    #expect(editor.picture == "aaaa bbbb cc\ndddddd|")
    editor.press("<Up><Up>")
    #expect(editor.picture == "aaaa bb|bb cc\ndddddd")
  }

  @Test func homeAndEndTakeTheRowFirstAndThenTheLine() {
    var editor = TextEditor(picture: "aaaa bbbb cc|cc dddd", columns: 11)
    editor.press("<Home>")
    #expect(editor.picture == "aaaa bbbb |cccc dddd")
    editor.press("<Home>")
    #expect(editor.picture == "|aaaa bbbb cccc dddd")
    editor.press("<End>")
    #expect(editor.picture == "aaaa bbbb| cccc dddd")
    editor.press("<End>")
    #expect(editor.picture == "aaaa bbbb cccc dddd|")
  }

  @Test func pagesMoveByAlmostAScreen() {
    let text = (1...50).map(String.init).joined(separator: "\n")
    var editor = TextEditor(picture: "|" + text, rows: 10)
    editor.press("<PgDn>")
    #expect(editor.caret.line == 10)
    #expect(editor.visibleLines == 9..<19)
    editor.press("<PgDn><PgUp><PgUp>")
    #expect(editor.caret.line == 1)
    #expect(editor.visibleLines == 0..<10)
    editor.press("<S-PgDn>")
    #expect(editor.selectedText == "1\n2\n3\n4\n5\n6\n7\n8\n9\n")
  }
}
