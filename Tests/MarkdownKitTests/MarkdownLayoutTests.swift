import TerminalKit
import Testing

@testable import MarkdownKit

@Suite struct MarkdownLayoutTests {
  private func lines(_ text: String, _ columns: Int = 40) -> [MarkdownLine] {
    MarkdownLayout.lines(of: MarkdownDocument(parsing: text), columns: columns, width: TableWidth())
  }

  private func picture(_ text: String, _ columns: Int = 40) -> String {
    lines(text, columns).map { $0.text }.joined(separator: "\n")
  }

  private func role(of word: String, in text: String) -> MarkdownRole? {
    lines(text).flatMap { $0.runs }.first { $0.text.contains(word) }?.role
  }

  @Test func paragraphsAreWrappedAtWords() {
    #expect(picture("one two three\nfour\n\nfive", 9) == "one two\nthree\nfour\n\nfive")
  }

  @Test func everyLookHasItsRole() {
    #expect(role(of: "Title", in: "# Title") == .heading1)
    #expect(role(of: "Title", in: "## Title") == .heading2)
    #expect(role(of: "Title", in: "#### Title") == .heading3)
    #expect(role(of: "b", in: "a **b** c") == .strong)
    #expect(role(of: "b", in: "a *b* c") == .emphasis)
    #expect(role(of: "b", in: "a ***b*** c") == [.strong, .emphasis])
    #expect(role(of: "b", in: "a ~~b~~ c") == .strikethrough)
    #expect(role(of: "b", in: "a `b` c") == .code)
    #expect(role(of: "b", in: "> b") == .quote)
    #expect(role(of: "b", in: "- [x] b") == .done)
    #expect(role(of: "b", in: "1. [x] b") == .done)
  }

