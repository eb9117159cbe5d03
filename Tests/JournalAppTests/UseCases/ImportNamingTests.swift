import JournalApp
import JournalCore
import JournalFormats
import JournalSeal
import JournalStore
import Testing

/// What is imported into a journal that is encrypted: under names that only its devices can compute.
@Suite struct ImportNamingTests {
  let journal: TestJournal
  let folder: TestFolder
  let key = SecretBytes(Array(repeating: 7, count: 32))

  init() throws {
    journal = try TestJournal()
    folder = try TestFolder()
  }

  private func write() throws -> String {
    try folder.write(
      "---\ndate: 2024-01-05T14:30:00+01:00\ntitle: A walk\ncategory: Family\n---\nAlong the canal.\n", to: "walk.md")
  }

  private func version(_ name: RecordName) -> Character? { name.rawValue.dropFirst(14).first }

  private func importing(_ path: String, keyed: Bool, into target: TestJournal? = nil) throws -> ImportReport {
    let journal = target ?? journal
    return try journal.importFiles(
      [path], assets: folder.assets, naming: keyed ? ImportNaming(key: key, journal.store) : .plain)
  }

  @Test func namesTellNothingOfTextsAndAreTheSameEverywhere() throws {
    let path = try write()
    #expect(try importing(path, keyed: true).line == "imported 1, same 0, conflicting 0")
    #expect(try importing(path, keyed: true).line == "imported 0, same 1, conflicting 0")
    let entry = try #require(try journal.context.entries(ListingRequest(scope: .all)).first)
    let category = try #require(entry.category)
    #expect(version(entry.id) == "8" && version(category) == "8")
    #expect(try journal.store.namesOfTexts().isEmpty)
    let other = try TestJournal()
    _ = try importing(path, keyed: true, into: other)
    #expect(try other.context.entries(ListingRequest(scope: .all)).map(\.id) == [entry.id])
  }

  /// Names that a server may have seen stay: the same file is the same entry.
  @Test func whatIsHereUnderItsFormerNameKeepsIt() throws {
    let path = try write()
    _ = try importing(path, keyed: false)
    #expect(try importing(path, keyed: true).line == "imported 0, same 1, conflicting 0")
    #expect(try journal.store.namesOfTexts().count == 2)
  }

  /// A journal that was imported before its account was made has the names that importing again gives.
  @Test func theFirstKeyRenamesWhatWasNeverSentWithAllThatRefersToIt() throws {
    let path = try write()
    _ = try importing(path, keyed: false)
    let before = try #require(try journal.context.entries(ListingRequest(scope: .all)).first)
    let picture = EntryImage(id: RecordName("p"), entry: before.id, caption: "a heron", modifiedAt: before.modifiedAt)
    for step in [
      JournalOperation.createImage(picture), .editEntry(before.id, [.category(nil)]),
      .editEntry(before.id, [.category(before.category)]),
    ] {
      try journal.store.apply(JournalEdit(name: "a step", operations: [step]), cause: .edit)
    }
    let history = try journal.store.history(of: before.id).count
    try journal.store.nameImports { KeyedName.name(for: $0, key: key) }
    let after = try #require(try journal.context.entries(ListingRequest(scope: .all)).first)
    #expect(version(after.id) == "8" && after.title == before.title && after.body == before.body)
    let category = try #require(after.category)
    #expect(try journal.store.categories(includingTrash: false).map(\.id) == [category] && version(category) == "8")
    #expect(try journal.store.images(of: after.id).map(\.caption) == ["a heron"])
    #expect(try journal.store.history(of: after.id).count == history)
    #expect(try journal.store.history(of: before.id).isEmpty)
    #expect(try journal.store.count(.category(category)) == 1)
    #expect(try importing(path, keyed: true).line == "imported 0, same 1, conflicting 0")
    // The import can still be taken back.
    let undone = try #require(try journal.context.undoImport())
    #expect(undone.moved + undone.kept.count == 1)
    #expect(try journal.store.examine().problems.isEmpty)
    #expect(try journal.store.searchIndexIsSound() && journal.store.numbersAreSound())
  }

  @Test func onceARingIsNotedNothingIsRenamed() throws {
    _ = try importing(write(), keyed: false)
    try journal.store.noteRing("0a")
    try journal.store.nameImports { KeyedName.name(for: $0, key: key) }
    #expect(try journal.store.namesOfTexts().count == 2)
  }
}
