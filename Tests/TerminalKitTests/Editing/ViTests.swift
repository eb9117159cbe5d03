import Testing

@testable import TerminalKit

@Suite struct ViTests {
  @Test(arguments: [
    Typing("|one two", "l", "o|ne two"),
    Typing("|one", "10l", "on|e"),
    Typing("one tw|o", "h", "one t|wo"),
    Typing("|one two three", "w", "one |two three"),
    Typing("|one two three", "2w", "one two |three"),
    Typing("|one.two", "w", "one|.two"),
    Typing("|one.two x", "W", "one.two |x"),
    Typing("|one\n\ntwo", "w", "one\n|\ntwo"),
    Typing("|one\n\ntwo", "ww", "one\n\n|two"),
    Typing("one two|", "b", "one |two"),
    Typing("one.two |x", "B", "|one.two x"),
    Typing("|one two", "e", "on|e two"),
    Typing("on|e two", "e", "one tw|o"),
    Typing("one |two", "ge", "on|e two"),
    Typing("  on|e", "0", "|  one"),
    Typing("  on|e", "^", "  |one"),
    Typing("|one\ntwo", "$", "on|e\ntwo"),
    Typing("|a\nb\nc", "G", "a\nb\n|c"),
    Typing("a\nb\n|c", "gg", "|a\nb\nc"),
    Typing("|a\n  b\nc", "2G", "a\n  |b\nc"),
    Typing("|abcabc", "fb", "a|bcabc"),
    Typing("|abcabc", "2fb", "abca|bc"),
    Typing("|abcabc", "tc", "a|bcabc"),
    Typing("|abcabc", "tc;", "abca|bc"),
    Typing("abcab|c", "Fa", "abc|abc"),
    Typing("abcab|c", "Tb", "abcab|c"),
    Typing("abcab|c", "Ta", "abca|bc"),
    Typing("|abcabcabc", "fb;,", "a|bcabcabc"),
    Typing("|abc", "fx", "|abc"),
    Typing("|abc\ndef", "j", "abc\n|def"),
    Typing("ab|c\nd\nefg", "jj", "abc\nd\nef|g"),
    Typing("abc\nde|f", "k", "ab|c\ndef"),
    Typing("|a\n\nb\n\nc", "}", "a\n|\nb\n\nc"),
    Typing("|a\n\nb\n\nc", "2}", "a\n\nb\n|\nc"),
    Typing("a\n\nb\n\n|c", "{", "a\n\nb\n|\nc"),
    Typing("|漢字かな x", "w", "漢字|かな x"),
    Typing("|👩‍💻x", "l", "👩‍💻|x"),
    Typing("|one two one", "*", "one two |one"),
  ])
  func motions(_ typing: Typing) {
    var editor = TextEditor(picture: typing.before, mode: .vi)
    editor.press(typing.keys)
    #expect(editor.picture == typing.after)
    #expect(editor.revision == 0)
  }

  @Test(arguments: [
    Typing("|abc", "x", "|bc"),
    Typing("ab|c", "x", "a|b"),
    Typing("|abc", "2x", "|c"),
    Typing("a|b", "X", "|b"),
    Typing("|one two", "dw", "|two"),
    Typing("one |two\nthree", "dw", "one| \nthree"),
    Typing("|one two three", "2dw", "|three"),
    Typing("|one two three", "d2w", "|three"),
    Typing("|one two", "de", "| two"),
    Typing("one t|wo", "db", "one |wo"),
    Typing("one |two three", "d$", "one| "),
    Typing("one |two\nx", "D", "one| \nx"),
    Typing("one |two", "d0", "|two"),
    Typing("a|bcbd", "dfb", "a|d"),
    Typing("|abcbd", "dtc", "|cbd"),
    Typing("a\n|b\nc", "dd", "a\n|c"),
    Typing("a\nb\n|c", "dd", "a\n|b"),
    Typing("|only", "dd", "|"),
    Typing("|a\nb\nc\nd", "2dd", "|c\nd"),
    Typing("|a\nb\nc", "dj", "|c"),
    Typing("a\nb\n|c", "dk", "|a"),
    Typing("a\n|b\nc", "dG", "|a"),
    Typing("a\n|b\nc", "dgg", "|c"),
    Typing("a\r\n|b\r\nc", "dd", "a\r\n|c"),
    Typing("|one two", "diw", "| two"),
    Typing("one |two three", "daw", "one |three"),
    Typing("one tw|o", "daw", "on|e"),
    Typing("a\nb\n\n|c\nd\n\ne", "dap", "a\nb\n\n|e"),
    Typing("|abc", "rx", "|xbc"),
    Typing("|abc", "2rx", "x|xc"),
    Typing("|abc", "4rx", "|abc"),
    Typing("|abc\n  def", "J", "abc| def"),
    Typing("|a\nb\nc", "3J", "a b| c"),
    Typing("|aBc", "~", "A|Bc"),
    Typing("|aBc", "3~", "Ab|C"),
    Typing("|one", "ylp", "o|one"),
    Typing("|one\ntwo", "yyp", "one\n|one\ntwo"),
    Typing("one\n|two", "yyp", "one\ntwo\n|two"),
    Typing("one\n|two", "yyP", "one\n|two\ntwo"),
    Typing("|one\ntwo\n", "Yjp", "one\ntwo\n|one\n"),
    Typing("|one two", "yw2P", "one one| one two"),
    Typing("|a\nb", "ddp", "b\n|a"),
    Typing("|ab", "xp", "b|a"),
    Typing("|  one\n  two", "yyjp", "  one\n  two\n  |one"),
    Typing("|one\ntwo", ">>", "    |one\ntwo"),
    Typing("    |one\ntwo", "<lt><lt>", "|one\ntwo"),
    Typing("|one\ntwo\nx", ">j", "    |one\n    two\nx"),
    Typing("|one", "d<Esc>x", "|ne"),
    Typing("|one", "3<Esc>x", "|ne"),
  ])
  func commands(_ typing: Typing) {
    var editor = TextEditor(picture: typing.before, mode: .vi)
    editor.press(typing.keys)
    #expect(editor.picture == typing.after)
    while editor.undo() {}
    #expect(editor.text == EditorPicture(typing.before).text)
  }

