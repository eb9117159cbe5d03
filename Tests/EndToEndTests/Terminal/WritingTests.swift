import Glibc
import ScreenKit
import Testing

@Suite struct WritingTests {
  @Test func anEntryIsWrittenSavedAndListed() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.writeEntry("The first entry", "Words about #canal")
    try screen.press(.control("s"), showing: "Saved here")
    let saved = try #require(try journal.entries().first)
    #expect(saved.title == "The first entry" && saved.body == "Words about #canal" && saved.tags == ["canal"])
    try screen.type(" and herons", showing: "herons")
    try screen.press(.escape, showing: "›  All entries", " of 1", "Saved “The first entry”")
    #expect(try journal.entries().map(\.body) == ["Words about #canal and herons"])
    try screen.leave()
  }

  @Test func anEntryIsChangedAndItsFormerTextKept() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "A title", "--body", "the former words")
    let screen = try journal.openJournal()
    try screen.wait(for: "the former words")
    try screen.type("e", showing: "Esc done")
    screen.press(.control("s"))
    screen.press(.control("a"))
    try screen.type("the present words", showing: "the present words")
    try screen.press(.escape, showing: "›  All entries", " of 1")
    try screen.wait(until: "the change is in the journal") { _ in
      (try? journal.entries().map(\.body)) == ["the present words"]
    }
    try screen.type("H", showing: "History · 2", "former")
  }

  @Test func leavingAnEmptyEditorWritesNothing() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.type("n", showing: "Esc done")
    try screen.press(.escape, showing: "Empty entry discarded")
    #expect(try journal.entries().isEmpty)
  }

  @Test func pastedTextComesInWholeWithoutDoingAnything() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.writeEntry("Pasted", "> ")
    screen.paste("q\rdd\n漢字 and é\n:quit")
    try screen.wait(for: "漢字 and é", ":quit")
    try screen.press(.control("s"), showing: "Saved here")
    #expect(try journal.entries().map(\.body) == ["> q\ndd\n漢字 and é\n:quit"])
  }

  @Test func quittingWhileWritingAsksFirst() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.writeEntry("Unsaved", "words")
    try screen.press(.control("q"), showing: "“Unsaved” is not saved", "Save and quit", "Go on writing")
    try screen.type("n", hiding: "Save and quit")
    try screen.press(.control("q"), showing: "Save and quit")
    screen.type("s")
    #expect(try screen.waitForExit() == .success)
    #expect(try journal.entries().map(\.title) == ["Unsaved"])
  }

  @Test func whatIsBeingWrittenIsNotReplacedByAnotherProcess() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Shared", "--body", "old words")
    let id = try #require(try journal.entries().first?.id)
    let screen = try journal.openJournal()
    try screen.wait(for: "old words")
    try screen.type("e", showing: "Esc done")
    screen.press(.tab)
    try screen.type("mine ", showing: "mine ")
    try journal.output("edit", id, "--body", "theirs")
    try screen.wait(for: "changed elsewhere")
    #expect(screen.shows("mine "))
    try screen.press(.function(8), showing: "theirs")
    try screen.press(.escape, showing: "›  All entries", " of 1")
    #expect(try journal.entries().map(\.body) == ["theirs"])
  }
}

/// What becomes of words that nobody saved.
@Suite struct DraftTests {
  /// How a session ends against its will.
  enum End: CaseIterable {
    case kill, killWatcher, hangUp, hangUpSignal, terminate, segmentationFault
  }

  @Test(arguments: End.allCases) func wordsSurviveAndAreOfferedAtTheNextStart(end: End) throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.writeEntry("Lost and found", "words that nobody saved")
    // What is typed just before a program is killed cannot be saved by anybody; for the other ends it has to be.
    let hasTime = end != .kill && end != .segmentationFault
    if !hasTime { try screen.waitForDraft() }
    let process = try screen.journalProcess()
    switch end {
    case .kill: kill(process, SIGKILL)
    case .killWatcher: screen.signal(SIGKILL)
    case .hangUp: screen.hangUp()
    case .hangUpSignal: kill(process, SIGHUP)
    case .terminate: screen.signal(SIGTERM)
    case .segmentationFault: kill(process, SIGSEGV)
    }
    try screen.waitForExit()
    try waitUntilGone(process)
    #expect(try journal.entries().isEmpty)

