import JournalApp
import JournalCore
import JournalStore
import Testing

/// Searches, words and templates that go with the journal, as commands and screens use them.
@Suite struct PreferenceTests {
  let journal: TestJournal
  private var preferences: JournalPreferences { JournalPreferences(journal.context) }

  init() throws { journal = try TestJournal() }

  @Test func whatIsKeptUnderANameIsFoundByIt() throws {
    try preferences.set(.search, "Work", to: "category:work")
    try preferences.set(.word, "Graureiher", to: "Graureiher")
    try preferences.set(.word, "Graureiher", to: "Graureiher")
    #expect(try preferences.text(.search, "Work") == "category:work")
    #expect(try preferences.text(.word, "Work") == nil)
    #expect(try preferences.all(.word) == [NamedText(name: "Graureiher", text: "Graureiher")])
    #expect(try journal.store.preferences().count == 2)
  }

  @Test func namesAreRemovedAndChanged() throws {
    try preferences.set(.search, "Work", to: "category:work")
    try preferences.set(.search, "Home", to: "category:home")
    #expect(try preferences.setName(.search, "Work", to: "Home"))
    #expect(try !preferences.setName(.search, "Work", to: "Mill"))
    #expect(try preferences.all(.search) == [NamedText(name: "Home", text: "category:work")])
    #expect(try preferences.remove(.search, "Home"))
    #expect(try !preferences.remove(.search, "Home"))
    #expect(try preferences.all(.search).isEmpty)
  }

  @Test func whatIsNotAllowedIsAMistakeInTheCommand() throws {
    let failure = journal.failure { try preferences.set(.template, "a\nb", to: "x") }
    #expect(failure?.exitStatus == 2)
    #expect(try journal.store.preferences().isEmpty)
  }

  @Test func anArchiveTakesThemAlong() throws {
    let folder = try TestFolder()
    try journal.add("A walk")
    try preferences.set(.search, "Work", to: "category:work")
    try preferences.set(.word, "gone", to: "gone")
    try preferences.remove(.word, "gone")
    let assets = AssetFolder(path: folder.path + "/assets")
    let path = folder.path + "/journal.zip"
    let source = ExportSource(journal.context, assets: assets, .everything)
    _ = try EntryExport([source], title: "Journal").write(
      as: .archive, to: .file(path, replaces: false), at: journal.context.now.instant)
    let other = try TestJournal()
    _ = try other.importFiles([path], assets: assets)
    #expect(try JournalPreferences(other.context).all(.search) == preferences.all(.search))
    #expect(try other.store.preferences().count == 2)
    #expect(try JournalPreferences(other.context).all(.word).isEmpty)
  }
}
