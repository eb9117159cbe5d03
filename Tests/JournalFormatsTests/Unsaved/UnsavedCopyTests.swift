import JournalCore
import JournalFormats
import Testing

@Suite struct UnsavedCopyTests {
  private let draft: Draft = {
    let date = EntryDate(
      instant: Instant(milliseconds: 1_700_000_000_123), timeZone: "Asia/Tokyo", offsetSeconds: 32_400)
    let entry = Entry(
      id: RecordName("e1"), title: "Ends --> here", body: "# Not the title\n\nWords.\n", mood: .sad, date: date,
      modifiedAt: Instant(milliseconds: 5), isFavorite: true, category: RecordName("c1"), tags: ["one", "two words"])
    var seen = entry
    (seen.title, seen.body, seen.mood, seen.category) = ("Before", "Old words", nil, nil)
    return Draft(entry: entry, isNew: false, seen: seen, owner: "12-34", savedAt: Instant(milliseconds: 5))
  }()

  @Test func aDraftComesBackFromItsText() throws {
    for title in ["Ends --> here", ""] {
      var draft = draft
      draft.entry.title = title
      draft.seen?.modifiedAt = draft.savedAt
      let copy = try #require(UnsavedCopy(UnsavedCopy(draft, journal: "/j").text))
      #expect(copy.journal == "/j")
      draft.copyPath = "/tmp/x.md"
      #expect(copy.draft(at: "/tmp/x.md") == draft)
    }
  }

  @Test func aCopyThatAnEarlierVersionWroteIsRead() throws {
    let text = """
      <!-- cloudjournal-unsaved {"date":1700000000123,"entry":"e1","isFavorite":false,"isNew":true,"journal":"/j",\
      "offsetSeconds":32400,"owner":"12-34","savedAt":5,"tags":["a"],"timeZone":"Asia/Tokyo","title":"A \\u003e B",\
      "version":1} -->

      # A > B

      Words
      """
    let draft = try #require(UnsavedCopy(text)).draft(at: "/tmp/x.md")
    #expect(draft.entry.title == "A > B" && draft.entry.body == "Words" && draft.entry.mood == nil)
    #expect(draft.entry.tags == ["a"] && draft.isNew && draft.seen == nil && draft.entry.date.offsetSeconds == 32_400)
  }

  @Test func otherTextsAreNone() {
    let text = UnsavedCopy(draft, journal: "/j").text
    #expect(UnsavedCopy("words") == nil && UnsavedCopy("<!-- cloudjournal-unsaved {} -->\n") == nil)
    for (part, other) in [
      ("\"version\":1", "\"version\":2"), ("\"entry\":\"e1\"", "\"entry\":\"\""), ("32400", "99999999"),
    ] {
      #expect(UnsavedCopy(text.replacing(part, with: other)) == nil, "\(part)")
    }
  }
}
