import Glibc
import ScreenKit
import Testing

/// A journal that cannot be written: the words stay where they are, and the screen says so.
@Suite struct NotSavedTests {
  /// A screen of a program that may not make any file longer than so many kilobytes, as on a disk that is full.
  private func openOnFullDisk(_ journal: TestJournal, kilobytes: Int = 64) throws -> Screen {
    let limit = ["sh", "-c", "ulimit -S -f \(kilobytes * 2); exec \"$@\"", "sh"]
    let screen = try journal.start(screen: [], rows: 30, columns: 200, prefix: limit)
    try screen.wait(for: "this computer only")
    return screen
  }

  /// The disk has room again.
  private func makeRoom(for screen: Screen) throws {
    let outcome = try Program.run(["prlimit", "--pid", String(try screen.journalProcess()), "--fsize=unlimited"])
    #expect(outcome.status == .success, "\(outcome)")
  }

  @Test func onAFullDiskTheTextStaysAndCanBeSavedLater() throws {
    let journal = try TestJournal()
    try journal.output("an entry that was there")
    let screen = try openOnFullDisk(journal)
    try screen.writeEntry("Too long for the disk", "begin ")
    screen.paste(String(repeating: "a line of a very long entry\n", count: 8000) + "the end")
    try screen.wait(for: "not saved", "the end")
    try screen.press(.control("s"), showing: "Try again", "Write a copy to a file", "Go on writing")
    try screen.type("n", hiding: "Write a copy to a file")
    #expect(screen.shows("not saved") && screen.shows("the end"))
    try screen.type("!", showing: "the end!")
    #expect(screen.shows("not saved"))
    #expect(try journal.entries().map(\.title) == ["an entry that was there"])
    try makeRoom(for: screen)
    try screen.press(.control("s"), showing: "Saved here")
    let saved = try #require(try journal.entries().first)
    #expect(saved.title == "Too long for the disk" && saved.body.hasSuffix("the end!"))
    #expect(try journal.run("doctor").status == .success)
  }

  @Test func tryingAgainSavesOnceThereIsRoom() throws {
    let journal = try TestJournal()
    try journal.output("an entry that was there")
    let screen = try openOnFullDisk(journal)
    try screen.writeEntry("Again", "begin ")
    screen.paste(String(repeating: "a line of a very long entry\n", count: 8000))
    try screen.press(.control("s"), showing: "Try again")
    screen.type("r")
    try screen.settle()
    try screen.wait(for: "Try again")
    try makeRoom(for: screen)
    try screen.type("r", showing: "Saved here")
    #expect(try journal.entries().count == 2)
  }

  @Test func aCopyIsWrittenWhereThereIsRoom() throws {
    let journal = try TestJournal()
    try journal.output("an entry that was there")
    let screen = try openOnFullDisk(journal)
    // Long enough for the limit to be met by the journal, whose pages come on top, and not by the copy.
    try screen.writeEntry("Copied", "begin ")
    screen.paste(String(repeating: "many words of an entry\n", count: 2000) + "the end")
    try screen.press(.control("s"), showing: "Write a copy to a file")
    try screen.type("c", showing: "cloudjournal-unsaved-")
    let listed = try Program.run(
      ["sh", "-c", "cat \"$HOME\"/cloudjournal-unsaved-*"], environment: journal.sandbox.environment)
    #expect(listed.output.hasPrefix("# Copied\n") && listed.output.hasSuffix("the end"))
    try screen.wait(until: "the text is still there") { $0.shows("the end") && $0.shows("not saved") }
  }

  @Test func aCommandOnAFullDiskSaysSoAndWritesNothing() throws {
    let journal = try TestJournal()
    try journal.output("an entry that was there")
    let limit = ["sh", "-c", "trap '' XFSZ; ulimit -f 128; exec \"$@\"", "sh"]
    let text = String(repeating: "words ", count: 100_000)
    let outcome = try journal.start(["new", "--title", "T", "--body", "-"], input: text, prefix: limit).finish()
    #expect(outcome.status == .code(1), "\(outcome)")
    #expect(
      outcome.errors.contains("Nothing was saved") && outcome.errors.contains(journal.databasePath), "\(outcome.errors)"
    )
    #expect(try journal.entries().map(\.title) == ["an entry that was there"])
  }

  @Test func theScreenOfAJournalOpenedForReadingChangesNothing() throws {
    let journal = try TestJournal()
    try journal.output("an entry that was there")
    let screen = try journal.open("--read-only")
    try screen.wait(for: "Read only", "an entry that was there")
    for key in ["n", "e", "d", "f"] {
      try screen.type(key, showing: "open for reading only")
      try screen.settle()
    }
    try screen.leave()
    #expect(try journal.entries().count == 1)
  }
}
