import CloudRecord
import JournalApp
import JournalCore
import JournalStore
import SyncCore
import Testing

/// What lists and scripts say of entries that a newer program wrote, or that another device removed.
@Suite struct RemarkTests {
  private static let id = "01a1fde8-daae-7d2e-bef7-2875e66b83c8"
  let journal: TestJournal

  init() throws {
    journal = try TestJournal()
  }

  /// Takes in what a server says.
  private func take(_ change: FetchedChange, _ token: String) throws {
    _ = try journal.store.apply(
      FetchedPage(changes: [change], token: ChangeToken(token), moreComing: false),
      rules: MergeRules(["JournalEntry": ["body": .text]]), allowsMassRemoval: true)
  }

  /// An entry as another device wrote it.
  private func arrive(isNewerFormat: Bool) throws -> Entry {
    try journal.store.bind(
      AccountBinding(
        userRecordName: "_anna", service: "https://journal.example.org", containerID: "iCloud.org.cloudjournal",
        environment: .production, incarnation: "one"))
    let now = journal.environment.now().milliseconds
    let stamp = HybridTime(milliseconds: UInt64(now), counter: 0, device: 99)
    var version = RecordVersion(recordType: "JournalEntry")
    for absent in ["mood", "category", "tags", "trashedAt"] { version.stamps[absent] = stamp }
    let values: [String: FieldValue] = [
      "title": .string("From there"), "body": .string("Words"), "isFavorite": .int64(0),
      "createdAt": .date(1_700_000_000_000), "createdTimeZone": .string("Europe/Berlin"),
      "createdOffsetSeconds": .int64(3600),
    ]
    for (field, value) in values { version.set(field, value, at: stamp) }
    try take(
      .record(
        FetchedRecord(
          recordName: Self.id, changeTag: "1", version: version, modifiedAt: now, isNewerFormat: isNewerFormat)), "1")
    return try #require(try journal.store.entry(RecordName(Self.id)))
  }

  private func listed(_ scope: ListScope) throws -> String {
    var output = Printout(isStyled: false)
    let printer = EntryPrinter(style: .short, categoryNames: try journal.context.categoryNames())
    _ = try journal.context.forEachRow(ListingRequest(scope: scope)) { rows in
      for row in rows { printer.print(row, to: &output) }
    }
    return output.text
  }

  private func shown(_ entry: Entry) throws -> String {
    var output = Printout(isStyled: false)
    let printer = EntryPrinter(style: .full, categoryNames: try journal.context.categoryNames())
    printer.print(entry, remark: try journal.context.remark(on: entry), isFirst: true, to: &output)
    return output.text
  }

  private func json(_ scope: ListScope) throws -> String {
    String(
      decoding: try journal.context.json(ListingRequest(scope: scope), fields: try EntryEnvelope.fields(nil)),
      as: UTF8.self)
  }

  @Test func aRecordOfANewerFormatIsMarkedAndNotChanged() throws {
    let entry = try arrive(isNewerFormat: true)
    #expect(try listed(.all).contains("From there  (of a newer version: to be read only)"))
    #expect(try shown(entry).contains(EntryRemark.newerFormat + "\nFrom there\nWords"))
    #expect(try json(.all).contains("\"newerFormat\":true"))
    var fields = EntryFields()
    fields.title = "Mine"
    let failure = journal.failure { _ = try journal.context.edit(entry, fields) }
    #expect(failure?.sentence.contains("newer") == true, "\(failure?.sentence ?? "it was changed")")
    #expect(try journal.store.entry(entry.id) == entry)
  }

  @Test func aRecordOfOurFormatHasNoMark() throws {
    let entry = try arrive(isNewerFormat: false)
    #expect(try !listed(.all).contains("newer"))
    #expect(try !shown(entry).contains("newer"))
    #expect(try !json(.all).contains("newerFormat") && !json(.all).contains("removalReason"))
    var fields = EntryFields()
    fields.title = "Mine"
    #expect(try journal.context.edit(entry, fields).entry.title == "Mine")
  }

  /// The record comes back in our format: it can be changed again.
  @Test func theMarkGoesWithTheNewerFormat() throws {
    _ = try arrive(isNewerFormat: true)
    let entry = try arrive(isNewerFormat: false)
    #expect(try journal.context.remark(on: entry) == EntryRemark())
  }

  @Test func theTrashSaysWhyAnotherDeviceRemovedAnEntry() throws {
    let entry = try arrive(isNewerFormat: false)
    try take(.deleted(recordName: Self.id), "2")
    #expect(try listed(.all).isEmpty)
    #expect(try listed(.trash).contains("From there  (deleted forever on another device)"))
    #expect(try json(.trash).contains("\"removalReason\":\"deleted forever on another device\""))
    #expect(
      try shown(entry).contains(
        "In the trash because it was deleted forever on another device; it is kept here for 30 days."))
  }

  @Test func whatThePersonThrewAwayHasNoReason() throws {
    let entry = try journal.add("Mine")
    _ = try journal.store.apply(
      JournalEdit(name: "trash", operations: [.editEntry(entry.id, [.trashedAt(journal.environment.now())])]),
      cause: .edit)
    #expect(try listed(.trash).hasSuffix("Mine\n"))
    #expect(try !json(.trash).contains("removalReason"))
  }
}
