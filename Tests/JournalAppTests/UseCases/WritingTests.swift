import JournalApp
import JournalCore
import JournalStore
import Testing

@Suite struct WritingTests {
  let journal: TestJournal

  init() throws {
    journal = try TestJournal()
  }

  @Test func bareWordsBecomeAnEntry() throws {
    let new = NewEntry(text: "yesterday at 9pm: Long day. The rest is the body. @home")
    let written = try journal.context.write(new)
    let entry = try #require(try journal.store.entry(written.entry.id))
    #expect(entry.title == "Long day.")
    #expect(entry.body == "The rest is the body. @home")
    #expect(entry.date.local.iso == "2026-11-20T21:00:00")
    #expect(entry.date.timeZone == "Europe/Berlin")
    #expect(entry.allTags == ["home"])
    #expect(entry.mood == nil && entry.category == nil && !entry.isFavorite)
  }

  @Test func withoutADateItIsNow() throws {
    let entry = try journal.context.write(NewEntry(text: "Hello.")).entry
    #expect(entry.date == journal.context.now)
    #expect(entry.modifiedAt == journal.context.now.instant)
  }

  @Test func titleAndBodyAreTakenAsTheyAre() throws {
    let entry = try journal.context.write(NewEntry(title: "Today: nothing *", body: "One.\nTwo. *\n")).entry
    #expect(entry.title == "Today: nothing *")
    #expect(entry.body == "One.\nTwo. *")
    #expect(!entry.isFavorite)
  }

  @Test func aBodyAloneGivesTheTitle() throws {
    let entry = try journal.context.write(NewEntry(body: "First sentence. And more.")).entry
    #expect(entry.title == "First sentence." && entry.body == "And more.")
  }

  @Test func aTitleThatIsTooLongGoesOnInTheBody() throws {
    let long = String(repeating: "word ", count: 400)
    let entry = try journal.context.write(NewEntry(title: long, body: "end")).entry
    #expect(entry.title.unicodeScalars.count <= EntryRules.longestTitle)
    #expect(entry.body.hasSuffix("word\n\nend"))
  }

  @Test func noWordIsLostWhereTitleOrBodyComeBesideWords() throws {
    let titled = try journal.context.write(NewEntry(text: "Hello there. And more.", title: "Mine")).entry
    #expect(titled.title == "Mine" && titled.body == "Hello there.\n\nAnd more.")
    let both = try journal.context.write(NewEntry(text: "Long day. The rest.", body: "And this.")).entry
    #expect(both.title == "Long day." && both.body == "The rest.\n\nAnd this.")
    let all = try journal.context.write(NewEntry(text: "Hello there. And more.", title: "Three", body: "Four.")).entry
    #expect(all.title == "Three" && all.body == "Hello there.\n\nAnd more.\n\nFour.")
  }

  @Test(arguments: ["none", " None "]) func aNewEntryCanBeUnfiledAsAnEditedOne(_ name: String) throws {
    let written = try journal.context.write(with(category: name))
    #expect(written.entry.category == nil && written.newCategory == nil)
    #expect(try journal.store.categories(includingTrash: true).isEmpty)
  }

  @Test func anIDWithCapitalsIsFoundByAPartOfItHoweverItIsTyped() throws {
    let entry = Entry(
      id: RecordName("A1B2C3D4E5F60718"), title: "old", date: journal.context.now,
      modifiedAt: journal.context.now.instant)
    _ = try journal.store.importRecords(ImportBatch(source: "test", entries: [entry]))
    for part in ["A1B2C3", "a1b2c3", "F60718", "f60718"] {
      #expect(try journal.context.entry(part).id == entry.id, "\(part)")
    }
  }

  @Test(arguments: ["two\nlines", "one\u{2028}two", "one\u{85}two", String(repeating: "x", count: 1001)])
  func aCaptionThatCannotBeOneIsRefusedWithThePicture(_ caption: String) throws {
    let entry = try journal.context.write(NewEntry(text: "Hello.")).entry
    #expect(throws: CommandFailure.self) { _ = try journal.context.attach([], to: entry.id, caption: caption) }
  }

  @Test func aCategoryIsMadeOnceAndFoundWhateverItsCase() throws {
    let first = try journal.context.write(with(category: "Home"))
    #expect(first.newCategory?.name == "Home")
    let second = try journal.context.write(with(category: " hOME "))
    #expect(second.newCategory == nil)
    #expect(second.entry.category == first.entry.category)
    #expect(try journal.store.categories(includingTrash: true).map(\.name) == ["Home"])
  }

