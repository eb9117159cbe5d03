import CloudRecord
import Foundation
import JournalCore
import JournalStore
import SyncCore
import Synchronization

@testable import JournalApp

/// A journal in a file, with pictures beside it and a clock that a test moves.
final class PictureJournal {
  let folder: TestFolder
  let store: JournalStore
  let assets: AssetFolder
  private let clock: Clock

  private final class Clock: Sendable {
    let now = Mutex<Int64>(1_795_267_800_000)
    let random = Mutex<UInt64>(7)
  }

  init() throws {
    folder = try TestFolder()
    let clock = Clock()
    self.clock = clock
    let environment = StoreEnvironment(
      now: { Instant(milliseconds: clock.now.withLock { $0 }) },
      random: {
        clock.random.withLock { state in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return state
        }
      }, deviceName: "desk", isOwnerAlive: { _ in false })
    store = try JournalStore(path: folder.file("journal.sqlite"), environment: environment)
    assets = folder.assets
    self.environment = environment
  }

  private let environment: StoreEnvironment

  var now: Instant { environment.now() }
  var context: JournalContext {
    JournalContext(store: store, environment: environment, zone: FixedZone(name: "Europe/Berlin", offset: 3600))
  }
  var maintenance: AssetMaintenance { AssetMaintenance(store: store, folder: assets, now: now) }

  func pass(days: Int64) { clock.now.withLock { $0 += days * 86_400_000 } }

  func addEntry(_ title: String) throws -> Entry { try context.write(NewEntry(title: title)).entry }

  /// Keeps bytes as if that had happened now, by the test's clock.
  func keep(_ text: String, bytes: Int = 0) throws -> String {
    let name = try assets.keep(Array(text.utf8) + [UInt8](repeating: 0, count: bytes))
    assets.setViewed(name, at: now)
    return name
  }

  @discardableResult
  func attach(_ asset: String, to entry: Entry) throws -> EntryImage? {
    let picture = PreparedPicture(asset: asset, name: "canal.jpg", sentence: "canal.jpg")
    return try context.attach([picture], to: entry.id).images.first
  }

  // MARK: The other side

  func signIn() throws {
    try store.bind(
      AccountBinding(
        userRecordName: "_anna", service: "https://journal.example.org", containerID: "iCloud.org.cloudjournal",
        environment: .production, incarnation: "one"))
  }

  /// A pull that finds nothing; with more to come it is not at its end.
  func pull(removing names: [String] = [], moreComing: Bool = false) throws {
    let page = FetchedPage(
      changes: names.map { .deleted(recordName: $0) }, token: ChangeToken("t"), moreComing: moreComing)
    _ = try store.apply(page, rules: MergeRules(["EntryImage": ["trashedAt": .trashing]]), allowsMassRemoval: true)
  }

  /// As if everything that waits had been sent and taken.
  func acknowledgeAll() throws {
    try store.commit(
      store.unsent(limit: 1000, excluding: []).map { record in
        SendResult(
          recordName: record.recordName,
          outcome: record.local.map { .saved(version: $0, changeTag: "a") } ?? .deleted)
      }, history: nil)
  }
}
