import Foundation
import Glibc
import JournalSeal
import ScreenKit
import Testing

/// What is left of a journal once it is locked: in the memory of the programs that showed it, in core files, and in all files.
@Suite(.timeLimit(.minutes(5))) struct LockedMemoryTests {
  private let journal: TestJournal
  private let passphrase = "zqfour words together"
  /// What is nowhere while the journal is locked; by name.
  private var words: [String: [UInt8]] = [
    "title": Array("zqcanarytitle".utf8), "text": Array("zqcanarytext".utf8), "draft": Array("zqcanarydraft".utf8),
    "search": Array("zqcanarysearch".utf8), "caption": Array("zqcanarycaption".utf8),
    "passphrase": Array("zqfour words together".utf8),
  ]
  /// The key, and a key that follows from it.
  private let keys: [String: [UInt8]]

  /// A locked journal with a picture.
  init() throws {
    let journal = try TestJournal()
    let picture = try journal.sandbox.write("home/photo.jpg", PictureSamples.photograph)
    try journal.output("new", "--title", "zqcanarytitle", "--body", "zqcanarytext. And more of it.")
    try journal.output("attach", "last", picture)
    try journal.output("images", "caption", "last", "1", "zqcanarycaption")
    try FileManager.default.removeItem(atPath: picture)
    let images = journal.sandbox.path("data/cloudjournal/journals/Personal/images")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: images).first { $0.count == 64 })
    let bytes = try Data(contentsOf: URL(filePath: images + "/" + name))
    words["picture"] = Array(bytes.suffix(26).prefix(24))
    words["name of the picture"] = Array(name.utf8)
    try journal.output("lock", "--set-up", "--yes", "--passphrase-file", "-", input: passphrase + "\n")
    let vault = journal.sandbox.path("data/cloudjournal/journals/Personal/vault.json")
    let key = try VaultFile(decoding: [UInt8](Data(contentsOf: URL(filePath: vault)))).key(
      passphrase: SecretBytes(utf8: passphrase))
    keys = ["key": key.secret.copied]
    try journal.output("lock")
    self.journal = journal
  }

  private var all: [String: [UInt8]] { words.merging(keys) { $1 } }

  /// The process that shows the journal, below the one that watches.
  private func shown(_ screen: Screen) throws -> Int32 {
    let children = try String(contentsOfFile: "/proc/\(screen.pid)/task/\(screen.pid)/children", encoding: .utf8)
    return try #require(children.split(separator: " ").first.flatMap { Int32($0) })
  }

  /// What is found in all processes of the journal together; nil where this user may not look, as no program of the person may.
  private func inMemory(_ screen: Screen) throws -> Set<String>? {
    let processes = try ProcessMemory.all(of: journal)
    #expect(!processes.isEmpty)
    let found = Set(try processes.flatMap { try $0.finds(all) ?? [] })
    guard geteuid() != 0 else {
      #expect(processes.contains { $0.process == screen.pid })
      #expect(processes.count { $0.process != screen.pid } > 0)
      return found
    }
    #expect(try ProcessMemory(process: shown(screen)).finds(all) == nil)
    return nil
  }

  /// Unlocks the journal on the screen, reads in it, looks for something, and begins to write.
  private func use(_ screen: Screen) throws {
    screen.type(passphrase + "\r")
    try screen.wait(for: "zqcanarytitle")
    screen.press(.enter)
    try screen.wait(for: "zqcanarytext")
    screen.type("/zqcanarysearch")
    try screen.wait(for: "zqcanarysearch")
    screen.press(.escape)
    try screen.wait(until: "the search is over") { !$0.shows("zqcanarysearch") && $0.shows("zqcanarytitle") }
    try screen.writeEntry("zqcanarydraft", "and more")
    try screen.waitForDraft()
  }

  /// Waits until it says that it is locked; nothing is anywhere then.
  private func expectNothing(_ screen: Screen) throws {
    try screen.wait(for: "“Personal” is locked")
    #expect(!screen.text.contains("zqcanary"))
    if let found = try inMemory(screen) { #expect(found == []) }
    #expect(try journal.files(with: all) == [])
    // What is on its way lies in memory; files of other tests lie there, too.
    let scratch = "/dev/shm/cloudjournal-\(geteuid())"
    guard FileManager.default.fileExists(atPath: scratch), let word = words["picture"] else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch) {
      let bytes = FileManager.default.contents(atPath: scratch + "/" + name)
      #expect(bytes?.range(of: Data(word)) == nil, "\(name)")
    }
  }

  @Test func nothingIsLeftOnceAKeyHasLockedIt() throws {
    let screen = try journal.open()
    try screen.wait(for: "“Personal” is locked")
    try use(screen)
    // What is there is found, or nothing would be proved.
    if let found = try inMemory(screen) { #expect(found.isSuperset(of: ["title", "draft", "key"]), "\(found)") }
    // No file has any of it while it is open, either.
    #expect(try journal.files(with: all) == [])
    screen.press(.alt("l"))
    try expectNothing(screen)
    screen.type("another one\r")
    try screen.wait(for: "That is not the passphrase.")
    try expectNothing(screen)
    screen.press(.escape)
    #expect(try screen.waitForExit() == .success)
  }

  @Test func nothingIsLeftOnceAnotherProgramHasLockedIt() throws {
    let screen = try journal.open()
    try screen.wait(for: "“Personal” is locked")
    try use(screen)
    #expect(try journal.run("lock").errors.contains("is locked."))
    try expectNothing(screen)
    screen.type(passphrase + "\r")
    // The draft was kept, sealed.
    try screen.wait(for: "Unsaved draft")
    screen.press(.alt("l"))
    try expectNothing(screen)
    screen.press(.escape)
    #expect(try screen.waitForExit() == .success)
  }

  /// Whether the system writes core files beside the program that they are of.
  private static let hasCoreFiles =
    FileManager.default.contents(atPath: "/proc/sys/kernel/core_pattern")?.starts(with: Data("core".utf8)) == true

  /// A program that has read the journal, or is given the passphrase, leaves no image of its memory where it crashes.
  @Test(.enabled(if: Self.hasCoreFiles), arguments: [false, true]) func noCoreFileIsWritten(isLocked: Bool) throws {
    let screen = try journal.start(
      screen: [], rows: 30, columns: 100, prefix: ["sh", "-c", "ulimit -c unlimited; exec \"$@\"", "sh"])
    try screen.wait(for: "“Personal” is locked")
    if isLocked {
      screen.type(passphrase)
      try screen.wait(for: String(repeating: "•", count: passphrase.count))
    } else {
      try use(screen)
    }
    // The process that watches ends as the other one did, and its core file would take that one's place.
    kill(screen.pid, SIGSTOP)
    let process = try shown(screen)
    kill(process, SIGSEGV)
    try waitUntilGone(process)
    #expect(try journal.files(with: all) == [])
    kill(screen.pid, SIGCONT)
    _ = try screen.waitForExit()
    #expect(try journal.files(with: all) == [])
  }

  /// Nor has a program that goes on with another journal.
  @Test func nothingIsLeftOnceAnotherJournalIsShown() throws {
    try journal.output("--journal", "Work", "At work")
    let screen = try journal.open()
    try screen.wait(for: "“Personal” is locked")
    screen.type(passphrase + "\r")
    try screen.wait(for: "zqcanarytitle")
    screen.type("@")
    try screen.wait(for: "Switch journal")
    screen.type("work\r")
    try screen.wait(for: "Work  ›", "At work")
    let found = Set(try ProcessMemory.all(of: journal).flatMap { try $0.finds(all) ?? [] })
    #expect(found == [])
    // The kernel has the key yet.
    screen.type("@")
    try screen.wait(for: "✓ Work")
    screen.type("personal\r")
    try screen.wait(for: "zqcanarytitle")
    try screen.leave()
  }

  /// The process that watches goes on watching the one that takes the place of a program that was locked.
  @Test func theWindowGetsItsColourBackAfterItWasLocked() throws {
    try journal.sandbox.write(
      "config/cloudjournal/config.toml", "[screen]\ntheme = \"paper\"\nwindow-border = true\n".utf8)
    let shell = try journal.openShell(environment: ["COLORTERM": "truecolor"])
    try shell.type("$PROGRAM\r", showing: "“Personal” is locked")
    shell.type(passphrase + "\r")
    try shell.wait(for: "zqcanarytitle")
    shell.press(.alt("l"))
    try shell.wait(for: "“Personal” is locked")
    shell.type(passphrase + "\r")
    try shell.wait(for: "zqcanarytitle")
    try shell.wait(until: "the window has the page's colour") {
      $0.scanner.commands.last { $0.hasPrefix("11") } == "11;rgb:fa/f6/ec"
    }
    let count = shell.scanner.commands.count { $0 == "111" }
    kill(try shell.journalProcess(), SIGKILL)
    try shell.wait(until: "the window has its own colour") { $0.scanner.commands.count { $0 == "111" } > count }
  }
}
