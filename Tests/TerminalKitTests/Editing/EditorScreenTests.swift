import Testing

@testable import TerminalKit

@Suite struct EditorScreenTests {
  /// Long lines wrap at words, long words between characters, and wide characters whole.
  @Test(arguments: [
    ("|The quick brown fox jumps over the lazy dog", 12, "The quick\nbrown fox\njumps over\nthe lazy\ndog"),
    ("|abcdefghijklmnop", 7, "abcdef\nghijkl\nmnop"), ("|漢字かな交じり", 8, "漢字か\nな交じ\nり"),
  ])
  func longLinesWrap(_ picture: String, _ columns: Int, _ screen: String) {
    let rows = screen.split(separator: "\n").count
    #expect(TextEditor(picture: picture, rows: rows, columns: columns).screen == screen)
  }

  @Test func tabsGoToTheNextStop() {
    let editor = TextEditor(picture: "a\tb\n\tc|", rows: 3, columns: 20)
    #expect(editor.screen == "a   b\n    c\n")
    #expect(editor.cursor(in: Rect(editor.viewport)) == Position(row: 1, column: 5))
  }

  @Test func aCharacterWiderThanTheViewportNeitherHangsNorShows() {
    var editor = TextEditor(picture: "漢字|", rows: 3, columns: 1)
    #expect(editor.screen == "\n\n")
    editor.press("<Up><Up><BS>x")
    #expect(editor.text == "x漢字")
  }

  @Test func theCursorIsWhereTheCaretIs() {
    var editor = TextEditor(picture: "e\u{301}漢|x", rows: 2, columns: 10)
    var frame = Frame(Size(rows: 4, columns: 20))
    let rect = Rect(row: 1, column: 5, rows: 2, columns: 10)
    editor.draw(into: &frame, rect: rect, styles: EditorStyles())
    #expect(frame.cursor == Position(row: 1, column: 8))
    editor.draw(into: &frame, rect: rect, styles: EditorStyles(), focused: false)
    editor.press("<End>")
    #expect(editor.cursor(in: rect) == Position(row: 1, column: 9))
  }

  @Test func behindAFullRowThereIsRoomForTheCaret() {
    var editor = TextEditor(picture: "|", rows: 3, columns: 6)
    editor.press("abcde")
    #expect(editor.cursor(in: Rect(editor.viewport)) == Position(row: 0, column: 5))
    editor.press(" ")
    #expect(editor.cursor(in: Rect(editor.viewport)) == Position(row: 0, column: 5))
    editor.press("f")
    #expect(editor.screen == "abcde\nf\n")
    #expect(editor.cursor(in: Rect(editor.viewport)) == Position(row: 1, column: 1))
  }

  @Test func selectionAndMatchesHaveTheirStyles() {
    var editor = TextEditor(picture: "one «two\n|»one", rows: 2, columns: 10)
    let styles = EditorStyles(text: Style(.ansi(1)), selection: Style(.ansi(2)), match: Style(.ansi(3)))
    var frame = Frame(editor.viewport)
    editor.draw(into: &frame, rect: Rect(editor.viewport), styles: styles)
    #expect(frame[0, 0].style == styles.text)
    #expect(frame[0, 4].style == styles.selection)
    #expect(frame[0, 7].style == styles.selection)  // the selected line end
    #expect(frame[0, 8].style == styles.text)
    #expect(frame[1, 0].style == styles.text)
    editor.moveCaret(to: 0)
    editor.find("ON")
    editor.moveCaret(to: 3)
    editor.draw(into: &frame, rect: Rect(editor.viewport), styles: styles)
    #expect(frame[0, 1].style == styles.match)
    #expect(frame[0, 2].style == styles.text)
    #expect(frame[1, 0].style == styles.match)
  }

