import Testing

@testable import TerminalKit

@Suite struct LineEditorTests {
  private func screen(_ editor: LineEditor, columns: Int) -> (text: String, cursor: Int?) {
    var frame = Frame(Size(rows: 1, columns: columns))
    editor.draw(into: &frame, rect: Rect(frame.size), styles: EditorStyles())
    return (frame.text, frame.cursor?.column)
  }

  private func press(_ keys: String, _ editor: inout LineEditor) -> EditorOutcome {
    var outcome = EditorOutcome.ignored
    for key in Key.parse(keys) { outcome = editor.handle(key) }
    return outcome
  }

  @Test func typingAndTakingBack() {
    var editor = LineEditor(text: "one")
    #expect(press(" two", &editor) == .changed)
    #expect(editor.text == "one two")
    #expect(press("<C-w>", &editor) == .changed)
    #expect(editor.text == "one ")
    #expect(press("<C-z><C-z>", &editor) == .changed)
    #expect(editor.text == "one ")
    #expect(press("<C-z>", &editor) == .changed)
    #expect(editor.text == "one")
  }

  @Test func keysThatBelongToOthersAreIgnored() {
    var editor = LineEditor(text: "one")
    for keys in ["<Enter>", "<Tab>", "<BackTab>", "<Esc>", "<Up>", "<Down>", "<PgUp>", "<C-s>", "<C-c>"] {
      #expect(press(keys, &editor) == .ignored, "\(keys)")
    }
  }

  @Test func selectingCopyingAndCutting() {
    var editor = LineEditor(text: "one two")
    #expect(press("<S-Left><S-Left><C-c>", &editor) == .copied("wo"))
    #expect(press("<C-x>", &editor) == .cut("wo"))
    #expect(press("<Home><C-v>", &editor) == .changed)
    #expect(editor.text == "woone t")
    _ = press("<C-a>x", &editor)
    #expect(editor.text == "x")
    _ = press("<C-u><C-v>", &editor)
    #expect(editor.text == "wo")
  }

  @Test func lineEndsOfAPasteBecomeBlanks() {
    var editor = LineEditor()
    editor.paste("one\r\ntwo\rthree\nfour")
    #expect(editor.text == "one two three four")
    #expect(LineEditor(text: "a\nb").text == "a b")
  }

  /// Such as a clipboard that holds a picture: the text that is selected is not exchanged for nothing.
  @Test func aPasteOfNothingLeavesWhatIsSelected() {
    var editor = LineEditor(text: "one")
    _ = press("<C-a>", &editor)
    #expect(editor.paste("") == .handled)
    #expect(editor.text == "one")
    editor.paste("two")
    #expect(editor.text == "two")
  }

  @Test func longTextScrollsSideways() {
    var editor = LineEditor(text: "0123456789abcdef")
    editor.setViewport(columns: 8, width: TableWidth())
    #expect(screen(editor, columns: 8) == ("9abcdef", 7))
    _ = press("<Home>", &editor)
    #expect(screen(editor, columns: 8) == ("01234567", 0))
    _ = press("<Right><Right><Right><Right><Right><Right><Right><Right>", &editor)
    #expect(screen(editor, columns: 8) == ("12345678", 7))
    _ = press("<End><BS><BS><BS><BS>", &editor)
    #expect(screen(editor, columns: 8) == ("56789ab", 7))
  }

  @Test func wideCharactersScrollWhole() {
    var editor = LineEditor(text: "漢字かな")
    editor.setViewport(columns: 4, width: TableWidth())
    #expect(screen(editor, columns: 4).text == "な")
    _ = press("<Left>", &editor)
    #expect(screen(editor, columns: 4) == ("な", 0))
    _ = press("<Left><Left>", &editor)
    #expect(screen(editor, columns: 4) == ("字か", 0))
  }

  @Test func theMousePlacesSelectsAndTakesWords() {
    var editor = LineEditor(text: "one two")
    editor.setViewport(columns: 20, width: TableWidth())
    editor.mouse(MouseEvent(.press, at: Position(row: 0, column: 1)))
    #expect(editor.caretOffset == 1)
    editor.mouse(MouseEvent(.drag, at: Position(row: 0, column: 3)))
    #expect(editor.selection == 1..<3)
    editor.mouse(MouseEvent(.doublePress, at: Position(row: 0, column: 5)))
    #expect(editor.selection == 4..<7)
  }

  @Test func hostileTextStaysQuick() {
    var editor = LineEditor()
    editor.setViewport(columns: 30, width: TableWidth())
    editor.paste(
      String(repeating: "\u{200B}", count: 3_000) + String(repeating: "e\u{301}", count: 3_000) + "\u{1B}]0;x")
    _ = press("<Home><End>x<BS>", &editor)
    #expect(screen(editor, columns: 30).text.hasSuffix("␛]0;x"))
  }
}
