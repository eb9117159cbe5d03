import GRDB
import JournalCore
import JournalModel
import Testing

@testable import JournalStore

/// What is kept in numbers of the entries is what counting them would give, whatever happens to them.
@Suite struct KeptNumbersTests {
  private static let days = (0..<9).map { "2026-03-0\($0 + 1)" } + ["1999-12-31", "2000-01-01"]

  @Test(arguments: 1...4)
  func numbersAreWhatCountingGives(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let fixture = try Fixture(.sqlite)
    let memory = try Fixture(.memory)
    let file = try #require(fixture.store as? JournalStore)
    let today = try fixture.date("2026-03-05").local.date
    let march = try DaysRequest(
      days: fixture.date("2026-03-01").local.date...fixture.date("2026-03-08").local.date, today: today,
      entriesADay: 99, countsHours: true, countsParts: true)
    let category = try fixture.addCategory("Work", id: "c")
    _ = try memory.addCategory("Work", id: "c")
    var undo: [(JournalEdit, JournalEdit)] = []
    var names: [RecordName] = []
    for step in 0..<160 {
      let name = names.isEmpty ? nil : names[random.next(names.count)]
      var change: EntryChange?
      switch random.next(10) {
      case 0: change = .trashedAt(fixture.world.environment.now())
      case 1: change = .trashedAt(nil)
      case 2:
        change = .date(
          try fixture.date(Self.days[random.next(Self.days.count)], ["09:00", "00:00", "23:59"][random.next(3)]))
      case 3: change = .body(["", "three #words here", "@Run and @run"][random.next(3)])
      case 4: change = random.next(2) == 0 ? .mood(.sad) : .isFavorite(random.next(2) == 0)
      case 5: change = .tags([["Run"], [], ["run", "garden"]][random.next(3)])
      case 6:
        if let (first, second) = undo.popLast() {
          _ = try fixture.store.apply(first, cause: .undo)
          _ = try memory.store.apply(second, cause: .undo)
        }
      case 7:
        let batch = ImportBatch(
          source: "file",
          entries: try (0..<3).map {
            try fixture.makeEntry("i\($0)", "#In", on: Self.days[random.next(9)], id: "i\(step % 4)\($0)")
          })
        #expect(try fixture.store.importRecords(batch) == memory.store.importRecords(batch))
      case 8:
        if random.next(2) == 0 {
          #expect(
            try fixture.store.undoLatestImport()?.imported == memory.store.undoLatestImport()?.imported)
        } else if random.next(3) == 0 {
          undo = []
          #expect(try fixture.store.emptyTrash() == memory.store.emptyTrash())
          names = try names.filter { try memory.store.entry($0) != nil }
        }
      default:
        let (day, number) = (Self.days[random.next(Self.days.count)], random.next(3))
        for each in [fixture, memory] {
          try each.add(
            "e\(step)", "#t\(number)", on: day, mood: number == 0 ? .happy : nil,
            category: number == 1 ? category : nil, id: "e\(step)")
        }
        names.append(RecordName("e\(step)"))
      }
      if let change, let name { undo.append((try fixture.edit(name, change), try memory.edit(name, change))) }
      #expect(try file.numbersAreSound(), "step \(step)")
      #expect(try file.statistics(today: today) == memory.store.statistics(today: today), "step \(step)")
      #expect(Self.ordered(try file.days(march)) == Self.ordered(try memory.store.days(march)), "step \(step)")
      #expect(
        Self.ordered(try file.day(today, limit: 99)) == Self.ordered(try memory.store.day(today, limit: 99)),
        "step \(step)")
    }
    #expect(try file.tags(prefix: "", limit: 99) == memory.store.tags(prefix: "", limit: 99))
    try file.expectSound()
  }

  /// Entries of one moment stand in the order in which they were written or brought back, which the model does not keep.
  private static func ordered(_ entries: [DayEntry]) -> [DayEntry] {
    entries.sorted { ($0.date.instant, $0.id.rawValue) < ($1.date.instant, $1.id.rawValue) }
  }

  private static func ordered(_ span: DaySpan) -> DaySpan {
    DaySpan(
      totals: span.totals, hours: span.hours, entries: span.entries.mapValues(ordered), parts: span.parts,
      statistics: span.statistics)
  }

  private static func ordered(_ page: DayPage) -> DayPage {
    DayPage(date: page.date, entries: ordered(page.entries), otherYears: ordered(page.otherYears))
  }

  /// A tag is a person's word: with its last entry it leaves the numbers, too.
  @Test func aTagGoesWithItsLastEntry() throws {
    let fixture = try Fixture(.sqlite)
    let file = try #require(fixture.store as? JournalStore)
    let id = try fixture.add("one", "#secret", on: "2026-03-01", mood: .happy)
    _ = try fixture.edit(id, .mood(.sad))
    _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.emptyTrash()
    let left = try file.writer.read {
      try String.fetchAll($0, sql: "SELECT part FROM moodTallies WHERE kind = 'tag'")
    }
    #expect(left.isEmpty)
    try file.expectSound()
  }

  /// Tags that differ in bytes are two; a row that no trigger writes is left out.
  @Test func partsAreToldApartByBytes() throws {
    let fixture = try Fixture(.sqlite)
    let file = try #require(fixture.store as? JournalStore)
    for (number, tag) in ["caf\u{E9}", "cafe\u{301}"].enumerated() {
      try fixture.add("one", "#\(tag)", on: "2026-03-0\(number + 1)")
    }
    try file.writer.write {
      try $0.execute(
        sql: """
          INSERT INTO moodTallies VALUES('later', 'x', '', 1, 1), ('hour', 'x', '', 1, 1), ('hour', 99, '', 1, 1),
            ('tag', 7, '', 1, 1), ('category', 5, '', 1, 1)
          """)
    }
    let day = try fixture.date("2026-03-01").local.date
    let parts = try #require(try file.days(DaysRequest(days: day...day, today: day, countsParts: true)).parts)
    #expect(parts.tag("caf\u{E9}")?.entries == 1 && parts.tag("cafe\u{301}")?.entries == 1)
    #expect(parts.tags.count == 2 && parts.categories.keys.contains(nil))
  }

  @Test(arguments: StoreKind.allCases)
  func aDayHasTheFirstPictureOfEachEntry(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let one = try fixture.add("one", on: "2026-03-01"), two = try fixture.add("two", on: "2026-03-01")
    let now = fixture.world.environment.now()
    for (name, entry, asset, order) in [("b", one, "b", 1), ("a", one, "c", 2), ("x", two, nil, 0)] {
      let digest = asset.map { String(repeating: $0, count: 64) }
      try fixture.store.perform(
        .createImage(
          EntryImage(id: RecordName(name), entry: entry, imageAsset: digest, sortOrder: Int64(order), modifiedAt: now)))
    }
    func pictures() throws -> [String?] {
      let entries = try fixture.store.day(fixture.date("2026-03-01").local.date, limit: 9).entries
      return entries.sorted { $0.title < $1.title }.map { $0.picture?.id.rawValue }
    }
    #expect(try pictures() == ["b", nil])
    try fixture.store.perform(.editImage(RecordName("b"), [.trashedAt(now)]))
    #expect(try pictures() == ["a", nil])
  }

  @Test func whatIsKeptWronglyIsFoundAndCountedAnew() throws {
    let breaks = [
      "UPDATE tallies SET entries = 9 WHERE scope = 'favorites'", "INSERT INTO tallies VALUES('mood:odd', 1)",
      "UPDATE days SET words = words + 1", "DELETE FROM days", "INSERT INTO streaks VALUES(5, 900000)",
      "DELETE FROM streaks", "UPDATE tagTallies SET entries = 3", "INSERT INTO tagTallies VALUES('x', 'x', 1)",
      "INSERT INTO dayMoods VALUES(5, 'sad', 1)", "DELETE FROM dayHours", "UPDATE dayHours SET entries = 0",
      "DELETE FROM moodTallies", "UPDATE moodTallies SET words = words + 1 WHERE kind = 'tag'",
      "INSERT INTO moodTallies VALUES('hour', 3, '', 1, 1)",
    ]
    let fixture = try Fixture(.sqlite)
    let file = try #require(fixture.store as? JournalStore)
    try fixture.add("one", "#tag", on: "2026-03-01", favorite: true)
    try fixture.add("two", "#tag #other", on: "2026-03-02")
    for statement in breaks {
      #expect(try file.numbersAreSound())
      try file.writer.write { try $0.execute(sql: statement) }
      #expect(try !file.numbersAreSound(), "\(statement)")
      // A number that is wrong keeps nobody from writing.
      try fixture.add("more", "#more", on: "2026-03-03")
      try file.recount()
    }
    #expect(try file.numbersAreSound())
    try file.expectSound()
  }

  /// A journal of format 3 gets its numbers when it is opened, and has them before where it is only read.
  @Test func anOlderFileGetsItsNumbers() throws {
    let folder = try TemporaryFolder()
    let world = TestWorld()
    let path = folder.file("journal.sqlite")
    let third = Schema.Plan(version: 3) { device in
      var migrator = DatabaseMigrator()
      Schema.registerJournal(in: &migrator, device: device)
      Schema.registerSync(in: &migrator)
      Schema.registerOrder(in: &migrator)
      return migrator
    }
    let old = try JournalStore(path: path, environment: world.environment, options: .init(), schema: third)
    let maker = try Fixture(.memory)
    for (number, day) in ["2026-03-01", "2026-03-02", "2026-03-04"].enumerated() {
      let entry = try maker.makeEntry("n\(number)", "#t\(number) #All", on: day, favorite: true, id: "i\(number)")
      try old.perform(.createEntry(entry))
    }
    try old.close()
    let today = try maker.date("2026-03-05").local.date
    let starred = ListScope.search(SearchQuery(parsing: "is:favourite", today: today))
    let onlyRead = try JournalStore(path: path, environment: world.environment, options: .init(isReadOnly: true))
    let numbers = try onlyRead.statistics(today: today)
    let tags = try onlyRead.tags(prefix: "", limit: 9)
    let span = DaysRequest(
      days: today.adding(days: -3)...today, today: today, entriesADay: 1, countsHours: true, countsParts: true)
    let days = try onlyRead.days(span)
    #expect(days.totals.map(\.date.day) == [2, 4] && days.hours[9] == 2 && days.entries.count == 2)
    #expect(days.parts?.tag("ALL")?.entries == 3 && days.parts?.hours[9].entries == 3)
    #expect(numbers.entries == 3 && numbers.longestStreak?.days == 2 && numbers.currentStreak?.days == 1)
    #expect(tags.map(\.tag) == ["All", "t0", "t1", "t2"] && tags[0].count == 3)
    #expect(try onlyRead.page(ListRequest(scope: starred, limit: 9)).rows.count == 3)
    try onlyRead.close()
    let store = try JournalStore(path: path, environment: world.environment)
    #expect(try store.statistics(today: today) == numbers && store.tags(prefix: "", limit: 9) == tags)
    #expect(try store.days(span) == days)
    #expect(try store.page(ListRequest(scope: starred, limit: 9)).rows.count == 3)
    try store.expectSound()
  }

  /// A file of format 7 has days, and no moods and hours of them before it is opened.
  @Test func aFileOfFormatSevenGetsItsMoodsAndHours() throws {
    let folder = try TemporaryFolder()
    let world = TestWorld()
    let path = folder.file("journal.sqlite")
    let seventh = Schema.Plan(version: 7) { device in
      var migrator = DatabaseMigrator()
      Schema.registerJournal(in: &migrator, device: device)
      Schema.registerSync(in: &migrator)
      Schema.registerOrder(in: &migrator)
      Schema.registerFormat4(in: &migrator)
      Schema.registerFormat5(in: &migrator)
      Schema.registerFormat6(in: &migrator)
      Schema.registerFormat7(in: &migrator)
      return migrator
    }
    let old = try JournalStore(path: path, environment: world.environment, options: .init(), schema: seventh)
    let maker = try Fixture(.memory)
    let moods: [Mood?] = [.sad, .happy, .happy, nil]
    for (number, mood) in moods.enumerated() {
      let entry = try maker.makeEntry("n\(number)", on: "2026-03-01", at: "1\(number):30", mood: mood, id: "i\(number)")
      try old.perform(.createEntry(entry))
    }
    try old.close()
    let day = try maker.date("2026-03-01").local.date
    let request = DaysRequest(days: day...day, today: day, entriesADay: 9, countsHours: true, countsParts: true)
    let onlyRead = try JournalStore(path: path, environment: world.environment, options: .init(isReadOnly: true))
    let days = try onlyRead.days(request)
    try onlyRead.close()
    #expect(days.totals.first?.mood == .happy && days.totals.first?.moods == [.sad: 1, .happy: 2])
    #expect(days.parts?.categories.count == 1 && days.parts?.categories[nil]?.mood == .happy)
    #expect(days.hours[10...13] == [1, 1, 1, 1] && days.entries[day]?.map(\.title) == ["n0", "n1", "n2", "n3"])
    let store = try JournalStore(path: path, environment: world.environment)
    #expect(try store.days(request) == days && store.numbersAreSound())
    try store.expectSound()
  }

  /// At a hundred entries a day sorting took longer than all else that a calendar reads.
  @Test(arguments: [DayReader.places, DayReader.hours, "SELECT position " + DayReader.otherYears])
  func calendarsSortNothing(_ sql: String) throws {
    let fixture = try Fixture(.sqlite)
    let file = try #require(fixture.store as? JournalStore)
    let plan = try file.reading { db in
      let zeros = Array(repeating: 0, count: sql.count { $0 == "?" })
      return try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: StatementArguments(zeros)).map {
        $0["detail"] as String
      }
    }
    #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH "), "\(plan)")
  }
}
