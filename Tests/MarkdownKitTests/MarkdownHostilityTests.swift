import Dispatch
import Synchronization
import TerminalKit
import Testing

@testable import MarkdownKit

/// Text that was written to hurt, and text that only looks like it.
@Suite struct MarkdownHostilityTests {
  private func lines(_ text: String, _ columns: Int = 40) -> [MarkdownLine] {
    MarkdownLayout.lines(of: MarkdownDocument(parsing: text), columns: columns, width: TableWidth())
  }

  private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  /// cmark keeps which characters extensions look for in a table of the whole process, and empties it at each text's end.
  @Test func textsThatAreReadAtOnceAreReadAsOneAlone() {
    let text = Self.many("It was ~~cold~~ at www.bread.example.org.\n\n", 40)
    let alone = MarkdownDocument(parsing: text)
    let others = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 400) { _ in
      if MarkdownDocument(parsing: text) != alone { others.withLock { $0 += 1 } }
    }
    #expect(others.withLock { $0 } == 0)
  }

  /// Blocks that stay open over many lines cost cmark their product.
  @Test(arguments: [
    many("- ", 190) + "x" + many("\n", 20_000), many("1. ", 2_000) + "x" + many("\n", 20_000),
    many("[^a]: ", 2_000) + "x" + many("\n", 20_000), many("> ", 3_000) + "x\n" + many("a\n", 20_000),
    (0..<300).map { many("  ", $0) + "- a\n" }.joined() + many("\n", 30_000), many("* - ", 50_000),
  ])
  func deepNestingIsShownAsItIs(_ text: String) {
    #expect(!ParsingBudget(text).allowsParsing)
    #expect(MarkdownDocument(parsing: text).blocks == [.code(info: "", text)])
  }

  @Test(arguments: [
    many("|", 20_000) + "\n|-|\n", many("|a", 5_000) + "|\n" + many("|-", 5_000) + "|\n",
    many("a|", 200) + "\n" + many("-|", 200) + "\n" + many("x\n", 20_000), many("a\n|-|-|\n", 20_000),
    "> " + many("a|", 200) + "\n> " + many("-|", 200) + "\n" + many("> x\n", 20_000),
  ])
  func boundlessTablesAreNoTables(_ text: String) {
    #expect(!ParsingBudget(text).allowsTables)
    #expect(lines(text).count < 60_000)
  }

  @Test func thousandsOfAtSignsAreNoAddresses() {
    #expect(!ParsingBudget(Self.many("a@", 50_000)).allowsAddresses)
    #expect(!lines(Self.many("a@", 50_000)).isEmpty)
  }

  @Test(arguments: [
    many("-", 400) + "\n\n**bold**", many("- - ", 100) + "\n\n**bold**", many("*", 300) + "\n\n**bold**",
    many("- item **bold**\n", 3_000), many("word ", 20_000) + "**bold**",
    many("[a](https://e.org) ", 3_000) + "**bold**",
    many("- a\n\n  text\n\n", 3_000) + "**bold**", many("> quoted **bold**\n", 3_000),
    "|a|b|\n|-|-|\n" + many("|c|**bold**|\n", 3_000), many("    code\n", 5_000) + "\n**bold**",
    (1...8).map { many("  ", $0) + "- level\n" }.joined() + many("\nparagraph\n", 5_000) + "\n**bold**",
  ])
  func longButPlainTextIsUnderstood(_ text: String) {
    let budget = ParsingBudget(text)
    #expect(budget.allowsParsing && budget.allowsTables && budget.allowsAddresses)
    #expect(lines(text).contains { $0.runs.contains { $0.text.contains("bold") && $0.role.contains(.strong) } })
  }

  @Test func oneTildeCrossesNothingOut() {
    let roles = lines("ran ~5 km, then ~6 km, ~~not~~ more").flatMap { $0.runs }
    #expect(roles.filter { $0.role.contains(.strikethrough) }.map { $0.text } == ["not"])
  }

  @Test(arguments: [
    "a*\u{301}b*c", "x**👩\u{200D}**💻y", "[e](https://e.org)\u{301}", "`a`\u{308}\u{308}", "🇩**🇪**", "ก*\u{E33}*",
    "- \u{301}mark", "> **\u{20E3}**", "| e*\u{301}* | b |\n|---|---|\n| \u{301} | x |",
  ])
  func runsDrawnOneByOneAreNoWiderThanTheLine(_ text: String) {
    let width = TableWidth()
    for columns in 8...20 {
      for line in lines(Self.many(text + " ", 6), columns) {
        #expect(line.columns(width) <= columns)
      }
    }
  }

  @Test func randomHostileTextNeverOverflows() {
    var state: UInt64 = 77
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let pieces = [
      "# ", "- ", "12345678. ", "> ", "```\n", "|a|b|c|\n|-|:-:|-:|\n|x|y|z|\n", "word ", "漢字。", "👨‍👩‍👧", "\u{301}", "\n",
      "\n\n",
      "**", "*", "_", "`", "[x](https://e.org/\u{301})", "![](漢字.png)", "\t", "loooooooooong", "- [x] ", "<b>",
      "\u{202E}",
      "\r", "\0", "\u{1B}[31m", "~~", "\\", "&#x301;", "&nbsp;", "|", "[^1]", "\n[^1]: ", "www.example.org ", "🇩",
      "ก\u{E33}",
      "\u{200B}", "\u{FEFF}", "=====\n", "a@b.org",
    ]
    let width = TableWidth()
    for _ in 0..<600 {
      let text = (0..<random(60)).map { _ in pieces[random(pieces.count)] }.joined()
      let columns = 8 + random(40)
      let glyphs = random(2) == 0 ? Glyphs.utf8 : .ascii
      for line in MarkdownLayout.lines(
        of: MarkdownDocument(parsing: text), columns: columns, width: width, glyphs: glyphs)
      {
        #expect(line.columns(width) <= columns, "\(text.debugDescription) at \(columns): \(line.text.debugDescription)")
      }
    }
  }
}
