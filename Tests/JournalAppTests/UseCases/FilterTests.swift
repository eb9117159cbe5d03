import JournalApp
import JournalCore
import JournalStore
import Testing

@Suite struct FilterTests {
  let journal: TestJournal

  init() throws {
    journal = try TestJournal()
    try journal.add(
      "Run", "By the canal, cold.", on: "2026-11-20 09:00", mood: "happy", tags: ["run", "out"], favorite: true)
    try journal.add("Long day", "Two reviews.", on: "2026-11-19 09:00", category: "Work")
    try journal.add("Letter", "It came by the canal post.", on: "2025-11-21 09:00", mood: "sad", tags: ["out"])
    try journal.add("Old run", "", on: "2024-11-21 09:00", mood: "happy", tags: ["run"], favorite: true)
  }

  private func titles(_ change: (inout EntryFilter) -> Void) throws -> [String] {
    var filter = EntryFilter()
    change(&filter)
    return try journal.titles(filter)
  }

  @Test func withoutAFilterAllAreListedNewestFirst() throws {
    #expect(try titles { _ in } == ["Run", "Long day", "Letter", "Old run"])
    #expect(try journal.titles(EntryFilter(), limit: 2) == ["Run", "Long day"])
  }

  @Test func datesAreDaysAsPeopleSayThem() throws {
    #expect(try titles { $0.on = "yesterday" } == ["Run"])
    #expect(try titles { $0.on = "2025" } == ["Letter"])
    #expect(try titles { $0.from = "nov 2026" } == ["Run", "Long day"])
    #expect(try titles { $0.to = "2025-11-21" } == ["Letter", "Old run"])
    #expect(try titles { ($0.from, $0.to) = ("2025", "2025") } == ["Letter"])
  }

  @Test func thisDayInHistoryCombinesWithOthers() throws {
    #expect(try titles { $0.isTodayInHistory = true } == ["Letter", "Old run"])
    #expect(try titles { ($0.isTodayInHistory, $0.isStarred) = (true, true) } == ["Old run"])
    var filter = EntryFilter()
    (filter.isTodayInHistory, filter.tags) = (true, ["out", "run"])
    #expect(try journal.titles(filter, limit: 1) == ["Letter"])
  }

  @Test func monthDayAndYearAreAskedForByThemselvesAndTogether() throws {
    #expect(try titles { $0.month = "11" } == ["Run", "Long day", "Letter", "Old run"])
    #expect(try titles { $0.month = "Nov" } == ["Run", "Long day", "Letter", "Old run"])
    #expect(try titles { $0.month = "december" } == [])
    #expect(try titles { $0.day = 21 } == ["Letter", "Old run"])
    #expect(try titles { $0.year = 2026 } == ["Run", "Long day"])
    #expect(try titles { ($0.month, $0.day) = ("november", 21) } == ["Letter", "Old run"])
    #expect(try titles { ($0.month, $0.day, $0.year) = ("nov", 21, 2024) } == ["Old run"])
    #expect(try titles { ($0.day, $0.tags) = (21, ["out"]) } == ["Letter"])
    var filter = EntryFilter()
    filter.day = 21
    #expect(try journal.titles(filter, limit: 1) == ["Letter"])
  }

  @Test(arguments: [("13", 1, 1), ("", 1, 1), ("ma", 1, 1), ("1", 0, 1), ("1", 32, 1), ("1", 1, 0)])
  func aMonthDayOrYearThatIsNoneIsRefused(month: String, day: Int, year: Int) {
    var filter = EntryFilter()
    (filter.month, filter.day, filter.year) = (month, day, year)
    #expect(journal.failure { _ = try journal.titles(filter) }?.exitStatus == 2)
    filter = EntryFilter()
    (filter.isTodayInHistory, filter.day) = (true, 3)
    #expect(journal.failure { _ = try journal.titles(filter) }?.exitStatus == 2)
  }

  @Test func oneOfSeveralIsEnoughUnlessAllAreAskedFor() throws {
    #expect(try titles { $0.tags = ["run", "@out"] } == ["Run", "Letter", "Old run"])
    #expect(try titles { ($0.tags, $0.matchesAll) = (["run", "out"], true) } == ["Run"])
    #expect(try titles { $0.contains = ["canal", "reviews"] } == ["Run", "Long day", "Letter"])
    #expect(try titles { ($0.contains, $0.matchesAll) = (["canal", "cold"], true) } == ["Run"])
  }

  @Test func differentFiltersMustAllHold() throws {
    #expect(try titles { ($0.isStarred, $0.contains) = (true, ["canal"]) } == ["Run"])
    #expect(try titles { $0.isNotStarred = true } == ["Long day", "Letter"])
    #expect(try titles { $0.excludedTags = ["run"] } == ["Long day", "Letter"])
    #expect(try titles { ($0.moods, $0.from) = (["happy"], "2026") } == ["Run"])
    #expect(try titles { $0.categories = ["wORK"] } == ["Long day"])
    #expect(try titles { ($0.search, $0.isStarred) = ("run or letter", true) } == ["Run", "Old run"])
  }

  @Test func wordsNextToEachOtherAreOneText() throws {
    #expect(try titles { $0.contains = ["canal post"] } == ["Letter"])
    #expect(try titles { $0.contains = ["post canal"] } == [])
  }

  @Test(arguments: ["from:30feb", "is:blue", "has:nothing", "tag:", "mood:", "from:2026-13", "title:canal"])
  func aSearchThatIsNotUnderstoodIsRefused(text: String) {
    var filter = EntryFilter()
    filter.search = text
    let failure = journal.failure { _ = try journal.titles(filter) }
    #expect(failure?.exitStatus == 2)
    let value = text.drop { $0 != ":" }.dropFirst()
    #expect(failure?.sentence.contains(value.isEmpty ? text : String(value)) == true)
  }

  @Test(arguments: ["", "\"", "--", "'; --", "*", "()"])
  func aSearchWithoutWordsDoesNotFindEverything(text: String) {
    var filter = EntryFilter()
    filter.search = text
    #expect(journal.failure { _ = try journal.titles(filter) }?.exitStatus == 2)
  }

  @Test(arguments: [
    "canal'; DROP TABLE entries; --", "canal OR 1=1", "NEAR(canal run)", "\"canal", "canal*", "{canal}",
    "^canal AND NOT", "canal \" \"",
  ])
  func theSyntaxOfOthersIsOnlyText(text: String) throws {
    var filter = EntryFilter()
    filter.search = text
    for title in try journal.titles(filter) { #expect(["Run", "Letter", "Old run"].contains(title)) }
    #expect(try journal.store.count(.all) == 4)
  }

  @Test func punctuationIsToldOfAndLeftOut() throws {
    var filter = EntryFilter()
    filter.search = "canal & cold"
    let resolved = try filter.resolved(today: journal.context.today)
    #expect(resolved.notes.count == 1)
    #expect(try journal.titles(filter) == ["Run"])
  }

  @Test(arguments: ["30 feb", "whenever", "1-5-2026"])
  func aDateThatIsNoneIsRefused(date: String) {
    var filter = EntryFilter()
    filter.from = date
    #expect(journal.failure { _ = try journal.titles(filter) }?.exitStatus == 2)
  }
}
