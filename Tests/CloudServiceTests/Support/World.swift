import CloudRecord
import CloudService
import Synchronization
import TestKit

/// A service over one storage, a clock that a test moves, and short words for what clients do.
final class World: Sendable {
  static let journal = ZoneID(zoneName: "JournalZone")

  let storage: any CloudStorage
  let service: CloudService
  private let clock = Mutex<Int64>(1_700_000_000_000)
  private let counter = Mutex(0)

  init(_ storage: TestStorage, limits: ServiceLimits = ServiceLimits(), incarnation: UInt8 = 1) throws {
    let made = try storage.make()
    let run = try made.write { try CloudService.beginRun(0x5EED, in: $0) }
    self.storage = made
    service = World.service(limits, incarnation, run)
  }

  /// A world whose service has settings of its own.
  init(_ storage: TestStorage, settings: ServiceSettings) throws {
    self.storage = try storage.make()
    service = CloudService(settings: settings)
  }

  /// The same data under another service: another incarnation, other limits.
  init(over world: World, limits: ServiceLimits = ServiceLimits(), incarnation: UInt8 = 1) {
    storage = world.storage
    service = World.service(limits, incarnation, world.service.settings.run)
    advance(world.now - now)
  }

  /// The same service at its next start, or on other data.
  ///
  /// - Parameter run: The name of the run that begins; nil goes on in the one that is, as a machine does that is resumed
  ///   from memory.
  init(_ world: World, on storage: (any CloudStorage)? = nil, run: Int64?) throws {
    let rows = storage ?? world.storage
    let begun = try run.map { id in try rows.write { try CloudService.beginRun(id, in: $0) } }
    self.storage = rows
    service = World.service(world.service.settings.limits, 1, begun ?? world.service.settings.run)
    advance(world.now - now)
  }

  /// A service of before runs were kept.
  init(withoutRuns storage: any CloudStorage) {
    self.storage = storage
    service = World.service(ServiceLimits(), 1, nil)
  }

  private static func service(_ limits: ServiceLimits, _ incarnation: UInt8, _ run: StoredRun?) -> CloudService {
    CloudService(
      settings: ServiceSettings(
        incarnation: [UInt8](repeating: incarnation, count: 16), signingKey: Array(0..<32), run: run, limits: limits))
  }

  func history(_ user: String = "_alice") throws -> ServerHistory {
    try storage.read { try service.history(call(user), in: $0) }
  }

  var now: Int64 { clock.withLock { $0 } }
  func advance(_ milliseconds: Int64) { clock.withLock { $0 += milliseconds } }

  private func next() -> Int {
    counter.withLock {
      $0 += 1
      return $0
    }
  }

  func call(_ user: String = "_alice", quota: Int64? = nil, scope: DatabaseScope = .private) -> ServiceCall {
    ServiceCall(
      containerID: "iCloud.test", environment: .production, scope: scope, userRecordName: user, deviceID: "laptop",
      now: now, quota: quota, assetBaseURL: "https://host/assets/1",
      freshName: { [self] in "FRESH-\(next())" },
      randomBytes: { [self] count in
        var generator = SeededGenerator(seed: UInt64(next()))
        return generator.bytes(count)
      })
  }

  // MARK: Records

  struct Answer {
    var reply: RecordsReply
    var notifications: [CloudNotification]
    var outcomes: [RecordOutcome] { reply.outcomes }
  }

  @discardableResult
  func modify(
    _ operations: [RecordOperation], zone: ZoneID? = World.journal, atomic: Bool = false, _ call: ServiceCall? = nil
  ) throws -> Answer {
    let call = call ?? self.call()
    return try storage.write { transaction in
      var outbox = Outbox()
      let request = ModifyRequest(operations: operations, zoneID: zone, isAtomic: atomic)
      let reply = try service.modify(request, call, in: transaction, outbox: &outbox)
      return Answer(reply: reply, notifications: outbox.notifications)
    }
  }

  func lookup(
    _ names: [String], zone: ZoneID? = World.journal, keys: [String]? = nil, _ call: ServiceCall? = nil
  ) throws -> [RecordOutcome] {
    try storage.read { transaction in
      let items = names.map { LookupRequest.Item(recordName: $0) }
      let request = LookupRequest(items: items, zoneID: zone, desiredKeys: keys)
      return try service.lookup(request, call ?? self.call(), in: transaction).outcomes
    }
  }

