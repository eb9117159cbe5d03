import JournalCore
import Testing

/// Which preference counts, and which steps change it.
@Suite struct PreferenceBookTests {
  private let now = Instant(milliseconds: 1_700_000_000_000)

  private func record(_ id: String, _ key: String, _ value: String, isRemoved: Bool = false) -> Preference {
    Preference(id: RecordName(id), key: key, value: value, modifiedAt: now, trashedAt: isRemoved ? now : nil)
  }

  private func setting(_ book: PreferenceBook, _ key: String, _ value: String) throws -> [JournalOperation] {
    try book.setting(key, to: value, name: RecordName("new"), at: now)
  }

  @Test func theLatestOfAKeyCountsAndARemovedOneDoesNot() {
    let book = PreferenceBook([
      record("c", "word.c", "gone", isRemoved: true), record("b", "word.b", "b"), record("a", "word.b", "b"),
      record("d", "search.Work", "category:work"),
    ])
    #expect(book.value("word.b") == "b" && book.value("word.c") == nil)
    #expect(book.all("").map(\.key) == ["search.Work", "word.b"])
    #expect(book.all(.search) == [NamedText(name: "Work", text: "category:work")])
    #expect(book.all(.template).isEmpty)
  }

  /// Two devices that save one name without knowing of each other lose none of both texts.
  @Test func anotherValueOfAKeyStandsUnderANumber() throws {
    let book = PreferenceBook([
      record("c", "template.run", "C"), record("b", "template.run", "B"), record("a", "template.run", "A"),
      record("d", "template.run", "B"), record("e", "template.run 2", "own"),
      record("x", "template.run", "gone", isRemoved: true),
    ])
    #expect(book.all(.template).map(\.name) == ["run", "run 2", "run 3", "run 4"])
    #expect(book.all(.template).map(\.text) == ["C", "own", "B", "A"])
    #expect(book.value("template.run 3") == "B" && book.preference("template.run 4")?.id == RecordName("a"))
    #expect(
      try setting(book, "template.run 4", "new")
        == [.editPreference(RecordName("a"), [.key("template.run 4"), .value("new")])])
    // What stays keeps the name under which it was seen.
    #expect(
      book.removing("template.run", at: now) == [
        .editPreference(RecordName("c"), [.trashedAt(now)]),
        .editPreference(RecordName("b"), [.key("template.run 3")]),
        .editPreference(RecordName("a"), [.key("template.run 4")]),
        .editPreference(RecordName("d"), [.key("template.run 3")]),
      ])
    #expect(
      book.removing("template.run 3", at: now) == [
        .editPreference(RecordName("b"), [.trashedAt(now)]), .editPreference(RecordName("d"), [.trashedAt(now)]),
        .editPreference(RecordName("a"), [.key("template.run 4")]),
      ])
    #expect(
      try book.renaming("template.run 4", to: "template.walk", at: now).last
        == .editPreference(RecordName("a"), [.key("template.walk")]))
  }

  @Test func aNumberFitsIntoTheLongestKey() {
    let key = "search." + String(repeating: "é", count: 60)
    let book = PreferenceBook([record("b", key, "2"), record("a", key, "1")])
    let numbered = book.all("").map(\.key).first { $0.hasSuffix(" 2") }
    #expect(numbered.map { $0.utf8.count <= PreferenceRules.longestKey } == true)
  }

  @Test func keysAreComparedByBytes() throws {
    let book = PreferenceBook([record("a", "word.\u{E9}", "1"), record("b", "word.e\u{301}", "2")])
    #expect(book.all(.word).map(\.text) == ["2", "1"])
    #expect(book.value("word.\u{E9}") == "1")
  }

  @Test func settingMakesChangesOrTakesBack() throws {
    let book = PreferenceBook([record("a", "word.a", "a"), record("b", "word.b", "b", isRemoved: true)])
    #expect(try setting(book, "word.a", "a").isEmpty)
    #expect(try setting(book, "word.a", "x") == [.editPreference(RecordName("a"), [.value("x")])])
    #expect(try setting(book, "word.b", "y") == [.editPreference(RecordName("b"), [.value("y"), .trashedAt(nil)])])
    let made = Preference(id: RecordName("new"), key: "word.c", value: "z", modifiedAt: now)
    #expect(try setting(book, "word.c", "z") == [.create(.preference(made))])
  }

  @Test func removingTakesEveryRecordOfAKey() {
    let book = PreferenceBook([record("a", "word.a", "1"), record("b", "word.a", "1"), record("c", "word.c", "3")])
    let removed = [RecordName("a"), RecordName("b")].map { JournalOperation.editPreference($0, [.trashedAt(now)]) }
    #expect(book.removing("word.a", at: now) == removed)
    #expect(book.removing("word.x", at: now).isEmpty)
  }

  @Test func renamingReplacesWhatStandsThere() throws {
    let book = PreferenceBook([
      record("a", "search.A", "1"), record("a2", "search.A", "1"), record("b", "search.B", "2"),
    ])
    #expect(
      try book.renaming("search.A", to: "search.B", at: now) == [
        .editPreference(RecordName("b"), [.trashedAt(now)]), .editPreference(RecordName("a2"), [.trashedAt(now)]),
        .editPreference(RecordName("a"), [.key("search.B")]),
      ])
    #expect(try book.renaming("search.A", to: "search.A", at: now).isEmpty)
    #expect(try book.renaming("search.X", to: "search.Y", at: now).isEmpty)
  }

  @Test func whatIsNotAllowedIsSaid() {
    let book = PreferenceBook()
    for (key, value) in [
      ("", "x"), ("word.a\nb", "x"), ("word." + String(repeating: "é", count: 62), "x"),
      ("template.a", String(repeating: "x", count: PreferenceRules.longestValue + 1)),
    ] {
      #expect(throws: InvalidInput.self) { try setting(book, key, value) }
    }
    #expect(throws: Never.self) { try setting(book, "word." + String(repeating: "é", count: 61), "x") }
  }

  @Test func thereIsRoomForSoManyAndSoMuch() {
    let full = PreferenceBook((0..<PreferenceRules.mostKeys).map { record("\($0)", "word.\($0)", "x") })
    #expect(throws: InvalidInput.self) { try setting(full, "word.more", "x") }
    #expect(throws: Never.self) { try setting(full, "word.0", "y") }
    let long = String(repeating: "x", count: PreferenceRules.longestValue)
    let heavy = PreferenceBook((0..<31).map { record("\($0)", "template.\($0)", long) })
    #expect(throws: InvalidInput.self) { try setting(heavy, "template.more", long) }
    #expect(throws: Never.self) { try setting(heavy, "template.more", "short") }
    #expect(throws: Never.self) { try setting(heavy, "template.0", "short") }
  }

  @Test func anImportBringsWhatIsMissing() {
    let book = PreferenceBook([record("a", "word.a", "mine"), record("b", "word.b", "b", isRemoved: true)])
    let others = [
      record("a", "word.z", "same record"), record("x", "word.a", "same key"), record("y", "word.b", "new"),
      record("z", "word.b", "twice"), record("t", "word.a", "removed", isRemoved: true),
    ]
    #expect(book.missing(of: others).map(\.id.rawValue) == ["y", "t"])
  }
}