  @Test(arguments: [
    Typing("|abc", "ix<Esc>", "|xabc"),
    Typing("|abc", "ax<Esc>", "a|xbc"),
    Typing("  a|b", "Ix<Esc>", "  |xab"),
    Typing("|abc", "Ax<Esc>", "abc|x"),
    Typing("a|b\nc", "ox<Esc>", "ab\n|x\nc"),
    Typing("ab\n|c", "Ox<Esc>", "ab\n|x\nc"),
    Typing("  a|b", "ox<Esc>", "  ab\n  |x"),
    Typing("- on|e", "otwo<Esc>", "- one\n- tw|o"),
    Typing("|one two", "cwx<Esc>", "|x two"),
    Typing("on|e two", "cwx<Esc>", "on|x two"),
    Typing("|one two three", "c2wx<Esc>", "|x three"),
    Typing("one |two", "Cx<Esc>", "one |x"),
    Typing("a\n  b|c\nd", "ccx<Esc>", "a\n  |x\nd"),
    Typing("a|bc", "sx<Esc>", "a|xc"),
    Typing("a\nb|c\nd", "Sx<Esc>", "a\n|x\nd"),
    Typing("one t|wo", "ciwx<Esc>", "one |x"),
    Typing("|a(b)c", "ct)x<Esc>", "|x)c"),
    Typing("|ab", "3ix<Esc>", "xx|xab"),
    Typing("|ab", "ix<Esc>.", "|xxab"),
    Typing("|ab", "3ix<Esc>.", "xxxx|xxab"),
    Typing("|ab", "ix<Esc>2.", "x|xxab"),
    Typing("|a", "2ob<Esc>.", "a\nb\nb\nb\n|b"),
    Typing("|one two", "dw.", "|"),
    Typing("|aa bb cc dd", "cwx<Esc>w.", "x |x cc dd"),
    Typing("|abcdef", "2x.", "|ef"),
    Typing("|abcdef", "x3.", "|ef"),
    Typing("|a\nb\nc", "dd.", "|c"),
    Typing("|one\ntwo", "A!<Esc>j.", "one!\ntwo|!"),
    Typing("|a", "oxy<Esc>.", "a\nxy\nx|y"),
    Typing("|a b", "rxw.", "x |x"),
    Typing("|one", "ihello world<Esc>u", "|one"),
    Typing("|one", "ihello world<Esc>u<C-r>", "|hello worldone"),
    Typing("|abcd", "xxx2u", "|bcd"),
    Typing("|one", "ia<BS>b<Left>c<Esc>", "|cbone"),
  ])
  func inserting(_ typing: Typing) {
    var editor = TextEditor(picture: typing.before, mode: .vi)
    editor.press(typing.keys)
    #expect(editor.picture == typing.after)
    #expect(editor.viStatus == "NORMAL")
  }

