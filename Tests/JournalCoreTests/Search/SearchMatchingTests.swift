import JournalCore
import TestKit
import Testing

private let today = civil(2026, 11, 21)

private func isFound(
  _ search: String, _ entry: Entry, category: String? = nil, images: Int = 0
) -> Bool {
  SearchQuery(parsing: search, today: today).matches(entry: entry, categoryName: category, imageCount: images)
}

@Suite struct SearchMatchingTests {
  private let sample = entry(
    title: "Morning run by the canal", body: "A naïve plan: 今日は漢字を練習した。\nFoo-bar baz. #Health", mood: .happy,
    isFavorite: true,
    tags: ["Sport"])

  @Test(arguments: [
    "morning", "MORN", "naive", "NAÏVE", "naïv", "漢字", "字を練", "今日", "\"by the canal\"", "foo-bar", "foo-ba",
    "\"foo bar\"", "mood:happy",
    "mood:sad,happy", "tag:health", "tag:SPORT", "tag:#health", "is:favourite", "run plan", "zebra or run", "-zebra",
    "-mood:sad",
    "from:2026-11-21 to:2026-11-21", "", "run -\"the run\"", "canal 漢字",
  ])
  func finds(search: String) { #expect(isFound(search, sample)) }

  @Test(arguments: [
    "orning", "aive", "字漢", "\"by the can\"", "\"the by\"", "bar-foo", "mood:sad", "tag:heal", "tag:runs", "is:trashed",
    "is:starred zebra",
    "-run", "-mood:happy", "from:2026-11-22", "to:yesterday", "has:image", "zebra or yak", "-morning or zebra",
    "\"canal a\"", "category:work",
  ])
  func doesNotFind(search: String) { #expect(!isFound(search, sample)) }

  @Test func knowsCategoriesByNameWithoutCase() {
    #expect(isFound("category:work", sample, category: "Work"))
    #expect(isFound("category:home,WORK", sample, category: "Work"))
    #expect(!isFound("category:wor", sample, category: "Work"))
    #expect(isFound("is:unfiled", sample))
    #expect(!isFound("is:unfiled", sample, category: "Work"))
    #expect(isFound(#"category:"",work"#, sample))
    #expect(isFound("-is:unfiled", sample, category: "Work"))
  }

  @Test func theTrashIsLookedThroughOnlyWhenAsked() {
    let trashed = entry(title: "old run", isTrashed: true)
    #expect(!isFound("run", trashed))
    #expect(!isFound("", trashed))
    #expect(isFound("is:trashed run", trashed))
    #expect(!isFound("zebra or run", trashed))
    #expect(isFound("zebra or is:trashed", trashed))
    #expect(!isFound("-is:trashed", trashed))
  }

  @Test func asksForPictures() {
    #expect(isFound("has:image", sample, images: 1))
    #expect(!isFound("-has:image", sample, images: 2))
  }

  @Test func anAbsentMoodIsNoMood() {
    let plain = entry(title: "x")
    #expect(!isFound("mood:neutral", plain))
    #expect(isFound("-mood:neutral", plain))
  }

  @Test func datesGoByTheEntrysOwnClock() {
    let late = entry(date: moment(civil(2026, 1, 1), 0, 30, in: FixedZone(offset: 14 * 3600)))
    #expect(late.date.instant < moment(civil(2025, 12, 31), 23, 0, in: FixedZone()).instant)
    #expect(isFound("from:2026-01-01", late))
    #expect(!isFound("to:2025-12-31", late))
  }
}

@Suite struct SearchHighlighterTests {
  private func lit(_ search: String, _ text: String) -> [String] {
    SearchHighlighter(SearchQuery(parsing: search, today: today)).ranges(in: text).map { slice(text, $0) }
  }

  @Test(arguments: [
    ("run", "A run, running; rerun", ["run", "run"]),
    ("nai", "Naïve nai\u{308}ve", ["Naï", "nai\u{308}"]),
    ("\"by the\"", "by the by, the by  the", ["by the", "by, the", "by  the"]),
    ("漢字", "この漢字は漢字", ["漢字", "漢字"]),
    ("foo-ba", "foo bar foo-baz", ["foo ba", "foo-ba"]),
    ("x b", "x b xb", ["x", "b"]),
    ("Notes on drying", "Notes on drying one thing to a turn: on and on.", ["Notes", "drying"]),
    ("\"notes on drying\"", "Notes on drying, on paper", ["Notes on drying"]),
    ("the or herons on", "the herons on the ice", ["the", "herons", "the"]),
    ("on", "one on", ["on", "on"]),
    ("ab", "a ab abc", ["ab", "ab"]),
    ("漢 字", "漢字", ["漢字"]),
    ("-run x mood:happy", "run x happy", ["x"]),
    ("", "anything", []),
  ])
  func lightsWhatWasLookedFor(search: String, text: String, expected: [String]) {
    #expect(lit(search, text) == expected)
  }

  @Test func everyMatchHasSomethingLit() {
    var generator = SeededGenerator(seed: 3)
    let pieces = ["run", "nai", "ïve", " ", ", ", "漢", "字", "e\u{301}", "X", "-", "\n"]
    for _ in 0..<2000 {
      let text = generator.text(of: pieces, longest: 12)
      let word = generator.text(of: pieces, longest: 2)
      let query = SearchQuery(alternatives: [[SearchTerm(.word(word))]], source: word)
      guard SearchTokenizer.hasTokens(word) else { continue }
      let matches = query.matches(entry: entry(title: text), categoryName: nil, imageCount: 0)
      #expect(matches == !SearchHighlighter(query).ranges(in: text).isEmpty)
    }
  }
}
