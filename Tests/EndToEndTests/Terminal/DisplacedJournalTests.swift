import Foundation
import Glibc
import ScreenKit
import Testing

/// The journal's file is removed or replaced while it is open: nothing is said to be saved that is nowhere.
@Suite struct DisplacedJournalTests {
  enum Way: String, CaseIterable, Sendable { case removed, removedThenListed, replaced, replacedThenListed }

  let journal: TestJournal
  /// Another journal, whose file takes the place of the first one's.
  let other: TestJournal

  init() throws {
    journal = try TestJournal()
    other = try TestJournal()
    try journal.output("ours, from before")
    try other.output("theirs alone")
  }

  /// Takes the journal's file away, or puts another one in its place.
  func displace(_ way: Way) throws {
    switch way {
    case .removed, .removedThenListed:
      // As `rm journal.sqlite*` does; the program may have put the log away before it gets there.
      for ending in ["", "-wal", "-shm"] { unlink(journal.databasePath + ending) }
    case .replaced, .replacedThenListed:
      try #require(rename(other.databasePath, journal.databasePath) == 0)
    }
    if way == .removedThenListed || way == .replacedThenListed { try journal.output("list") }
  }

  @Test(arguments: Way.allCases)
  func theScreenSaysSoAndTheWordsComeAlong(way: Way) throws {
    let screen = try journal.openJournal(columns: 120)
    try screen.writeEntry("Written meanwhile", "precious words")
    try screen.press(.control("s"), showing: "Saved here")
    screen.press(.end)
    screen.type(" and more")
    try displace(way)
    // No question takes what is typed meanwhile.
    try screen.type(" of them", showing: "Go on writing", "precious words and more of them")
    try screen.press(.control("s"), showing: "Not saved")
    let wayOut = way == .removed ? "Put the journal back" : "Open what is there now"
    let answer = way == .removed ? "p" : "o"
    try screen.wait(for: wayOut)
    // The top line is drawn first: only the whole picture tells.
    #expect(!screen.shows("▌  Saved"))
    try screen.type(answer, showing: "Unsaved draft", "Open it")
    try screen.type("o", showing: "Esc done", "precious words and more of them")
    try screen.press(.control("s"), showing: "Saved here")
    let titles = Set(try journal.entries().map(\.title))
    switch way {
    case .removed: #expect(titles == ["ours, from before", "Written meanwhile"])
    case .removedThenListed: #expect(titles == ["Written meanwhile"])
    case .replaced, .replacedThenListed: #expect(titles == ["theirs alone", "Written meanwhile"])
    }
    #expect(try journal.entries().first { $0.title == "Written meanwhile" }?.body == "precious words and more of them")
    #expect(try journal.output("doctor").contains("No problems found."))
    try screen.press(.escape, showing: "this computer only")
    try screen.leave()
    #expect(try journal.output("doctor").contains("No problems found."))
    guard way != .removed else { return }
    // What nobody could have read afterwards lies beside the file that is there now.
    let former = journal.databasePath + ".former-1"
    #expect(FileManager.default.fileExists(atPath: former))
    let folder = journal.sandbox.path("data/cloudjournal/journals/Former")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: former, toPath: folder + "/journal.sqlite")
    #expect(
      Set(try journal.page("list", "--json", "--journal", "Former").items.map(\.title)) == [
        "ours, from before", "Written meanwhile",
      ])
  }

  /// The log of a file that still has a name goes into that file, and nowhere else.
  @Test func aFileThatWasMovedAwayHasAllOfItsEntries() throws {
    let screen = try journal.openJournal(columns: 120)
    try screen.writeEntry("In the log", "only there")
    try screen.press(.control("s"), showing: "Saved here")
    let folder = journal.sandbox.path("data/cloudjournal/journals/Away")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(rename(journal.databasePath, folder + "/journal.sqlite") == 0)
    try displace(.replacedThenListed)
    try screen.wait(for: "Go on writing")
    try screen.press(.escape, showing: "The journal is not in its place", "Open what is there now")
    try screen.type("n", hiding: "The journal is not in its place")
    try screen.leave()
    #expect(
      Set(try journal.page("list", "--json", "--journal", "Away").items.map(\.title)) == [
        "ours, from before", "In the log",
      ])
    #expect(try journal.entries().map(\.title) == ["theirs alone"])
    let left = try FileManager.default.contentsOfDirectory(
      atPath: journal.sandbox.path("data/cloudjournal/journals/Personal"))
    #expect(!left.contains { $0.contains("former") }, "\(left)")
  }

  @Test func leavingWithoutTheJournalAsksFirst() throws {
    let screen = try journal.openJournal(columns: 120)
    try displace(.removed)
    try screen.wait(for: "The journal is not in its place", "Put the journal back")
    try screen.type("n", hiding: "The journal is not in its place")
    try screen.type("q", showing: "Leave without the journal?")
    try screen.type("p", hiding: "Leave without the journal?")
    try screen.leave()
    #expect(try journal.entries().map(\.title) == ["ours, from before"])
  }
}

/// The same for the process that synchronises without a screen.
@Suite struct DisplacedWatchTests {
  @Test(arguments: DisplacedJournalTests.Way.allCases)
  func theWatchEndsAndSaysWhy(way: DisplacedJournalTests.Way) throws {
    let server = try TestServer()
    let displaced = try DisplacedJournalTests()
    let journal = displaced.journal
    try journal.signIn(to: server)
    try journal.sync()
    let watch = try journal.start(["sync", "--watch"], prefix: ["sh", "-c", "exec \"$@\" 2>&1", "sh"])
    _ = try watch.waitForLine { $0.contains("etched") }
    try displaced.displace(way)
    let outcome = try watch.finish()
    #expect(outcome.status == .code(1), "\(outcome)")
    let isReplaced = way == .replaced || way == .replacedThenListed
    let told = ["removed", "in the place of"].map { outcome.output.contains($0) }
    // `list` makes a new file where there is none: which of the two the program meets is a matter of who is first.
    #expect(way == .removedThenListed ? told.contains(true) : told == [!isReplaced, isReplaced], "\(outcome)")
    if isReplaced { #expect(outcome.output.contains(".former-1")) }
    let titles = try journal.entries().map(\.title)
    #expect(titles == (isReplaced ? ["theirs alone"] : []))
    #expect(try journal.output("doctor").contains("No problems found."))
  }
  /// Nothing else happens to the folder, and no news come: the move alone has to be noticed.
  @Test func theWatchEndsWhereTheFileIsOnlyMovedAway() throws {
    let server = try TestServer()
    let journal = try TestJournal()
    try journal.output("ours, from before")
    try journal.signIn(to: server)
    try journal.sync()
    let watch = try journal.start(["sync", "--watch"], prefix: ["sh", "-c", "exec \"$@\" 2>&1", "sh"])
    _ = try watch.waitForLine { $0.contains("etched") }
    let kept = journal.databasePath.replacingOccurrences(of: "journal.sqlite", with: "kept.sqlite")
    try #require(rename(journal.databasePath, kept) == 0)
    let outcome = try watch.finish()
    #expect(outcome.status == .code(1) && outcome.output.contains("moved to another place"), "\(outcome)")
    try #require(rename(kept, journal.databasePath) == 0)
    #expect(try journal.entries().map(\.title) == ["ours, from before"])
    #expect(try journal.output("doctor").contains("No problems found."))
  }
}
