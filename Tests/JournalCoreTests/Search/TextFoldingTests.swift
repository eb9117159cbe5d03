import JournalCore
import Testing

@Suite struct TextFoldingTests {
  @Test(arguments: [
    ("Naïve", "naive"), ("ÀÉÎÕÜ ŁÓDŹ", "aeiou łodz"), ("e\u{301}te\u{301}", "ete"), ("Ångström ǅ", "angstrom ǆ"),
    ("Ệ ử ő İ ẛ ſ", "e u o i s s"), ("ΟΔΟΣ ος ϕ µ", "οδοσ οσ φ μ"), ("Йод Ёлка", "йод ёлка"), ("Straße ẞ", "straße ß"),
    ("漢字 かな 한국", "漢字 かな 한국"), ("١٢ ½ Ⅻ", "١٢ ½ ⅻ"), ("plain.TEXT", "plain.text"),
  ])
  func foldsAsTheIndexDoes(text: String, folded: String) {
    #expect(Array(TextFolding.fold(text).utf8) == Array(folded.utf8))
  }

  @Test(arguments: [
    ("Hello, wörld-wide web", ["hello", "world", "wide", "web"]),
    ("don't 3.5", ["don", "t", "3", "5"]),
    ("今日は晴れ today", ["今", "日", "は", "晴", "れ", "today"]),
    ("iPhone用2台", ["iphone", "用", "2", "台"]),
    ("한국어", ["한", "국", "어"]),
    ("🎉 — …", []),
    ("cafe\u{301}s \u{301}x", ["cafes", "x"]),
    ("a\u{0}b\u{1B}c", ["a", "b", "c"]),
  ])
  func splitsIntoTokens(text: String, tokens: [String]) { #expect(SearchTokenizer.tokens(in: text) == tokens) }

  @Test func tokensKnowTheirPlace() {
    let text = "Ein 漢字 e\u{301}t!"
    let tokens = SearchTokens(text)
    #expect((0..<tokens.count).map { slice(text, tokens.range(at: $0)) } == ["Ein", "漢", "字", "e\u{301}t"])
  }

  @Test func foldingTwiceIsFoldingOnce() {
    // The sign for ångström folds to the letter å, as in SQLite, which itself folds to a.
    let wrong = (UInt32(0)..<0x30000).filter { value in
      guard value != 0x212B, let scalar = Unicode.Scalar(value) else { return false }
      switch TextFolding.role(of: scalar) {
      case .word(let folded): return TextFolding.role(of: folded) != .word(folded)
      case .alone(let folded): return folded != scalar
      case .dropped, .separator: return false
      }
    }
    #expect(wrong.isEmpty)
  }
}
