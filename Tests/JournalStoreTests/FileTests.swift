import Foundation
import GRDB
import JournalCore
import JournalModel
import Testing

@testable import JournalStore

/// What only a file can do: modes, durability, several processes, refusal of what is not a journal.
@Suite struct FileTests {
  let folder: TemporaryFolder
  let world = TestWorld()

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ name: String = "journal.sqlite", _ options: JournalStore.Options = .init()
  ) throws(StoreError) -> JournalStore {
    try JournalStore(path: folder.file(name), environment: world.environment, options: options)
  }

  private func entry(_ title: String) -> Entry {
    Entry(
      id: RecordName("e"), title: title,
      date: EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0),
      modifiedAt: Instant(milliseconds: 0))
  }

  @Test(arguments: [false, true])
  func everyCommitIsOnDiskBeforeItIsSaidToBe(isConcurrent: Bool) throws {
    let store = try open(options(isConcurrent))
    #expect(try store.pragma("synchronous") == "2")
    #expect(try store.pragma("journal_mode") == "wal")
  }

  private func options(_ isConcurrent: Bool) -> JournalStore.Options { .init(isConcurrent: isConcurrent) }

  private func open(_ options: JournalStore.Options) throws(StoreError) -> JournalStore {
    try open("journal.sqlite", options)
  }

  /// A process that closes any descriptor of a file loses its locks on it, and the next one to come takes the journal for
  /// nobody's: so a second store must not look into the file by hand while the first one has it open.
  @Test func aSecondStoreInOneProcessLeavesTheFirstItsLocks() throws {
    let path = folder.file("journal.sqlite")
    let first = try open(options(true))
    #expect(try first.entry(RecordName("none")) == nil)
    let inode = try #require(
      FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? NSNumber
    ).intValue
    func isLocked() throws -> Bool {
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      return locks.split(separator: " ").contains { $0.hasSuffix(":\(inode)") }
    }
    #expect(try isLocked())
    let second = try open(options(true))
    #expect(try isLocked())
    try second.close()
    #expect(try isLocked())
    try open().close()
    #expect(try isLocked())
    try first.close()
  }

  @Test func afterALargeImportTheIndexIsOnePiece() throws {
    let store = try open(), maker = try Fixture(.memory)
    for number in 0..<3 {
      let entries = try (0..<400).map { index in
        try maker.makeEntry("Day \(index)", id: "\(number)-\(index)")
      }
      _ = try store.importRecords(ImportBatch(source: "file", entries: entries))
    }
    #expect(try store.searchPieces() > 1)
    store.tidySearchIndex(after: 10_000)
    #expect(try store.searchPieces() > 1)
    store.tidySearchIndex(after: 10_000)
    #expect(try store.searchPieces() == 1)
    #expect(try store.searchIndexIsSound())
  }

  @Test func nobodyElseCanReadTheFile() throws {
    let store = try JournalStore(path: folder.file("a/b/journal.sqlite"), environment: world.environment)
    try store.perform()
    for (name, mode) in [
      ("a", 0o700), ("a/b", 0o700), ("a/b/journal.sqlite", 0o600), ("a/b/journal.sqlite-wal", 0o600),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode, "\(name)")
    }
  }

  @Test func aFileThatIsNoJournalIsLeftAlone() throws {
    let text = Data("Dear diary, this is not a database.".utf8)
    try text.write(to: URL(fileURLWithPath: folder.file("journal.sqlite")))
    #expect(throws: StoreError.notAJournal(path: folder.file("journal.sqlite"))) { try open() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("journal.sqlite"))) == text)
  }

  @Test func aFolderInItsPlaceIsSaid() throws {
    try FileManager.default.createDirectory(atPath: folder.file("journal.sqlite"), withIntermediateDirectories: true)
    #expect(throws: StoreError.notAJournal(path: folder.file("journal.sqlite"))) { try open() }
  }

  /// Before format 9 a preview was one line.
  @Test func previewsOfAnOlderFileGetTheirLines() throws {
    let path = folder.file("journal.sqlite")
    var poem = entry("A poem")
    poem.body = "Roses are red\nViolets are blue"
    let store = try open()
    _ = try store.apply(JournalEdit(name: "write", operations: [.create(.entry(poem))]), cause: .edit)
    try store.close()
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      let triggers = try String.fetchAll(
        db,
        sql:
          "SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_master WHERE name LIKE 'moodTally_%' AND type = 'trigger'")
      try db.execute(
        sql: """
          UPDATE entries SET preview = 'Roses are red Violets are blue';
          DELETE FROM grdb_migrations WHERE identifier IN ('9', '10', '11', '12', '13');
          DROP TABLE syncedPreferences;
          DROP TRIGGER keptItemGoes;
          DROP TABLE keptItems;
          \(triggers.joined(separator: "\n"))
          DROP TABLE moodTallies;
          PRAGMA user_version = 8;
          """)
    }
    try queue.close()
    let later = try open()
    #expect(try later.page(ListRequest()).rows.map(\.preview) == ["Roses are red\nViolets are blue"])
    #expect(try later.pragma("user_version") == "\(Schema.version)")
    try later.close()
  }

  @Test(arguments: [false, true])
  func aNewerFileIsRefusedAndLeftAsItIs(isConcurrent: Bool) throws {
    let queue = try DatabaseQueue(path: folder.file("journal.sqlite"))
    try queue.write { try $0.execute(sql: "CREATE TABLE later(x); PRAGMA user_version = 99") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("journal.sqlite")))
    let error = #expect(throws: StoreError.self) { try open(options(isConcurrent)) }
    #expect(error?.description.contains("newer CloudJournal (format 99, this version knows \(Schema.version))") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("journal.sqlite"))) == before)
  }

  @Test(arguments: [false, true])
  func aDatabaseOfAnotherProgramIsLeftAsItIs(isConcurrent: Bool) throws {
    let queue = try DatabaseQueue(path: folder.file("journal.sqlite"))
    try queue.write { try $0.execute(sql: "CREATE TABLE bookmarks(x)") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("journal.sqlite")))
    #expect(throws: StoreError.notAJournal(path: folder.file("journal.sqlite"))) { try open(options(isConcurrent)) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("journal.sqlite"))) == before)
  }

  @Test func aMissingJournalIsNotMadeForReading() throws {
    #expect(throws: StoreError.missing(path: folder.file("none/journal.sqlite"))) {
      try open("none/journal.sqlite", .init(isReadOnly: true))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("none")))
  }

  @Test func readingOnlyReadsAndRefusesToWrite() throws {
    let writer = try open()
    let entry = entry("Hello")
    try writer.perform(.createEntry(entry))
    let reader = try open(.init(isReadOnly: true))
    #expect(try reader.entry(entry.id) == entry)
    #expect(throws: StoreError.readOnly(path: folder.file("journal.sqlite"))) {
      try reader.setPreference("a", "b")
    }
  }

  /// What a crash left in the log is read where no index of it can be made, and the files stay as they are.
  @Test func aLogIsReadWithoutAnIndexAndLeftAsItIs() throws {
    let writer = try open()
    try writer.setPreference("a", "in the log alone")
    var before: [String: Data] = [:]
    for suffix in ["", "-wal"] {
      let copy = URL(fileURLWithPath: folder.file("copy.sqlite" + suffix))
      try FileManager.default.copyItem(at: URL(fileURLWithPath: folder.file("journal.sqlite" + suffix)), to: copy)
      before[copy.path] = try Data(contentsOf: copy)
    }
    try writer.close()
    let reader = try open("copy.sqlite", .init(isReadOnly: true, isWithoutIndex: true))
    #expect(try reader.preference("a") == "in the log alone")
    #expect(throws: StoreError.readOnly(path: folder.file("copy.sqlite"))) { try reader.setPreference("a", "b") }
    #expect(!FileManager.default.fileExists(atPath: folder.file("copy.sqlite-shm")))
    try reader.close()
    for (path, bytes) in before { #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes) }
  }

  @Test func severalStoresOnOneFileLoseNothing() async throws {
    let path = folder.file("journal.sqlite")
    let environment = world.environment
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          // Who waits for the lock has no turn, and the disk may be slow: this is not about how long it takes.
          var options = JournalStore.Options()
          options.patience = 600
          let store = try JournalStore(path: path, environment: environment, options: options)
          for number in 0..<5 {
            let entry = Entry(
              id: RecordName("\(writer)-\(number)"), title: "\(writer) \(number)",
              date: EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0),
              modifiedAt: Instant(milliseconds: 0))
            try store.perform(.createEntry(entry))
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try open()
    #expect(try store.count(.all) == 40)
    #expect(try store.examine().problems.isEmpty)
    #expect(try store.searchIndexIsSound())
  }

  @Test func whatIsUnsentIsWhatTheServerHasNot() throws {
    let store = try open()
    let entry = entry("Hello")
    let undo = try store.perform(.createEntry(entry))
    #expect(try store.unsent() == ["e"])
    try store.acknowledge()
    #expect(try store.unsent() == [])
    _ = try store.apply(undo, cause: .undo)
    #expect(try store.unsent() == ["e"])
  }

  @Test func stampsGrowThoughTheClockRunsBackwards() throws {
    let store = try open()
    world.set(milliseconds: 5_000_000)
    let entry = entry("0")
    try store.perform(.createEntry(entry))
    var stamps = [try store.stamp("title", of: "e")]
    for number in 1...3 {
      world.advance(milliseconds: -1_000_000)
      let again = try open()
      try again.perform(.editEntry(entry.id, [.title("\(number)")]))
      stamps.append(try again.stamp("title", of: "e"))
    }
    #expect(stamps == stamps.sorted())
    #expect(Set(stamps).count == 4)
  }

  @Test func aBackupIsAWholeJournal() throws {
    let store = try open()
    try store.setPreference("a", "1")
    try store.backUp(to: folder.file("backups/one.sqlite"))
    let copy = try JournalStore(path: folder.file("backups/one.sqlite"), environment: world.environment)
    #expect(try copy.preference("a") == "1")
    #expect(throws: StoreError.self) { try store.backUp(to: folder.file("backups/one.sqlite")) }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("backups/one.sqlite"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func whatCannotBeReadIsSaidInTheStoresWords() throws {
    let store = try open()
    let entry = try Fixture(.memory).makeEntry("a", id: "e")
    try store.perform(.createEntry(entry))
    let refusal = TestFailure("enough")
    let thrown = #expect(throws: TestFailure.self) {
      try store.forEachEntry(in: .all, batch: 1) { _ in throw refusal }
    }
    #expect(thrown?.description == "enough")
    try FileManager.default.removeItem(atPath: folder.file("journal.sqlite"))
    #expect(throws: StoreError.moved(path: folder.file("journal.sqlite"), .removed)) {
      try store.forEachEntry(in: .all, batch: 1) { _ in }
    }
  }

  @Test func aBackupIsTakenBeforeTheFormatChanges() throws {
    let path = folder.file("journal.sqlite")
    let store = try open()
    try store.setPreference("a", "before")
    try store.close()
    let next = try JournalStore.openedByTheNextVersion(path: path, environment: world.environment)
    try next.setPreference("a", "after")
    try next.close()
    let backup = try JournalStore(path: path + ".before-format-\(Schema.version + 1)", environment: world.environment)
    #expect(try backup.preference("a") == "before")
    #expect(throws: StoreError.newerFormat(path: path, found: Schema.version + 1, known: Schema.version)) { try open() }
  }

  @Test func aMigrationThatFailsChangesNothing() throws {
    let path = folder.file("journal.sqlite")
    let store = try open()
    try store.setPreference("a", "before")
    try store.close()
    for _ in 1...2 {
      #expect(throws: StoreError.self) {
        try JournalStore.openedByTheNextVersion(path: path, environment: world.environment, failing: true)
      }
    }
    #expect(FileManager.default.fileExists(atPath: path + ".before-format-\(Schema.version + 1)"))
    #expect(FileManager.default.fileExists(atPath: path + ".before-format-\(Schema.version + 1)-2"))
    let again = try open()
    #expect(try again.preference("a") == "before")
    #expect(try again.examine().problems.isEmpty)
  }

  @Test func anIndexOfAnotherTokenizerIsBuiltAnew() throws {
    let store = try open()
    let entry = entry("canal")
    try store.perform(.createEntry(entry))
    try store.forgetSearchIndex()
    #expect(try store.searchIndexIsSound() == false)
    let again = try open()
    #expect(try again.searchIndexIsSound())
    let today = try #require(CivilDate(year: 2026, month: 1, day: 1))
    #expect(try again.count(.search(SearchQuery(parsing: "canal", today: today))) == 1)
  }

  @Test func aJournalWithAnImportIsSound() throws {
    let store = try open()
    let entry = entry("x")
    _ = try store.importRecords(ImportBatch(source: "file", entries: [entry]))
    #expect(try store.examine().problems.isEmpty)
  }

  @Test func damageIsFound() throws {
    let store = try open()
    try store.breakTally()
    #expect(try !store.numbersAreSound())
    try store.recount()
    #expect(try store.numbersAreSound())
  }
}
