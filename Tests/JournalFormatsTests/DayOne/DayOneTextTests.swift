import Testing

@testable import JournalFormats

/// What a text of Day One says.
@Suite struct DayOneTextTests {
  @Test(arguments: [
    ("Plain title\nbody", "Plain title", "body"), ("## A \\(b\\)\n\n\ntext\n\n", "A (b)", "text"), ("", "", ""),
    ("a\n1\\. no list\n\\- no list\nend\\.", "a", "1\\. no list\n\\- no list\nend."),
    ("a\n\\*stars\\* \\_and\\_ \\#tag \\[x\\]\\(y\\)", "a", "\\*stars\\* \\_and\\_ \\#tag \\[x\\]\\(y)"),
    ("a\n```\nx\\.y\n```\n`p\\.q` r\\.", "a", "```\nx\\.y\n```\n`p\\.q` r."),
    ("\u{200B}a\r\nb", "a", "b"), ("a\n\n![](dayone-moment://AB)\n\nb", "a", "b"),
    ("a\n![](dayone-moment:/audio/AB)", "a", "(recording: AB)"),
    ("a\n![](dayone-moment:/workout/AB)", "a", "![](dayone-moment:/workout/AB)"),
    (
      "a\nhttps://x.org/a\\_b\\_c www\\.example\\.com/a\\_b (https://x.org/\\_a\\_) \\_no\\_", "a",
      "https://x.org/a_b_c www.example.com/a_b (https://x.org/_a_) \\_no\\_"
    ), ("a\nsnake\\_case\\_2 größe\\_ä “\\_x\\_” `a\\_b`", "a", "snake_case_2 größe_ä “\\_x\\_” `a\\_b`"),
  ])
  func partsOfAText(_ text: String, _ title: String, _ body: String) {
    let parts = DayOneText.parts(of: text)
    #expect(parts.title == title)
    #expect(parts.body == body)
  }

  /// What belongs together with the lines below it, or is a paragraph rather than a name, is no title; an underlined heading is one.
  @Test(arguments: [
    ("> quote\n> more", "", "> quote\n> more"), ("- list\n- b", "", "- list\n- b"), ("* a", "", "* a"),
    ("- [ ] todo\n- [x] b", "", "- [ ] todo\n- [x] b"), ("1. one\n2. two", "", "1. one\n2. two"),
    ("| a | b |\n|---|---|\n| 1 | 2 |", "", "| a | b |\n|---|---|\n| 1 | 2 |"),
    ("a | b\n--- | ---\n1 | 2", "", "a | b\n--- | ---\n1 | 2"), ("***\nrule", "", "***\nrule"),
    ("Setext\n======\nbody", "Setext", "body"), ("Set \\- ext\n---\n\nbody", "Set - ext", "body"),
    ("\\- no list\nb", "- no list", "b"), ("5\\. May\nb", "5. May", "b"), ("-5 degrees\nb", "-5 degrees", "b"),
    ("2024 was fine\nb", "2024 was fine", "b"), ("**Bold** day\nb", "**Bold** day", "b"), ("_x_\nb", "_x_", "b"),
    ("a | b\nc", "a | b", "c"), ("> q\n===", "", "> q\n==="), ("#\n\n- x", "", "- x"), ("# \n\n- x", "", "- x"),
    ("![](dayone-moment:/audio/AB)\n- x", "", "(recording: AB)\n- x"),
  ])
  func titlesAreNames(_ text: String, _ title: String, _ body: String) {
    let parts = DayOneText.parts(of: text)
    #expect(parts.title == title && parts.body == body, "\(parts)")
  }

  @Test func aLongParagraphIsNoTitle() {
    let (name, long) = (String(repeating: "é", count: 100), String(repeating: "word ", count: 30) + "end")
    #expect(DayOneText.parts(of: "\(name)\nb").title == name)
    #expect(DayOneText.parts(of: "\(long)\nb").title.isEmpty && DayOneText.parts(of: "\(long)\nb").body == "\(long)\nb")
    #expect(DayOneText.parts(of: "# \(long)\nb").title == long)
    let endless = "# " + String(repeating: long, count: 10)
    #expect(DayOneText.parts(of: "\(endless)\n\nb").title.isEmpty)
    #expect(DayOneText.parts(of: "\(endless)\n\nb").body == "\(endless)\n\nb")
  }

  @Test func theWordsOfAPictureAreItsCaption() {
    let parts = DayOneText.parts(of: "a\n![The \\[old\\] quay](dayone-moment://AB) ![](dayone-moment://CD)\nb")
    #expect(
      parts.pictures == [
        DayOneText.Picture(identifier: "AB", caption: "The [old] quay"), DayOneText.Picture(identifier: "CD"),
      ])
    #expect(parts.body == "b" || parts.body == " \nb")
  }

  @Test func aLongLineOfBeginningsTakesNoLongerThanItIs() {
    let text = "a\n" + String(repeating: "![", count: 100_000)
    #expect(DayOneText.parts(of: text).body.utf8.count == 200_000)
  }
}
