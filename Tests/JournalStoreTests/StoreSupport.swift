import Foundation
import JournalCore
import JournalModel
import JournalStore
import Synchronization

/// Which store a test runs on; every test of the common suite runs on each.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, sqlite, concurrentSQLite, sealedSQLite
}

/// A folder of its own for one test, removed at the end.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "cloudjournal-\(UUID().uuidString.lowercased())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { print("cannot remove \(path): \(error)") }
  }

  func file(_ name: String) -> String { path + "/" + name }
}

/// A clock that a test moves, and randomness that is the same in every run.
final class TestWorld: Sendable {
  private struct State {
    var now: Int64 = 1_700_000_000_000
    var random: UInt64 = 0x9E37_79B9_7F4A_7C15
    var living: Set<String> = []
  }
  private let state = Mutex(State())

  var environment: StoreEnvironment {
    StoreEnvironment(
      now: { Instant(milliseconds: self.state.withLock { $0.now }) },
      random: {
        self.state.withLock { state in
          state.random = state.random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return state.random
        }
      },
      deviceName: "desk", isOwnerAlive: { owner in self.state.withLock { $0.living.contains(owner) } })
  }

  func advance(milliseconds: Int64) { state.withLock { $0.now += milliseconds } }
  func set(milliseconds: Int64) { state.withLock { $0.now = milliseconds } }
  func setAlive(_ owner: String, _ isAlive: Bool) {
    state.withLock { state in
      if isAlive { state.living.insert(owner) } else { state.living.remove(owner) }
    }
  }
}

extension JournalStoring {
  /// Makes steps as one edit, and returns the edit that takes them back.
  @discardableResult
  func perform(_ operations: JournalOperation...) throws(StoreError) -> JournalEdit {
    try apply(JournalEdit(name: "edit", operations: operations), cause: .edit)
  }
}

/// A store under test with what keeps it alive.
struct Fixture {
  let store: any JournalStoring
  let world = TestWorld()
  private let folder: TemporaryFolder?

  init(_ kind: StoreKind) throws {
    switch kind {
    case .memory:
      folder = nil
      store = MemoryJournalStore(environment: world.environment)
    case .sqlite, .concurrentSQLite, .sealedSQLite:
      let folder = try TemporaryFolder()
      self.folder = folder
      store = try JournalStore(
        path: folder.file("journal.sqlite"), environment: world.environment,
        options: kind == .sealedSQLite ? TestVault.options() : .init(isConcurrent: kind == .concurrentSQLite))
    }
  }

  @discardableResult
  func add(
    _ title: String, _ body: String = "", on day: String = "2026-03-01", at clock: String = "09:00",
    mood: Mood? = nil, favorite: Bool = false, category: RecordName? = nil, tags: [String] = [], id: String? = nil
  ) throws -> RecordName {
    let entry = try makeEntry(
      title, body, on: day, at: clock, mood: mood, favorite: favorite, category: category, tags: tags, id: id)
    try store.perform(.createEntry(entry))
    return entry.id
  }

  func makeEntry(
    _ title: String, _ body: String = "", on day: String = "2026-03-01", at clock: String = "09:00",
    mood: Mood? = nil, favorite: Bool = false, category: RecordName? = nil, tags: [String] = [], id: String? = nil
  ) throws -> Entry {
    Entry(
      id: id.map { RecordName($0) } ?? RecordNameSource(world.environment).next(), title: title, body: body,
      mood: mood, date: try date(day, clock), modifiedAt: world.environment.now(), isFavorite: favorite,
      category: category, tags: tags)
  }

  func date(_ day: String, _ clock: String = "09:00") throws -> EntryDate {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let time = clock.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 3, time.count == 2, let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]),
      let local = CivilDateTime(date: date, hour: time[0], minute: time[1])
    else { throw TestFailure("no date \(day) \(clock)") }
    return EntryDate(local: local, timeZone: "Europe/Berlin", offsetSeconds: 3600)
  }

  func addCategory(_ name: String, id: String, order: Int64 = 0) throws -> RecordName {
    let category = JournalCore.Category(
      id: RecordName(id), name: name, sortOrder: order, modifiedAt: world.environment.now())
    try store.perform(.createCategory(category))
    return category.id
  }

  func edit(_ id: RecordName, _ changes: EntryChange..., cause: EditCause = .edit) throws -> JournalEdit {
    try store.apply(JournalEdit(name: "edit", operations: [.editEntry(id, changes)]), cause: cause)
  }

  func titles(
    _ scope: ListScope = .all, order: ListOrder = ListOrder(), anchor: ListAnchor = .first, limit: Int = 100
  ) throws -> [String] {
    try store.page(ListRequest(scope: scope, order: order, anchor: anchor, limit: limit)).rows.map { $0.title }
  }

  func search(_ text: String) throws -> [String] {
    let today = try date("2026-11-21").local.date
    return try titles(.search(SearchQuery(parsing: text, today: today)))
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
