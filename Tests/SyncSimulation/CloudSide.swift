import CloudRecord
import CloudService
import JournalSync
import SyncCore

/// The server: the real rules of the service over storage in memory.
final class CloudSide {
  static let containerID = "iCloud.org.cloudjournal"
  static let user = "_anna"
  static let stranger = "_bert"

  /// One folder of data with the server that works on it.
  struct Server {
    var service: CloudService
    var storage: MemoryCloudStorage
    var objects: [String: [UInt8]] = [:]
  }

  private var main: Server
  /// The copy that goes on by itself.
  private var other: Server?
  /// What is to be put back.
  private var kept: Server?
  private(set) var history = 1
  private let limits: ServiceLimits
  private let counter = Knob<UInt64>(0)
  private var runs: Int64 = 0
  /// How many records were saved or deleted so far.
  private(set) var writes = 0

  private let seal: SimulatedSeal?

  init(_ plan: Plan, _ seal: SimulatedSeal?) throws {
    self.seal = seal
    var limits = ServiceLimits()
    limits.recordsPerPage = plan.page
    limits.tombstoneRetention = plan.tombstones
    if let quarantine = plan.quarantine { limits.assetQuarantine = quarantine }
    self.limits = limits
    main = Server(service: CloudSide.service(history: 1, nil, limits), storage: MemoryCloudStorage())
    main.service = try begin(on: main.storage)
  }

  private static func service(history: Int, _ run: StoredRun?, _ limits: ServiceLimits) -> CloudService {
    CloudService(
      settings: ServiceSettings(
        incarnation: [UInt8](repeating: UInt8(truncatingIfNeeded: history), count: 16), signingKey: Array(0..<32),
        run: run, limits: limits))
  }

  /// Starts a server on a folder.
  private func begin(on storage: MemoryCloudStorage) throws -> CloudService {
    runs += 1
    let id = runs &* 0x5851_F42D_4C95_7F2D | 1
    let run = try storage.write { try CloudService.beginRun(id, in: $0) }
    return CloudSide.service(history: history, run, limits)
  }

  /// An empty server in the place of this one.
  func replace() throws {
    history += 1
    main.storage = MemoryCloudStorage()
    main.objects = [:]
    main.service = try begin(on: main.storage)
  }

  // MARK: Folders that go back, and copies

  private func copy(_ server: Server) -> Server {
    Server(service: server.service, storage: server.storage.copy(), objects: server.objects)
  }

  /// Keeps a copy of the folder, and of what the machine has in memory.
  func keepCopy() { kept = copy(main) }

  /// Puts the copy in the place of the folder.
  ///
  /// - Parameter isFromMemory: Whether the process goes on in it, too, so that it does not start.
  func putBack(isFromMemory: Bool) throws {
    guard let kept else { return }
    main = copy(kept)
    if !isFromMemory { main.service = try begin(on: main.storage) }
  }

  /// Copies the folder, and starts a second server on the copy.
  func startCopy() throws {
    var copy = copy(main)
    copy.service = try begin(on: copy.storage)
    other = copy
    main.service = try begin(on: main.storage)
  }

  /// The copy is no longer served.
  func stopCopy() { other = nil }

  var hasCopy: Bool { other != nil }

  /// Does something with the folder that a device reaches.
  private func with<Value>(_ isCopy: Bool, _ body: (inout Server) throws -> Value) rethrows -> Value {
    guard isCopy, var copy = other else { return try body(&main) }
    defer { other = copy }
    return try body(&copy)
  }

  var session: SyncSession {
    SyncSession(
      service: "https://journal.example.org", containerID: CloudSide.containerID, environment: .production,
      incarnation: "history \(history)", who: "anna")
  }

  private func call(_ user: String, device: String, now: Int64) -> ServiceCall {
    ServiceCall(
      containerID: CloudSide.containerID, environment: .production, scope: .private, userRecordName: user,
      deviceID: device, now: now, quota: nil, assetBaseURL: "https://journal.example.org/assets",
      freshName: { [counter] in "FRESH-\(counter.change { $0 += 1; return $0 })" },
      randomBytes: { [counter] count in
        var chance = Chance(
          seed: counter.change {
            $0 += 1; return $0
          })
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
      })
  }