  @Test func theViewFollowsTheCaretAndTheWheelDoesNotMoveIt() {
    let text = (1...100).map { "line \($0)" }.joined(separator: "\n")
    var editor = TextEditor(picture: "|" + text, rows: 5, columns: 20)
    editor.press("<Down><Down><Down><Down><Down>")
    #expect(editor.screen.hasPrefix("line 2\n"))
    editor.mouse(MouseEvent(.wheelDown, at: Position(row: 0, column: 0)))
    editor.mouse(MouseEvent(.wheelDown, at: Position(row: 0, column: 0)))
    #expect(editor.screen.hasPrefix("line 8\n"))
    #expect(editor.caret.line == 6)
    #expect(editor.cursor(in: Rect(editor.viewport)) == nil)
    editor.press("x")
    #expect(editor.screen.contains("xline 6"))
    editor.press("<C-End>")
    #expect(editor.screen.hasSuffix("line 100"))
    editor.scroll(by: 1_000)
    #expect(editor.screen.hasSuffix("line 100"))
    editor.scroll(by: -1_000)
    #expect(editor.screen.hasPrefix("line 1\n"))
  }

  @Test func resizingKeepsTheCaretOnTheScreen() {
    let text = (1...60).map { "line \($0) with some more words" }.joined(separator: "\n")
    var editor = TextEditor(text: text)
    editor.setViewport(Size(rows: 20, columns: 60), width: TableWidth())
    editor.moveCaret(to: 900)
    for size in [(3, 9), (40, 5), (1, 1), (10, 100), (0, 0), (200, 80)] {
      editor.setViewport(Size(rows: size.0, columns: size.1), width: TableWidth())
      #expect(editor.cursor(in: Rect(editor.viewport)) != nil, "\(size)")
    }
    #expect(editor.screen.hasPrefix("line 1 "))
  }

  @Test func typingKeepsTheRowsAboveUntouched() {
    let text = (1...40).map { "word\($0)" }.joined(separator: " ")
    var editor = TextEditor(picture: text + "|", rows: 4, columns: 20)
    let before = editor.screen
    editor.press(" x")
    #expect(editor.screen.split(separator: "\n").first == before.split(separator: "\n").first)
  }

  @Test func pressPlacesDragSelectsAndDoublePressTakesAWord() {
    var editor = TextEditor(picture: "|one two three\nfour", rows: 3, columns: 20)
    editor.mouse(MouseEvent(.press, at: Position(row: 0, column: 4)))
    #expect(editor.picture == "one |two three\nfour")
    editor.mouse(MouseEvent(.drag, at: Position(row: 1, column: 2)))
    #expect(editor.picture == "one «two three\nfo|»ur")
    editor.mouse(MouseEvent(.drag, at: Position(row: 0, column: 1)))
    #expect(editor.picture == "o«|ne »two three\nfour")
    editor.mouse(MouseEvent(.release, at: Position(row: 0, column: 1)))
    editor.mouse(MouseEvent(.drag, at: Position(row: 0, column: 9)))
    #expect(editor.picture == "o«|ne »two three\nfour")
    editor.mouse(MouseEvent(.doublePress, at: Position(row: 0, column: 5)))
    #expect(editor.picture == "one «two|» three\nfour")
    editor.mouse(MouseEvent(.drag, at: Position(row: 0, column: 10)))
    #expect(editor.picture == "one «two three|»\nfour")
    editor.mouse(MouseEvent(.press, at: Position(row: 0, column: 19)))
    #expect(editor.picture == "one two three|\nfour")
    editor.mouse(MouseEvent(.press, at: Position(row: 2, column: 0)))
    #expect(editor.picture == "one two three\n|four")
  }

  @Test func draggingBeyondTheViewportScrolls() {
    let text = (1...20).map(String.init).joined(separator: "\n")
    var editor = TextEditor(picture: "|" + text, rows: 4, columns: 10)
    editor.mouse(MouseEvent(.press, at: Position(row: 0, column: 0)))
    editor.mouse(MouseEvent(.drag, at: Position(row: 4, column: 0)))
    editor.mouse(MouseEvent(.drag, at: Position(row: 4, column: 0)))
    #expect(editor.selectedText == "1\n2\n3\n4\n5\n")
  }

  @Test func aClickOnTheRightHalfOfAWideCharacterStandsBeforeIt() {
    var editor = TextEditor(picture: "|漢字x", rows: 1, columns: 20)
    editor.mouse(MouseEvent(.press, at: Position(row: 0, column: 3)))
    #expect(editor.picture == "漢|字x")
  }
}
