import CloudRecord
import Foundation
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Synchronization
import Testing

extension JournalStore: SyncStoring {}

/// One device of a sealed journal: the real runner over a journal in a file, driven step by step against the real service.
final class SealedDevice {
  let world: CloudWorld
  let store: JournalStore
  let files: MemoryFiles
  let name: String
  var runner: SyncRunner
  /// What the server makes of a record before it shows it to this device; nil for not showing it.
  var lie: (Record) -> Record? = { $0 }
  /// Called before each request is carried out.
  var beforeRequest: (CloudRequest) -> Void = { _ in }
  private(set) var log: [String] = []
  private(set) var uploads = 0
  /// The power goes after so many more requests; nil for never.
  var requestsLeft: Int?
  /// Whether the last of them still is carried out.
  var isCutAfterwards = false
  /// Whether files go up only once they are let.
  var holdsUploads = false
  private var heldUploads: [(request: CloudRequest, ticket: Int)] = []
  private var wakeAt: Int64?
  private let folder: URL
  private var records = 0

  /// - Parameter keys: Of an account with a ring, which gives the sealing then.
  init(
    _ name: String, _ world: CloudWorld, number: UInt64, _ sealing: Sealing = .plain, keys: KeyRound? = nil,
    shares: ShareRound? = nil
  ) throws {
    self.name = name
    self.world = world
    folder = FileManager.default.temporaryDirectory.appending(path: "cloudjournal-\(UUID().uuidString)")
    let random = seeded(number)
    let environment = StoreEnvironment(
      now: { Instant(milliseconds: world.now) },
      random: { random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }, deviceName: name, isOwnerAlive: { _ in false })
    store = try JournalStore(path: folder.appending(path: "journal.sqlite").path, environment: environment)
    files = MemoryFiles(world, folder: name)
    runner = SyncRunner(store: store, files: files, sealing: sealing, seed: number, keys: keys, shares: shares)
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path): \(error)") }
  }

  // MARK: What a person does

  @discardableResult
  func write(_ title: String, _ body: String = "", category: RecordName? = nil) throws -> RecordName {
    let entry = Entry(
      id: freshName(), title: title, body: body,
      date: EntryDate(instant: Instant(milliseconds: world.now), timeZone: "Europe/Berlin", offsetSeconds: 3600),
      modifiedAt: Instant(milliseconds: world.now), category: category)
    try perform(.createEntry(entry))
    return entry.id
  }

  /// A name as the program makes them.
  func freshName() -> RecordName {
    records += 1
    return RecordName("019a9f1e-5b1c-7c3d-9d2e-\(name.utf8.count)0000000\(1000 + records)")
  }

  func attach(_ bytes: [UInt8], to entry: RecordName, caption: String) throws -> RecordName {
    let image = EntryImage(
      id: freshName(), entry: entry, imageAsset: files.add(bytes), caption: caption,
      modifiedAt: Instant(milliseconds: world.now))
    try perform(.createImage(image))
    return image.id
  }

  func edit(_ entry: RecordName, _ changes: EntryChange...) throws { try perform(.editEntry(entry, changes)) }

  func perform(_ operation: JournalOperation) throws {
    world.advance(1000)
    _ = try store.apply(JournalEdit(name: "edit", operations: [operation]), cause: .edit)
  }

  func purge(_ entry: RecordName) throws {
    try edit(entry, .trashedAt(Instant(milliseconds: world.now)))
    _ = try store.purge([entry])
  }

  // MARK: Synchronising

  /// Another process on this journal, as after a kill: it begins with what its keys say, before it asks the server.
  func revive(number: UInt64, _ holder: KeyHolder, mayBePlain: Bool = false) throws {
    (requestsLeft, wakeAt, heldUploads) = (nil, nil, [])
    let sealing = try holder.keeper.held()?.sealing(seeded(number)) ?? .plain
    runner = SyncRunner(
      store: store, files: files, sealing: sealing, seed: number,
      keys: holder.round(seed: number, mayBePlain: mayBePlain))
    start()
  }

  func start() { settle(runner.handle(.started, at: world.now)) }

  /// Sends what waits and fetches what there is.
  func sync() {
    world.advance(2000)
    settle(runner.handle(.localChange, at: world.now))
    settle(runner.handle(.remoteHint, at: world.now))
    for _ in 0..<20 {
      guard case .waiting = runner.machine.phase, let time = wakeAt else { break }
      wakeAt = nil
      world.advance(max(0, time - world.now))
      settle(runner.handle(.timerFired, at: world.now))
    }
  }

  func take(_ sealing: Sealing) { settle(runner.setSealing(sealing, at: world.now)) }

  func settle(_ steps: [SyncStep]) {
    var queue = StepQueue(steps)
    while let step = queue.next() {
      switch step {
      case .discover(let ticket): queue.steps += runner.discovered(ticket, .success(world.session()), at: world.now)
      case .request(let request, _, let ticket):
        if requestsLeft == 0 { return }
        requestsLeft? -= 1
        if requestsLeft == 0 {
          if isCutAfterwards { _ = world.exchange(request, device: name, known: runner.known) }
          return
        }
        beforeRequest(request)
        runner.selectAhead(at: world.now)
        var answer = world.exchange(request, device: name, known: runner.known)
        answer.outcome = answer.outcome.map { told($0) }
        queue.steps += runner.finished(ticket, answer, at: world.now)
      case .upload(let request, let ticket):
        if requestsLeft == 0 { return }
        if holdsUploads { heldUploads.append((request, ticket)) } else { queue.steps += upload(request, ticket) }
      case .cancelUpload(let ticket): heldUploads.removeAll { $0.ticket == ticket }
      case .wake(let time): wakeAt = min(wakeAt ?? .max, time)
      case .report(let line): log.append(line.text)
      }
    }
  }

  private func upload(_ request: CloudRequest, _ ticket: Int) -> [SyncStep] {
    uploads += 1
    return runner.uploadFinished(ticket, world.send(request, device: name), at: world.now)
  }

  /// Lets files go up that were held.
  func releaseUploads() {
    holdsUploads = false
    while !heldUploads.isEmpty {
      let (request, ticket) = heldUploads.removeFirst()
      settle(upload(request, ticket))
    }
  }

  /// The answer as the server's lies have it.
  private func told(_ reply: CloudReply) -> CloudReply {
    switch reply {
    case .zoneChanges(let outcomes):
      .zoneChanges(
        outcomes.map { outcome in
          guard case .page(var page) = outcome else { return outcome }
          page.changes = page.changes.compactMap { change in
            guard case .changed(let record) = change else { return change }
            return lie(record).map { .changed($0) }
          }
          return .page(page)
        })
    case .records(var records):
      {
        records.outcomes = records.outcomes.map { outcome in
          // An answer to a save has no fields.
          guard case .saved(let record) = outcome, !record.fields.isEmpty else { return outcome }
          return .saved(lie(record) ?? record)
        }
        return .records(records)
      }()
    default: reply
    }
  }

  // MARK: What is here

  func entry(_ name: RecordName) throws -> Entry? { try store.entry(name) }
  func title(_ name: RecordName) throws -> String? { try store.entry(name)?.title }
  func overview() throws -> SyncOverview { try store.syncOverview(limit: 100) }
  func unsent() throws -> [String] { try store.unsent(limit: 100, excluding: []).map(\.recordName) }
  /// The pictures of an entry that were not removed from it.
  func pictures(_ entry: RecordName) throws -> [RecordName] { try store.images(of: entry).map(\.id) }
  func history(_ name: RecordName) throws -> [String] {
    try store.history(of: name).map(\.oldText)
  }
}