  /// Carries out one request; whether others are to be told.
  ///
  /// - Parameters:
  ///   - known: What the client says that it knows of the history; nil where it says nothing.
  ///   - isCopy: Whether the copy is asked, where there is one.
  func answer(
    _ request: CloudRequest, known: ServerHistory? = nil, user: String, device: String, isCopy: Bool = false, now: Int64
  ) -> (CloudAnswer, tellsOthers: Bool) {
    var outbox = Outbox()
    var call = call(user, device: device, now: now)
    // Who somebody is says nothing of a database.
    let known = request.tellsHistory ? known : nil
    call.keepsHistory = known != nil
    return with(isCopy) { server in
      var outcome: Result<CloudReply, CloudFailure>
      do {
        if let known { try server.storage.read { try server.service.requirePast(known, call, in: $0) } }
        outcome = .success(try carryOut(request, call, &outbox, on: &server))
      } catch let error as ServiceError {
        var failure = CloudFailure(
          code: CloudErrorCode(error.code), reason: error.reason, retryAfter: error.retryAfter.map(Double.init))
        failure.isOtherHistory = error.code == .changeTokenExpired && known != nil
        outcome = .failure(failure)
      } catch {
        outcome = .failure(CloudFailure(code: .internalError, reason: "\(error)"))
      }
      var history: ServerHistory?
      do {
        if request.tellsHistory { history = try server.storage.read { try server.service.history(call, in: $0) } }
      } catch {
        outcome = .failure(CloudFailure(code: .internalError, reason: "\(error)"))
      }
      return (CloudAnswer(outcome, history: history, asked: known), !outbox.notifications.isEmpty)
    }
  }

  private func carryOut(
    _ request: CloudRequest, _ call: ServiceCall, _ outbox: inout Outbox, on server: inout Server
  ) throws -> CloudReply {
    let (storage, service) = (server.storage, server.service)
    switch request {
    case .caller: return .caller(UserIdentity(userRecordName: call.userRecordName))
    case .modifyZones(let operations):
      return .zones(try storage.write { try service.modifyZones(operations, call, in: $0, outbox: &outbox) })
    case .modifySubscriptions(let operations):
      return .subscriptions(try storage.write { try service.modifySubscriptions(operations, call, in: $0) })
    case .zoneChanges(let zones): return .zoneChanges(try storage.read { try service.zoneChanges(zones, call, in: $0) })
    case .databaseChanges(let changes):
      return .databaseChanges(try storage.read { try service.databaseChanges(changes, call, in: $0) })
    case .resolve, .accept: throw ServiceError(.badRequest, "no links here")
    case .modify(let modify):
      let reply = try storage.write { try service.modify(modify, call, in: $0, outbox: &outbox) }
      for outcome in reply.outcomes { if case .failed = outcome {} else { writes += 1 } }
      return .records(reply)
    case .lookup(let lookup): return .records(try storage.read { try service.lookup(lookup, call, in: $0) })
    case .uploadAsset(let token, let zoneID, let source):
      guard case .bytes(let bytes) = source else { throw ServiceError(.badRequest, "no file here") }
      let targets = try storage.write { try service.uploadTargets([token], zoneID: zoneID, call, in: $0) }
      let secret = targets.first.map { String($0.url.split(separator: "/").last ?? "") } ?? ""
      let checksum = AssetChecksum.make(sha256: Digest(of: bytes).bytes)
      server.objects[checksum] = bytes
      return .asset(
        try storage.write {
          try service.finishUpload(
            token: secret, fileChecksum: checksum, size: Int64(bytes.count), objectKey: checksum, now: call.now, in: $0)
        })
    case .downloadAsset(let asset):
      let ticket = asset.downloadURL.map { String($0.split(separator: "/").last ?? "") } ?? ""
      let stored = try storage.read { try service.assetForDownload(ticket: ticket, now: call.now, in: $0) }
      guard let bytes = server.objects[stored.fileChecksum] else { throw ServiceError(.notFound, "no bytes") }
      return .bytes(bytes)
    case .downloadFile: throw ServiceError(.badRequest, "no file here")
    }
  }

  func housekeeping(now: Int64) throws {
    for isCopy in hasCopy ? [false, true] : [false] {
      try with(isCopy) { server in
        let service = server.service
        for gone in try server.storage.write({ try service.housekeeping(now: now, in: $0) }) {
          server.objects[gone.objectKey] = nil
        }
      }
    }
  }

  /// The bytes of a picture as a device that looks at it fetches them; nil where the server does not have them.
  func picture(_ name: String, now: Int64) -> [UInt8]? {
    func ask(_ request: CloudRequest) -> CloudReply? {
      guard case .success(let reply) = answer(request, user: CloudSide.user, device: "viewer", now: now).0.outcome
      else { return nil }
      return reply
    }
    let lookUp = LookupRequest(items: [LookupRequest.Item(recordName: name)], zoneID: ZoneAddress.journal.zoneID)
    guard case .records(let reply)? = ask(.lookup(lookUp)), case .saved(let record)? = reply.outcomes.first,
      case .asset(let asset)? = record.fields["imageAsset"]?.value, case .bytes(let bytes)? = ask(.downloadAsset(asset))
    else { return nil }
    return seal.flatMap { record.fields["sealed"] == nil ? nil : $0 }.map { $0.file("imageAsset", of: record, bytes) }
      ?? bytes
  }

