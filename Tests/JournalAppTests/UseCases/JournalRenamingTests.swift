import Foundation
import JournalCore
import JournalStore
import SystemKit
import Testing

@testable import JournalApp

/// A journal gets another name: its folder is moved in one step.
@Suite struct JournalRenamingTests {
  private struct Stop: Error {}

  private let folder: TestFolder
  private let environment: [String: String]

  init() throws {
    folder = try TestFolder()
    environment = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path]
    try make("Personal", title: "Herons")
  }

  private func paths(_ name: String?) throws -> JournalPaths {
    try JournalPaths(journal: name, environment: environment)
  }

  private func make(_ name: String, title: String) throws {
    let paths = try paths(name)
    let store = try JournalStore(path: paths.database, environment: World.storeEnvironment())
    let entry = Entry(
      id: RecordName("one"), title: title, body: "",
      date: EntryDate(instant: World.now(), timeZone: "UTC", offsetSeconds: 0), modifiedAt: World.now())
    _ = try store.apply(JournalEdit(name: "write", operations: [.createEntry(entry)]), cause: .edit)
    try store.close()
  }

  /// The title of the one entry in the journal that opens where none is named.
  private func usualTitle() throws -> String? {
    let usual = try paths(AccountSwitch.current(try paths(nil)))
    let store = try JournalStore(
      path: usual.database, environment: World.storeEnvironment(), options: JournalStore.Options(mustExist: true))
    let title = try store.entry(RecordName("one"))?.title
    try store.close()
    return title
  }

  private func code(_ body: () throws -> Void) -> CommandFailure.Code? {
    do { try body() } catch { return CommandFailure(error).code }
    return nil
  }

  /// A reminder that looks at the journal looks at it under its new name; that of another journal stays.
  @Test func aReminderFollows() throws {
    let service = "\(folder.path)/.config/systemd/user/cloudjournal-remind.service"
    try FileManager.default.createDirectory(
      atPath: SystemFile.folder(of: service), withIntermediateDirectories: true)
    let unit = { (name: String) in "[Service]\nExecStart=\"/opt/cj\" \"remind\" \"--now\" \"--journal\" \(name)\n" }
    try make("100% mine", title: "Otters")
    try Data(unit("\"100%% mine\"").utf8).write(to: URL(fileURLWithPath: service))
    var said: [String] = []
    var renaming = JournalRenaming(environment: environment)
    renaming.warn = { said.append($0) }
    try renaming.call(try paths(nil), to: "Diary")
    #expect(try String(contentsOfFile: service, encoding: .utf8) == unit("\"100%% mine\""))
    try renaming.call(try paths("100% mine"), to: "Mine $1")
    #expect(try String(contentsOfFile: service, encoding: .utf8) == unit("\"Mine $$1\""))
    #expect(said.isEmpty)
  }

  @Test func theUsualJournalStaysTheUsualOne() throws {
    try JournalRenaming(environment: environment).call(try paths(nil), to: "Diary")
    #expect(AccountSwitch.current(try paths(nil)) == "Diary")
    #expect(try usualTitle() == "Herons")
    #expect(!FolderFiles.exists(try paths(nil).folder))
    try make("Work", title: "Figures")
    try JournalRenaming(environment: environment).call(try paths("Work"), to: "Job 2")
    #expect(AccountSwitch.current(try paths(nil)) == "Diary")
    #expect(FolderFiles.exists(try paths("Job 2").database))
  }

  /// Whichever step is the last one, the usual journal opens with its words.
  @Test(arguments: ["chosen", "moved"]) func aProcessThatEndsAmidItLosesNothing(last: String) throws {
    var renaming = JournalRenaming(environment: environment)
    renaming.step = { if $0 == last { throw Stop() } }
    #expect(throws: Stop.self) { try renaming.call(try paths(nil), to: "Diary") }
    #expect(try usualTitle() == "Herons")
    #expect(AccountSwitch.current(try paths(nil)) == (last == "moved" ? "Diary" : "Personal"))
    // It can be done, or undone, afterwards.
    let present = try paths(AccountSwitch.current(try paths(nil)))
    try JournalRenaming(environment: environment).call(present, to: "Journal")
    #expect(AccountSwitch.current(try paths(nil)) == "Journal")
    #expect(try usualTitle() == "Herons")
  }

  @Test func whatCannotBeIsRefusedAndChangesNothing() throws {
    try make("Work", title: "Figures")
    let renaming = JournalRenaming(environment: environment)
    func code(_ name: String, _ of: String? = nil) -> CommandFailure.Code? {
      self.code { try renaming.call(try paths(of), to: name) }
    }
    #expect(code("Work") == .exists && code("Personal") == .exists)
    for name in ["a/b", "", "..", "tab\there", String(repeating: "x", count: 101)] {
      #expect(code(name) == .usage, "\(name)")
    }
    #expect(code("Diary", "Nowhere") == .notFound)
    #expect(code("Diary", folder.file("elsewhere")) == .invalidInput)
    let configured = JournalRenaming(environment: environment, configured: "Personal")
    #expect(self.code { try configured.call(try paths(nil), to: "Diary") } == .invalidInput)
    #expect(try usualTitle() == "Herons")
    #expect(!FolderFiles.exists(try paths("Diary").folder))
  }

  /// The file names the folder of its journal, and would not be offered any more.
  @Test func wordsThatAreNotSavedComeFirst() throws {
    let date = EntryDate(instant: World.now(), timeZone: "UTC", offsetSeconds: 0)
    let entry = Entry(id: RecordName("two"), title: "Not saved", body: "", date: date, modifiedAt: World.now())
    let draft = Draft(entry: entry, isNew: true, seen: nil, owner: "1.0", savedAt: World.now())
    let copy = try UnsavedCopies(try paths(nil)).write(draft)
    let renaming = JournalRenaming(environment: environment)
    #expect(code { try renaming.call(try paths(nil), to: "Diary") } == .busy)
    try FileManager.default.removeItem(atPath: copy)
    try renaming.call(try paths(nil), to: "Diary")
  }
}
