import Foundation
import Glibc
import ScreenKit
import Testing

/// The program ends while the disk takes nothing: the words are outside the journal then, and the next start offers them.
@Suite struct LeavingWithFullDiskTests {
  enum Way: String, CaseIterable, Sendable { case hangUp, terminate, closedTerminal, keepAsDraft }

  /// Longer than the disk may take, and not too long for a copy alone.
  private static let words = String(repeating: "many words of an entry\n", count: 2000) + "the very end"

  /// A screen with words that cannot be kept, on a disk that takes no file longer than 64 kB.
  private func write(_ journal: TestJournal) throws -> Screen {
    try journal.output("an entry that was there")
    let limit = ["sh", "-c", "ulimit -S -f 128; exec \"$@\"", "sh"]
    let screen = try journal.start(screen: [], rows: 30, columns: 200, prefix: limit)
    try screen.wait(for: "this computer only")
    try screen.writeEntry("Kept anyhow --> yes", "begin ")
    screen.paste(Self.words)
    try screen.wait(for: "not saved", "the very end")
    return screen
  }

  private func copies(of journal: TestJournal, in folders: [String] = ["home"]) throws -> [String] {
    try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: journal.sandbox.path(folder))
        .filter { $0.hasPrefix("cloudjournal-unsaved-") }.map { "\(folder)/\($0)" }
    }
  }

  @Test(arguments: Way.allCases) func theWordsAreInACopyThatTheNextStartOffers(way: Way) throws {
    let journal = try TestJournal()
    let screen = try write(journal)
    let process = try screen.journalProcess()
    switch way {
    case .hangUp: kill(process, SIGHUP)
    case .terminate: kill(process, SIGTERM)
    case .closedTerminal: screen.hangUp()
    case .keepAsDraft:
      try screen.press(.control("q"), showing: "Keep as a draft and quit")
      screen.type("k")
    }
    try screen.waitForExit()
    try waitUntilGone(process)
    if way == .keepAsDraft { #expect(screen.outputText.contains("the next start offers them")) }
    let copy = try #require(try copies(of: journal).first)
    let attributes = try FileManager.default.attributesOfItem(atPath: journal.sandbox.path(copy))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try journal.sandbox.read(copy).hasSuffix("\n# Kept anyhow --> yes\n\nbegin " + Self.words))

    let next = try journal.open(rows: 30, columns: 120)
    try next.wait(for: "Unsaved draft", "Open it")
    try next.type("o", showing: "Esc done", "the very end")
    try next.press(.control("s"), showing: "Saved here")
    let entry = try #require(try journal.entries().first)
    #expect(entry.title == "Kept anyhow --> yes" && entry.body == "begin " + Self.words)
    #expect(try journal.entries().count == 2)
    next.press(.escape)
    // Not until the keys are gone: a message covers them.
    try next.wait(for: "All entries")
    try next.leave()
    #expect(try copies(of: journal).isEmpty)
  }

  @Test func whereTheHomeTakesNothingTheNextFolderDoes() throws {
    for (missing, wanted) in [(["home"], "run/cloudjournal"), (["home", "run"], "tmp")] {
      let journal = try TestJournal()
      let screen = try write(journal)
      // A file in the folder's place takes nothing, whoever asks.
      for folder in missing {
        try FileManager.default.removeItem(atPath: journal.sandbox.path(folder))
        try journal.sandbox.write(folder, "".utf8)
      }
      kill(try screen.journalProcess(), SIGTERM)
      try screen.waitForExit()
      #expect(try copies(of: journal, in: [wanted]).count == 1, "\(wanted)")
    }
  }

  @Test func aCopyThatIsDiscardedIsGone() throws {
    let journal = try TestJournal()
    let screen = try write(journal)
    kill(try screen.journalProcess(), SIGTERM)
    try screen.waitForExit()
    let next = try journal.open(rows: 30, columns: 120)
    try next.wait(for: "Unsaved draft", "Discard it")
    try next.type("d", showing: "Discard this draft?")
    try next.type("y", showing: "Discarded the draft")
    try next.leave()
    #expect(try copies(of: journal).isEmpty)
    #expect(try journal.entries().count == 1)
  }

  @Test func aCopyOfSomebodyElsesMakingIsNotOffered() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    let folder = journal.sandbox.path("data/cloudjournal/journals/Personal")
    let header =
      #"{"date":0,"entry":"x","isFavorite":false,"isNew":true,"journal":"\#(folder)","offsetSeconds":0,"owner":"1.1","savedAt":0,"tags":[],"timeZone":"","title":"Planted","version":1}"#
    try journal.sandbox.write(
      "tmp/cloudjournal-unsaved-1-0.md", "<!-- cloudjournal-unsaved \(header) -->\n\n# Planted\n\nx".utf8, mode: 0o644)
    let screen = try journal.openJournal()
    try screen.settle()
    #expect(!screen.shows("Planted"))
    try screen.leave()
  }
}
