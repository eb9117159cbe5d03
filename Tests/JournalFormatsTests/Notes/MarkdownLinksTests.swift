import JournalCore
import Testing

@testable import JournalFormats

/// Links of Markdown to other notes.
@Suite struct MarkdownLinksTests {
  /// Everything leads to a note whose title is its address in capitals, but for pages and what begins with a hyphen.
  private func linked(_ text: String) -> String {
    MarkdownLinks.linked(text) { $0.contains("://") || $0.isEmpty || $0.hasPrefix("-") ? nil : $0.uppercased() }
  }

  @Test(arguments: [
    ("See [it](a%20b.md).", "See [[A B.MD|it]]."), ("[](a) [A](a) [x](a#place)", "[[A]] [[A]] [[A|x]]"),
    ("[x](<a b> 'T') [y](a \"T (1)\") [z](a_(1).md)", "[[A B|x]] [[A|y]] [[A_(1).MD|z]]"),
    ("[two\nlines](a) and [**b** _d_ e_f](a)", "[[A|two lines]] and [[A|b d e_f]]"),
    ("- [ ] [x](a)\n  - [y](b)\n\n    [z](c)", "- [ ] [[A|x]]\n  - [[B|y]]\n\n    [[C|z]]"),
    ("| [x](a) | y |\n|---|---|", "| [[A\\|x]] | y |\n|---|---|"), ("[[x]](a) [x](a)](b)", "[[x]](a) [[A|x]]](b)"),
  ])
  func aLinkLeadsToTheTitleAndShowsItsWords(_ text: String, _ expected: String) {
    #expect(linked(text) == expected)
  }

  @Test(arguments: [
    "[x](https://a.org/b.md)", "[x](#place)", "![x](a)", "\\[x](a)", "[x] (a)", "[x](a", "[x](a\n)", "[x](-a)",
    "[a [b] c](a)", "[![x](-p.png)](a)", "`[x](a)`", "[`x`](a)", "```\n[x](a)\n```", "Text\n\n    [x](a)\n", "\t[x](a)",
    "> [two\n> lines](a)", "[<b>x</b>](a)", "[\\[1\\]](a)", "[a \\] b](a)",
  ])
  func whatIsCodeOrLeadsElsewhereStays(_ text: String) {
    #expect(linked(text) == text)
  }

  /// However a text is made, it is gone through once.
  @Test(arguments: ["[", "[a](", "[a](<b>", "[a]((", "](", "    [a](b\n"])
  func linksThatDoNotEndTakeNoLonger(_ piece: String) {
    let text = String(repeating: piece, count: 200_000)
    #expect(MarkdownLinks.find(in: text).isEmpty)
  }
}
