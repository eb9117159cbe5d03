import GRDB
import JournalCore
import JournalModel
import TestKit
import Testing

@testable import JournalStore

@Suite struct SearchTests {
  private func library(_ kind: StoreKind) throws -> Fixture {
    let fixture = try Fixture(kind)
    let work = try fixture.addCategory("Büro", id: "w")
    try fixture.add("Naïve plans", "We ran along the canal.", on: "2026-01-05", mood: .happy, category: work)
    try fixture.add("Tokyo", "昨日は漢字を勉強しました。", on: "2026-02-05", mood: .excited, tags: ["travel"])
    try fixture.add("Running late", "Not a plan in sight; canal closed.", on: "2026-03-05", favorite: true)
    try fixture.add("AND OR NOT", "NEAR(\"x\" y*) col:on ^start", on: "2026-04-05")
    let old = try fixture.add("Thrown away", "canal", on: "2026-05-05")
    _ = try fixture.edit(old, .trashedAt(fixture.world.environment.now()))
    return fixture
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      ("naive", ["Naïve plans"]),
      ("NAÏVE", ["Naïve plans"]),
      ("漢字", ["Tokyo"]),
      ("漢", ["Tokyo"]),
      ("漢字を勉強", ["Tokyo"]),
      ("字漢", []),
      ("ran", ["Naïve plans"]),
      ("run", ["Running late"]),
      ("canal", ["Running late", "Naïve plans"]),
      ("\"along the canal\"", ["Naïve plans"]),
      ("\"along canal\"", []),
      ("canal -plan", []),
      ("canal -closed", ["Naïve plans"]),
      ("tokyo or naive", ["Tokyo", "Naïve plans"]),
      ("mood:happy,excited", ["Tokyo", "Naïve plans"]),
      ("canal mood:happy", ["Naïve plans"]),
      ("category:büro", ["Naïve plans"]),
      ("category:BÜRO", ["Naïve plans"]),
      ("tag:travel", ["Tokyo"]),
      ("-tag:travel canal", ["Running late", "Naïve plans"]),
      ("is:favourite", ["Running late"]),
      ("is:unfiled canal", ["Running late"]),
      ("is:trashed canal", ["Thrown away"]),
      ("from:2026-02 to:2026-03", ["Running late", "Tokyo"]),
      ("canal from:2026-02", ["Running late"]),
      ("tokyo or mood:happy", ["Tokyo", "Naïve plans"]),
      ("-canal", ["AND OR NOT", "Tokyo"]),
      ("\"", ["AND OR NOT", "Running late", "Tokyo", "Naïve plans"]),
      ("\"AND OR\"", ["AND OR NOT"]),
      ("\"col:on\"", ["AND OR NOT"]),
      ("'; DROP TABLE entries; --", []),
      ("^start", ["AND OR NOT"]),
      ("near(", ["AND OR NOT"]),
      ("a", ["Running late"]),
      ("ca", ["Running late", "Naïve plans"]),
      ("勉強 か", []),
      ("\"を勉強\"", ["Tokyo"]),
    ])
  func findsWhatAPersonMeans(_ kind: StoreKind, _ example: (String, [String])) throws {
    let fixture = try library(kind)
    #expect(try fixture.search(example.0) == example.1, "\(example.0)")
  }

  @Test(arguments: StoreKind.allCases)
  func resultsPageAndCountLikeAnyList(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for number in 0..<12 {
      try fixture.add("walk \(number)", on: "2026-03-\(10 + number)", mood: number % 2 == 0 ? .happy : nil)
    }
    let today = try fixture.date("2026-11-21").local.date
    for text in ["walk", "walk mood:happy", "walk or nothing", "mood:happy"] {
      let scope = ListScope.search(SearchQuery(parsing: text, today: today))
      let all = try fixture.store.page(ListRequest(scope: scope)).rows
      #expect(try fixture.store.count(scope) == all.count)
      var joined: [EntrySummary] = []
      var anchor = ListAnchor.first
      while true {
        let page = try fixture.store.page(ListRequest(scope: scope, anchor: anchor, limit: 5))
        joined += page.rows
        guard page.hasAfter, let last = page.rows.last else { break }
        anchor = .after(last.cursor)
      }
      #expect(joined == all)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func whatWasFoundIsShownThoughItStandsDeepInTheText(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let long = String(repeating: "Nothing of note. ", count: 30)
    try fixture.add("Long", long + "Then the heron came back to the sluice.\nAnd left.")
    try fixture.add("Short", "A heron at once.", on: "2026-02-01")
    let today = try fixture.date("2026-11-21").local.date
    let scope = ListScope.search(SearchQuery(parsing: "heron", today: today))
    let rows = try fixture.store.page(ListRequest(scope: scope, showsMatches: true)).rows
    #expect(rows.map(\.preview).first?.contains("the heron came back") == true)
    #expect(rows.map(\.preview).first?.hasPrefix("…") == true)
    #expect(rows.map(\.preview).last == "A heron at once.")
    let plain = try fixture.store.page(ListRequest(scope: scope)).rows
    #expect(plain.map(\.preview).first?.hasPrefix("Nothing of note.") == true)
  }

  @Test func bothStoresFindTheSame() throws {
    let words = [
      "canal", "Canal", "naïve", "run", "running", "漢字", "字", "é", "e\u{301}", "ß", "don't", "A-B", "x1", "กขค", "42",
      "🥰run", "漢、字",
    ]
    var random = SeededRandom(seed: 11)
    let memory = try Fixture(.memory)
    let sqlite = try Fixture(.sqlite)
    for number in 0..<60 {
      let title = words[random.next(words.count)]
      let body = (0..<random.next(8)).map { _ in words[random.next(words.count)] }.joined(separator: " ")
      for fixture in [memory, sqlite] {
        try fixture.add(
          title, body, on: "2026-03-\(10 + number % 19)", mood: number % 3 == 0 ? .sad : nil, id: "entry-\(number)")
      }
    }
    for _ in 0..<250 {
      var terms: [String] = []
      for _ in 0...random.next(3) {
        var term = words[random.next(words.count)]
        if random.next(3) == 0 { term = String(term.prefix(2)) }
        if random.next(4) == 0 { term = "\"\(term) \(words[random.next(words.count)])\"" }
        if random.next(4) == 0 { term = "-" + term }
        if random.next(6) == 0 { term = "or" }
        if random.next(8) == 0 { term = "mood:sad" }
        terms.append(term)
      }
      let text = terms.joined(separator: " ")
      let expected = try memory.search(text)
      let found = try sqlite.search(text)
      #expect(found == expected, "\(text)")
    }
  }

  /// In a large journal the beginnings of words are looked for among the entries nearby, which must find what the index finds.
  @Test func whatIsNearbyIsWhatTheIndexFinds() throws {
    let words = ["canal", "candle", "Canary", "kanal", "can", "naïve", "ca-nal", "漢字", "c", "run running"]
    var random = SeededRandom(seed: 21)
    let fixture = try Fixture(.sqlite)
    let file = try #require(fixture.store as? JournalStore)
    for number in 0..<90 {
      let body = (0..<random.next(7)).map { _ in words[random.next(words.count)] }.joined(separator: " ")
      let id = try fixture.add(words[random.next(words.count)], body, on: "2026-03-\(10 + number % 19)")
      if random.next(9) == 0 { _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now())) }
    }
    let today = try fixture.date("2026-11-21").local.date
    var nearby = 0
    for text in ["ca", "can", "cana", "ca run", "ca -run", "ca or ru", "\"can canal\" ca", "漢字", "zz", "na", "c ca"] {
      let scope = ListScope.search(SearchQuery(parsing: text, today: today))
      for isReversed in [false, true] {
        for anchor in [ListAnchor.first, .last] {
          var request = ListRequest(
            scope: scope, order: ListOrder(.date, reversed: isReversed), anchor: anchor, limit: 5)
          try file.reading { db in
            var reader = ListReader(db: db, zone: file.zone, request: request)
            let asked = try reader.page()
            reader.largeJournal = 0
            #expect(try reader.page() == asked, "\(text)")
            if try reader.nearbyRows(forward: true, from: nil, inclusive: false) != nil { nearby += 1 }
            guard let last = asked.rows.last else { return }
            request.anchor = .after(last.cursor)
            reader = ListReader(db: db, zone: file.zone, request: request)
            let next = try reader.page()
            reader.largeJournal = 0
            #expect(try reader.page() == next, "\(text)")
          }
        }
      }
    }
    #expect(nearby > 10)
  }

  /// Any combination of mood, category and star, page by page in both directions, whatever else is asked beside it.
  @Test func filtersPageAlikeInBothStores() throws {
    var random = SeededRandom(seed: 5)
    let memory = try Fixture(.memory)
    let sqlite = try Fixture(.sqlite)
    let moods: [Mood?] = [nil, .happy, .sad, .anxious]
    for fixture in [memory, sqlite] {
      for (name, id) in [("Work", "a"), ("Home", "b"), ("Home", "c"), ("Gone", "d")] {
        _ = try fixture.addCategory(name, id: id)
      }
    }
    for number in 0..<100 {
      let category = ["a", "b", "c", "d", "unknown", nil][random.next(6)].map { RecordName($0) }
      let (mood, isFavorite) = (moods[random.next(4)], random.next(4) == 0)
      for fixture in [memory, sqlite] {
        try fixture.add(
          "n\(number)", "#t\(number % 3)", on: "2026-03-\(10 + number % 19)", mood: mood, favorite: isFavorite,
          category: category, id: "e\(number)")
      }
      if random.next(8) == 0 {
        for fixture in [memory, sqlite] {
          _ = try fixture.edit(RecordName("e\(number)"), .trashedAt(fixture.world.environment.now()))
        }
      }
    }
    for fixture in [memory, sqlite] {
      _ = try fixture.store.apply(
        JournalEdit(
          name: "trash",
          operations: [.editCategory(RecordName("d"), [.trashedAt(fixture.world.environment.now())])]), cause: .edit)
    }
    let parts = [
      "mood:sad", "mood:happy,sad", "mood:odd", "category:work", "category:home", "category:home,work",
      "category:nowhere", "is:unfiled", "is:favourite", "tag:t1", "-mood:sad", "-is:favourite", "-category:work",
      "from:2026-03-15",
    ]
    let today = try memory.date("2026-11-21").local.date
    for _ in 0..<150 {
      let text = (0...random.next(3)).map { _ in parts[random.next(parts.count)] }.joined(separator: " ")
      let scope = ListScope.search(SearchQuery(parsing: text, today: today))
      let all = try memory.titles(scope)
      #expect(try sqlite.titles(scope) == all, "\(text)")
      #expect(try sqlite.store.count(scope) == all.count, "\(text)")
      let isReversed = random.next(2) == 0
      var paged: [String] = []
      var anchor = ListAnchor.first
      while true {
        let page = try sqlite.store.page(
          ListRequest(scope: scope, order: ListOrder(.date, reversed: isReversed), anchor: anchor, limit: 4))
        paged += page.rows.map(\.title)
        guard page.hasAfter, let last = page.rows.last else { break }
        anchor = .after(last.cursor)
      }
      #expect(paged == (isReversed ? all.reversed() : all), "\(text)")
      let end = try sqlite.store.page(ListRequest(scope: scope, anchor: .last, limit: 5))
      #expect(end.rows.map(\.title) == Array(all.suffix(5)) && end.hasBefore == (all.count > 5), "\(text)")
    }
  }

  /// No list of mood, category and star goes over the entries, of which there may be a million.
  @Test(arguments: [
    "mood:sad", "category:work", "is:favourite", "mood:sad category:work", "mood:sad is:favourite",
    "category:work is:favourite", "mood:sad category:work is:favourite", "mood:sad,happy is:unfiled", "is:unfiled",
  ])
  func filtersAreServedByAnIndex(_ text: String) throws {
    let fixture = try Fixture(.sqlite)
    let work = try fixture.addCategory("Work", id: "a")
    let file = try #require(fixture.store as? JournalStore)
    try fixture.add("one", mood: .sad, favorite: true, category: work)
    let today = try fixture.date("2026-11-21").local.date
    let plan = try file.reading { db in
      let request = ListRequest(scope: .search(SearchQuery(parsing: text, today: today)), limit: 9)
      let statement = try ListReader(db: db, zone: file.zone, request: request).statement(
        forward: true, from: nil, inclusive: false)
      let (sql, arguments) = try #require(statement)
      return try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments).map { $0["detail"] as String }
    }
    // The index of the favourites holds nothing else.
    let scans = plan.filter { $0.hasPrefix("SCAN e") && !$0.hasSuffix("INDEX entriesFavorite") }
    #expect(!plan.isEmpty && scans.isEmpty, "\(plan)")
  }
}

/// The same numbers in every run.
struct SeededRandom {
  private var generator: SeededGenerator
  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next(_ bound: Int) -> Int { generator.below(max(1, bound)) }
}