  @Test func aCategoryThatAnotherMadeMeanwhileIsUsed() throws {
    let folder = try TestFolder()
    let context = JournalContext(
      store: journal.store, environment: journal.environment, zone: FixedZone(), lockPath: folder.file("lock"))
    let (entry, choice) = try context.compose(with(category: "Home"))
    #expect(choice.made != nil)
    let other = try context.write(with(category: "home"))
    let written = try context.save(entry, filedUnder: choice)
    #expect(written.newCategory == nil && written.entry.category == other.entry.category)
    #expect(try journal.store.categories(includingTrash: true).count == 1)
    #expect(try folder.mode("lock") == 0o600)
  }

  private func with(category: String) -> NewEntry {
    var new = NewEntry(text: "x")
    new.category = category
    return new
  }

  @Test(arguments: ["blue", "hapy", "happy!"])
  func anUnknownMoodIsRefusedWithTheFive(mood: String) throws {
    var new = NewEntry(text: "x")
    new.mood = mood
    let failure = journal.failure { _ = try journal.context.write(new) }
    #expect(failure?.exitStatus == 2)
    #expect(failure?.sentence.contains("excited, happy, neutral, sad, anxious") == true)
    #expect(try journal.store.count(.all) == 0)
  }

  @Test(arguments: ["", "   \n\t", "yesterday:", "*"])
  func nothingIsNotWrittenDown(text: String) throws {
    #expect(journal.failure { _ = try journal.context.write(NewEntry(text: text)) }?.code == .invalidInput)
    #expect(try journal.store.count(.all) == 0)
  }

  @Test func aDateThatDoesNotExistIsRefused() throws {
    let failure = journal.failure { _ = try journal.context.write(NewEntry(text: "30 feb 2026: nothing")) }
    #expect(failure?.sentence.contains("30 February 2026") == true)
    #expect(try journal.store.count(.all) == 0)
  }

  @Test func tagsAreTakenWithAndWithoutTheirSymbolAndOnce() throws {
    var new = NewEntry(text: "x")
    new.tags = ["#home,@work", "HOME"]
    #expect(try journal.context.write(new).entry.tags == ["home", "work"])
    new.tags = ["two words"]
    #expect(journal.failure { _ = try journal.context.write(new) }?.code == .usage)
  }

  @Test func fieldsAreEditedAndTheOldValuesKept() throws {
    let entry = try journal.add("Old", "body", mood: "sad", category: "Home", tags: ["a", "b"])
    var fields = EntryFields()
    (fields.title, fields.mood, fields.category) = ("New", "none", "none")
    (fields.addedTags, fields.removedTags, fields.isFavorite) = (["c"], ["@A"], true)
    fields.date = "2026-01-05 14:30"
    _ = try journal.context.edit(entry, fields)
    let edited = try #require(try journal.store.entry(entry.id))
    #expect(edited.title == "New" && edited.body == "body" && edited.isFavorite)
    #expect(edited.mood == nil && edited.category == nil && edited.tags == ["b", "c"])
    #expect(edited.date.local.iso == "2026-01-05T14:30:00")
    #expect(try journal.store.history(of: entry.id).contains { $0.oldText == "Old" })
  }

  @Test func anEditThatChangesNothingLeavesNoTrace() throws {
    let entry = try journal.add("Title", "body")
    var fields = EntryFields()
    fields.title = " Title "
    _ = try journal.context.edit(entry, fields)
    #expect(try journal.store.history(of: entry.id).isEmpty)
  }

  @Test(arguments: [
    ("Title", "Body"), ("Title", ""), ("", "Body"), ("T", "\n\nindented later"), ("T", "  code\n\n\nend"), ("é", "漢字"),
  ])
  func textGoesThroughAnEditorUnchanged(title: String, body: String) {
    let back = EntryText.parse(EntryText.text(title: title, body: body))
    #expect(back.title.isIdentical(to: title))
    #expect(back.body.isIdentical(to: body))
  }

  @Test func anEditorMayUseOtherLineEndsAndNone() {
    #expect(EntryText.parse("T\r\n\r\nB\r\n") == ("T", "B"))
    #expect(EntryText.parse("T") == ("T", ""))
    #expect(EntryText.parse("T\nB") == ("T", "B"))
    #expect(EntryText.parse("") == ("", ""))
  }
}
