import ScreenKit
import Testing

@Suite struct ReadingTests {
  private func filled(_ count: Int) throws -> TestJournal {
    let journal = try TestJournal()
    let text = (0..<count).map {
      "[2024-01-01 \(String($0 / 60 + 10)):\(String($0 % 60 + 100).suffix(2))] entry \($0) @tag\n"
    }
    let file = try journal.sandbox.write("many.txt", text.joined(separator: "\n").utf8)
    try journal.output("import", "--from", "jrnl", file)
    return journal
  }

  @Test func pagesFollowEachOtherWithoutGapOrOverlap() throws {
    let journal = try filled(25)
    var titles: [String] = []
    var page = try journal.page("list", "--json", "-n", "10")
    #expect(page.ok && page.count == 10 && page.hasMore)
    titles += page.items.map(\.title)
    while let cursor = page.nextCursor {
      page = try journal.page("list", "--json", "-n", "10", "--cursor", cursor)
      titles += page.items.map(\.title)
    }
    #expect(!page.hasMore)
    #expect(titles == (0..<25).reversed().map { "entry \($0) @tag" })
  }

  @Test func searchFindsWithoutAccentsAndInsideCJK() throws {
    let journal = try TestJournal()
    try journal.output("a naïve question about 漢字とかな today")
    try journal.output("nothing to see")
    #expect(try journal.page("search", "--json", "naive").count == 1)
    #expect(try journal.page("search", "--json", "漢字").count == 1)
    #expect(try journal.page("search", "--json", "nai").count == 1)
    #expect(try journal.page("search", "--json", "absent").count == 0)
  }

  @Test(arguments: [
    "\"", "'; DROP TABLE entries; --", "NEAR(", "a AND", "*", "col:x", "-", "(((", "\" OR 1=1", "^x", "or",
  ])
  func strangeSearchTextIsOnlyText(text: String) throws {
    let journal = try TestJournal()
    try journal.output("a line")
    let outcome = try journal.run("search", "--json", "--", text)
    #expect(outcome.status == .success || !outcome.errors.isEmpty)
    #expect(!outcome.errors.lowercased().contains("sqlite") && !outcome.errors.contains("fts5"))
    #expect(try journal.entries().count == 1)
  }

  @Test func aPipeCarriesNoEscapeCodes() throws {
    let journal = try TestJournal()
    try journal.output("a line with \u{1B}[31mred\u{1B}[0m and \u{202E}turned\u{202C} words")
    for arguments in [
      ["list"], ["list", "--short"], ["show", "1"], ["search", "line"], ["--help"], ["tags"], ["stats"],
    ] {
      let outcome = try journal.start(arguments).finish()
      #expect(!outcome.outputBytes.contains(0x1B), "\(arguments)")
      #expect(!outcome.output.unicodeScalars.contains("\u{202E}"), "\(arguments)")
    }
  }

  @Test func statisticsAreCounted() throws {
    let journal = try filled(3)
    let text = try journal.output("stats", "--json")
    #expect(text.contains("\"entries\":3"))
  }

  @Test func wrongFlagsEndWithTwo() throws {
    let journal = try TestJournal()
    let outcome = try journal.run("list", "--no-such-flag")
    #expect(outcome.status == .code(2))
    #expect(outcome.output.isEmpty && outcome.errors.contains("--no-such-flag"))
  }
}
