import Foundation
import JournalCore
import JournalSeal
import JournalUI
import SystemKit
import TerminalDriver
import Testing

@testable import JournalApp

/// A journal that is encrypted on the disk, at a terminal that is none: unlocked, locked by a key, by time, and by others.
@Suite(.timeLimit(.minutes(5))) struct LockSessionTests {
  private let journal: LockedJournal
  private let terminal = FakeTerminal()

  init() throws {
    journal = try LockedJournal()
    try journal.write("zqHerons at the weir")
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
  }

  /// Runs the screen to its end; the person does one step after the other.
  private func run(_ steps: [FakeTerminal.Step], with config: ConfigFile = ConfigFile()) throws {
    terminal.steps = steps
    let folder = journal.folder.path
    let options = ScreenSession.Options(
      paths: journal.paths, config: config, configFile: folder + "/config.toml",
      variables: ["HOME": folder, "XDG_RUNTIME_DIR": folder + "/run"], isReadOnly: false, version: "test")
    try ScreenSession.run(options) { [terminal] _, waker in terminal.opened(waker) }
    #expect(terminal.gaveUpAt == nil, "\(terminal.gaveUpAt ?? "")")
    #expect(terminal.steps.isEmpty && terminal.isClosed)
  }

  private static let locked = "is locked"
  private var passphrase: [FakeTerminal.Step] {
    [.type(LockedJournal.words, at: Self.locked), .press("enter", at: "••••")]
  }

  @Test func aLockedJournalIsOpenedByItsPassphrase() throws {
    _ = try journal.desk.lock()
    try run(
      [
        .type("another one", at: Self.locked), .press("enter", at: "•••"),
        .press("tab", at: "That is not the passphrase."), .type("zqcanary while locked", at: "Write "),
        .press("enter", at: "zqcanary while locked"), .press("z", at: "Written down, sealed."),
        .press("backspace", at: "• "),
      ] + passphrase + [.press("q", at: "zqcanary while locked")])
    let frames = terminal.frames.joined()
    #expect(!frames.contains("another one") && !frames.contains(LockedJournal.words))
    #expect(try journal.titles().count == 2)
    // Nothing of the journal was shown before it was open.
    let first = try #require(terminal.frames.firstIndex { $0.contains("zqHerons") })
    #expect(terminal.frames[..<first].allSatisfy { $0.contains(Self.locked) })
  }

  /// As a window that is closed, or a computer that is shut down, ends it.
  @Test func wordsThatAreTypedThereStayWhereTheProgramIsEnded() throws {
    _ = try journal.desk.lock()
    try run([
      .press("tab", at: Self.locked), .type("zqcanary half a sent", at: "Write "),
      .send(.quit(signal: 1), at: "zqcanary half a sent"),
    ])
    #expect(try journal.filesWithWords() == [])
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    #expect(try journal.titles() == ["zqHerons at the weir", "zqcanary half a sent"])
  }

  @Test func itCanBeLeftLocked() throws {
    _ = try journal.desk.lock()
    try run([.press("esc", at: Self.locked)])
    #expect(try journal.desk.isLocked())
    #expect(!terminal.frames.contains { $0.contains("zqHerons") })
  }

  @Test func aKeyLocksItAndKeepsWhatIsWritten() throws {
    try run(
      [
        .press("n", at: "zqHerons"), .type("zqOtters", at: "New entry"), .press("alt-l", at: "zqOtters"),
      ] + passphrase + [.press("o", at: "Unsaved draft"), .press("esc", at: "zqOtters"), .press("q", at: "1 of 2")])
    #expect(try journal.titles() == ["zqHerons at the weir", "zqOtters"])
    let lock = try #require(terminal.frames.first { $0.contains(Self.locked) })
    #expect(!lock.contains("zqHerons") && !lock.contains("zqOtters"))
  }

  @Test func aJournalThatIsPlainSaysThatItCannotBeLocked() throws {
    try journal.desk.remove(passphrase: LockedJournal.passphrase)
    try run([.press("alt-l", at: "zqHerons"), .press("q", at: "lock --set-up")])
  }

  @Test func itLocksWhereNoKeyIsPressed() throws {
    var config = ConfigFile()
    config.lock.idle = 1
    try run([.press("esc", at: Self.locked)], with: config)
    #expect(terminal.frames.contains { $0.contains("zqHerons") })
    #expect(try journal.desk.isLocked())
  }

  /// For how long the kernel keeps the journal's key, in seconds; nil where it has none.
  private func kept() throws -> UInt32? {
    let vault = try #require(try JournalVault(journal.paths).read()).id
    return try KernelKeys.reading("cloudjournal:\(vault)") { _, bytes in
      bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
  }

  /// The kernel keeps it for so long, once the screen has these words.
  private func see(_ words: String, kept seconds: UInt32?) -> FakeTerminal.Step {
    FakeTerminal.Step(sight: { $0.contains(words) }) {
      let here = try kept()
      #expect(here == seconds, "at “\(words)”")
      return []
    }
  }

  /// The settings say how long it is unlocked, while it is open and when its passphrase is typed.
  @Test func theKeyIsKeptForAsLongAsItIsSet() throws {
    #expect(try kept() == LockDesk.usualTime)
    try run([
      .press(", /", at: "zqHerons"), .type("stay unlocked", at: "saved as you change them"),
      .press("enter right", at: "Stay unlocked"), see("← 1 day →", kept: 86_400),
      .press("right right", at: "← 1 day →"), see("each command asks", kept: nil),
      .press("esc esc", at: "each command asks"), .press("q", at: "zqHerons"),
    ])
    _ = try journal.desk.lock()
    // Only this process has it now, while it is open.
    try run(
      passphrase + [see("zqHerons", kept: nil), .press(", /", at: "zqHerons")]
        + [
          .type("stay unlocked", at: "saved as you change them"), .press("enter right", at: "Stay unlocked"),
          see("30 minutes", kept: 1800), .press("esc esc", at: "30 minutes"),
          .press("q", at: "zqHerons"),
        ])
    _ = try journal.desk.lock()
    try run(passphrase + [see("zqHerons", kept: 1800), .press("q", at: "zqHerons")])
    // The configuration comes before them.
    _ = try journal.desk.lock()
    var config = ConfigFile()
    config.lock.keep = 60
    try run(passphrase + [see("zqHerons", kept: 60), .press("q", at: "zqHerons")], with: config)
  }

  /// `keep = "0"`: nothing but the process that asked has the key.
  @Test func eachProgramAsksWhereNothingIsKept() throws {
    _ = try journal.desk.lock()
    var config = ConfigFile()
    config.lock.keep = 0
    try run(
      passphrase + [
        see("zqHerons", kept: nil), .press("alt-l", at: "zqHerons"), .press("esc", at: Self.locked),
      ], with: config)
    #expect(try journal.desk.isLocked())
    // A command asks for it once, and leaves nothing.
    try journal.desk.unlock(passphrase: LockedJournal.passphrase, for: KeptTime(configured: 0))
    #expect(try journal.titles() == ["zqHerons at the weir"])
    #expect(try kept() == nil)
    // “unlock” has the usual time, since who types it wants no command to ask.
    _ = try journal.desk.lock()
    try journal.desk.unlock(passphrase: LockedJournal.passphrase, for: .asSetForAll)
    #expect(try journal.titles() == ["zqHerons at the weir"])
    #expect(try kept() == LockDesk.usualTime)
  }

  @Test func itClosesWhereAnotherProgramLocksIt() throws {
    let desk = journal.desk
    try run([
      FakeTerminal.Step(sight: { $0.contains("zqHerons") }) {
        _ = try desk.lock()
        return []
      }, .press("esc", at: Self.locked),
    ])
    #expect(try journal.desk.isLocked())
  }

  @Test func aProcessWithNothingInItsMemoryIsStartedWhereThatCanBe() throws {
    struct Started: Error {}
    terminal.steps = [.press("alt-l", at: "zqHerons")]
    let folder = journal.folder.path
    var options = ScreenSession.Options(
      paths: journal.paths, config: ConfigFile(), configFile: folder + "/config.toml",
      variables: ["HOME": folder, "XDG_RUNTIME_DIR": folder + "/run"], isReadOnly: false, version: "test")
    let expected = journal.paths
    options.startAgain = { paths in
      #expect(paths == expected)
      throw Started()
    }
    #expect(throws: Started.self) {
      try ScreenSession.run(options) { [terminal] _, waker in terminal.opened(waker) }
    }
    #expect(try journal.desk.isLocked())
    #expect(terminal.isClosed)
  }
}
