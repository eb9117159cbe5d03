import JournalCore
import Testing

/// What an entry was before each of its changes.
@Suite struct FormerVersionTests {
  private func item(_ id: Int64, _ body: String, _ cause: EditCause, group: Int64, device: String = "") -> HistoryItem {
    HistoryItem(
      id: id, record: RecordName("e"), field: "body", oldValue: .body(body), oldText: body,
      replacedAt: Instant(milliseconds: id), device: device, cause: cause, group: group)
  }

  /// What was refused was never there: what it says is in no other version.
  @Test func whatWasRefusedIsAVersionByItself() {
    let now = Instant(milliseconds: 0)
    let date = EntryDate(instant: now, timeZone: "Europe/Vienna", offsetSeconds: 3600)
    let entry = Entry(id: RecordName("e"), title: "Title", body: "three", date: date, modifiedAt: now)
    var mood = item(4, "", .refused, group: 2, device: "ben@journal.example")
    (mood.field, mood.oldValue) = ("mood", .mood(.sad))
    let versions = entry.formerVersions([
      item(1, "one", .edit, group: 1), item(2, "theirs", .refused, group: 2, device: "ben@journal.example"), mood,
      item(3, "two", .merge, group: 3, device: "laptop"),
    ])
    #expect(versions.map(\.entry.body) == ["two", "theirs", "one"])
    #expect(versions.map(\.entry.mood) == [nil, .sad, nil])
    #expect(versions.map(\.isRefused) == [false, true, false])
    #expect(versions[1].words(of: "refused, sent by") == "refused, sent by ben@journal.example")
    #expect(versions[1].sender == "ben@journal.example" && versions[2].sender == "another device")
    #expect(versions[0].words(of: "merged") == "merged with laptop" && versions[2].words(of: "edited") == "edited")
    #expect(FormerVersion.words(of: "refused, sent by", .refused, "") == "refused, sent by another device")
  }
}
