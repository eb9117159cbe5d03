import Foundation
import JournalApp
import JournalCore
import JournalFormats
import JournalStore
import Synchronization

/// A journal in a file of its own, with a clock that stands still and randomness that is the same in every run.
struct TestJournal {
  let store: JournalStore
  let context: JournalContext
  let environment: StoreEnvironment
  private let folder: TestFolder

  /// It is 14:30 on Saturday, 21 November 2026, an hour ahead of UTC.
  init() throws {
    folder = try TestFolder()
    let random = Mutex<UInt64>(0x9E37_79B9_7F4A_7C15)
    let now = Instant(milliseconds: 1_795_267_800_000)
    environment = StoreEnvironment(
      now: { now },
      random: {
        random.withLock { state in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return state
        }
      }, deviceName: "desk", isOwnerAlive: { _ in false })
    store = try JournalStore(path: folder.path + "/journal.sqlite", environment: environment)
    context = JournalContext(
      store: store, environment: environment, zone: FixedZone(name: "Europe/Berlin", offset: 3600))
  }

  @discardableResult
  func add(
    _ title: String, _ body: String = "", on date: String? = nil, mood: String? = nil, category: String? = nil,
    tags: [String] = [], favorite: Bool = false
  ) throws -> Entry {
    var new = NewEntry(title: title, body: body)
    (new.date, new.mood, new.category, new.tags, new.isFavorite) = (date, mood, category, tags, favorite)
    return try context.write(new).entry
  }

  func titles(_ filter: EntryFilter, limit: Int? = nil) throws -> [String] {
    let request = ListingRequest(filter: try filter.resolved(today: context.today), limit: limit)
    return try context.entries(request).map(\.title)
  }

  /// Imports files as the command does.
  func importFiles(
    _ paths: [String], assets: AssetFolder, naming: ImportNaming = .plain,
    change: (inout ImportOptions) -> Void = { _ in },
    progress: @escaping (String, FormatProgress) throws -> Void = { _, _ in }
  ) throws -> ImportReport {
    var options = ImportOptions()
    change(&options)
    let files = try ImportFiles(
      paths, options: options, zone: context.zone, now: context.now.instant, progress: progress)
    return try context.importFiles(files, assets: assets, naming: naming, progress: progress)
  }

  /// The sentence with which something fails.
  func failure(_ body: () throws -> Void) -> CommandFailure? {
    do {
      try body()
      return nil
    } catch {
      return CommandFailure(error)
    }
  }
}

/// A folder of its own for one test, removed at the end.
final class TestFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "cloudjournal-test-\(UUID().uuidString.lowercased())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { print("cannot remove \(path): \(error)") }
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  var assets: AssetFolder { AssetFolder(path: file("images")) }
}