  /// Every record of the journal as it lies there; none where there is no zone.
  func raw(of user: String, now: Int64) throws -> [Record] {
    var found: [Record] = []
    var token: ChangeToken?
    let call = call(user, device: "checker", now: now)
    while true {
      let request = ZoneChangesRequest(zoneID: ZoneAddress.journal.zoneID, syncToken: token)
      let outcomes = try main.storage.read { try main.service.zoneChanges([request], call, in: $0) }
      guard case .page(let page)? = outcomes.first else { return [] }
      for case .changed(let record) in page.changes { found.append(record) }
      token = page.syncToken
      if !page.moreComing { return found }
    }
  }

  /// Whether the server has a record of this name.
  func has(_ name: String, now: Int64) -> Bool { record(name, now: now) != nil }

  /// A record of the journal as it lies there.
  ///
  /// - Parameter isCopy: Whether the copy is asked, where there is one.
  func record(_ name: String, isCopy: Bool = false, now: Int64) -> Record? {
    let request = CloudRequest.lookup(
      LookupRequest(items: [LookupRequest.Item(recordName: name)], zoneID: ZoneAddress.journal.zoneID))
    guard
      case .success(.records(let reply)) = answer(
        request, user: CloudSide.user, device: "checker", isCopy: isCopy, now: now
      ).0.outcome, case .saved(let record)? = reply.outcomes.first
    else { return nil }
    return record
  }

  /// All bytes that lie on the server, with what they belong to.
  func everything(now: Int64) throws -> [(what: String, bytes: [UInt8])] {
    var found = main.objects.sorted { $0.key < $1.key }.map { (what: "file \($0.key.prefix(5))", bytes: $0.value) }
    for record in try raw(of: CloudSide.user, now: now) {
      for (name, field) in record.fields.sorted(by: { $0.key < $1.key }) {
        let bytes: [UInt8] = if case .bytes(let bytes) = field.value { bytes } else { Array("\(field.value)".utf8) }
        found.append((what: "\(name) of \(record.recordName.suffix(5))", bytes: bytes))
      }
    }
    return found
  }

  /// Every living record of the journal as a device would read it, by name; nil where there is no zone.
  ///
  /// - Parameter isCopy: Whether the copy is asked, where there is one.
  func records(of user: String, isCopy: Bool = false, now: Int64) throws -> [String: FetchedRecord]? {
    try with(isCopy) { try records(of: user, on: $0, now: now) }
  }

  private func records(of user: String, on server: Server, now: Int64) throws -> [String: FetchedRecord]? {
    var found: [String: FetchedRecord] = [:]
    var token: ChangeToken?
    let mapping = RecordMapping(sealing: seal?.reading ?? .plain)
    let call = call(user, device: "checker", now: now)
    while true {
      let request = ZoneChangesRequest(zoneID: ZoneAddress.journal.zoneID, syncToken: token)
      let outcomes = try server.storage.read { try server.service.zoneChanges([request], call, in: $0) }
      guard case .page(let page)? = outcomes.first else { return nil }
      for case .changed(let record) in page.changes {
        var files: [String: String] = [:]
        if case .asset(let asset)? = record.fields["bodyAsset"]?.value, let bytes = server.objects[asset.fileChecksum] {
          let isSealed = record.fields["sealed"] != nil
          let text = seal.flatMap { isSealed ? $0 : nil }.map { $0.file("bodyAsset", of: record, bytes) ?? [] } ?? bytes
          files["bodyAsset"] = String(decoding: text, as: UTF8.self)
        }
        if case .record(let fetched) = mapping.fetched(record, files: files) { found[record.recordName] = fetched }
      }
      token = page.syncToken
      if !page.moreComing { return found }
    }
  }
}

extension CloudRequest {
  /// Whether it is an operation of a database, whose answers tell its history.
  fileprivate var tellsHistory: Bool {
    switch self {
    case .modifyZones, .modifySubscriptions, .zoneChanges, .databaseChanges, .modify, .lookup: true
    case .caller, .resolve, .accept, .uploadAsset, .downloadAsset, .downloadFile: false
    }
  }
}
