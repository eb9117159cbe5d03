import JournalCore
import JournalStore
import Testing

@Suite struct TagRenamingTests {
  private let fixture: Fixture
  private let store: JournalStore

  init() throws {
    fixture = try Fixture(.sqlite)
    store = try #require(fixture.store as? JournalStore)
  }

  private func tags() throws -> [String] { try store.tags(prefix: "", limit: .max).map { "\($0.tag) \($0.count)" } }

  @Test func allEntriesGetTheNameInOneStepThatCanBeUndone() throws {
    let first = try fixture.add("Run", "Went #running far", tags: ["running", "b"])
    let second = try fixture.add("At #running", "", tags: [])
    let trashed = try fixture.add("Old", "", tags: ["Running"])
    let other = try fixture.add("Other", "running", tags: ["b"])
    _ = try fixture.edit(trashed, .trashedAt(Instant(milliseconds: 5)))
    let before = try [first, second, trashed, other].map { try store.entry($0) }
    let inverse = try TagNames(store).give(TagRename("running", to: "run"))
    #expect(inverse.operations.count == 3)
    let entry = try #require(try store.entry(first))
    #expect(entry.tags == ["run", "b"] && entry.body == "Went #run far")
    #expect(try store.entry(second)?.title == "At #run" && store.entry(trashed)?.tags == ["run"])
    #expect(try store.entry(other) == before[3])
    #expect(try tags() == ["b 2", "run 2"])
    _ = try store.apply(inverse, cause: .undo)
    let after = try [first, second, trashed, other].map { try store.entry($0) }
    for (old, new) in zip(before, after) {
      #expect(old?.tags == new?.tags && old?.body == new?.body && old?.title == new?.title)
    }
    #expect(try store.numbersAreSound() && store.searchIndexIsSound())
  }

  @Test func tagsThatGoTogetherAreCountedOutsideOfTheTrash() throws {
    _ = try fixture.add("One", "", tags: ["sea", "run", "b"])
    _ = try fixture.add("Two", "in #Sea", tags: ["run"])
    _ = try fixture.add("Three", "", tags: ["sea"])
    let trashed = try fixture.add("Four", "", tags: ["sea", "b"])
    _ = try fixture.edit(trashed, .trashedAt(Instant(milliseconds: 5)))
    let pairs = try TagPairs(store).most(10).map { "\($0.first) \($0.second) \($0.count)".lowercased() }
    #expect(pairs == ["run sea 2", "b run 1", "b sea 1"])
    #expect(try TagPairs(store).most(1).count == 1)
  }

  @Test func theLatestRenamingIsTakenBackWithoutWhatWasWrittenSince() throws {
    let id = try fixture.add("Run", "Went #running far", tags: ["running"])
    _ = try TagNames(store).give(TagRename("running", to: "run"))
    _ = try fixture.edit(id, .body("Went #run far\n\nand back"))
    let undone = try #require(try TagNames(store).undo())
    #expect(undone.entries == 1 && undone.rename.old == "running")
    let entry = try #require(try store.entry(id))
    #expect(entry.tags == ["running"])
    #expect(entry.body == "Went #running far\n\nand back")
    #expect(try TagNames(store).undo() == nil)
  }

  @Test func joinedTagsComeApartAgain() throws {
    let both = try fixture.add("a", "", tags: ["jog", "run"])
    let one = try fixture.add("b", "", tags: ["jog"])
    _ = try TagNames(store).give(TagRename("jog", to: "run"))
    #expect(try store.entry(both)?.tags == ["run"] && store.entry(one)?.tags == ["run"])
    _ = try TagNames(store).undo()
    #expect(try store.entry(both)?.tags == ["jog", "run"] && store.entry(one)?.tags == ["jog"])
  }

  @Test func aTagThatNoEntryHasChangesNothing() throws {
    _ = try fixture.add("a", "", tags: ["b"])
    #expect(try TagNames(store).give(TagRename("none", to: "run")).operations.isEmpty)
    #expect(try TagNames(store).undo() == nil)
  }
}

@Suite struct EntryTitlesTests {
  @Test func entriesAreFoundByTheirTitles() throws {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    let old = try fixture.add("The Héron", "", on: "2026-05-30")
    let new = try fixture.add("“The heron”", "", on: "2026-05-31")
    let link = try fixture.add("Walk", "Saw [[the heron]] again", on: "2026-06-01")
    let gone = try fixture.add("The heron", "", on: "2026-06-02")
    _ = try fixture.edit(gone, .trashedAt(Instant(milliseconds: 5)))
    #expect(try EntryTitles(store).entries(.called("the heron")).map(\.id) == [old])
    #expect(try EntryTitles(store).entries(.called("“the heron”")).map(\.id) == [new])
    #expect(try EntryTitles(store).entries(.called("nothing")).isEmpty)
    #expect(try EntryTitles(store).entries(.beginning("her")).map(\.id) == [new, old])
    #expect(try EntryTitles(store).entries(.beginning("")).map(\.id) == [link, new, old])
    #expect(try EntryTitles(store).entries(.beginning("\"*")).count == 3)
    #expect(try EntryTitles(store).entries(.byChance).count == 1)
    #expect(try fixture.search("links:\"The heron\"") == ["Walk"])
    #expect(try fixture.search("-links:\"The heron\" héron").count == 2)
  }

  @Test func anEmptyJournalHasNoneByChance() throws {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    #expect(try EntryTitles(store).entries(.byChance).isEmpty)
  }
}