  @Test func listsHangUnderTheirMarks() {
    #expect(
      picture("- one two three\n  - inner\n- [ ] open\n- [x] done", 12)
        == "• one two\n  three\n  ◦ inner\n\(Glyphs.utf8.boxOpen) open\n\(Glyphs.utf8.boxTicked) done")
    #expect(picture("9. nine\n10. ten") == " 9. nine\n10. ten")
    #expect(
      picture("9. [ ] one two\n10. [x] done\n11. plain", 14)
        == " 9. \(Glyphs.utf8.boxOpen) one two\n10. \(Glyphs.utf8.boxTicked) done\n11. plain")
    #expect(picture("- a\n\n- b") == "• a\n\n• b")
  }

  @Test func quotesHaveABarOnEveryLine() {
    let bar = String(Glyphs.utf8.quoteBar)
    #expect(
      picture("> one two three four\n>\n> > deep", 16)
        == "\(bar) one two three\n\(bar) four\n\(bar) \n\(bar) \(bar) deep")
  }

  @Test func codeKeepsItsBlanksAndIsBrokenWhereItMust() {
    #expect(picture("```swift\nlet  x = 1\n\n  y\n```", 20) == "let  x = 1\n\n  y")
    #expect(picture("    abcdefghijkl", 8) == "abcdefgh\nijkl")
  }

  @Test func codeThatIsNotWrappedStaysAsLongAsItIs() throws {
    let lines = MarkdownLayout.lines(
      of: MarkdownDocument(parsing: "> ```swift\n> let name = \"a word\" // long\n> f(1)\n> ```"), columns: 12,
      width: TableWidth(), wrapsCode: false)
    #expect(lines.map { $0.text } == ["▎ let name = \"a word\" // long", "▎ f(1)"])
    #expect(lines.map { $0.kind } == [true, false].map { .code(indent: 2, language: "swift", isFirst: $0) })
    let roles = lines.flatMap { $0.runs }.filter {
      !$0.role.isDisjoint(with: [.keyword, .string, .comment, .call, .number])
    }
    #expect(roles.map { $0.text } == ["let", "\"a word\"", "// long", "f", "1"])
  }

  @Test func stringsAndRemarksGoOnOverLines() throws {
    var tint = try #require(CodeTint(language: "Python"))
    #expect(tint.parts(of: "x = \"\"\"one").last == CodeTint.Part(text: "\"\"\"one", role: .string))
    #expect(tint.parts(of: "two") == [CodeTint.Part(text: "two", role: .string)])
    #expect(tint.parts(of: "\"\"\" + 2.5").map(\.text) == ["\"\"\"", " + ", "2.5"])
    #expect(CodeTint(language: "klingon") == nil)
  }

  @Test func headingsStandApartAndAreKnown() {
    let lines = lines("# One\n\ntext\n\n## Two *words*", 12)
    #expect(lines.map { $0.text } == ["One", "────────────", "", "text", "", "", "Two words"])
    #expect(
      lines.map { $0.kind }.filter { $0 != .text } == [.heading(level: 1, "One"), .heading(level: 2, "Two words")])
  }

  @Test func linksAndTasksCanBeReached() {
    let targets = lines("- [ ] see [the long name](https://e.org/x)", 14).flatMap { $0.runs }.compactMap { $0.target }
    #expect(targets == [.task(line: 1), .link("https://e.org/x"), .link("https://e.org/x")])
  }

  @Test func listsInListsHaveOtherBullets() {
    #expect(picture("- a\n  - b\n    - c\n      - d") == "• a\n  ◦ b\n    ‣ c\n      ‣ d")
  }

  /// A terminal would jump on, and what follows would stand elsewhere than is reckoned with.
  @Test func noTabIsLeftInAParagraph() {
    for text in ["a\tb", "`a\tb`", "![a\tb](p.png)", "![*a*\t**b**](p.png)", "[a\tb](https://e.org)", "<b\tc>"] {
      #expect(!picture("x " + text).contains("\t"), "\(text)")
    }
  }

  @Test func linksShowWhereTheyLead() {
    #expect(picture("[home](https://example.org)") == "home (https://example.org)")
    #expect(picture("<https://example.org>") == "https://example.org")
    #expect(role(of: "home", in: "[home](https://example.org)") == .link)
    #expect(role(of: "run", in: "[run](javascript:alert)") == .text)
    let document = MarkdownDocument(parsing: "[a](https://a.example) [b](file:///etc/passwd) <mailto:c@d.example>")
    #expect(document.links.map { $0.destination } == ["https://a.example", "mailto:c@d.example"])
  }

  @Test func picturesAreNamed() {
    #expect(picture("![canal](canal.jpg)") == "\(Glyphs.utf8.image) canal")
    #expect(picture("![](canal.jpg)") == "\(Glyphs.utf8.image) canal.jpg")
  }

  @Test func tablesStandInColumns() {
    let table = "| a | right |\n|---|---:|\n| long one | 2 |"
    let rule = String(repeating: "─", count: 18)
    #expect(picture(table) == "\(rule)\n a          right\n\(rule)\n long one       2\n\(rule)")
    let narrow = picture(table, 10).split(separator: "\n")
    #expect(narrow.allSatisfy { $0.count <= 10 })
  }

  @Test func rulesAndHTMLAreShown() {
    #expect(picture("a\n\n---\n\nb", 11) == "a\n\n  ·  ·  ·\n\nb")
    #expect(picture("<div>\nraw\n</div>") == "<div>\nraw\n</div>")
    #expect(picture("text[^1]\n\n[^1]: note").contains("[1] note"))
  }

  @Test func marksAreLaidOverOtherLooks() {
    let marked = MarkdownLayout.lines(
      of: MarkdownDocument(parsing: "a **bold word** b"), columns: 40, width: TableWidth()
    ) { text in
      text.utf8.count > 8 ? [(range: 4..<9, role: .match)] : []
    }
    #expect(marked.flatMap { $0.runs }.filter { $0.role.contains(.match) }.map { $0.text } == ["ld wo"])
    #expect(marked.map { $0.text } == ["a bold word b"])
  }

  @Test func noLineIsWiderThanItsRoom() {
    var state: UInt64 = 5
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let pieces = [
      "# ", "- ", "1. ", "> ", "```\n", "| a | b |\n|---|---|\n", "word ", "漢字", "👨‍👩‍👧", "e\u{301}", "\n", "\n\n", "**",
      "*", "`", "[x](https://e.org)",
      "---\n", "    ", "\t", "looooooooooooooooong", "- [x] ", "<b>", "\u{202E}", "\r\n", "~~", "![i](p.png)", "\\",
      "&amp;", "|",
    ]
    for _ in 0..<400 {
      let text = (0..<random(40)).map { _ in pieces[random(pieces.count)] }.joined()
      let columns = 8 + random(40)
      for line in lines(text, columns) {
        #expect(line.columns(TableWidth()) <= columns, "\(text.debugDescription) at \(columns): \(line.text)")
      }
    }
  }

  @Test(arguments: [
    String(repeating: ">", count: 100_000), String(repeating: "> ", count: 50_000),
    String(repeating: "- ", count: 50_000),
    String(repeating: "*a", count: 50_000), String(repeating: "[", count: 50_000),
    String(repeating: "[a](", count: 20_000),
    String(repeating: "`", count: 60_000), String(repeating: "<", count: 50_000),
    String(repeating: "a\n", count: 50_000),
    String(repeating: "*a **a ", count: 20_000), "\0\0", String(repeating: "1. ", count: 30_000),
  ])
  func hostileNestingIsShownAsItIs(_ text: String) {
    #expect(!lines(text, 30).isEmpty)
  }

  @Test func nothingIsOneEmptyLine() {
    #expect(lines("").map { $0.text } == [""])
  }
}
