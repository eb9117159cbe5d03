import Testing

@testable import TerminalKit

/// `%`, registers and macros.
@Suite struct ViMacroTests {
  @Test(arguments: [
    Typing("|(a [b] c) d", "%", "(a [b] c|) d"),
    Typing("(a [b] c|) d", "%", "|(a [b] c) d"),
    Typing("a |b {c\n(d)} e", "%", "a b {c\n(d)|} e"),
    Typing("f|(a(b)) x", "d%", "f| x"),
    Typing("|no brackets", "%", "|no brackets"),
    Typing("|(never closed", "%", "|(never closed"),
    Typing("|a\nb\nc\nd", "50%", "a\n|b\nc\nd"),
    Typing("|a\nb\nc\nd", "100%", "a\nb\nc\n|d"),
    Typing("|漢(字)", "%", "漢(字|)"),
  ])
  func theOtherBracket(_ typing: Typing) { #expect(typed(typing).picture == typing.after) }

  @Test(arguments: [
    // What is yanked by name stays while others come and go.
    Typing("|one two", "\"ayiwwdw\"ap", "one on|e"),
    Typing("|one\ntwo", "\"ayyj\"byyk\"bp", "one\n|two\ntwo"),
    Typing("|one two", "\"adw\"Adw\"aP", "one tw|o"),
    Typing("|one\ntwo\nx", "\"ayyj\"Ayyj\"ap", "one\ntwo\nx\n|one\ntwo"),
    // The last yank is there after something was deleted, and the last deletions are numbered.
    Typing("|one two", "yiwwdw\"0P", "oneon|e "),
    Typing("|a\nb\nc", "dddd\"2p", "c\n|a"),
    Typing("|a b", "x\"-p", " |ab"),
    // What goes nowhere does not become what p puts.
    Typing("|one two", "yiww\"_dwp", "one on|e"),
    Typing("|one", "\"zp", "|one"),
    Typing("|one two", "\"ayiwwve\"ap", "one |one"),
    Typing("|one two", "\"ayiwA <C-r>a<Esc>", "one two on|e"),
    Typing("|one", "\"<Esc>x", "|ne"),
    Typing("|ab", "\"ayl\"ap.", "aa|ab"),
    Typing("|ab", "\"ayl3\"ap", "aaa|ab"),
  ])
  func registers(_ typing: Typing) { #expect(typed(typing).picture == typing.after) }

  @Test(arguments: [
    Typing("|a\nb\nc", "qaA!<Esc>jq@a", "a!\nb!\n|c"),
    Typing("|a\nb\nc\nd", "qaA!<Esc>jq@a@@", "a!\nb!\nc!\n|d"),
    // As often as the count says, and no more often than it goes.
    Typing("|a\nb\nc\nd", "qaA!<Esc>jq99@a", "a!\nb!\nc!\nd|!"),
    Typing("|a b c d", "qaxwq2@a", "   |d"),
    Typing("|x1 x2", "qafxq@a", "x1 |x2"),
    // A macro is text, and text is a macro.
    Typing("|iab", "\"ay$o<Esc>@a", "iab\nab|"),
    Typing("|", "qaihi<Esc>q\"ap", "hiihi|\u{1B}"),
    Typing("|a", "qaA!<Esc>qqAA?<Esc>q@a", "a!?!|?"),
    // One within another, and one that presses itself until it gets no further.
    Typing("|a\nb\nc", "qbA.<Esc>qqajq@b", "a.\nb|.\nc"),
    Typing("|a\nb\nc", "qaqqaA!<Esc>j@aq@a", "a!\nb!\nc|!"),
    Typing("|one", "@z", "|one"),
    Typing("|one", "@@", "|one"),
  ])
  func macros(_ typing: Typing) { #expect(typed(typing).picture == typing.after) }

  @Test func aMacroIsOneStepAndItsLastChangeCanBeRepeated() {
    var editor = TextEditor(picture: "|a\nb\nc\nd", mode: .vi)
    editor.press("qaA!<Esc>jq2@a")
    #expect(editor.text == "a!\nb!\nc!\nd")
    editor.press(".")
    #expect(editor.text == "a!\nb!\nc!\nd!")
    editor.press("uu")
    #expect(editor.text == "a!\nb\nc\nd")
  }

  @Test func whatIsSearchedForAndPastedIsAPartOfAMacro() {
    var editor = TextEditor(picture: "|- x one x two x", mode: .vi)
    editor.press("qa/")
    editor.find("x")
    editor.noteSearch("x")
    editor.press("i")
    editor.paste("new ")
    editor.press("<Esc>lq")
    #expect(editor.picture == "- new |x one x two x")
    editor.press("@a")
    #expect(editor.text == "- new x one new x two x")
  }

  @Test func whatAMacroCopiesGoesToTheSystemsClipboard() {
    var editor = TextEditor(picture: "|one\ntwo\nthree", mode: .vi)
    editor.press("qa\"+yyjq")
    editor.press("@a", gives: .copied("two\n"))
    var other = TextEditor(picture: "|one\ntwo", mode: .vi)
    other.press("qayyxq")
    other.press("@a", gives: .cut("ne\n"))
    // It asks nothing and leaves nothing.
    var third = TextEditor(picture: "|one two", mode: .vi)
    third.press("qax:q")
    third.press("@a", gives: .changed)
  }

  @Test func aPasteBehindCtrlRIsNoNameOfARegister() {
    var editor = TextEditor(picture: "|", mode: .vi)
    editor.press("i<C-r>")
    editor.paste("x")
    editor.press("a")
    #expect(editor.text == "xa")
  }

  @Test func recordingIsShownAndEndsWithTheText() {
    var editor = TextEditor(picture: "|a", mode: .vi)
    #expect(editor.recordedRegister == nil)
    editor.press("qb")
    #expect(editor.recordedRegister == "b")
    editor.press("x")
    editor.press("q")
    #expect(editor.recordedRegister == nil)
    editor.press("q!")
    #expect(editor.recordedRegister == nil)
  }

  @Test func onlyWhatIsForEverybodyGoesToTheSystemsClipboard() {
    var editor = TextEditor(picture: "|one two three", mode: .vi)
    editor.press("\"ayw", gives: .handled)
    editor.press("\"+yw", gives: .copied("one "))
    editor.press("\"+dw", gives: .cut("one "))
    editor.press("dw", gives: .changed)
    editor.press("\"+P")
    #expect(editor.text == "two three")
  }

  @Test func theNextTextGoesOnWithRegistersMacrosAndTheLastChange() {
    var first = TextEditor(picture: "|one two", mode: .vi)
    first.press("\"ayiwqbA!<Esc>q0\"_x")
    var second = TextEditor(picture: "|text", mode: .vi)
    second.memory = first.memory
    second.press("@b\"ap.")
    #expect(second.text == "text!oneone")
    var standard = TextEditor(picture: "|", mode: .standard)
    standard.memory = first.memory
    standard.press("<C-v>")
    #expect(standard.text == "one")
  }

  @Test func aMacroWithoutEndEnds() {
    var editor = TextEditor(picture: "|a", mode: .vi)
    editor.press("qaq")
    editor.press("qaax<Esc>@aq@a")
    #expect(editor.byteCount < 200_000)
    #expect(editor.viStatus == "NORMAL")
  }

  private func typed(_ typing: Typing) -> TextEditor {
    var editor = TextEditor(picture: typing.before, mode: .vi)
    editor.press(typing.keys)
    return editor
  }
}