    let next = try journal.openJournal()
    try next.wait(for: "Unsaved draft", "Lost and found", "words that nobody saved")
    try next.type("o", showing: "Esc done", "words that nobody saved")
    try next.press(.escape, showing: "›  All entries", " of 1")
    #expect(try journal.entries().map(\.body) == ["words that nobody saved"])
    try next.leave()

    let last = try journal.openJournal()
    try last.wait(for: "Lost and found")
    #expect(!last.shows("Unsaved draft"))
  }

  @Test func aDraftOfAnEntryThatWasThereIsOfferedOverIt() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Kept", "--body", "saved words")
    let screen = try journal.openJournal()
    try screen.wait(for: "saved words")
    try screen.type("e", showing: "Esc done")
    screen.press(.tab)
    screen.type("unsaved and ")
    try screen.waitForDraft()
    kill(try screen.journalProcess(), SIGKILL)
    try screen.waitForExit()
    #expect(try journal.entries().map(\.body) == ["saved words"])
    let next = try journal.openJournal()
    try next.wait(for: "Unsaved draft", "“Kept”")
    try next.press(.enter, showing: "Esc done")
    try next.press(.escape, showing: "›  All entries", " of 1")
    let entry = try #require(try journal.entries().first)
    #expect(entry.title == "Kept" && entry.body.contains("unsaved and ") && entry.body.contains("saved words"))
  }

  @Test func aDraftIsDiscardedOnlyWhenAskedTwice() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.writeEntry("Draft", "words")
    try screen.waitForDraft()
    kill(try screen.journalProcess(), SIGKILL)
    try screen.waitForExit()
    let next = try journal.openJournal()
    try next.wait(for: "Unsaved draft")
    try next.type("d", showing: "Discard this draft?")
    try next.press(.enter, showing: "Drafts are kept")
    try next.leave()
    let third = try journal.openJournal()
    try third.wait(for: "Unsaved draft")
    try third.type("d", showing: "Discard this draft?")
    try third.type("y", showing: "Discarded the draft")
    try third.leave()
    let fourth = try journal.openJournal()
    try fourth.wait(for: "Write your first entry")
  }
}

/// What people with the habits of vi, and with long texts on the clipboard, do first.
@Suite struct WritingHabitTests {
  private func viJournal() throws -> TestJournal {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\nvi-mode = true\n".utf8)
    return journal
  }

  @Test func aPastedTextKeepsItsLines() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.type("n", showing: "Esc done")
    screen.paste("First line\rSecond line\r\rThird line")
    try screen.wait(for: "Third line")
    try screen.press(.escape, showing: "›  All entries", " of 1")
    let entry = try #require(try journal.entries().first)
    #expect(entry.title == "First line" && entry.body == "Second line\n\nThird line")
  }

  @Test(arguments: ["w", "c", "t", "m", "i"]) func escapeAndALetterAtOnceOpenNothingInViMode(letter: String) throws {
    let journal = try viJournal()
    try journal.output("new", "--title", "T", "--body", "some words of a body")
    let screen = try journal.openJournal()
    try screen.wait(for: "some words of a body")
    try screen.type("ei", showing: "INSERT")
    try screen.type("\u{1B}\(letter)\u{1B}", showing: "NORMAL")
    #expect(!screen.shows("of this entry"))
    try screen.type(":q\r", showing: "›  All entries", " of 1")
  }

  @Test func viSavesAndLeavesByItsOwnCommands() throws {
    let journal = try viJournal()
    let screen = try journal.openJournal()
    try screen.type("nTitle\rbody", showing: "INSERT", "body")
    try screen.press(.escape, showing: "NORMAL", "ZZ done")
    try screen.type(":wq\r", showing: "›  All entries", " of 1")
    #expect(try journal.entries().map(\.body) == ["body"])
    try screen.leave()
  }
}
