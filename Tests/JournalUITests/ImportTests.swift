import JournalCore
import JournalUI
import Testing

/// Importing from the screen: the door on the page of an empty journal, the palette, and what is said.
@Suite struct ImportTests {
  @Test func theFirstPageHasADoorForOtherJournals() {
    var person = Person(FakeJournal(), columns: 120, rows: 36)
    #expect(person.screen.lines.contains { $0.contains("i ") && $0.contains("Import from Day One, jrnl, Obsidian …") })
    person.press("i")
    #expect(person.sees("Import from"), "\(person.screen)")
    person.type("~/diary.txt")
    person.press("enter")
    #expect(person.effects.contains(.importFiles(path: "~/diary.txt")), "\(person.effects)")
    #expect(person.message.contains("1,437 entries imported from diary.txt · 3 here already"), "\(person.message)")
  }

  /// The folder as a whole stands first, and Enter takes it only where the cursor was moved to it.
  @Test func filesAreFoundByKeys() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.command("import a file")
    #expect(person.effects.contains(.listFolder(nil, .files)))
    #expect(
      person.sees("This folder: the Markdown notes in it") && person.sees("an import can be undone"), "\(person.screen)"
    )
    person.press("down")
    person.press("enter")
    #expect(person.sees("kyoto.jpg") && !person.effects.contains { $0.isImport }, "\(person.screen)")
    person.press("up enter")
    #expect(person.effects.contains(.importFiles(path: "/home/anna/Pictures/2026")), "\(person.effects)")
  }

  @Test func tabCompletesAndBlanksAreTyped() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.command("import a file")
    person.type("rainy d")
    #expect(person.sees("rainy day.webp") && !person.sees("heron.png"), "\(person.screen)")
    person.press("ctrl-u")
    person.type("~/Pict")
    person.press("tab")
    #expect(person.sees("~/Pictures/"), "\(person.screen)")
    person.type("her")
    person.press("tab")
    #expect(person.sees("~/Pictures/heron.png"), "\(person.screen)")
    person.press("enter")
    #expect(person.effects.contains(.importFiles(path: "/home/anna/Pictures/heron.png")), "\(person.effects)")
  }

  /// A path that is typed or pasted faster than its folder is read.
  @Test func enterWaitsForTheFolder() {
    for (name, isTaken) in [("kyoto.jpg", true), ("kyot", false)] {
      var person = Person(.pictured, columns: 120, rows: 36)
      person.command("import a file")
      person.isJournalSlow = true
      person.paste("/home/anna/Pictures/2026/\(name)")
      person.press("enter")
      #expect(!person.effects.contains { $0.isImport })
      person.journalAnswers()
      #expect(person.effects.contains { $0.isImport } == isTaken, "\(name)")
    }
  }

  /// Of names that differ by the case of a letter, the one that was typed.
  @Test func theNameThatWasTypedIsTaken() {
    var journal = FakeJournal.pictured
    journal.folders[0].items.insert(FakeJournal.file("Heron.png", 7), at: 0)
    for name in ["heron.png", "Heron.png"] {
      var person = Person(journal, columns: 120, rows: 36)
      person.command("import a file")
      person.type("/home/anna/Pictures/\(name)")
      person.press("enter")
      #expect(person.effects.contains(.importFiles(path: "/home/anna/Pictures/\(name)")), "\(person.effects)")
    }
  }

  /// An answer to what was asked before is let go: its files are not those of the path that is typed.
  @Test func anEarlierFolderIsNotTakenForTheTypedOne() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.command("import a file")
    person.isJournalSlow = true
    for path in ["~/2026/heron.png", "/home/anna/./heron.png", "~root/heron.png", "~heron.png"] {
      person.press("ctrl-u")
      person.paste(path)
      person.send(.folderListed(person.journal.folders[0]))
      #expect(!person.sees("98"), "\(path): \(person.screen)")
      person.press("enter")
      person.send(.folderListed(person.journal.folders[0]))
      #expect(
        !person.effects.contains { if case .importFiles(let taken) = $0 { taken != path } else { false } }, "\(path)")
    }
  }

  /// Behind what is said of a folder that cannot be read nothing can be chosen.
  @Test func nothingUnseenIsTaken() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.press(":")
    person.type("import a file")
    person.press("enter enter")
    #expect(person.sees("There is no folder"), "\(person.screen)")
    person.press("down enter")
    #expect(!person.effects.contains { $0.isImport }, "\(person.effects)")
  }

  @Test func thePaletteImportsAndTakesBack() {
    var person = Person(.small, columns: 120, rows: 36)
    person.command("import")
    #expect(person.sees("Import from"))
    person.press("esc :")
    person.type("undo the latest import")
    person.press("enter")
    // What goes is said before it does.
    #expect(person.sees("Undo the import of diary.txt?") && person.sees("It brought 1,437 entries on Sat 21 Nov 2026"))
    #expect(!person.effects.contains(.undoImport))
    person.press("y")
    #expect(person.effects.contains(.undoImport))
    #expect(
      person.message.contains("1,436 entries of the latest import moved to the trash · 1 changed since then stayed"))
  }

  /// Undoing many entries takes its time, which is said until it is done.
  @Test func undoingSaysSo() {
    var person = Person(.small, columns: 120, rows: 36)
    person.command("undo the latest import")
    person.isJournalSlow = true
    person.press("y")
    #expect(person.message == "Undoing the import …" && !person.wait(for: .notice), "\(person.message)")
    person.journalAnswers()
    #expect(person.message.contains("of the latest import moved to the trash"))
  }

  /// Right after an import that is what undo means; a step of the screen goes first.
  @Test func undoOffersToTakeAnImportBack() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("u")
    #expect(person.message.contains("There is nothing to undo"))
    person.send(.imported(ImportOutcome(path: "/tmp/diary.txt", imported: 2, same: 0, conflicting: 0, notes: [])))
    person.press("u")
    #expect(person.sees("Undo the import of diary.txt?"), "\(person.screen)")
    person.press("n f")
    // A step that was made before an import comes after it.
    person.send(.imported(ImportOutcome(path: "/tmp/diary.txt", imported: 2, same: 0, conflicting: 0, notes: [])))
    person.press("u")
    #expect(person.sees("Undo the import of diary.txt?"), "\(person.screen)")
    person.press("n f u")
    #expect(!person.sees("Undo the import of diary.txt?"), "\(person.screen)")
    // Once it is undone, one of another time is not offered: the step before it is undone.
    person.press("u y")
    #expect(person.effects.contains(.undoImport), "\(person.screen)")
    person.press("u")
    #expect(person.message.contains("Undone: "), "\(person.screen)")
    person.press("u")
    #expect(person.message.contains("There is nothing to undo"), "\(person.screen)")
  }

  @Test func oneImportAtATime() {
    var journal = FakeJournal.small
    journal.failure = Failure("There is no file or folder /tmp/none.")
    var person = Person(journal, columns: 120, rows: 36)
    person.command("import")
    person.type("/tmp/none")
    person.press("enter")
    #expect(person.sees("There is no file or folder /tmp/none."), "\(person.screen)")
    person.press("esc")
    // It has ended: the next one may begin.
    person.command("undo the latest import")
    #expect(person.sees("Undo the import of diary.txt?"), "\(person.screen)")
  }

  /// How far it is stands where messages stand, and is not kept among them.
  @Test func progressIsSaidInPassing() {
    var person = Person(.small, columns: 120, rows: 36)
    person.send(.importing("/tmp/diary.txt", percent: 40))
    #expect(person.message.contains("Importing diary.txt: 40\u{202F}%"))
    person.press(";")
    #expect(!person.sees("Importing"), "\(person.screen)")
  }
}

extension Effect {
  fileprivate var isImport: Bool { if case .importFiles = self { true } else { false } }
}

extension Person {
  /// Types a command into the palette and takes it.
  fileprivate mutating func command(_ words: String) {
    press(":")
    type(words)
    press("enter")
  }
}
