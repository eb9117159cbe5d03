import CloudRecord
import JournalCore
import SyncCore
import Testing

/// How fields travel follows from their tables, and from nothing else.
@Suite struct WireFieldTests {
  @Test func valuesComeBackFromStampsAndHistory() {
    let now = Instant(milliseconds: 1_700_000_000_000)
    let contents: [(FieldKind, FieldContent)] = [
      (.text, .text("é e\u{301}")), (.prose, .text("")), (.word, .word(nil)), (.word, .word("odd")),
      (.flag, .flag(true)), (.number, .number(.min)),
      (.date, .date(EntryDate(instant: now, timeZone: "Asia/Tokyo", offsetSeconds: 32_400))),
      (.reference, .reference(nil)), (.reference, .reference(RecordName("c"))), (.owner, .owner(RecordName("e"))),
      (.file, .file(nil)), (.file, .file("00ff")), (.tags, .tags([])), (.tags, .tags(["b", "a"])),
      (.trashing, .moment(nil)), (.trashing, .moment(now)),
    ]
    for (kind, content) in contents {
      let back = FieldContent(content.value, kind: kind)
      #expect(back?.isIdentical(to: content) == true, "\(kind): \(content) came back as \(String(describing: back))")
    }
    #expect(FieldContent(.int64(1), kind: .text) == nil)
    #expect(FieldContent(nil, kind: .flag) == nil)
    #expect(FieldContent(.list([.string("1"), .string("")]), kind: .date) == nil)
  }

  @Test func everySyncedFieldTravels() {
    expectTravelling(Entry.self)
    expectTravelling(JournalCore.Category.self)
    expectTravelling(EntryImage.self)
    expectTravelling(Preference.self)
  }

  private func expectTravelling<Record: JournalRecord>(_: Record.Type) {
    let names = Record.wireFields.map(\.name)
    #expect(names == Record.fields.synced.flatMap(\.wireNames))
    #expect(Set(names).count == names.count)
  }

  @Test func rulesFollowTheKinds() {
    let rules = Dictionary(uniqueKeysWithValues: Entry.wireFields.map { ($0.name, $0.rule) })
    #expect(rules["body"] == .text && rules["tags"] == .set && rules["trashedAt"] == .trashing)
    #expect(rules["createdTimeZone"] == .group("createdAt") && rules["title"] == .line)
    #expect(Entry.wireFields.filter(\.isEncrypted).map(\.name) == ["body", "mood"])
  }

  @Test func whatIsAbsentIsWhatABlankRecordHolds() {
    func absent<Record: JournalRecord>(_: Record.Type, _ field: String) -> FieldValue? {
      Record.wireFields.first { $0.name == field }?.absent
    }
    #expect(absent(Entry.self, "title") == .string("") && absent(Entry.self, "createdAt") == nil)
    #expect(absent(Entry.self, "isFavorite") == .int64(0) && absent(Entry.self, "mood") == nil)
    #expect(absent(JournalCore.Category.self, "icon") == .string(JournalCore.Category.defaultIcon))
    #expect(absent(EntryImage.self, "entry") == nil && absent(EntryImage.self, "sortOrder") == .int64(0))
  }

  @Test func aChangeIsReadOnlyOfAFieldThatCanBeEdited() {
    #expect(EntryChange(field: "title", value: .string("a")) == .title("a"))
    #expect(EntryChange(field: "modifiedAt", value: .date(1)) == nil)
    #expect(EntryChange(field: "fromTheFuture", value: .string("a")) == nil)
    #expect(ImageChange(field: "entry", value: .reference(Reference(recordName: "e", action: .deleteSelf))) == nil)
  }
}
