import JournalApp
import JournalCore
import JournalFormats
import JournalStore
import Testing

@Suite struct ListingTests {
  let journal: TestJournal

  init() throws {
    journal = try TestJournal()
  }

  private func json(_ request: ListingRequest, _ fields: String? = nil) throws -> String {
    String(decoding: try journal.context.json(request, fields: try EntryEnvelope.fields(fields)), as: UTF8.self)
  }

  private var everything: ListingRequest { ListingRequest(scope: .all) }

  @Test func theEnvelopeIsAsScriptsKnowIt() throws {
    let entry = try journal.add(
      "Run", "Cold. @out", on: "2026-11-20 09:05", mood: "happy", category: "Health", tags: ["run"], favorite: true)
    #expect(
      try json(everything) == """
        {"ok":true,"count":1,"items":[{"id":"\(entry.id)","title":"Run","body":"Cold. @out","mood":"happy",\
        "category":"Health","tags":["run","out"],"isFavorite":true,"createdAt":"2026-11-20T09:05:00.000+01:00",\
        "timeZone":"Europe/Berlin","modifiedAt":"2026-11-21T13:30:00.000Z","images":[]}],"nextCursor":null,"hasMore":false,"next_cursor":null,"has_more":false}

        """)
  }

  @Test func absentValuesAreNull() throws {
    try journal.add("Run")
    #expect(
      try json(everything, "mood,category,tags,isFavorite")
        == "{\"ok\":true,\"count\":1,\"items\":[{\"mood\":null,\"category\":null,\"tags\":[],\"isFavorite\":false}],"
        + "\"nextCursor\":null,\"hasMore\":false,\"next_cursor\":null,\"has_more\":false}\n")
  }

  @Test func anEmptyListIsAnAnswer() throws {
    #expect(
      try json(everything)
        == "{\"ok\":true,\"count\":0,\"items\":[],\"nextCursor\":null,\"hasMore\":false,\"next_cursor\":null,"
        + "\"has_more\":false}\n")
  }

  @Test func aCategoryInTheTrashIsNone() throws {
    try journal.add("Run", category: "Health")
    _ = try journal.context.removeCategory(try journal.context.category("health"))
    #expect(try json(everything, "category").contains("{\"category\":null}"))
  }

  @Test(arguments: [ListOrder(), ListOrder(.date, reversed: true), ListOrder(.title), ListOrder(.modified)])
  func theCursorWalksOverEverythingOnce(order: ListOrder) throws {
    for number in 1...7 { try journal.add("Entry \(number % 4)", on: "2026-01-0\(number) 10:00") }
    var seen: [RecordName] = []
    var cursor: ListCursor?
    var pages = 0
    repeat {
      let request = ListingRequest(scope: .all, order: order, after: cursor, limit: 3)
      let end = try journal.context.forEachRow(request) { seen += $0.map(\.id) }
      cursor = try end.next.map { try CursorToken.cursor(CursorToken.string($0, order: order), order: order) }
      pages += 1
    } while cursor != nil
    #expect(pages == 3 && seen.count == 7 && Set(seen).count == 7)
    let all = try journal.context.entries(ListingRequest(scope: .all, order: order)).map(\.id)
    #expect(seen == all)
  }

  @Test func aPageThatEndsTheListHasNoCursor() throws {
    for number in 1...3 { try journal.add("Entry \(number)") }
    #expect(try json(ListingRequest(scope: .all, limit: 3)).contains("\"next_cursor\":null,\"has_more\":false"))
    #expect(try json(ListingRequest(scope: .all, limit: 2)).contains("\"has_more\":true"))
  }

  @Test(arguments: [
    "", "x", "MQ", "MQ==", "MR9kYXRlHx81Hw=", "MR9kYXRlHx81Hx", "🙂", "AAAA", "../../etc/passwd", "MR9kYXRlHx8xeB8",
  ])
  func whatIsNoCursorIsRefused(token: String) {
    #expect(throws: CommandFailure.self) { _ = try CursorToken.cursor(token, order: ListOrder()) }
  }

  @Test func aCursorBelongsToItsOrder() {
    let token = CursorToken.string(ListCursor(position: -5, key: "ümläut/+"), order: ListOrder(.title))
    #expect(throws: CommandFailure.self) { _ = try CursorToken.cursor(token, order: ListOrder(.date)) }
    #expect(throws: CommandFailure.self) { _ = try CursorToken.cursor(token, order: ListOrder(.title, reversed: true)) }
    #expect(
      token.utf8.allSatisfy {
        ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
      })
  }

  @Test func aCursorKeepsItsKey() throws {
    let cursor = ListCursor(position: -62_135_683_200_000_001, key: "ümläut/+ \u{1F642}")
    let order = ListOrder(.title, reversed: true)
    #expect(try CursorToken.cursor(CursorToken.string(cursor, order: order), order: order) == cursor)
  }

  @Test(arguments: ["", "bogus", "id,bogus", ",", "Title"])
  func unknownFieldsAreRefused(fields: String) {
    #expect(throws: CommandFailure.self) { _ = try EntryEnvelope.fields(fields) }
  }

  @Test func jsonCannotSteerATerminal() throws {
    try journal.add("a\u{1B}[31mb\u{202E}c", "\u{9B}2J\u{7}")
    let text = try json(everything)
    #expect(text.contains("a\\u001b[31mb\\u202ec"))
    #expect(text.unicodeScalars.dropLast().allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
  }

  @Test func entriesAreFoundByTheEndOrTheBeginningOfTheirIds() throws {
    let entry = try journal.add("One")
    let context = journal.context
    #expect(try context.entry(entry.id.rawValue).id == entry.id)
    #expect(try context.entry(EntryNaming.shortID(entry.id).uppercased()).id == entry.id)
    #expect(try context.entry(String(entry.id.rawValue.suffix(4))).id == entry.id)
    #expect(try context.entry(String(entry.id.rawValue.prefix(13))).id == entry.id)
    #expect(EntryNaming.shortID(entry.id).count == 8)
    // People type what a list shows from its beginning.
    #expect(try context.entry(String(EntryNaming.shortID(entry.id).prefix(5))).id == entry.id)
    #expect(try context.entry("last").id == entry.id)
    #expect(journal.failure { _ = try context.entry("ffff") }?.code == .notFound)
    #expect(journal.failure { _ = try context.entry("01") }?.code == .usage)
    try journal.add("Two")
    #expect(journal.failure { _ = try context.entry(String(entry.id.rawValue.prefix(8))) }?.code == .ambiguous)
  }

  @Test func lastIsTheLatestByItsOwnDate() throws {
    try journal.add("New")
    try journal.add("Old", on: "yesterday")
    #expect(try journal.context.entry("last").title == "New")
    let empty = try TestJournal()
    #expect(empty.failure { _ = try empty.context.entry("last") }?.code == .notFound)
  }

  @Test func statisticsAreNumbersForScripts() throws {
    try journal.add("One two", "three four.", on: "2026-11-20 10:00", mood: "happy", category: "Work", favorite: true)
    try journal.add("Five", "#six", on: "2026-11-21 10:00")
    let text = String(decoding: try journal.context.numbers().json(), as: UTF8.self)
    #expect(
      text.hasPrefix(
        "{\"ok\":true,\"entries\":2,\"words\":6,\"days\":2,\"first\":\"2026-11-20\",\"last\":\"2026-11-21\""))
    #expect(text.contains("\"currentStreak\":2,\"longestStreak\":2,\"favorites\":1,\"trash\":0,\"unfiled\":1"))
    #expect(text.contains("\"moods\":[{\"name\":\"happy\",\"entries\":1}]"))
    #expect(
      text.contains(
        #""categories":[{"name":"Work","entries":1,"words":4,"moods":[{"name":"happy","entries":1}]}]"#))
    #expect(text.contains(#""tags":[{"name":"six","entries":1,"words":2,"moods":[]}]"#))
  }

  @Test func tagsAreCountedWithinAFilter() throws {
    try journal.add("One", "@a @b", favorite: true)
    try journal.add("Two", "@A", favorite: true)
    try journal.add("Three", "@b")
    var filter = EntryFilter()
    filter.isStarred = true
    let request = ListingRequest(filter: try filter.resolved(today: journal.context.today))
    #expect(try journal.context.tagCounts(request).map { "\($0.tag.lowercased()) \($0.count)" } == ["a 2", "b 1"])
  }
}
