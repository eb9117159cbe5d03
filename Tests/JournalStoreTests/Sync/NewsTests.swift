import CloudRecord
import JournalCore
import JournalStore
import SyncCore
import Testing

/// Each write says where it comes from, so that nothing is read or sent again for what the reader itself has written.
@Suite struct NewsTests {
  let folder: TemporaryFolder
  let world = TestWorld()
  let mine: JournalStore
  /// Another program's, or the engine's connection.
  let other: JournalStore

  init() throws {
    folder = try TemporaryFolder()
    mine = try JournalStore(path: folder.file("journal.sqlite"), environment: world.environment)
    other = try JournalStore(path: folder.file("journal.sqlite"), environment: world.environment)
    #expect(try mine.news() == nil && other.news() == nil)
  }

  private func entry(_ id: String) -> Entry {
    let now = world.environment.now()
    return Entry(
      id: RecordName(id), title: id, body: "", date: EntryDate(instant: now, timeZone: "UTC", offsetSeconds: 0),
      modifiedAt: now)
  }

  private func record(_ id: String) -> FetchedChange {
    let now = world.environment.now().milliseconds
    var version = RecordVersion(recordType: "JournalEntry")
    version.set("title", .string(id), at: HybridTime(milliseconds: UInt64(now), counter: 0, device: 99))
    return .record(FetchedRecord(recordName: id, changeTag: "1", version: version, modifiedAt: now))
  }

  private func page(_ changes: [FetchedChange], token: String) -> FetchedPage {
    FetchedPage(changes: changes, token: ChangeToken(token), moreComing: false)
  }

  private func draft(_ id: String) -> Draft {
    Draft(entry: entry(id), isNew: true, seen: nil, owner: "test", savedAt: world.environment.now())
  }

  @Test func ownWritesAreNoNews() throws {
    try mine.perform(.createEntry(entry("a")))
    try mine.saveDraft(draft("b"))
    _ = try mine.apply(page([record("c")], token: "1"), rules: .journal, allowsMassRemoval: false)
    #expect(try mine.news() == nil)
  }

  @Test func anotherProgramsEditIsToldOnce() throws {
    try other.perform(.createEntry(entry("a")))
    #expect(try mine.news() == .edited)
    #expect(try mine.news() == nil)
    // Own writes meanwhile do not hide the next one, and are none themselves.
    try mine.perform(.createEntry(entry("b")))
    #expect(try mine.news() == nil)
    try other.perform(.createEntry(entry("c")))
    try mine.perform(.createEntry(entry("d")))
    #expect(try mine.news() == .edited)
    #expect(try mine.news() == nil)
    #expect(try other.news() == .edited)
  }

  @Test func whatSynchronisingTakesInIsNoEdit() throws {
    _ = try other.apply(page([record("a")], token: "1"), rules: .journal, allowsMassRemoval: false)
    #expect(try mine.news() == .tookIn)
    _ = try other.applyLookedUp([.deleted(recordName: "a")], asOf: nil, history: nil, rules: .journal)
    #expect(try mine.news() == .tookIn)
    // An edit counts for more than what came.
    _ = try other.apply(page([record("b")], token: "2"), rules: .journal, allowsMassRemoval: false)
    try other.perform(.createEntry(entry("c")))
    _ = try other.apply(page([record("d")], token: "3"), rules: .journal, allowsMassRemoval: false)
    #expect(try mine.news() == .edited)
  }

  @Test func whatTheServerAcknowledgesIsOnlyNoted() throws {
    try mine.perform(.createEntry(entry("a")))
    let unsent = try other.unsent(limit: 1, excluding: [])[0]
    try other.commit([
      SendResult(recordName: "a", outcome: .saved(version: try #require(unsent.local), changeTag: "1"))
    ])
    #expect(try mine.news() == .noted)
    // A page with nothing in it brings a token, and no record.
    _ = try other.apply(page([], token: "1"), rules: .journal, allowsMassRemoval: false)
    #expect(try mine.news() == .noted)
    _ = try other.correctClock(offset: 10, serverTime: world.environment.now().milliseconds + 10)
    try other.setZoneKnown(true)
    try other.saveDraft(draft("b"))
    try other.setPreference("screen.theme", "dark")
    #expect(try mine.news() == .noted)
    #expect(try mine.news() == nil)
  }

  /// A server that lost everything leaves every record unsent, which the list shows.
  @Test func whatTheServerForgotIsShown() throws {
    try other.bind(.anna)
    #expect(try mine.news() == .noted)
    try other.setZoneKnown(false)
    #expect(try mine.news() == .tookIn)
  }

  /// Writes from several threads are all one's own, in whatever order they end.
  @Test func manyThreadsOfOneStoreAreOneWriter() async throws {
    await withDiscardingTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          do { try mine.perform(.createEntry(entry("m\(number)"))) } catch { Issue.record(error) }
        }
        group.addTask {
          do { _ = try mine.news() } catch { Issue.record(error) }
        }
      }
    }
    #expect(try mine.news() == nil)
    #expect(try other.news() == .edited)
  }
}
