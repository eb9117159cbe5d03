import JournalCore
import JournalUI
import TerminalKit
import Testing

/// What people try first: pasting, going on behind the text, copying, looking for a word, and the habits of vi.
@Suite struct WritingHabitTests {
  @Test("a template is chosen by its name; what stays as it is becomes no entry")
  func aTemplateBeginsAnEntry() {
    var person = Person(.small, columns: 80, rows: 24)
    let count = person.journal.entries.count
    person.press("alt-n")
    #expect(person.sees("Write from a template") && person.sees("What is blue?"), "\(person.screen)")
    person.type("quest")
    person.press("enter")
    #expect(person.topLine.contains("New entry") && person.sees("What is blue?"), "\(person.screen)")
    person.press("esc")
    #expect(person.journal.entries.count == count)
    person.press("alt-n")
    person.type("quest")
    person.press("enter")
    person.type("The sea.")
    person.press("esc")
    #expect(person.journal.entries.values.contains { $0.title == "What is blue?" && $0.body == "The sea." })
  }

  /// What is typed ahead is for what opens, however long the journal takes to answer.
  @Test func keysWaitForWhatTheyOpen() {
    var person = Person(.small, columns: 80, rows: 24)
    let trashed = person.journal.entries.values.count { $0.trashedAt != nil }
    person.isJournalSlow = true
    person.press("alt-n")
    person.type("quest")
    person.press("enter d d")
    person.journalAnswers()
    #expect(person.topLine.contains("New entry") && person.sees("dd"), "\(person.screen)")
    #expect(person.journal.entries.values.count { $0.trashedAt != nil } == trashed)
  }

