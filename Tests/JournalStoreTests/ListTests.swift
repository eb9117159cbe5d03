import JournalCore
import JournalModel
import JournalStore
import Testing

@Suite struct ListTests {
  @Test(arguments: StoreKind.allCases)
  func newestFirstByTheEntrysOwnDate(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.add("old", on: "0001-01-01")
    try fixture.add("newer", on: "2026-03-01")
    try fixture.add("middle", on: "1752-09-14")
    #expect(try fixture.titles() == ["newer", "middle", "old"])
    #expect(try fixture.titles(order: ListOrder(.date, reversed: true)) == ["old", "middle", "newer"])
  }

  /// A batch of none would never end.
  @Test(arguments: StoreKind.allCases, [(-1, [1, 1, 1]), (0, [1, 1, 1]), (1, [1, 1, 1]), (2, [2, 1]), (9, [3])])
  func entriesComeInBatchesOfOneAtLeast(_ kind: StoreKind, _ sizes: (batch: Int, expected: [Int])) throws {
    let fixture = try Fixture(kind)
    for title in ["a", "b", "c"] { try fixture.add(title) }
    var found: [Int] = []
    try fixture.store.forEachEntry(in: .all, batch: sizes.batch) { found.append($0.count) }
    #expect(found == sizes.expected)
  }

  @Test(arguments: StoreKind.allCases)
  func pagesJoinToTheWholeListInEveryOrder(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for number in 0..<23 {
      // Dates and titles repeat, so that the order within equals is tried as well.
      try fixture.add("Title \(number % 5)", on: "2026-03-\(10 + number % 7)")
      fixture.world.advance(milliseconds: Int64(number % 3))
    }
    for sort in ListSort.allCases {
      for reversed in [false, true] {
        let order = ListOrder(sort, reversed: reversed)
        let all = try fixture.store.page(ListRequest(order: order, limit: 100)).rows
        #expect(all.count == 23)
        var forward: [EntrySummary] = []
        var anchor = ListAnchor.first
        while true {
          let page = try fixture.store.page(ListRequest(order: order, anchor: anchor, limit: 4))
          forward += page.rows
          guard page.hasAfter, let last = page.rows.last else { break }
          anchor = .after(last.cursor)
        }
        #expect(forward == all)
        var backward: [EntrySummary] = []
        anchor = .last
        while true {
          let page = try fixture.store.page(ListRequest(order: order, anchor: anchor, limit: 4))
          backward = page.rows + backward
          guard page.hasBefore, let first = page.rows.first else { break }
          anchor = .before(first.cursor)
        }
        #expect(backward == all)
        let here = try fixture.store.page(ListRequest(order: order, anchor: .at(all[9].id), limit: 3))
        #expect(here.rows == Array(all[9..<12]))
        #expect(here.hasBefore && here.hasAfter)
      }
    }
  }

