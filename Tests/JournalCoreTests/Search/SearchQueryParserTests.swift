import JournalCore
import TestKit
import Testing

private let today = civil(2026, 11, 21)

private func parse(_ text: String) -> ParsedSearch { SearchQueryParser.parse(text, today: today) }

private func terms(_ text: String) -> [SearchTerm] { parse(text).query.alternatives.first ?? [] }

@Suite struct SearchQueryParserTests {
  @Test func readsTheWholeSyntax() {
    let parsed = parse(
      #"mood:happy,excited category:work category:"two words" tag:#Run is:favourite has:image from:2026-01 to:march "#
        + #""exact words" -not word"#)
    #expect(parsed.problems.isEmpty)
    #expect(
      parsed.query.alternatives == [
        [
          SearchTerm(.mood([.happy, .excited])), SearchTerm(.category(["work"])), SearchTerm(.category(["two words"])),
          SearchTerm(.tag(["run"])), SearchTerm(.isFavorite), SearchTerm(.hasImage),
          SearchTerm(.from(civil(2026, 1, 1))),
          SearchTerm(.to(civil(2026, 3, 31))), SearchTerm(.phrase("exact words")),
          SearchTerm(.word("not"), isNegated: true),
          SearchTerm(.word("word")),
        ]
      ])
  }

