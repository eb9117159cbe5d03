import Testing

@testable import TerminalKit

@Suite struct EditorListTests {
  @Test(arguments: [
    Typing("- one|", "<Enter>", "- one\n- |"),
    Typing("* one|", "<Enter>", "* one\n* |"),
    Typing("+ one| two", "<Enter>", "+ one\n+ | two"),
    Typing("1. one|", "<Enter>", "1. one\n2. |"),
    Typing("9) one|", "<Enter>", "9) one\n10) |"),
    Typing("- [ ] one|", "<Enter>", "- [ ] one\n- [ ] |"),
    Typing("- [x] one|", "<Enter>", "- [x] one\n- [ ] |"),
    Typing("> quoted|", "<Enter>", "> quoted\n> |"),
    Typing("> - both|", "<Enter>", "> - both\n> - |"),
    Typing("  - nested|", "<Enter>", "  - nested\n  - |"),
    Typing("- |", "<Enter>", "|"),
    Typing("- one\n- |", "<Enter>", "- one\n\n|"),
    Typing("- one\n\n- |", "<Enter>", "- one\n\n|"),
    Typing("1. one\n2. |\nafter", "<Enter>", "1. one\n\n|\nafter"),
    Typing("- [ ] |", "<Enter>", "|"),
    Typing("> - |", "<Enter>", "> |"),
    Typing("> |", "<Enter>", "|"),
    Typing("2. |\nafter", "<Enter>", "|\nafter"),
    Typing("|- one", "<Enter>", "\n|- one"),
    Typing("    indented|", "<Enter>", "    indented\n    |"),
    Typing("\tindented|", "<Enter>", "\tindented\n\t|"),
    Typing("  |  x", "<Enter>", "  \n  |  x"),
    Typing("* * *|", "<Enter>", "* * *\n|"),
    Typing("---|", "<Enter>", "---\n|"),
    Typing("- one|", "<A-Enter>", "- one\n|"),
    Typing("```\n- code|\n```", "<Enter>", "```\n- code\n|\n```"),
    Typing("```\ncode\n```\n- item|", "<Enter>", "```\ncode\n```\n- item\n- |"),
    Typing("-not a list|", "<Enter>", "-not a list\n|"),
    Typing("1.5 is a number|", "<Enter>", "1.5 is a number\n|"),
    Typing("a\r\n- one|", "<Enter>", "a\r\n- one\r\n- |"),
    Typing("- «one|»", "<Enter>", "|"),
    Typing("999999999. x|", "<Enter>", "999999999. x\n1000000000. |"),
  ])
  func enter(_ typing: Typing) {
    var editor = TextEditor(picture: typing.before)
    editor.press(typing.keys)
    #expect(editor.picture == typing.after)
    editor.press("<C-z>")
    #expect(editor.picture == typing.before)
  }

  @Test(arguments: [
    Typing("- one|", "<Tab>", "  - one|"),
    Typing("1. o|ne", "<Tab>", "   1. o|ne"),
    Typing("  - one|", "<BackTab>", "- one|"),
    Typing("- one|", "<BackTab>", "- one|"),
    Typing("\t- one|", "<S-Tab>", "- one|"),
    Typing("a|b", "<Tab>", "a   |b"),
    Typing("|", "<Tab>", "    |"),
    Typing("    a|b", "<BackTab>", "a|b"),
    Typing("«- a\n- b|»\nc", "<Tab>", "«  - a\n  - b|»\nc"),
    Typing("a«a\nb|»b\nc", "<Tab>", "    a«a\n    b|»b\nc"),
    Typing("«a\n|»b", "<Tab>", "«    a\n|»b"),
    Typing("«  - a\n - b|»", "<BackTab>", "«- a\n- b|»"),
  ])
  func indenting(_ typing: Typing) {
    var editor = TextEditor(picture: typing.before)
    editor.press(typing.keys)
    #expect(editor.picture == typing.after)
  }

  @Test func indentingManyLinesIsOneStep() {
    let lines = Array(repeating: "- item", count: 5_000).joined(separator: "\n")
    var editor = TextEditor(text: lines)
    editor.press("<C-a><Tab>")
    #expect(editor.text.hasPrefix("  - item\n  - item\n"))
    editor.press("<C-z>")
    #expect(editor.isIdentical(to: lines))
  }
}