  @Test func thePlaceInAListIsCountedInEveryScope() throws {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    let work = try fixture.addCategory("Work", id: "w")
    for number in 0..<12 {
      try fixture.add(
        "Title \(number % 3)", number % 2 == 0 ? "by the #sea" : "at home", on: "2026-03-\(10 + number)",
        mood: number % 3 == 0 ? .happy : .sad, favorite: number % 4 == 0, category: number % 2 == 0 ? work : nil)
    }
    let trashed = try fixture.add("gone", "by the sea", on: "2026-03-15")
    _ = try fixture.edit(trashed, .trashedAt(fixture.world.environment.now()))
    let searches = ["sea", "mood:happy", "category:Work mood:sad,happy", "from:2026-03-12", "title"]
    let today = try fixture.date("2026-11-21").local.date
    let scopes: [ListScope] =
      [.all, .favorites, .trash, .category(RecordName("w")), .unfiled, .mood(.sad), .tag("sea")]
      + searches.map { .search(SearchQuery(parsing: $0, today: today)) }
    for scope in scopes {
      for order in ListSort.allCases.flatMap({ [ListOrder($0), ListOrder($0, reversed: true)] }) {
        let rows = try fixture.store.page(ListRequest(scope: scope, order: order, limit: 100)).rows
        #expect(!rows.isEmpty, "\(scope)")
        for (place, row) in rows.enumerated() {
          #expect(try store.count(scope, order, before: row.cursor) == place, "\(scope), \(order)")
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func titlesAreSortedWithoutCaseAndDiacritics(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for title in ["zebra", "Éclair", "apple", "“Banana”", "echo"] { try fixture.add(title) }
    #expect(try fixture.titles(order: ListOrder(.title)) == ["apple", "“Banana”", "echo", "Éclair", "zebra"])
  }

  @Test(arguments: StoreKind.allCases)
  func scopesShowWhatTheySay(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let work = try fixture.addCategory("Work", id: "w")
    try fixture.add("a", on: "2024-03-01", mood: .happy, favorite: true, category: work, tags: ["Sea"])
    try fixture.add("b", "by the #sea", on: "2025-03-01")
    let trashed = try fixture.add("c", on: "2025-03-01", mood: .happy, favorite: true, category: work, tags: ["sea"])
    _ = try fixture.edit(trashed, .trashedAt(fixture.world.environment.now()))
    #expect(try fixture.titles(.favorites) == ["a"])
    #expect(try fixture.titles(.category(work)) == ["a"])
    #expect(try fixture.titles(.mood(.happy)) == ["a"])
    #expect(try fixture.titles(.unfiled) == ["b"])
    #expect(try fixture.titles(.trash) == ["c"])
    #expect(try fixture.titles(.tag("#SEA")) == ["b", "a"])
    #expect(try fixture.titles(.onThisDay(month: 3, day: 1)) == ["b", "a"])
    #expect(try fixture.titles(.onThisDay(month: 3, day: 1, besides: 2025)) == ["a"])
    #expect(try fixture.titles(.onThisDay(month: 3, day: 1, besides: 2026)) == ["b", "a"])
    #expect(try fixture.titles(.onThisDay(month: 2, day: 29, besides: 2025)).isEmpty)
    let day = try fixture.date("2025-03-01").local.date
    #expect(try fixture.titles(.day(day)) == ["b"])
    let scopes: [ListScope] = [
      .all, .favorites, .category(work), .mood(.happy), .unfiled, .trash, .tag("sea"), .day(day),
      .onThisDay(month: 3, day: 1),
    ]
    for scope in scopes { #expect(try fixture.store.count(scope) == fixture.titles(scope).count, "\(scope)") }
  }

  @Test(arguments: StoreKind.allCases)
  func aPageBeginsAtTheEntryNearestToAMoment(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.add("b", on: "2024-03-01")
    try fixture.add("c", on: "2024-03-10")
    try fixture.add("a", on: "2025-03-01")
    let trashed = try fixture.add("gone", on: "2024-03-04")
    _ = try fixture.edit(trashed, .trashedAt(fixture.world.environment.now()))
    func near(_ day: String, _ order: ListOrder = ListOrder()) throws -> ListPage {
      try fixture.store.page(ListRequest(order: order, anchor: .near(try fixture.date(day).instant), limit: 10))
    }
    #expect(try near("2024-03-04").rows.map(\.title) == ["b"])
    #expect(try near("2024-03-04").hasBefore)
    #expect(try near("2024-03-07").rows.map(\.title) == ["c", "b"])
    #expect(try near("1700-01-01").rows.map(\.title) == ["b"])
    #expect(try near("9999-01-01").rows.map(\.title) == ["a", "c", "b"])
    #expect(try near("2024-03-04", ListOrder(.title)).rows.map(\.title) == ["b", "c"])
    let empty = try Fixture(kind)
    #expect(try empty.store.page(ListRequest(anchor: .near(.earliest))).rows.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func talliesFollowEveryChange(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let work = try fixture.addCategory("Work", id: "w")
    let today = try fixture.date("2027-03-01").local.date
    let a = try fixture.add("a", mood: .sad, favorite: true, category: work)
    let b = try fixture.add("b", on: "2020-01-01", mood: .sad)
    var expected = Tallies(
      all: 2, favorites: 1, trash: 0, onThisDay: 1, categories: [work: 1], moods: [.sad: 2])
    #expect(try fixture.store.tallies(today: today) == expected)
    _ = try fixture.edit(b, .mood(.happy), .category(work), .isFavorite(true))
    expected.favorites = 2
    expected.categories = [work: 2]
    expected.moods = [.sad: 1, .happy: 1]
    #expect(try fixture.store.tallies(today: today) == expected)
    let undo = try fixture.edit(a, .trashedAt(fixture.world.environment.now()))
    expected = Tallies(all: 1, favorites: 1, trash: 1, onThisDay: 0, categories: [work: 1], moods: [.happy: 1])
    #expect(try fixture.store.tallies(today: today) == expected)
    _ = try fixture.store.apply(undo, cause: .undo)
    #expect(try fixture.store.tallies(today: today).all == 2)
    _ = try fixture.edit(a, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.emptyTrash()
    expected.trash = 0
    #expect(try fixture.store.tallies(today: today) == expected)
  }

  @Test(arguments: StoreKind.allCases)
  func tagsAreCountedWithoutCaseOnceAnEntry(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.add("x", "#Run and #run again", tags: ["run"])
    try fixture.add("y", "@home #run")
    let tags = try fixture.store.tags(prefix: "", limit: 10)
    #expect(tags.map { $0.count } == [2, 1])
    #expect(tags.map { TagSyntax.normalise($0.tag) } == ["run", "home"])
    #expect(try fixture.store.tags(prefix: "HO", limit: 10).map { $0.tag } == ["home"])
    #expect(try fixture.store.tags(prefix: "", limit: 1).count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func entriesOfOneMomentKeepTheOrderInWhichTheyWereWritten(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for number in 0..<5 { try fixture.add("n\(number)") }
    #expect(try fixture.titles() == ["n4", "n3", "n2", "n1", "n0"])
  }

  @Test(arguments: StoreKind.allCases)
  func movingAnEntryInTimeMovesItInTheListAndInSearch(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("wanderer", "#path", on: "2026-03-01")
    try fixture.add("stayer", on: "2025-01-01")
    _ = try fixture.edit(id, .date(try fixture.date("1999-01-01")))
    #expect(try fixture.titles() == ["stayer", "wanderer"])
    #expect(try fixture.search("wander") == ["wanderer"])
    #expect(try fixture.titles(.tag("path")) == ["wanderer"])
  }

  @Test(arguments: StoreKind.allCases)
  func statisticsCountDaysAndWords(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.add("one two", "three", on: "2026-03-01", mood: .happy)
    try fixture.add("four", on: "2026-03-01", mood: .happy)
    try fixture.add("five", on: "2026-03-01")
    try fixture.add("six", on: "1990-01-01", mood: .sad)
    try fixture.add("seven", on: "2026-02-28")
    let today = try fixture.date("2026-03-02").local.date
    let numbers = try fixture.store.statistics(today: today)
    #expect(numbers.entries == 5 && numbers.words == 7 && numbers.daysWritten == 3)
    #expect(numbers.firstDate?.iso == "1990-01-01" && numbers.lastDate?.iso == "2026-03-01")
    #expect(numbers.currentStreak?.days == 2 && numbers.longestStreak?.days == 2)
    #expect(try fixture.store.statistics(today: today.adding(days: 1)).currentStreak == nil)
  }
}