  @Test func orBeginsAnAlternative() {
    #expect(
      parse("a or b c OR -d").query.alternatives == [
        [SearchTerm(.word("a"))], [SearchTerm(.word("b")), SearchTerm(.word("c"))],
        [SearchTerm(.word("d"), isNegated: true)],
      ])
    #expect(parse("or a or or b or").query.alternatives == [[SearchTerm(.word("a"))], [SearchTerm(.word("b"))]])
    #expect(terms(#""or" -or"#) == [SearchTerm(.phrase("or")), SearchTerm(.word("or"), isNegated: true)])
  }

  @Test func negatesAnyTerm() {
    #expect(
      terms(#"-"two words" -mood:sad -is:starred"#) == [
        SearchTerm(.phrase("two words"), isNegated: true), SearchTerm(.mood([.sad]), isNegated: true),
        SearchTerm(.isFavorite, isNegated: true),
      ])
  }

  @Test(arguments: [
    ("from:yesterday", SearchCondition.from(civil(2026, 11, 20))), ("to:2026-03-05", .to(civil(2026, 3, 5))),
    ("to:2025", .to(civil(2025, 12, 31))), ("from:2025", .from(civil(2025, 1, 1))),
    ("to:2024-02", .to(civil(2024, 2, 29))),
    (#"from:"3 days ago""#, .from(civil(2026, 11, 18))), (#"to:"last week""#, .to(civil(2026, 11, 15))),
    ("from:december", .from(civil(2025, 12, 1))), ("FROM:Friday", .from(civil(2026, 11, 20))),
    ("until:0001-01-01", .to(civil(1, 1, 1))),
  ])
  func readsDates(text: String, condition: SearchCondition) { #expect(terms(text) == [SearchTerm(condition)]) }

  @Test(arguments: [
    ("is:favorite", SearchCondition.isFavorite), ("is:starred", .isFavorite), ("is:trashed", .isTrashed),
    ("is:Unfiled", .isUnfiled),
    ("mood:Melancholy", .mood([Mood(rawValue: "melancholy")])), (#"category:"a,b",c"#, .category(["a,b", "c"])),
    (#"category:"""#, .category([""])), ("tag:@Home,#run", .tag(["home", "run"])), ("mood:happy,", .mood([.happy])),
    ("http://x.org/a", .word("http://x.org/a")), ("12:30", .word("12:30")), (#""note:this""#, .phrase("note:this")),
    ("std::cout", .word("std::cout")), ("mailto:a@b", .word("mailto:a@b")), ("fun:)", .word("fun:)")),
    ("note:", .word("note:")),
    ("“curly words”", .phrase("curly words")), ("a:b:c", .word("a:b:c")), ("--dashes", .word("-dashes")),
  ])
  func readsATerm(text: String, condition: SearchCondition) {
    #expect(terms(text).map(\.condition) == [condition])
    #expect(parse(text).problems.isEmpty)
  }

  @Test(arguments: [("foo:bar", "foo"), ("year:2025", "year"), ("-Foo:bar", "Foo"), ("a foo:\"two words\"", "foo")])
  func aFilterThatThereIsNotIsNamed(text: String, name: String) {
    let parsed = parse(text)
    #expect(
      parsed.problems.first?.what
        == "There is no filter “\(name)”. Filters are mood, category, tag, links, is, has, from and to.")
    #expect(!parsed.query.alternatives.joined().contains { "\($0.condition)".contains("oo:") })
  }

  @Test func aPhraseThatIsBeingTypedMayGoOn() {
    #expect(terms(#"a "long da"#) == [SearchTerm(.word("a")), SearchTerm(.word("long da"))])
    #expect(terms(#"category:"two wo"#) == [SearchTerm(.category(["two wo"]))])
  }

  @Test(arguments: ["", " ", "-", "\"", "\"\"", "or", "- or \"", "\n\t\u{3000}"])
  func theBeginningOfATermIsNoProblem(text: String) {
    #expect(parse(text).query.alternatives.isEmpty)
    #expect(parse(text).problems.isEmpty)
    #expect(parse(text).query.source == text)
  }

  @Test(arguments: [
    ("x from:soonish", "soonish", 1), ("from:2026-02-30 x", "2026-02-30", 1), ("is:purple x", "purple", 1),
    ("has:hat x", "hat", 1),
    ("x mood:", "mood:", 1), ("é to:13pm", "13pm", 1), ("x ***", "***", 1), ("x 🎉", "🎉", 1), ("tag:# x", "tag:#", 1),
    ("is:starred,unfiled", "unfiled", 1),
  ])
  func tellsWhatItLeftOutAndWhere(text: String, part: String, left: Int) throws {
    let parsed = parse(text)
    let problem = try #require(parsed.problems.first)
    #expect(parsed.problems.count == 1)
    #expect(slice(text, problem.range) == part)
    #expect(!problem.what.isEmpty && !problem.advice.isEmpty && problem.sentence.hasSuffix("."))
    #expect(parsed.query.alternatives.joined().count == left)
  }

  @Test func aVeryLongSearchIsCutShort() {
    let parsed = parse(String(repeating: "word or ", count: 500))
    #expect(parsed.query.alternatives.joined().count == SearchQueryParser.mostTerms)
    #expect(parsed.problems.count == 1)
  }

  @Test func operatorsOfOtherLanguagesAreText() {
    let text = #"AND NOT NEAR(a, b) ^start col:x * ; DROP TABLE entries; -- ' OR '1'='1 %_"#
    let parsed = parse(text)
    for term in parsed.query.alternatives.joined() {
      switch term.condition {
      case .word: continue
      default: Issue.record("\(term) is not text")
      }
    }
  }

  @Test func neverTrapsAndRangesStayInside() {
    var generator = SeededGenerator(seed: 11)
    let pieces = [
      "\"", "“", "”", "-", "or", " OR ", " ", ":", ",", "mood:", "category:", "tag:", "is:", "has:", "from:", "to:",
      "a", "é", "漢", "2026",
      "-02-", "30", "yesterday", "*", "^", "NEAR", "(", ")", "'", ";", "\u{0}", "\n", "e\u{301}", "🎉", "happy",
    ]
    for round in 0..<2500 {
      let text = round.isMultiple(of: 3) ? generator.anyText(longest: 30) : generator.text(of: pieces, longest: 16)
      let parsed = parse(text)
      let bounds = 0...text.utf8.count
      for problem in parsed.problems {
        #expect(bounds.contains(problem.range.lowerBound) && bounds.contains(problem.range.upperBound))
      }
      #expect(!parsed.query.alternatives.contains { $0.isEmpty })
      _ = parsed.query.matches(entry: entry(title: text, body: "a 漢字"), categoryName: text, imageCount: 0)
      let ranges = SearchHighlighter(parsed.query).ranges(in: text)
      #expect(ranges.allSatisfy { bounds.contains($0.upperBound) && !$0.isEmpty })
    }
  }
}
