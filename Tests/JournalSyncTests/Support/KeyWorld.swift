import CloudRecord
import JournalCore
import JournalSeal
import JournalSync
import SealKit
import SyncCore
import Synchronization
import Testing

/// Keys in memory, which pass through the form of their file each time.
final class MemoryKeeper: KeyKeeping {
  private let file = Mutex<(keys: [UInt8], ring: [UInt8]?)?>(nil)
  private let note = Mutex<NotedRing?>(nil)
  private let older = Mutex<[Int64]>([])
  private let keptSince = Mutex<Int64?>(nil)
  private let nameOfRemover = Mutex<String?>(nil)
  /// How often something can be kept before the disk is full; nil for ever.
  private let room = Mutex<Int?>(nil)

  func held() throws -> HeldKeys? {
    guard let file = file.withLock({ $0 }) else { return nil }
    return HeldKeys(try KeptKeys(decoding: file.keys), ring: file.ring)
  }

  func keep(_ held: HeldKeys, over former: HeldKeys?) throws -> Bool {
    guard try self.held() == former else { return false }
    let isFull = room.withLock { room in
      defer { room = room.map { $0 - 1 } }
      return room == 0
    }
    if isFull { throw DiskFull() }
    if let name = try held.remover(knownBy: former) { nameOfRemover.withLock { $0 = name } }
    try keep(held)
    return true
  }

  struct DiskFull: Error {}

  /// Has the disk be full once something was kept so often; nil makes room again.
  func fill(after times: Int?) { room.withLock { $0 = times } }

  /// Puts back what a device had before, or has another process of it keep something.
  func keep(_ held: HeldKeys) throws {
    let keys = try held.kept.encoded()
    if let noted = try held.note() { note.withLock { $0 = noted } }
    file.withLock { $0 = (keys, held.ring) }
  }

  func noted() throws -> NotedRing? { note.withLock { $0 } }

  func mayReplaceOlder(at now: Int64) throws -> Bool {
    older.withLock { times in
      times.removeAll { $0 <= now - 24 * 3_600_000 }
      guard times.count < 3 else {
        keptSince.withLock { $0 = $0 ?? now }
        return false
      }
      times.append(now)
      return true
    }
  }

  func noteNewest() throws { keptSince.withLock { $0 = nil } }

  func setback(at now: Int64) throws -> KeySetback? {
    if let since = keptSince.withLock({ $0 }) { return .kept(since: Instant(milliseconds: since)) }
    return older.withLock { $0.last }.map { .replaced(at: Instant(milliseconds: $0)) }
  }

  func remover() throws -> String? { nameOfRemover.withLock { $0 } }

  /// Removes the keys, as a person can who removes a file; what the journal's file notes stays.
  func remove() { file.withLock { $0 = nil } }

  /// Forgets all of it, as another journal.
  func forget() {
    remove()
    note.withLock { $0 = nil }
  }
}

/// Three devices of one account, none of which has keys yet.
struct KeyHome {
  let world = CloudWorld()
  let laptop: KeyHolder
  let attic: KeyHolder
  let phone: KeyHolder

  init() {
    laptop = KeyHolder("laptop", world, seed: 1)
    attic = KeyHolder("attic", world, seed: 2)
    phone = KeyHolder("phone", world, seed: 3)
  }
}

/// Tests that are about three devices.
protocol HasKeyHome {
  var home: KeyHome { get }
}

extension HasKeyHome {
  var world: CloudWorld { home.world }
  var laptop: KeyHolder { home.laptop }
  var attic: KeyHolder { home.attic }
  var phone: KeyHolder { home.phone }
}

/// A device with its keys, and what a person does with them.
struct KeyHolder {
  let world: CloudWorld
  let keeper = MemoryKeeper()
  let desk: KeyDesk
  static let account = "https://journal.example.org iCloud.test _anna"

  init(_ name: String, _ world: CloudWorld, seed: UInt64) {
    self.world = world
    desk = KeyDesk(
      transport: WorldTransport(world: world, device: name), keeper: keeper, random: seeded(seed),
      clock: { UInt64(world.now) }, deviceName: name)
  }

  func round(seed: UInt64, mayBePlain: Bool = false, looksEachTime: Bool = true) -> KeyRound {
    KeyRound(keeper: keeper, random: seeded(seed), mayBePlain: mayBePlain, looksEachTime: looksEachTime)
  }

  var kept: KeptKeys { get throws { try #require(try keeper.held()).kept } }
  var state: RingState { get throws { try VerifiedRing(decoding: #require(try keeper.held()?.ring)).state } }

  /// The number of the newest key, once this device is in.
  func keyNumber() async throws -> UInt32 {
    guard case .ready(_, _, let number) = try await desk.look() else { return 0 }
    return number
  }

  /// Lets another device in, as a person does who types its words here.
  func letIn(_ other: KeyHolder) async throws {
    let joining = try await other.desk.ask(account: KeyHolder.account)
    _ = try await desk.approve(joining.words)
    switch try await other.desk.finish(joining) {
    case .ready, .open(.some): return
    default: throw KeyFailure.notIn
    }
  }

  /// The trouble for which nothing is read or sent; nil where there is none.
  func trouble() async throws -> KeyTrouble? {
    guard case .refused(let trouble) = try await desk.look() else { return nil }
    return trouble
  }
}

extension KeyDesk {
  /// Lets in whose words these are, as the first words that are typed.
  func approve(_ words: Words) async throws -> String { try await approve(words) { $0.map { _ in 1 } } }
}

extension CloudWorld {
  private static let keyZone = ZoneID(zoneName: "KeyZone")

  /// What the server has of a record of the keys' zone.
  func keyRecord(_ name: String) -> Record? {
    let request = LookupRequest(items: [LookupRequest.Item(recordName: name)], zoneID: CloudWorld.keyZone)
    guard case .success(.records(let reply)) = send(.lookup(request), device: "observer"),
      case .saved(let record)? = reply.outcomes.first
    else { return nil }
    return record
  }

  var ring: [UInt8]? {
    guard case .bytes(let bytes)? = keyRecord("keyring")?.fields["ring"]?.value else { return nil }
    return bytes
  }

  /// Saves fields of a record of the keys' zone over whatever is there.
  func putKeyRecord(_ name: String, type: String = "Keyring", _ fields: [String: Field?]) {
    _ = send(.modifyZones([.create(CloudWorld.keyZone)]), device: "stranger")
    let operation = RecordOperation(.forceUpdate, recordName: name, recordType: type, fields: fields)
    _ = send(
      .modify(ModifyRequest(operations: [operation], zoneID: CloudWorld.keyZone)), device: "stranger")
  }

  /// The answer to a save of a record that another device has saved meanwhile.
  static func conflict(_ name: String) -> CloudReply {
    let error = ServiceError(.conflict, "changed meanwhile")
    return .records(RecordsReply(outcomes: [.failed(recordName: name, error)]))
  }

  func putRing(_ bytes: [UInt8]) { putKeyRecord("keyring", ["ring": Field(.bytes(bytes))]) }

  func deleteKeyZone() {
    _ = send(.modifyZones([.delete(CloudWorld.keyZone)]), device: "stranger")
  }
}
