import JournalCore
import JournalUI
import TerminalKit
import Testing

/// History, categories and settings.
@Suite struct ScreensTests {
  private func edited() -> Person {
    var person = Person(.small, columns: 100, rows: 20)
    person.press("j e ctrl-end")
    person.type(" Then home.")
    person.press("esc m")
    person.type("hap")
    person.press("enter")
    return person
  }

  @Test func historyShowsWhatChangedWordByWord() {
    var person = edited()
    person.press("H")
    #expect(person.sees("History · 3 versions"))
    #expect(person.sees("edited on desk: mood"))
    #expect(person.sees("edited on desk: text"))
    #expect(person.sees("Mood: sad → happy"))
    person.press("j")
    let frame = view(person.model)
    let theme = Theme.standard(isDark: true, depth: .direct)
    var inserted = ""
    for row in 0..<20 {
      for column in 0..<100 where frame[row, column].style == theme.inserted { inserted += frame[row, column].text }
    }
    #expect(inserted.contains("Then"))
    #expect(inserted.contains("happy"))
    #expect(!inserted.contains("reviews"))
  }

  @Test func anEarlierVersionIsRestoredAndThatIsUndone() {
    var person = edited()
    person.press("H G r")
    let restored = person.journal.entries[RecordName("long")]
    #expect(restored?.body == "Two reviews, one argument, no lunch.")
    #expect(restored?.mood == .sad)
    #expect(person.journal.applied.last?.cause == .restore)
    #expect(person.sees("History · 4 versions"))
    person.press("u")
    #expect(person.journal.entries[RecordName("long")]?.mood == .happy)
    person.press("esc")
    #expect(person.sees("All entries"))
  }

  /// What another person sent and was refused is never offered as if it had been the person's own.
  @Test func whatWasRefusedIsNamedBeforeItIsMadeOnesOwn() {
    var person = edited()
    let id = RecordName("long")
    person.journal.history[id, default: []].append(
      HistoryItem(
        id: 900, record: id, field: "body", oldValue: .body("Words of theirs."), oldText: "",
        replacedAt: person.journal.now,
        device: "ben@example.org", cause: .refused, group: 900))
    let body = person.journal.entries[id]?.body
    person.press("H")
    #expect(person.sees("sent by ben@example.org: text"))
    #expect(person.sees("Never yours: from what was refused"))
    #expect(person.sees("Refused "))
    person.press("r")
    #expect(person.sees("Make this yours?") && person.sees("sent by ben@example.org and was refused"))
    person.press("enter")
    #expect(person.journal.entries[id]?.body == body)
    person.press("r y")
    #expect(person.journal.entries[id]?.body == "Words of theirs.")
    #expect(person.journal.applied.last?.cause == .restore)
    #expect(person.sees("Took over what ben@example.org sent"))
    person.press("u")
    #expect(person.journal.entries[id]?.body == body)
    // The versions before it are as they were.
    person.press("G r")
    #expect(person.journal.entries[id]?.body == "Two reviews, one argument, no lunch.")
  }

  @Test func anEntryWithoutHistorySaysSo() {
    var person = Person(.small, columns: 100, rows: 20)
    person.press("H")
    #expect(person.sees("No earlier version"))
    person.press("r")
    #expect(person.journal.applied.isEmpty)
  }

  @Test func theComparisonCanBeWithTheNextVersion() {
    var person = edited()
    person.press("H G c")
    #expect(person.sees("From this version to the next"))
    #expect(!person.sees("Mood: sad → happy"))
  }

  @Test func categoriesAreMadeRenamedAndColoured() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("alt-c n")
    person.type("Garden")
    person.press("enter")
    #expect(person.sees("Garden"))
    person.press("e ctrl-u")
    person.type("Allotment")
    person.press("enter c")
    person.type("teal")
    person.press("enter i")
    person.type("leaf")
    person.press("enter")
    let made = person.journal.categories.values.first { $0.name == "Allotment" }
    #expect(made?.colorHex == "#30B0C7")
    #expect(made?.icon == "leaf")
    person.press("c")
    person.type("another")
    person.press("enter")
    person.type("#abc")
    person.press("enter")
    #expect(person.journal.categories.values.first { $0.name == "Allotment" }?.colorHex == "#AABBCC")
    for _ in 0..<5 { person.press("u") }
    #expect(person.sees("Undone: created the category Garden"))
    #expect(made.map { person.journal.categories[$0.id]?.trashedAt != nil } == true)
  }

  @Test func aNameThatIsTakenIsNotTakenAgain() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("alt-c n")
    person.type("health")
    #expect(person.sees("There is a category “health” already."))
    person.press("enter esc")
    #expect(person.journal.applied.isEmpty)
  }

  @Test func categoriesMoveUpAndDown() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("alt-c J J")
    #expect(
      person.journal.categories.values.sorted(by: JournalCore.Category.shownBefore).map(\.name) == [
        "Work", "Home", "Health",
      ])
    person.press("alt-c u u u")
    #expect(
      person.journal.categories.values.sorted(by: JournalCore.Category.shownBefore).map(\.name) == [
        "Health", "Work", "Home",
      ])
  }

  @Test func deletingACategoryUnfilesAndTakingItBackRefiles() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("alt-c d")
    #expect(person.sees("1 entry is unfiled now."))
    #expect(person.journal.entries[RecordName("run")]?.category == RecordName("health"))
    person.press("G e")
    #expect(person.sees("is deleted · r to restore it"))
    person.press("esc")
    #expect(person.sees("    Unfiled        5"))
    person.press("alt-c G r")
    #expect(person.sees("Restored Health, with its entries · u to undo"))
    person.press("q")
    #expect(person.sees("▎ Health         1"))
  }

  @Test func preferencesThatMakeNoSenseAreLeftAsTheyWere() {
    let read = Preferences(values: [
      "theme": "Pink!", "measure": "9999", "sort": "", "scope": "category:", "viMode": "perhaps", "unknown": "x",
      "density": "tight", "accent": "text", "background": "",
    ])
    #expect(read == Preferences())
  }

  @Test func whatEarlierVersionsWroteIsUnderstood() {
    let read = Preferences(values: ["theme": "light", "showsPreview": "false"])
    #expect(read.theme == .paper)
    #expect(read.density == .compact)
    #expect(Preferences(values: read.values) == read)
  }

  @Test func changesByOthersReachTheScreenAtOnce() {
    var person = Person(.small, columns: 120, rows: 24)
    person.journal.add(FakeJournal.entry("other", "From a script", "Hello.", FakeJournal.date(2026, 11, 21, 9)))
    person.send(.journalChanged)
    #expect(person.sees("From a script"))
    #expect(person.shows("All entries", 8))
    // The day stands above it already.
    #expect(person.sees("07:30 ▎ Morning run"))
  }

  @Test func suspendAndRedrawAreAskedFor() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("ctrl-z")
    #expect(person.effects.contains(.suspend))
    #expect(person.effects.contains(.redraw))
    person.forgetEffects()
    person.press("ctrl-l")
    #expect(person.effects == [.redraw])
  }
}