/// A sealed journal with two devices on one server.
struct SealedJournal {
  let world = CloudWorld()
  let keys: [JournalKey]
  let laptop: SealedDevice
  let attic: SealedDevice

  init() throws {
    let random = seeded(15)
    keys = [.fresh(random), .fresh(random)]
    laptop = try SealedDevice("laptop", world, number: 1, SealedJournal.sealing([keys[0]], seed: 1))
    attic = try SealedDevice("attic", world, number: 2, SealedJournal.sealing([keys[0]], seed: 2))
    laptop.start()
    attic.start()
  }

  static func sealing(_ keys: [JournalKey], mode: RingMode = .sealed, seed: UInt64) throws -> Sealing {
    Sealing(keys: try #require(JournalKeys(keys)), mode: mode, random: seeded(seed + 100))
  }

  /// Both devices send and fetch until nothing is left.
  func sync() {
    for _ in 0..<2 {
      laptop.sync()
      attic.sync()
    }
  }

  /// What the server has of a record.
  func stored(_ name: RecordName) throws -> Record { try #require(try world.record(name.rawValue)) }

  /// What a record's content says, for who has the keys.
  func opened(_ name: RecordName) throws -> SealedContent {
    let record = try stored(name)
    guard case .bytes(let bytes)? = record.fields["sealed"]?.value else { throw SealFailure.damaged("plain") }
    return try RecordSeal.open(bytes, at: place(record), under: #require(JournalKeys(keys)))
  }

  func place(_ record: Record) -> RecordPlace {
    var entry = ""
    if case .reference(let reference)? = record.fields["entry"]?.value { entry = reference.recordName }
    return RecordPlace(
      zone: "JournalZone", recordType: record.recordType, recordName: record.recordName, entry: entry)
  }

  /// Replaces the content of a record, as a device that has the key can.
  func forge(_ name: RecordName, under key: JournalKey, _ change: (inout SealedContent) -> Void) throws {
    let record = try stored(name)
    var content = try opened(name)
    change(&content)
    let bytes = try RecordSeal.seal(content, at: place(record), under: key, random: seeded(77))
    try put(name, ["sealed": Field(.bytes(bytes))])
  }

  /// Saves fields of a record over whatever is there.
  func put(_ name: RecordName, _ fields: [String: Field?], type: String = "JournalEntry") throws {
    let outcome = try world.modify(
      RecordOperation(.forceUpdate, recordName: name.rawValue, recordType: type, fields: fields))
    guard case .saved? = outcome else { throw SealFailure.damaged("\(String(describing: outcome))") }
  }
}
