import JournalCore
import Testing

/// Each property of a record stands in its table once, so that no place that goes by the table forgets one.
@Suite struct FieldTableTests {
  private static let now = Instant(milliseconds: 1_700_000_000_000)

  private static let entry = Entry(
    id: RecordName("e"), title: "Title", body: "Body", mood: .sad,
    date: EntryDate(instant: now, timeZone: "Europe/Vienna", offsetSeconds: 3600), modifiedAt: now, isFavorite: true,
    category: RecordName("c"), tags: ["a", "b"], trashedAt: now)
  private static let category = JournalCore.Category(
    id: RecordName("c"), name: "Work", colorHex: "#FF0000", icon: "house", sortOrder: 7, modifiedAt: now, trashedAt: now
  )
  private static let image = EntryImage(
    id: RecordName("i"), entry: RecordName("e"), imageAsset: "00ff", caption: "Canal", sortOrder: 3, modifiedAt: now,
    trashedAt: now)

  private static let preference = Preference(
    id: RecordName("p"), key: "search.Work", value: "category:work", modifiedAt: now, trashedAt: now)

  @Test func eachPropertyIsInTheTableOnce() {
    expectWhole(FieldTableTests.preference)
    expectWhole(FieldTableTests.entry)
    expectWhole(FieldTableTests.category)
    expectWhole(FieldTableTests.image)
  }

  /// A field that the table leaves out would be lost between the blank record and its copy.
  private func expectWhole<Record: JournalRecord>(_ record: Record) {
    let properties = Mirror(reflecting: record).children.count - 1
    #expect(Record.fields.all.count == properties, "\(Record.recordType) has \(properties) properties beside its name")
    for names in [Record.fields.all.flatMap(\.wireNames), Record.fields.all.flatMap(\.columns)] {
      #expect(Set(names).count == names.count)
    }
    #expect(Set(Record.fields.all.map(\.archiveKey)).count == properties)
    for field in Record.fields.all {
      let parts = field.kind == .date ? 3 : 1
      #expect(field.wireNames.count == parts && field.columns.count == parts, "\(field.name) has \(parts) parts")
    }
    #expect(FieldChange<Record>.trashedAt(nil).field == Record.fields.all.first { $0.kind == .trashing }?.name)
    var copy = Record(id: record.id, modifiedAt: .earliest)
    for field in Record.fields.all {
      #expect(!field.read(copy).isIdentical(to: field.read(record)), "\(field.name) is not tried")
      field.write(&copy, field.read(record))
    }
    #expect(copy == record)
  }

  @Test func differencesAreFoundByBytes() {
    var other = FieldTableTests.entry
    #expect(FieldTableTests.entry.changes(to: other).isEmpty)
    other.tags = ["a", "e\u{301}"]
    var composed = other
    composed.tags = ["a", "\u{E9}"]
    #expect(other == composed)
    #expect(other.changes(to: composed).map(\.field) == ["tags"])
    other.modifiedAt = .latest
    other.trashedAt = nil
    other.mood = nil
    #expect(FieldTableTests.entry.changes(to: other) == [.mood(nil), .tags(["a", "e\u{301}"]), .trashedAt(nil)])
  }

  @Test func changesAreTakenBack() {
    var entry = FieldTableTests.entry
    let undo = entry.apply([.title("New"), .body("Body"), .mood(nil)]) { _, _ in }
    #expect(undo == [.title("Title"), .mood(.sad)])
    #expect(entry.title == "New" && entry.mood == nil)
    var replaced: [String] = []
    #expect(entry.apply(undo) { old, _ in replaced.append(old.text) }.count == 2)
    #expect(replaced == ["New", ""])
    #expect(entry == FieldTableTests.entry)
  }

  @Test func onlyEditableFieldsAreChanges() {
    #expect(FieldTableTests.image.changes.map(\.field) == ["imageAsset", "caption", "sortOrder", "trashedAt"])
    #expect(!Entry.fields.editable.contains { $0.name == "modifiedAt" })
    #expect(EntryImage.fields.synced.map(\.name).contains("entry"))
  }

  @Test func peopleHaveWordsForFields() {
    #expect(AnyRecord.label(of: "isFavorite") == "favourite")
    #expect(AnyRecord.label(of: "createdTimeZone") == "date")
    #expect(AnyRecord.label(of: "body") == "text")
    #expect(AnyRecord.label(of: "caption") == "caption")
    #expect(AnyRecord.label(of: "fromTheFuture") == "fromTheFuture")
  }

  @Test func aWrapperKeepsItsRecord() {
    var any = AnyRecord.image(FieldTableTests.image)
    any.trashedAt = nil
    any.modifiedAt = .latest
    #expect(any.title == "Canal" && any.owner == RecordName("e") && any.trashedAt == nil)
    #expect(any.record.modifiedAt == .latest)
  }
}
