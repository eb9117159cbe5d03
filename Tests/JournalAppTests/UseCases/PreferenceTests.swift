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

  @Test func namesThatDifferByCaseAloneAreOneUnlessSeveralDevicesMadeThem() throws {
    _ = try journal.context.saveSearch("a", as: "Birds")
    #expect(try journal.context.saveSearch("b", as: "BIRDS") == NamedText(name: "Birds", text: "b"))
    #expect(try journal.context.nameSearch("birds", "BIRDS").name == "BIRDS")
    try preferences.set(.search, "birds", to: "c")
    #expect(try journal.context.savedSearch("birds").text == "c")
    #expect(journal.failure { _ = try journal.context.removeSearch("bIRDS") }?.code == .ambiguous)
    #expect(try journal.context.removeSearch("BIRDS").text == "b")
  }

  @Test func wordsAreAddedAllOrNone() throws {
    #expect(try preferences.addWords(["Pepys", "Barbary", "Pepys"]) == ["Pepys", "Barbary"])
    #expect(try preferences.addWords(["Pepys"]).isEmpty)
    #expect(journal.failure { _ = try preferences.addWords(["one", "two words"]) }?.exitStatus == 2)
    #expect(journal.failure { try preferences.removeWords(["Pepys", "one"]) }?.code == .notFound)
    #expect(try preferences.all(.word).map(\.name) == ["Barbary", "Pepys"])
    for word in ["mis-spelt", "x1", "#tag", "", "a"] {
      #expect(journal.failure { _ = try preferences.addWords([word]) }?.exitStatus == 2, "\(word)")
    }
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let many = letters.flatMap { first in letters.map { "word\(first)\($0)" } }
    #expect(try preferences.addWords(many).count == 676)
    try preferences.removeWords(many)
    try preferences.removeWords(["Pepys"])
    #expect(try preferences.all(.word).map(\.name) == ["Barbary"])
  }

  @Test func templatesOfTheJournalStandBetweenFilesAndThoseOfTheProgram() throws {
    _ = try preferences.saveTemplate("Mine {{date}}", as: "day")
    #expect(try !preferences.saveTemplate("Run", as: " run ").replaced)
    #expect(try preferences.templateInPlace(of: "Run", as: "run") == nil)
    #expect(try preferences.templateInPlace(of: "Walk", as: " run ")?.text == "Run")
    #expect(
      try !preferences.saveTemplate("Run", as: "run").replaced && preferences.saveTemplate("Walk", as: "run").replaced)
    #expect(journal.failure { _ = try preferences.saveTemplate(" \n", as: "x") }?.exitStatus == 2)
    let templates = UserTemplates(beside: "/nowhere/config.toml", kept: try preferences.all(.template))
    #expect(try templates.template("day").text == "Mine {{date}}")
    #expect(templates.origins["day"] == .journal && templates.origins["week"] == .program)
    let failure = journal.failure { try preferences.removeTemplate("week") }
    #expect(failure?.sentence.contains("It keeps: day, run.") == true)
    try preferences.removeTemplate("day")
    #expect(try preferences.all(.template).map(\.name) == ["run"])
  }

  @Test func aRenamedTagNamesTheSearchesThatStillAskForIt() throws {
    try journal.add("A run", mood: "happy", tags: ["run"])
    _ = try journal.context.saveSearch("tag:run", as: "Runs")
    _ = try journal.context.saveSearch("run", as: "Words")
    let outcome = try journal.context.renameTag("run", to: "jog")
    #expect(outcome.entries == 1 && outcome.sentence.contains("“Runs” still asks for #run."), "\(outcome.sentence)")
    #expect(try journal.context.undoTagRename().entries == 1)
    #expect(journal.failure { _ = try journal.context.undoTagRename() }?.code == .notFound)
  }

  @Test func aSavedSearchFindsWhatItFoundWhenItWasTyped() throws {
    try journal.add("A run", mood: "happy", tags: ["run"])
    try journal.add("A walk", mood: "happy")
    #expect(try journal.context.saveSearch(" tag:run ", as: " Runs ") == NamedText(name: "Runs", text: "tag:run"))
    var filter = EntryFilter()
    filter.saved = "runs"
    let request = ListingRequest(filter: try journal.context.resolved(filter))
    #expect(try journal.context.entries(request).map(\.title) == ["A run"])
    for wrong in ["mood:happpy", "from:neverday", "  "] {
      #expect(journal.failure { _ = try journal.context.saveSearch(wrong, as: "x") }?.exitStatus == 2)
    }
    filter.saved = "walks"
    let failure = journal.failure { _ = try journal.context.resolved(filter) }
    #expect(failure?.sentence == "There is no saved search “walks”. Saved are: Runs.")
    _ = try journal.context.saveSearch("is:shared canal", as: "Theirs")
    filter.saved = "Theirs"
    #expect(journal.failure { _ = try journal.context.resolved(filter) }?.exitStatus == 2)
    #expect(journal.failure { _ = try journal.context.nameSearch("Runs", "Theirs") }?.code == .exists)
    #expect(try journal.context.nameSearch("Runs", "Good runs").text == "tag:run")
    #expect(try journal.context.removeSearch("good runs").name == "Good runs")
    #expect(journal.failure { _ = try journal.context.removeSearch("Runs") }?.code == .notFound)
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
