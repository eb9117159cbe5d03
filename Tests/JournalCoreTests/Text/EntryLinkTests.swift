import JournalCore
import Testing

@Suite struct EntryLinkTests {
  @Test(arguments: [
    ("[[The heron]]", ["The heron"]), ("a [[ b ]] c [[d|that]] [[e#part]]", ["b", "d", "e"]),
    ("[[[x]]]", ["x"]), ("[[2026-05-31]]", ["2026-05-31"]), ("[[日記]]", ["日記"]),
    ("[[]] [[ ]] [[|x]] [[#x]] [x] [[x] [[a\nb]]", []), ("[[a [[b]]", ["b"]), ("[[", []), ("]]", []), ("", []),
  ])
  func linksAreFound(_ text: String, _ titles: [String]) {
    #expect(EntryLink.find(inPiece: text).map(\.title) == titles)
  }

  @Test func theWordsAreThoseBehindTheBar() {
    let links = EntryLink.find(inPiece: "é [[The heron|that bird]] [[The heron#Sunday]] [[The heron|]]")
    #expect(links.map(\.words) == ["that bird", "The heron#Sunday", "The heron"])
    #expect(links[0].range == 3..<26)
  }

  @Test func caseAndDiacriticsDoNotMatterAndCodeIsLeftOut() {
    #expect(EntryLink.isThere(to: "café", in: "see [[CAFE]]"))
    #expect(!EntryLink.isThere(to: "café", in: "see `[[CAFE]]`\n\n```\n[[café]]\n```\n"))
    #expect(!EntryLink.isThere(to: "", in: "[[a]]") && !EntryLink.isThere(to: "a", in: "a"))
  }

  @Test func aLinkInATableLeadsThereToo() {
    #expect(EntryLink.isThere(to: "The heron", in: "| [[The heron\\|it]] |"))
    #expect(EntryLink.shown("a [[The heron\\|it]] [[Fog]] [[x") == "a it Fog [[x")
  }

  @Test func aTitleThatWouldEndALinkIsNone() {
    #expect(EntryLink.text(to: " The heron ") == "[[The heron]]")
    for title in ["", "a]b", "a|b", "a#b", "[x", "a\nb"] { #expect(EntryLink.text(to: title) == nil) }
  }

  @Test(arguments: ["links:\"\"", "links:\" \"", "links:"]) func aLinkWithoutATitleIsTold(_ text: String) throws {
    let today = try #require(CivilDate(year: 2026, month: 5, day: 31))
    #expect(SearchQueryParser.parse(text, today: today).problems.map(\.what).first?.contains("has no value") == true)
  }

  @Test func searchAsksForThem() throws {
    let today = try #require(CivilDate(year: 2026, month: 5, day: 31))
    let parsed = SearchQueryParser.parse("links:\"The heron\",Fog -link:sea", today: today)
    #expect(parsed.problems.isEmpty)
    #expect(
      parsed.query.alternatives == [
        [SearchTerm(.linksTo(["The heron", "Fog"])), SearchTerm(.linksTo(["sea"]), isNegated: true)]
      ])
  }
}
