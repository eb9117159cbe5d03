import JournalCore

/// A small journal that the tests know.
extension FakeJournal {
  static func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 9, _ minute: Int = 0) -> EntryDate {
    guard let date = CivilDate(year: year, month: month, day: day),
      let local = CivilDateTime(date: date, hour: hour, minute: minute)
    else { preconditionFailure("no such date") }
    return Person.zone.date(local: local)
  }

  static func entry(
    _ id: String, _ title: String, _ body: String, _ date: EntryDate, mood: Mood? = nil, category: String? = nil,
    tags: [String] = [], isFavorite: Bool = false, isTrashed: Bool = false
  ) -> Entry {
    Entry(
      id: RecordName(id), title: title, body: body, mood: mood, date: date, modifiedAt: date.instant,
      isFavorite: isFavorite, category: category.map { RecordName($0) }, tags: tags,
      trashedAt: isTrashed ? date.instant : nil)
  }

  mutating func add(_ entry: Entry) { entries[entry.id] = entry }

  /// Three categories and eight entries, one of them in the trash.
  static var small: FakeJournal {
    var journal = FakeJournal()
    for (index, (id, name, color)) in [
      ("health", "Health", "#34C759"), ("work", "Work", "#007AFF"), ("home", "Home", "#FF9500"),
    ].enumerated() {
      journal.categories[RecordName(id)] = JournalCore.Category(
        id: RecordName(id), name: name, colorHex: color, sortOrder: Int64(index),
        modifiedAt: Instant(milliseconds: 0))
    }
    journal.add(
      entry(
        "run", "Morning run by the canal", "Cold and bright; the herons were back at the lock.\n\nFive miles #run.",
        date(2026, 11, 21, 7, 30), mood: .happy, category: "health", isFavorite: true))
    journal.add(
      entry(
        "long", "Long day", "Two reviews, one argument, no lunch.", date(2026, 11, 20, 22), mood: .sad, category: "work"
      ))
    journal.add(
      entry(
        "letter", "The letter", "It came in the morning post, and I read it *twice*.", date(2026, 10, 31, 8),
        mood: .anxious, tags: ["post"]))
    journal.add(entry("bread", "Bread", "- flour\n- water\n- salt", date(2026, 10, 3), category: "home"))
    journal.add(
      entry("kyoto", "京都の朝", "朝ごはんは味噌汁。Then the temple.", date(2025, 11, 21, 6), mood: .excited, tags: ["travel"]))
    journal.add(entry("untitled", "", "No title, only words.", date(2025, 5, 1)))
    journal.add(
      entry("pepys", "And thus ends all", "that I doubt I shall ever be able to do.", date(1669, 5, 31, 21), mood: .sad)
    )
    journal.add(entry("gone", "Thrown away", "Nothing of value.", date(2026, 1, 1), isTrashed: true))
    return journal
  }

  /// One entry a day, `count` days back from the present.
  static func many(_ count: Int) -> FakeJournal {
    var journal = FakeJournal()
    for index in 0..<count {
      let instant = Instant(milliseconds: Person.morning.milliseconds - Int64(index) * 86_400_000)
      let number = String(index)
      journal.add(
        entry(
          "e" + String(repeating: "0", count: 6 - number.utf8.count) + number, "Entry \(index)",
          "Body of entry \(index).",
          Person.zone.date(instant: instant)))
    }
    return journal
  }
}
