import JournalCore
import JournalModel
import JournalStore
import Testing

@Suite struct EditingTests {
  @Test(arguments: StoreKind.allCases)
  func anEntryComesBackAsItWasWritten(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    var entry = try fixture.makeEntry(
      "Na\u{308}ive", "line\r\nline\u{1}\n", mood: Mood(rawValue: "wistful"), tags: ["b", "a"])
    entry.date = EntryDate(instant: Instant(milliseconds: -1), timeZone: "", offsetSeconds: -1234)
    try fixture.store.perform(.createEntry(entry))
    let read = try #require(try fixture.store.entry(entry.id))
    #expect(read == entry)
    #expect(read.title.isIdentical(to: entry.title))
    #expect(read.body.isIdentical(to: entry.body))
  }

  @Test(arguments: StoreKind.allCases)
  func nothingIsLostBehindANULCharacter(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("a\0b", "before\0after", tags: ["x\0y"])
    let read = try #require(try fixture.store.entry(id))
    #expect(read.title == "a␀b")
    #expect(read.body == "before␀after")
    #expect(read.tags == ["x␀y"])
    _ = try fixture.edit(id, .body("once\0more"))
    #expect(try fixture.store.entry(id)?.body == "once␀more")
  }

  @Test(arguments: StoreKind.allCases)
  func anEditIsTakenBackByItsInverse(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "Ran 5 miles", mood: .happy)
    let before = try #require(try fixture.store.entry(id))
    fixture.world.advance(milliseconds: 1000)
    let undo = try fixture.edit(id, .title("Jog"), .mood(nil), .isFavorite(true), .date(try fixture.date("1999-12-31")))
    #expect(try fixture.store.entry(id)?.title == "Jog")
    let redo = try fixture.store.apply(undo, cause: .undo)
    var restored = try #require(try fixture.store.entry(id))
    restored.modifiedAt = before.modifiedAt
    #expect(restored == before)
    _ = try fixture.store.apply(redo, cause: .redo)
    #expect(try fixture.store.entry(id)?.title == "Jog")
    #expect(try fixture.store.entry(id)?.isFavorite == true)
  }

  @Test(arguments: StoreKind.allCases)
  func creatingIsTakenBackIntoTheTrash(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.makeEntry("New")
    let undo = try fixture.store.perform(.createEntry(entry))
    _ = try fixture.store.apply(undo, cause: .undo)
    #expect(try fixture.titles() == [])
    #expect(try fixture.titles(.trash) == ["New"])
  }

  @Test(arguments: StoreKind.allCases)
  func aFailingStepLeavesNothingOfTheEdit(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Old")
    let edit = JournalEdit(
      name: "two steps",
      operations: [.editEntry(id, [.title("New")]), .editEntry(RecordName("nobody"), [.title("x")])])
    #expect(throws: StoreError.unknownRecord("nobody")) { try fixture.store.apply(edit, cause: .edit) }
    #expect(try fixture.store.entry(id)?.title == "Old")
    #expect(try fixture.store.history(of: id).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func aNameIsGivenOnce(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("One")
    let entry = try fixture.makeEntry("Two", id: id.rawValue)
    #expect(throws: StoreError.recordExists(id.rawValue)) {
      try fixture.store.perform(.createEntry(entry))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func whatSeemedToHaveFailedIsNotWrittenTwice(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.makeEntry("One", "words", tags: ["a"])
    let edit = JournalEdit(name: "write", operations: [.createEntry(entry)])
    _ = try fixture.store.apply(edit, cause: .edit)
    let inverse = try fixture.store.apply(edit, cause: .edit)
    #expect(try fixture.titles() == ["One"])
    _ = try fixture.store.apply(inverse, cause: .undo)
    #expect(try fixture.titles().isEmpty)
  }

  /// Two screens have opened the same entry: the second one to save has not seen what the first has saved.
  @Test(arguments: StoreKind.allCases)
  func twoScreensThatEditOneEntryAreMerged(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "First.\n\nSecond.\n\nThird.", tags: ["a"])
    let seen = try #require(try fixture.store.entry(id))
    func save(_ changes: EntryChange...) throws -> JournalEdit {
      try fixture.store.apply(
        JournalEdit(name: "edit", operations: [.editEntry(id, changes)], seen: seen), cause: .edit)
    }
    _ = try save(.body("The first.\n\nSecond.\n\nThird."), .tags(["a", "b"]))
    let inverse = try save(.body("First.\n\nSecond.\n\nThe third."), .tags(["a", "c"]))
    let merged = try #require(try fixture.store.entry(id))
    #expect(merged.body == "The first.\n\nSecond.\n\nThe third.")
    #expect(Set(merged.tags) == ["a", "b", "c"])
    let kept = try fixture.store.history(of: id).filter { $0.field == "body" }.map(\.oldText)
    #expect(kept.contains("The first.\n\nSecond.\n\nThird.") && kept.contains("First.\n\nSecond.\n\nThe third."))
    _ = try fixture.store.apply(inverse, cause: .undo)
    #expect(try fixture.store.entry(id)?.body == "The first.\n\nSecond.\n\nThird.")
  }

  /// Undo takes one's own words back, and not those that another screen or device has written since.
  @Test(arguments: StoreKind.allCases)
  func undoLeavesWhatOthersHaveWrittenSince(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "First.\n\nSecond.\n\nThird.", tags: ["a"])
    func apply(_ edit: JournalEdit, _ cause: EditCause = .edit) throws -> JournalEdit {
      fixture.world.advance(milliseconds: 1)
      return try fixture.store.apply(edit, cause: cause)
    }
    func edit(_ changes: EntryChange...) -> JournalEdit {
      JournalEdit(name: "edit", operations: [.editEntry(id, changes)])
    }
    let undo = try apply(edit(.body("First.\n\nSecond.\n\nThird and mine."), .tags(["a", "mine"]), .mood(.happy)))
    _ = try apply(edit(.body("First and theirs.\n\nSecond.\n\nThird and mine."), .tags(["a", "mine", "theirs"])))
    let redo = try apply(undo, .undo)
    let undone = try #require(try fixture.store.entry(id))
    #expect(undone.body == "First and theirs.\n\nSecond.\n\nThird." && undone.mood == nil)
    #expect(Set(undone.tags) == ["a", "theirs"])
    _ = try apply(edit(.body("First and theirs.\n\nSecond and more.\n\nThird.")))
    _ = try apply(redo, .redo)
    let redone = try #require(try fixture.store.entry(id))
    #expect(redone.body == "First and theirs.\n\nSecond and more.\n\nThird and mine." && redone.mood == .happy)
    #expect(Set(redone.tags) == ["a", "mine", "theirs"])
  }

  @Test(arguments: StoreKind.allCases)
  func whereTwoScreensChangedTheSameLineBothStand(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "A line.")
    let seen = try #require(try fixture.store.entry(id))
    for text in ["Their line altogether.", "My own words."] {
      _ = try fixture.store.apply(
        JournalEdit(name: "edit", operations: [.editEntry(id, [.body(text)])], seen: seen), cause: .edit)
    }
    let body = try #require(try fixture.store.entry(id)).body
    #expect(body.contains("Their line altogether.") && body.contains("My own words."))
  }

  @Test(arguments: StoreKind.allCases)
  func anEditThatHadNotSeenTheTrashTakesTheEntryOut(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "A line.")
    let seen = try #require(try fixture.store.entry(id))
    _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.apply(
      JournalEdit(name: "edit", operations: [.editEntry(id, [.body("More.")])], seen: seen), cause: .edit)
    #expect(try fixture.titles() == ["Run"])
    #expect(try fixture.store.entry(id)?.body == "More.")
  }

  @Test(arguments: StoreKind.allCases)
  func everyReplacedValueIsKeptInHistory(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "one")
    _ = try fixture.edit(id, .body("two"))
    fixture.world.advance(milliseconds: 5)
    _ = try fixture.edit(id, .body("three"), .mood(.sad), cause: .merge)
    let history = try fixture.store.history(of: id)
    #expect(history.map { $0.field } == ["mood", "body", "body"])
    #expect(history.map { $0.oldText } == ["", "two", "one"])
    #expect(history[1].oldValue == .body("two"))
    #expect(history[0].group == history[1].group)
    #expect(history[1].group != history[2].group)
    #expect(history.map { $0.cause } == [.merge, .merge, .edit])
    #expect(history.allSatisfy { $0.device == "desk" })
  }

  /// An archive has nothing but the text of what other records than entries were.
  @Test(arguments: StoreKind.allCases)
  func theFormerNameOfACategoryIsInItsHistory(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let category = JournalCore.Category(
      id: RecordName("c"), name: "Before", modifiedAt: fixture.world.environment.now())
    for operations in [[JournalOperation.createCategory(category)], [.editCategory(category.id, [.name("After")])]] {
      _ = try fixture.store.apply(JournalEdit(name: "file", operations: operations), cause: .edit)
    }
    #expect(try fixture.store.history(of: category.id).map { $0.oldText } == ["Before"])
  }

  @Test(arguments: StoreKind.allCases)
  func settingWhatIsSetAlreadyChangesNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("é", "text")
    let before = try fixture.store.entry(id)
    fixture.world.advance(milliseconds: 1000)
    let undo = try fixture.edit(id, .title("é"), .body("text"))
    #expect(undo.operations.isEmpty)
    #expect(try fixture.store.entry(id) == before)
    #expect(try fixture.store.history(of: id).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func composedAndDecomposedTextsAreDifferentTexts(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("\u{e9}")
    _ = try fixture.edit(id, .title("e\u{301}"))
    let title = try #require(try fixture.store.entry(id)?.title)
    #expect(title.isIdentical(to: "e\u{301}"))
    #expect(try fixture.store.history(of: id).count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func aDeletedCategoryUnfilesItsEntriesAndTakingItBackRefilesThem(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let health = try fixture.addCategory("Health", id: "c1")
    try fixture.add("Run", category: health)
    try fixture.add("Loose", on: "2026-02-01")
    #expect(try fixture.titles(.unfiled) == ["Loose"])
    let undo = try fixture.store.perform(.editCategory(health, [.trashedAt(fixture.world.environment.now())]))
    #expect(try fixture.titles(.unfiled) == ["Run", "Loose"])
    #expect(try fixture.titles() == ["Run", "Loose"])
    #expect(try fixture.store.categories(includingTrash: false).isEmpty)
    _ = try fixture.store.apply(undo, cause: .undo)
    #expect(try fixture.titles(.category(health)) == ["Run"])
    #expect(try fixture.titles(.unfiled) == ["Loose"])
  }

  @Test(arguments: StoreKind.allCases)
  func onlyWhatIsInTheTrashIsRemovedForGood(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let kept = try fixture.add("Kept")
    let gone = try fixture.add("Gone", on: "2026-02-01")
    #expect(throws: StoreError.self) { try fixture.store.purge([kept]) }
    _ = try fixture.edit(gone, .trashedAt(fixture.world.environment.now()))
    #expect(try fixture.store.emptyTrash() == 1)
    #expect(try fixture.store.entry(gone) == nil)
    #expect(try fixture.store.history(of: gone).isEmpty)
    #expect(try fixture.titles() == ["Kept"])
    #expect(try fixture.search("gone") == [])
  }

  @Test(arguments: StoreKind.allCases)
  func removedPicturesAreListedAndRemovedForGood(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("By the canal")
    let other = try fixture.add("In the trash")
    let now = fixture.world.environment.now()
    func picture(_ name: String, of entry: RecordName, at milliseconds: Int64?) throws {
      let image = EntryImage(
        id: RecordName(name), entry: entry, imageAsset: String(repeating: "a", count: 64), caption: name,
        modifiedAt: now)
      try fixture.store.perform(.createImage(image))
      guard let milliseconds else { return }
      let moment = Instant(milliseconds: now.milliseconds - milliseconds)
      try fixture.store.perform(.editImage(image.id, [.trashedAt(moment)]))
    }
    try picture("kept", of: entry, at: nil)
    try picture("older", of: entry, at: 9)
    try picture("latest", of: entry, at: 1)
    try picture("with its entry", of: other, at: 5)
    _ = try fixture.edit(other, .trashedAt(now))
    func removed() throws -> [String] { try fixture.store.removedPictures().map(\.id.rawValue) }
    #expect(try removed() == ["latest", "older"])
    #expect(try fixture.store.removedPictures().first?.entryTitle == "By the canal")
    #expect(throws: StoreError.self) { try fixture.store.purgePictures([RecordName("older"), RecordName("kept")]) }
    #expect(try removed() == ["latest", "older"])
    #expect(try fixture.store.purgePictures([RecordName("older"), RecordName("unknown")]) == 1)
    #expect(try removed() == ["latest"])
    #expect(try fixture.store.history(of: RecordName("older")).isEmpty)
    #expect(try fixture.store.emptyTrash() == 1)
    #expect(try removed() == [])
    #expect(try fixture.store.images(of: entry, includingTrash: true).map(\.id.rawValue) == ["kept"])
  }

  @Test(arguments: StoreKind.allCases)
  func oneDeletedCategoryIsRemovedForGood(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let now = fixture.world.environment.now()
    for name in ["gone", "deleted", "kept"] { _ = try fixture.addCategory(name, id: name) }
    let entry = try fixture.add("An entry")
    _ = try fixture.edit(entry, .category(RecordName("gone")))
    for name in ["gone", "deleted"] {
      let edit = JournalEdit(name: "delete", operations: [.editCategory(RecordName(name), [.trashedAt(now)])])
      _ = try fixture.store.apply(edit, cause: .edit)
    }
    // All or none, and only what is deleted.
    #expect(throws: StoreError.self) { try fixture.store.purgeCategories([RecordName("gone"), RecordName("kept")]) }
    #expect(try fixture.store.categories(includingTrash: true).count == 3)
    #expect(try fixture.store.purgeCategories([RecordName("gone"), RecordName("unknown")]) == 1)
    #expect(try Set(fixture.store.categories(includingTrash: true).map(\.id.rawValue)) == ["deleted", "kept"])
    #expect(try fixture.store.history(of: RecordName("gone")).isEmpty)
    #expect(try fixture.titles() == ["An entry"])
  }

  @Test(arguments: StoreKind.allCases)
  func datesOutsideTheCalendarAreRefused(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Now")
    let tooLate = EntryDate(instant: Instant(milliseconds: .max), timeZone: "", offsetSeconds: 0)
    #expect(throws: StoreError.self) { try fixture.edit(id, .date(tooLate)) }
    #expect(try fixture.titles() == ["Now"])
  }

  @Test(arguments: StoreKind.allCases)
  func savingInTheEditorRemovesTheDraftInTheSameStep(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run")
    let entry = try #require(try fixture.store.entry(id))
    try fixture.store.saveDraft(
      Draft(entry: entry, isNew: false, owner: "me", savedAt: fixture.world.environment.now()))
    _ = try fixture.store.apply(
      JournalEdit(name: "save", operations: [.editEntry(id, [.body("x")])]), cause: .edit,
      removing: DraftKey(entry: id, owner: "me"))
    #expect(try fixture.store.drafts().isEmpty)
  }

  /// What others save until a draft is taken up again can be merged with it only if it is known what it began with.
  @Test(arguments: StoreKind.allCases)
  func aDraftKeepsWhatItBeganWith(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "First.", tags: ["a"])
    let seen = try #require(try fixture.store.entry(id))
    var entry = seen
    entry.body = "First and mine."
    let now = fixture.world.environment.now()
    let draft = Draft(entry: entry, isNew: false, seen: seen, owner: "dead", savedAt: now)
    try fixture.store.saveDraft(draft)
    _ = try fixture.edit(id, .body("First and theirs."))
    #expect(try fixture.store.drafts() == [draft])
    // The same owner has the entry anew now: it was removed elsewhere.
    let anew = Draft(entry: entry, isNew: true, owner: "dead", savedAt: now)
    try fixture.store.saveDraft(anew)
    #expect(try fixture.store.drafts() == [anew])
  }

  @Test(arguments: StoreKind.allCases)
  func draftsOfEndedProcessesAreOffered(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.makeEntry("Unsaved", "words\n", tags: ["x"])
    for owner in ["dead", "alive"] {
      try fixture.store.saveDraft(
        Draft(entry: entry, isNew: true, owner: owner, savedAt: fixture.world.environment.now()))
    }
    fixture.world.setAlive("alive", true)
    let offered = try fixture.store.abandonedDrafts()
    #expect(offered.map { $0.owner } == ["dead"])
    #expect(offered.first?.entry == entry)
    try fixture.store.removeDraft(DraftKey(entry: entry.id, owner: "dead"))
    #expect(try fixture.store.abandonedDrafts().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func preferencesAreKept(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    #expect(try fixture.store.preference("theme") == nil)
    try fixture.store.setPreference("theme", "dark")
    #expect(try fixture.store.preference("theme") == "dark")
    try fixture.store.setPreference("theme", nil)
    #expect(try fixture.store.preference("theme") == nil)
  }
}
