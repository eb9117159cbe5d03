import JournalCore
import JournalStore
import Testing

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
      ("col:on", ["AND OR NOT"]),
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
}

/// The same numbers in every run (SplitMix64).
struct SeededRandom {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(max(1, bound)))
  }
}