  @Test func aTextPastedIntoANewEntryKeepsItsLines() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.paste("\r\nFirst line\r\n\r\n- a list\r\n- of two\r\n\r\nThe end.")
    person.type(" Typed.")
    person.press("esc")
    #expect(newest(person)?.title == "First line")
    #expect(newest(person)?.body == "- a list\n- of two\n\nThe end. Typed.")
  }

  @Test func linesPastedIntoATitleStandBeforeTheText() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e f7")
    person.paste("er\nOne\nTwo")
    person.press("esc")
    #expect(person.journal.entries[RecordName("long")]?.title == "Long dayer")
    #expect(body(person, "long") == "One\nTwo\n\nTwo reviews, one argument, no lunch.")
  }

  @Test func blanksBeforeAPastedWordPartItFromTheTitle() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.paste("  Alpha")
    person.paste(" beta\nThe text.")
    person.press("esc")
    #expect(newest(person)?.title == "Alpha beta" && newest(person)?.body == "The text.")
  }

  /// The text of a new entry begins in insert mode; Esc in its title does not lead there.
  @Test func escapeInTheTitleOfANewEntryLeadsToNormalMode() {
    var person = viPerson
    person.press("n")
    person.type("Again")
    person.press("esc")
    #expect(person.sees("NORMAL"), "\(person.screen)")
    person.press("Z Z")
    #expect(newest(person)?.title == "Again" && newest(person)?.body == "")
  }

  @Test func theCommandLineOfViNamesWhatItWillDo() {
    var preferences = Preferences()
    preferences.viMode = true
    for (typed, title) in [("w", "Save and go on writing"), ("wq", "Save and leave"), ("q", "Leave without saving")] {
      var person = Person(.small, columns: 80, rows: 24, preferences: preferences)
      person.press("j e :")
      person.type(typed)
      #expect(person.screen.lines.contains { $0.contains("\(typed): \(title)") }, "\(person)")
    }
  }

  @Test func whatIsFoundIsReplacedOneByOneOrAllAtOnce() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e ctrl-a")
    person.type("one two One two one")
    person.press("ctrl-home ctrl-f")
    person.type("one")
    person.press("tab")
    person.type("three")
    #expect(person.sees("Find") && person.sees("with") && person.bottomLine.contains("replace all"))
    person.press("enter down enter esc esc")
    #expect(body(person, "long") == "three two One two three")
    person.press("e ctrl-home ctrl-f")
    person.type("two")
    person.press("tab")
    person.paste("2")
    person.press("ctrl-r")
    #expect(person.sees("Replaced 2 matches"))
    person.press("enter")
    #expect(person.sees("Not found in this entry"))
    person.press("esc ctrl-z")
    #expect(person.sees("three two One two three"))
    person.press("ctrl-y esc")
    #expect(body(person, "long") == "three 2 One 2 three")
  }

  @Test func aLineFeedIsEnter() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Title")
    person.press("ctrl-j")
    person.type("one")
    person.press("ctrl-j")
    person.type("two")
    person.press("esc")
    #expect(newest(person)?.body == "one\ntwo")
  }

  @Test(arguments: ["enter", "esc"]) func aSearchThatFindsNothingMovesNothing(end: String) {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e ctrl-f")
    person.type("azz")
    person.press(end)
    // What is not found can be mended: the field stays until Esc.
    if end == "enter" { person.press("esc") }
    person.type("!")
    person.press("esc")
    #expect(body(person, "long") == "Two reviews, one argument, no lunch.!")
  }

  @Test func writingGoesOnBehindTheText() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e")
    person.type(" Then bed.")
    person.press("esc")
    #expect(body(person, "long") == "Two reviews, one argument, no lunch. Then bed.")
  }

  @Test func ctrlCNeverQuitsFromTheEditor() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e ctrl-c ctrl-c")
    #expect(!person.effects.contains(.quit))
    #expect(person.sees("Nothing is selected. Ctrl-Q quits."))
    person.press("ctrl-a ctrl-c")
    #expect(person.effects.contains(.copyToClipboard("Two reviews, one argument, no lunch.")))
    #expect(person.sees("Copied"))
  }

  @Test func anEntryWithoutATitleIsCalledByItsFirstWords() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n enter")
    person.type("No title was on my mind when I wrote this down at last.")
    person.press("esc")
    #expect(newest(person)?.title == "")
    #expect(person.sees("Saved “No title was on my mind when I wrote…”"))
    #expect(person.screen.lines.contains { $0.contains("▌   21") && $0.contains("No title was") })
    #expect(!person.sees("Untitled"))
    // The line below goes on where the words above it end, however few of them fit.
    let lines = person.screen.lines
    let row = lines.firstIndex { $0.contains("▌   21") && $0.contains("No title was on my mind…") }
    #expect(row.map { lines[$0 + 1].contains("…when I wrote") } == true, "\(person.screen)")
  }

  /// The list keeps the lines of a text, too; strict Markdown joins them, as the reader does then.
  @Test func theListKeepsLineEnds() {
    var journal = FakeJournal.small
    let verses = "Roses are red\nViolets are blue\n\nSugar is sweet"
    journal.add(FakeJournal.entry("poem", "A poem", verses, FakeJournal.date(2026, 11, 21, 20)))
    journal.add(FakeJournal.entry("bare", "", verses, FakeJournal.date(2026, 11, 21, 21)))
    var preferences = Preferences()
    let person = Person(journal, columns: 120, rows: 36, preferences: preferences)
    #expect(person.sees("Roses are red ↵ Violets are bl"), "\(person.screen)")
    // The first line stands for the title; the next ones follow it.
    let lines = person.screen.lines
    let row = lines.firstIndex { $0.contains("▌   21  ") && $0.contains("Roses are red") && !$0.contains("Violets") }
    #expect(row.map { lines[$0 + 1].contains("Violets are blue ↵ Sugar is") } == true, "\(person.screen)")
    preferences.isStrictMarkdown = true
    let strict = Person(journal, columns: 120, rows: 36, preferences: preferences)
    #expect(strict.sees("Roses are red Violets are blu") && !strict.sees("↵"), "\(strict.screen)")
  }

  /// What was pasted over title and text goes with one undo, and comes back with one redo.
  @Test(arguments: [false, true]) func onePasteIsOneUndo(vi: Bool) {
    var person = vi ? viPerson : Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.paste("A heading\nfirst line\nsecond line")
    #expect(person.sees("A heading") && person.sees("second line"))
    person.press(vi ? "esc u" : "ctrl-z")
    #expect(!person.sees("A heading") && !person.sees("second line"), "\(person.screen)")
    person.press(vi ? "ctrl-r" : "ctrl-y")
    #expect(person.sees("A heading") && person.sees("first line") && person.sees("second line"), "\(person.screen)")
    if !vi {
      // A title that was touched since, and is as it was, has steps of its own to undo.
      var other = person
      other.press("up up up x backspace ctrl-z")
      #expect(other.sees("second line"), "\(other.screen)")
    }
    // What was typed since is undone first, and the paste by the next key.
    person.type(vi ? "A!" : "!")
    person.press(vi ? "esc u" : "ctrl-z")
    #expect(person.sees("A heading") && person.sees("second line") && !person.sees("second line!"), "\(person.screen)")
    person.press(vi ? "u" : "ctrl-z")
    #expect(!person.sees("A heading") && !person.sees("second line"), "\(person.screen)")
    // Something else in its place: redo has nothing left.
    person.press(vi ? "i" : "down")
    person.type("other words")
    person.press(vi ? "esc u ctrl-r" : "ctrl-z ctrl-y")
    #expect(person.sees("other words") && !person.sees("A heading"), "\(person.screen)")
  }

  @Test func inViModeEscapeNeverLeavesAndCommandsDo() {
    var person = viPerson
    person.press("j e A")
    person.type(" More.")
    #expect(person.sees("INSERT"))
    person.press("esc")
    #expect(person.sees("NORMAL"))
    person.press("esc esc")
    #expect(person.sees("NORMAL"))
    #expect(person.bottomLine.contains("ZZ done"))
    person.press(":")
    person.type("w")
    person.press("enter")
    #expect(body(person, "long") == "Two reviews, one argument, no lunch. More.")
    #expect(person.sees("NORMAL"))
    person.press("x")
    person.press(":")
    person.type("q")
    person.press("enter")
    #expect(person.sees("Leave without saving?"))
    person.press("y")
    #expect(body(person, "long") == "Two reviews, one argument, no lunch. More.")
    #expect(person.sees("All entries"))
  }

  @Test func withAMarkViLeavesWithoutAQuestion() {
    var person = viPerson
    person.press("j e x :")
    person.type("q!")
    person.press("enter")
    #expect(!person.sees("Leave without saving?") && person.sees("All entries"), "\(person.screen)")
    #expect(person.message == "Left without saving")
    #expect(body(person, "long") == "Two reviews, one argument, no lunch.")
  }

  private var viPerson: Person {
    var preferences = Preferences()
    preferences.viMode = true
    return Person(.small, columns: 80, rows: 24, preferences: preferences)
  }

  @Test(arguments: ["Z Z", ": w q enter", ": x enter"]) func viSavesAndLeaves(keys: String) {
    var person = viPerson
    person.press("j e x \(keys)")
    #expect(body(person, "long") == "Two reviews, one argument, no lunch")
    #expect(person.sees("All entries"))
  }

  @Test func viLeavesWithoutAWordWhereNothingChanged() {
    var person = viPerson
    person.press("j e Z Q")
    #expect(person.sees("All entries"))
    #expect(person.journal.applied.isEmpty)
  }

  @Test func aNewEntryIsTypedAtOnceInViMode() {
    var person = viPerson
    person.press("n")
    #expect(!person.sees("NORMAL") && !person.sees("INSERT"))
    person.type("Title\nbody of it")
    #expect(person.sees("INSERT"))
    person.press("esc Z Z")
    #expect(newest(person)?.title == "Title")
    #expect(newest(person)?.body == "body of it")
  }

  @Test(arguments: ["alt-w", "alt-c", "alt-m", "alt-t", "alt-s", "alt-i"])
  func anEscapeWithALetterBehindItOpensNothingInViMode(key: String) {
    var person = viPerson
    person.press("j e i \(key)")
    #expect(!person.sees("of this entry"))
    #expect(person.sees("Edit"))
    var other = Person(.small, columns: 80, rows: 24)
    other.press("j e alt-w")
    #expect(other.sees("Date of this entry"))
  }
}
