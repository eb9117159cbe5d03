import Foundation
import Glibc
import JournalApp
import JournalCore
import JournalStore
import Testing

/// Entries go through real programs here: small shell scripts in place of an editor.
@Suite struct EditorSessionTests {
  let journal: TestJournal
  let folder: TestFolder

  init() throws {
    journal = try TestJournal()
    folder = try TestFolder()
  }

  /// A session whose editor runs these lines, with the file as `$1`.
  private func session(_ script: String) throws -> EditorSession {
    let path = try folder.write("\(script)\n", to: "editor.sh")
    let instant = journal.context.now.instant
    // Read by a shell, not executed: a file just written may still be open in a program that another test has started.
    return EditorSession(
      context: journal.context, editor: ExternalEditor(command: "/bin/sh '\(path)'"), folder: folder.file("run"),
      owner: "me",
      now: { instant })
  }

  private var leftovers: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.file("run")) }
  }

  @Test func whatTheEditorWroteIsTheEntry() throws {
    let entry = try journal.add("Old", "Body")
    #expect(try session("printf 'New\\n\\nOther body\\n' > \"$1\"").edit(entry))
    let edited = try #require(try journal.store.entry(entry.id))
    #expect(edited.title == "New" && edited.body == "Other body")
    #expect(try journal.store.drafts().isEmpty && leftovers.isEmpty)
  }

  @Test func theEditorSeesTheEntryAndOnlyItsOwnerCan() throws {
    let entry = try journal.add("Title", "Body\nlines")
    let seen = folder.file("seen")
    #expect(try !session("cat \"$1\" > '\(seen)'; stat -c %a \"$1\" >> '\(seen)'").edit(entry))
    #expect(try folder.text("seen") == "Title\n\nBody\nlines\n600\n")
    #expect(try folder.mode("run") == 0o700)
  }

  @Test(arguments: ["exit 1", "kill -9 $$", "kill -SEGV $$"])
  func aCrashedEditorLosesNothing(end: String) throws {
    let entry = try journal.add("Old", "Body")
    let failure = journal.failure {
      _ = try session("printf 'Precious\\n\\nwords\\n' > \"$1\"; \(end)").edit(entry)
    }
    #expect(failure?.code == .editorFailed)
    #expect(failure?.sentence.contains("draft") == true)
    #expect(try journal.store.entry(entry.id)?.title == "Old")
    let draft = try #require(try journal.store.abandonedDrafts().first)
    #expect(draft.entry.title == "Precious" && draft.entry.body == "words" && !draft.isNew)
    #expect(try leftovers.isEmpty)
  }

  @Test func whatIsSavedIsADraftWhileTheEditorRuns() throws {
    let entry = try journal.add("Old")
    let gate = folder.file("gate")
    // The editor ends only once the test has seen the draft.
    let session = try session(
      "printf 'Half\\n' > \"$1\"; until [ -e '\(gate)' ]; do :; done; printf 'Whole\\n' > \"$1\"")
    let store = journal.store
    let watcher = Thread {
      do {
        while try store.drafts().first?.entry.title != "Half" { sched_yield() }
      } catch {
        Issue.record(error)
      }
      #expect(FileManager.default.createFile(atPath: gate, contents: nil))
    }
    watcher.start()
    #expect(try session.edit(entry))
    #expect(try store.entry(entry.id)?.title == "Whole")
    #expect(try store.drafts().isEmpty)
  }

  /// As another screen, a command or a device does it while the editor is open.
  @Test func whatIsSavedWhileTheEditorIsOpenIsMerged() throws {
    let entry = try journal.add("Title", "One\nTwo\nThree", tags: ["here"])
    let gate = folder.file("gate")
    let wait = ": > '\(gate).open'; until [ -e '\(gate)' ]; do :; done"
    let session = try session("\(wait); printf 'Title\n\nOne\nTwo\nThree and mine\n' > \"$1\"")
    let store = journal.store
    let other = Thread {
      while !FileManager.default.fileExists(atPath: gate + ".open") { sched_yield() }
      do {
        let changes: [EntryChange] = [.body("One and theirs\nTwo\nThree"), .tags(["here", "there"])]
        let edit = JournalEdit(name: "edit", operations: [.editEntry(entry.id, changes)])
        _ = try store.apply(edit, cause: .edit, removing: nil)
      } catch {
        Issue.record(error)
      }
      #expect(FileManager.default.createFile(atPath: gate, contents: nil))
    }
    other.start()
    #expect(try session.edit(entry))
    let edited = try #require(try store.entry(entry.id))
    #expect(edited.body == "One and theirs\nTwo\nThree and mine" && edited.tags == ["here", "there"])
  }

  @Test func anEntryThatIsTrashedWhileTheEditorIsOpenComesBackWithTheWords() throws {
    let entry = try journal.add("Title", "One")
    try journal.context.trash([entry])
    #expect(try journal.context.edit(entry, text: "Title\n\nOne and mine", removing: nil))
    let edited = try #require(try journal.store.entry(entry.id))
    #expect(edited.body == "One and mine" && edited.trashedAt == nil)
  }

  @Test func aNewEntryIsReadAsBareWordsAre() throws {
    let written = try session("printf 'yesterday: Long day. *\\nThe rest @home.\\n' > \"$1\"")
      .write(NewEntry(), initialText: "")
    let entry = try #require(written?.entry)
    #expect(entry.title == "Long day." && entry.body == "The rest @home." && entry.isFavorite)
    #expect(entry.date.local.date.iso == "2026-11-20")
    #expect(try journal.store.drafts().isEmpty)
  }

  @Test func nothingWrittenIsNothingSaved() throws {
    #expect(try session("true").write(NewEntry(), initialText: "") == nil)
    #expect(try session("printf '\\n  \\n' > \"$1\"").write(NewEntry(), initialText: "") == nil)
    #expect(try journal.store.count(.all) == 0 && journal.store.drafts().isEmpty)
  }

  @Test func anEntryThatIsRefusedStaysADraft() throws {
    let failure = journal.failure {
      _ = try session("printf '30 feb: words\\n' > \"$1\"").write(NewEntry(), initialText: "")
    }
    #expect(failure?.sentence.contains("February") == true && failure?.sentence.contains("draft") == true)
    #expect(try journal.store.abandonedDrafts().count == 1)
  }

  @Test func anEditorThatIsNotThereIsSaid() throws {
    let entry = try journal.add("Old")
    let instant = journal.context.now.instant
    let session = EditorSession(
      context: journal.context, editor: ExternalEditor(command: "/nowhere/editor -w"), folder: folder.file("run"),
      owner: "me", now: { instant })
    let failure = journal.failure { _ = try session.edit(entry) }
    #expect(failure?.code == .editorFailed)
    #expect(failure?.sentence.contains("/nowhere/editor -w") == true)
    #expect(try journal.store.drafts().isEmpty && leftovers.isEmpty)
  }

  @Test func textThatIsNotUTF8IsLeftWhereItIs() throws {
    let entry = try journal.add("Old")
    let failure = journal.failure { _ = try session("printf '\\377' > \"$1\"").edit(entry) }
    #expect(failure?.sentence.contains(folder.file("run")) == true)
    #expect(try leftovers.count == 1)
  }

  @Test func theConfiguredEditorComesFirst() {
    let environment = ["VISUAL": "emacs", "EDITOR": "ed"]
    #expect(ExternalEditor(configured: "hx", environment: environment).command == "hx")
    #expect(ExternalEditor(configured: nil, environment: environment).command == "emacs")
    #expect(ExternalEditor(configured: " ", environment: ["VISUAL": "", "EDITOR": "ed"]).command == "ed")
    #expect(ExternalEditor(configured: nil, environment: [:]).command == "vi")
  }

  // MARK: What a killed process has left

  /// A number that no process has.
  private static let gone = 2_000_000_000

  private func leave(_ text: String, of entry: String, process: Int) throws {
    try FileManager.default.createDirectory(atPath: folder.file("run"), withIntermediateDirectories: true)
    try folder.write(text, to: "run/\(entry)-\(process).md")
  }

  private func takeIn() throws {
    try EditorLeftovers(journal.store, folder: folder.file("run")).takeIn()
  }

  @Test func aLeftoverWhoseWordsAreKeptGoes() throws {
    let entry = try journal.add("Title", "Body")
    let id = EntryNaming.shortID(entry.id)
    try leave("Title\n\nBody\n", of: id, process: Self.gone)
    try leave("\n", of: "12345678", process: Self.gone)
    try takeIn()
    #expect(try journal.store.drafts().isEmpty && leftovers.isEmpty)
  }

  @Test func whatWasWrittenAfterTheDraftBecomesTheDraft() throws {
    let entry = try journal.add("Title", "Body")
    var kept = entry
    kept.body = "Body, and a word"
    let owner = "\(Self.gone).7"
    let moment = journal.context.now.instant
    try journal.store.saveDraft(Draft(entry: kept, isNew: false, seen: entry, owner: owner, savedAt: moment))
    try leave("Title\n\nBody, and a word, and more\n", of: EntryNaming.shortID(entry.id), process: Self.gone)
    // The screen names no entry: the process that wrote the draft says whose text it is.
    try takeIn()
    #expect(try journal.store.drafts().map(\.entry.body) == ["Body, and a word, and more"] && leftovers.isEmpty)
    try leave("Title\n\nBody, and all\n", of: "entry", process: Self.gone)
    try takeIn()
    #expect(try journal.store.drafts().map(\.entry.body) == ["Body, and all"] && leftovers.isEmpty)
  }

  @Test func wordsWithoutADraftBecomeOne() throws {
    let entry = try journal.add("Title", "Body")
    try leave("Title\n\nBody, rewritten\n", of: EntryNaming.shortID(entry.id), process: Self.gone)
    // The next editor is started on another entry.
    let other = try journal.add("Other", "")
    #expect(try !session("true").edit(other))
    let draft = try #require(try journal.store.abandonedDrafts().first)
    #expect(draft.entry.id == entry.id && draft.entry.body == "Body, rewritten" && draft.seen == entry)
    #expect(try leftovers.isEmpty)
  }

  @Test func aFileThatIsInUseOrOfAnotherJournalStays() throws {
    let entry = try journal.add("Title", "Body")
    try leave("Title\n\nBody\n", of: EntryNaming.shortID(entry.id), process: Int(getpid()))
    try leave("Words of another journal\n", of: "0badcafe", process: Self.gone)
    try leave("Words of another screen\n", of: "entry", process: Self.gone)
    try leave("Not ours at all\n", of: "notes", process: 1)
    try takeIn()
    #expect(try leftovers.count == 4 && journal.store.drafts().isEmpty)
  }
}