  @Test(arguments: [
    Typing("|one two", "v", "«|o»ne two"),
    Typing("|one two", "ve", "«on|e» two"),
    Typing("one t|wo", "vb", "one «|tw»o"),
    Typing("|one two", "ved", "| two"),
    Typing("|one two", "vex", "| two"),
    Typing("a|b\nc", "V", "«a|b\n»c"),
    Typing("a|b\nc\nd", "Vjd", "|d"),
    Typing("|one two", "viw", "«on|e» two"),
    Typing("|one two three", "vecx<Esc>", "|x two three"),
    Typing("|one two", "veyP", "on|eone two"),
    Typing("|one\ntwo", "Vyp", "one\n|one\ntwo"),
    Typing("|one two", "veo", "«|one» two"),
    Typing("|one two", "ve<Esc>", "on|e two"),
    Typing("|one two", "vev", "on|e two"),
    Typing("|abc def", "ve~", "ABC| def"),
    Typing("|abc", "vlrx", "|xxc"),
    Typing("|a\nb\nc", "VjJ", "a| b\nc"),
    Typing("|a\nb\nc", "Vj>", "    |a\n    b\nc"),
    Typing("|one two", "yiwwvep", "one |one"),
    Typing("a|b", "v$d", "|a"),
  ])
  func visual(_ typing: Typing) {
    var editor = TextEditor(picture: typing.before, mode: .vi)
    editor.press(typing.keys)
    #expect(editor.picture == typing.after)
  }

  @Test func outcomesTellWhatTheProgramHasToDo() {
    var editor = TextEditor(picture: "|one two", mode: .vi)
    editor.press("yw", gives: .copied("one "))
    editor.press("x", gives: .changed)
    editor.press("/", gives: .findRequested(forward: true))
    editor.press("?", gives: .findRequested(forward: false))
    editor.press(":", gives: .commandRequested)
    editor.press("ZZ", gives: .leaveRequested(saving: true))
    editor.press("ZQ", gives: .leaveRequested(saving: false))
    editor.press("Zx", gives: .handled)
    editor.press("<C-s>", gives: .ignored)
    editor.press("<Esc>", gives: .ignored)
    editor.press("d<Esc>", gives: .handled)
    editor.press("i<Esc>", gives: .handled)
    editor.press("Z", gives: .handled)
  }

  @Test func statusAndTypingFollowTheMode() {
    var editor = TextEditor(picture: "|one", mode: .vi)
    #expect(editor.viStatus == "NORMAL")
    #expect(!editor.isTyping)
    editor.press("i")
    #expect(editor.viStatus == "INSERT")
    #expect(editor.isTyping)
    editor.press("<Esc>V")
    #expect(editor.viStatus == "V-LINE")
    editor.mode = .standard
    #expect(editor.viStatus == nil)
    #expect(editor.isTyping)
    editor.press("x")
    #expect(editor.text == "xone")
  }

  @Test func searchingGoesOnInItsDirection() {
    var editor = TextEditor(picture: "|a x a x a", mode: .vi)
    editor.press("/")
    editor.find("x")
    #expect(editor.picture == "a |x a x a")
    editor.press("n")
    #expect(editor.picture == "a x a |x a")
    editor.press("N")
    #expect(editor.picture == "a |x a x a")
    editor.press("dn")
    #expect(editor.picture == "a |x a")
  }

  @Test func anInsertSessionIsOneStep() {
    var editor = TextEditor(picture: "|", mode: .vi)
    editor.press("ione two<Enter>three<Esc>")
    editor.press("u")
    #expect(editor.text == "")
    editor.press("<C-r>")
    #expect(editor.text == "one two\nthree")
  }

  @Test func pastesTypeInEveryMode() {
    var editor = TextEditor(picture: "|ab", mode: .vi)
    editor.paste("dd")
    #expect(editor.text == "ddab")
    editor.press("o")
    editor.paste("x\ny")
    editor.press("<Esc>.")
    #expect(editor.text == "ddab\nx\ny\nx\ny")
  }

  @Test func hugeCountsAreBounded() {
    var editor = TextEditor(picture: "|ab", mode: .vi)
    editor.press("yl99999999999999999999999p")
    #expect(editor.byteCount < 5 << 20)
    editor.press("u99999999999l99999999j99999999dd")
    #expect(editor.text == "")
    editor.press("9999999999ixy<Esc>")
    #expect(editor.byteCount < 5 << 20)
  }

  @Test func whatIsDoneAgainMayPage() {
    let text = (1...200).map(String.init).joined(separator: "\n")
    var editor = TextEditor(picture: "|" + text, mode: .vi, rows: 5)
    editor.press("GocG<Esc>u100GcGx<PgDn><PgUp><Esc>")
    #expect(editor.lineCount == 100)
    editor.press("u190G.")
    #expect(editor.lineCount == 190)
    editor.press("gg.")
    #expect(editor.text == "x")
  }

  @Test func theMouseSelectsVisually() {
    var editor = TextEditor(picture: "|one two three", mode: .vi)
    editor.mouse(MouseEvent(.doublePress, at: Position(row: 0, column: 5)))
    #expect(editor.picture == "one «tw|o» three")
    #expect(editor.viStatus == "VISUAL")
    editor.press("d")
    #expect(editor.text == "one  three")
  }
}
