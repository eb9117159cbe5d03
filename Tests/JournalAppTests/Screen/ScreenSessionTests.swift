import CloudRecord
import Foundation
import JournalCore
import JournalStore
import JournalUI
import TerminalDriver
import TerminalKit
import Testing

@testable import JournalApp

/// A session from its first frame to its last, at a terminal that is none.
@Suite(.timeLimit(.minutes(5))) struct ScreenSessionTests {
  private let folder: TestFolder
  private let paths: JournalPaths
  private let environment: [String: String]
  private let terminal = FakeTerminal()

  init() throws {
    folder = try TestFolder()
    environment = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path, "EDITOR": "ed"]
    paths = try JournalPaths(journal: nil, environment: environment)
    try write("Herons", id: "one", in: paths)
  }

  private func write(_ title: String, id: String, in paths: JournalPaths) throws {
    let store = try JournalStore(path: paths.database, environment: World.storeEnvironment())
    let now = World.now()
    let entry = Entry(
      id: RecordName(id), title: title, body: "", date: EntryDate(instant: now, timeZone: "UTC", offsetSeconds: 0),
      modifiedAt: now)
    _ = try store.apply(JournalEdit(name: "write", operations: [.createEntry(entry)]), cause: .edit)
    try store.close()
  }

  /// Runs a session to its end; the person does one step after the other.
  private func run(isReadOnly: Bool = false, _ steps: [FakeTerminal.Step]) throws {
    terminal.steps = steps
    let options = ScreenSession.Options(
      paths: paths, config: ConfigFile(), configFile: folder.file("config.toml"), variables: environment,
      isReadOnly: isReadOnly, version: "test")
    try ScreenSession.run(options) { [terminal] _, waker in terminal.opened(waker) }
    #expect(terminal.gaveUpAt == nil)
    #expect(terminal.steps.isEmpty && terminal.isClosed)
  }

  private func entries() throws -> [Entry] {
    let store = try JournalStore(path: paths.database, environment: World.storeEnvironment())
    var found: [Entry] = []
    try store.forEachEntry(in: .all, batch: 10) { found += $0 }
    try store.close()
    return found
  }

  @Test func theFirstFrameHasTheJournal() throws {
    try run([.press("q", at: "Herons")])
    #expect(terminal.frames.first?.contains("Herons") == true)
  }

  /// What Anna shares, as a journal beside one's own, with words in it that were not saved.
  private func shareWithDraft(_ title: String) throws -> String {
    let own = try JournalOpening(paths: paths, isNamed: false, isReadOnly: false).open(.write)
    let zone = ZoneID(zoneName: "JournalZone", ownerRecordName: "_anna")
    let guest = try #require(try GuestJournals(own).open(zone))
    let now = World.now()
    let entry = Entry(
      id: RecordName("theirs"), title: title, body: "",
      date: EntryDate(instant: now, timeZone: "UTC", offsetSeconds: 0), modifiedAt: now)
    try guest.journal.store.saveDraft(Draft(entry: entry, isNew: true, owner: "dead", savedAt: now))
    let database = guest.journal.paths.database
    try guest.journal.close()
    try own.close()
    return database
  }

  /// Files that this process has open.
  private func openFiles() throws -> Set<String> {
    let folder = "/proc/self/fd"
    let files = FileManager.default
    return Set(
      try files.contentsOfDirectory(atPath: folder).compactMap { number in
        do { return try files.destinationOfSymbolicLink(atPath: "\(folder)/\(number)") } catch CocoaError
          .fileReadNoSuchFile
        {
          // Another test closed it meanwhile.
          return nil
        }
      })
  }

  /// Their files are opened after it, and before the first key is taken: an entry that is filed with it may be seen by others.
  @Test func theFirstFrameDoesNotWaitForWhatOthersShare() throws {
    let database = try shareWithDraft("Otters")
    var atFirst: Set<String> = []
    var atFirstKey: Set<String> = []
    terminal.atFirstFrame = { atFirst = try openFiles() }
    let firstKey = FakeTerminal.Step(sight: { _ in true }) {
      atFirstKey = try openFiles()
      return [.input(.key(try #require(Key(parsing: "l"))))]
    }
    try run([firstKey, .press("q", at: "Drafts are kept")])
    #expect(atFirst.contains(paths.database) && !atFirst.contains(database))
    #expect(atFirstKey.contains(database))
    #expect(terminal.frames.first?.contains("Herons") == true)
    #expect(terminal.frames.dropFirst().first?.contains("A draft of “Otters”") == true)
  }

  @Test func whatWasWrittenIsOnTheDiskWhenTheSessionHasEnded() throws {
    try run([
      .press("n", at: "Herons"), .type("Otters", at: "New entry"), .press("esc", at: "Otters"),
      .press("q", at: "Saved"),
    ])
    #expect(try entries().map(\.title).sorted() == ["Herons", "Otters"])
  }

  /// A signal ends the session as it stands: what is being written is offered by the next one.
  @Test func aSignalKeepsTheWords() throws {
    try run([
      .press("n", at: "Herons"), .type("Half a tho", at: "New entry"), .send(.quit(signal: 15), at: "Half a tho"),
    ])
    let store = try JournalStore(path: paths.database, environment: World.storeEnvironment())
    #expect(try store.drafts().map(\.entry.title) == ["Half a tho"])
    try store.close()
  }

  @Test func whatIsOpenForReadingCannotBeWritten() throws {
    try run(
      isReadOnly: true, [.press("n", at: "Herons"), .press("q", at: "open for reading only")])
    #expect(try entries().count == 1)
  }

  @Test func whatAnotherProgramWritesIsShown() throws {
    let paths = paths
    var other: JournalStore?
    var steps = [FakeTerminal.Step.press("q", at: "Kingfisher")]
    steps.insert(
      FakeTerminal.Step(sight: { $0.contains("Herons") }) {
        let store = try JournalStore(path: paths.database, environment: World.storeEnvironment())
        let now = World.now()
        let entry = Entry(
          id: RecordName("two"), title: "Kingfisher", body: "",
          date: EntryDate(instant: now, timeZone: "UTC", offsetSeconds: 0), modifiedAt: now)
        _ = try store.apply(JournalEdit(name: "write", operations: [.createEntry(entry)]), cause: .edit)
        other = store
        return []
      }, at: 0)
    try run(steps)
    // Closing it earlier would drop the locks of the session's own connection, in the same process.
    try other?.close()
  }

  @Test func theClipboardSaysWhatItDoesNotTake() throws {
    terminal.takesClipboard = false
    try run([.press("y", at: "Herons"), .press("q", at: "Too long for the terminal’s clipboard.")])
    #expect(terminal.clipboard.isEmpty)
  }

  /// The draft is on the disk before the terminal is given away, and what the editor wrote is in the entry.
  @Test func thePersonsOwnEditorWrites() throws {
    terminal.program = { arguments in
      let file = try #require(arguments.last)
      try Data("Otters\n\nTwo of them.".utf8).write(to: URL(filePath: file))
      return .code(0)
    }
    try run([
      .press("n", at: "Herons"), .press("ctrl-o", at: "New entry"), .press("esc", at: "Two of them."),
      .press("q", at: "Saved"),
    ])
    #expect(try entries().contains { $0.title == "Otters" && $0.body == "Two of them." })
  }

  @Test func anEditorThatFailsIsToldOf() throws {
    terminal.program = { _ in .code(127) }
    try run([
      .press("n", at: "Herons"), .type("Otters", at: "New entry"), .press("ctrl-o", at: "Otters"),
      .press("esc", at: "was not found"), .press("esc", at: "Draft kept"), .press("q", at: "Saved"),
    ])
    #expect(try entries().contains { $0.title == "Otters" })
  }

  @Test func anotherJournalIsShownInTheSamePlace() throws {
    let other = try JournalPaths(journal: "Work", environment: environment)
    try write("Meeting", id: "other", in: other)
    try run([
      .press("@", at: "Herons"), .type("Work", at: "Switch journal"), .press("enter", at: "Work"),
      .press("q", at: "Meeting"),
    ])
  }
}