  /// The record of this name, or nil.
  func record(_ name: String, zone: ZoneID? = World.journal) throws -> Record? {
    guard case .saved(let record)? = try lookup([name], zone: zone).first else { return nil }
    return record
  }

  func query(_ request: QueryRequest, _ call: ServiceCall? = nil) throws -> QueryReply {
    try storage.read { try service.query(request, call ?? self.call(), in: $0) }
  }

  // MARK: Zones

  @discardableResult
  func zones(_ operations: [ZoneOperation], _ call: ServiceCall? = nil) throws -> [ZoneOutcome] {
    try changeZones(operations, call).0
  }

  func changeZones(
    _ operations: [ZoneOperation], _ call: ServiceCall? = nil
  ) throws -> ([ZoneOutcome], [CloudNotification]) {
    try storage.write { transaction in
      var outbox = Outbox()
      let outcomes = try service.modifyZones(operations, call ?? self.call(), in: transaction, outbox: &outbox)
      return (outcomes, outbox.notifications)
    }
  }

  /// A world with the zone that most tests write to.
  static func withJournal(_ storage: TestStorage, limits: ServiceLimits = ServiceLimits()) throws -> World {
    let world = try World(storage, limits: limits)
    try world.zones([.create(journal)])
    return world
  }

  func database(_ user: String = "_alice") throws -> StoredDatabase? {
    let key = DatabaseKey(
      containerID: "iCloud.test", environment: .production, scope: .private, ownerRecordName: user)
    return try storage.read { try $0.database(key) }
  }

  // MARK: Feeds

  func page(
    _ token: ChangeToken? = nil, zone: ZoneID = World.journal, limit: Int? = nil, types: [String]? = nil,
    reverse: Bool = false, _ call: ServiceCall? = nil
  ) throws -> ZoneChangesReply {
    let request = ZoneChangesRequest(
      zoneID: zone, syncToken: token, resultsLimit: limit, desiredRecordTypes: types, isReverse: reverse)
    return try storage.read { try service.recordChanges(request, call ?? self.call(), in: $0) }
  }

  /// Every page from `token` on, and the token at the end.
  func changes(
    since token: ChangeToken? = nil, zone: ZoneID = World.journal, limit: Int? = nil, types: [String]? = nil,
    reverse: Bool = false
  ) throws -> (changes: [RecordChange], token: ChangeToken) {
    var all: [RecordChange] = []
    var reply = try page(token, zone: zone, limit: limit, types: types, reverse: reverse)
    all += reply.changes
    while reply.moreComing {
      reply = try page(reply.syncToken, zone: zone, limit: limit, types: types, reverse: reverse)
      all += reply.changes
    }
    return (all, reply.syncToken)
  }

  func databaseChanges(
    _ token: ChangeToken? = nil, limit: Int? = nil, _ call: ServiceCall? = nil
  ) throws -> DatabaseChangesReply {
    let request = DatabaseChangesRequest(syncToken: token, resultsLimit: limit)
    return try storage.read { try service.databaseChanges(request, call ?? self.call(), in: $0) }
  }

  // MARK: Files

  /// Uploads a file; its receipt is in the answer.
  func upload(_ content: String, size: Int64 = 1000, _ call: ServiceCall? = nil) throws -> Asset {
    try storage.write { transaction in
      let call = call ?? self.call()
      let targets = try service.uploadTargets(
        [AssetUploadToken(recordType: "Picture", fieldName: "file")], zoneID: nil, call, in: transaction)
      let token = World.token(targets[0].url)
      return try service.finishUpload(
        token: token, fileChecksum: World.checksum(content), size: size, objectKey: "object-\(content)-\(next())",
        now: call.now, in: transaction)
    }
  }

  static func token(_ url: String) -> String { String(url.split(separator: "/").last ?? "") }

  static func checksum(_ content: String) -> String {
    AssetChecksum.make(sha256: Digest(of: Array(content.utf8)).bytes)
  }

  func housekeeping() throws -> [StoredAsset] {
    try storage.write { try service.housekeeping(now: now, in: $0) }
  }
}
