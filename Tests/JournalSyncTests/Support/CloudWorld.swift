import CloudRecord
import CloudService
import Synchronization

/// The real service over memory, asked without a network, with failures on demand.
final class CloudWorld: Sendable {
  enum Fault: Sendable {
    /// The request never arrives.
    case lost(CloudFailure)
    /// Something else is answered.
    case answer(CloudReply)
    /// The request is carried out, and its answer is lost.
    case replyLost
  }

  struct State {
    var now: Int64 = 1_700_000_000_000
    var names = 0
    var quota: Int64?
    var incarnation: UInt8 = 1
    var user = "_anna"
    var files: [String: [UInt8]] = [:]
    /// Files of all devices, by their paths.
    var disk: [String: [UInt8]] = [:]
    var requests: [CloudRequest] = []
    /// The service's present run; nil while it keeps none, and tells nothing of its history.
    var run: StoredRun?
    /// Whether who knows of another past is refused; else answers tell, and no more.
    var checksPast = true
  }

  private let storage = Mutex(MemoryCloudStorage())
  private let copy = Mutex(MemoryCloudStorage())
  let state = Mutex(State())
  /// Asked for each request before it is carried out.
  let fault = Mutex<@Sendable (CloudRequest) -> Fault?>({ _ in nil })

  var now: Int64 { state.withLock { $0.now } }
  func advance(_ milliseconds: Int64) { state.withLock { $0.now += milliseconds } }
  var requests: [CloudRequest] { state.withLock { $0.requests } }

  var modifies: [ModifyRequest] {
    requests.compactMap { if case .modify(let request) = $0 { request } else { nil } }
  }

  func failing(_ body: @escaping @Sendable (CloudRequest) -> Fault?) { fault.withLock { $0 = body } }

  /// Fails the next request that `matches`, and no other.
  func failOnce(_ fault: Fault, where matches: @escaping @Sendable (CloudRequest) -> Bool) {
    let isUsed = Flag()
    failing { request in
      guard matches(request), isUsed.raise() else { return nil }
      return fault
    }
  }

  /// A server whose data are gone, and who says so by another name.
  func replace() {
    storage.withLock { $0 = MemoryCloudStorage() }
    state.withLock { $0.incarnation += 1 }
  }

  private func service(_ state: State) -> CloudService {
    CloudService(
      settings: ServiceSettings(
        incarnation: [UInt8](repeating: state.incarnation, count: 16), signingKey: Array(0..<32), run: state.run))
  }

  // MARK: Its history

  /// The server starts, and keeps a run from now on.
  func begin(run: Int64) throws {
    let storage = storage.withLock { $0 }
    let begun = try storage.write { try CloudService.beginRun(run, in: $0) }
    state.withLock { $0.run = begun }
  }

  /// Keeps a copy of the data.
  func copyFolder() {
    let rows = storage.withLock { $0.copy() }
    copy.withLock { $0 = rows }
  }

  /// Puts the copy in the place of the data, and starts on it.
  func putBack(run: Int64) throws {
    let rows = copy.withLock { $0.copy() }
    storage.withLock { $0 = rows }
    try begin(run: run)
  }

  /// The last number that was given in Anna's database.
  func sequence() throws -> Int64 {
    let storage = storage.withLock { $0 }
    let state = state.withLock { $0 }
    return try storage.read { try service(state).history(call(state, device: "observer"), in: $0).sequence }
  }

  /// Sends a request as a client does that knows the server's history.
  func exchange(_ request: CloudRequest, device: String, known: ServerHistory?) -> CloudAnswer {
    let state = state.withLock { $0 }
    guard state.run != nil, request.isToDatabase else { return CloudAnswer(send(request, device: device)) }
    let storage = storage.withLock { $0 }
    let service = service(state)
    let call = call(state, device: device)
    func history() -> ServerHistory? {
      do { return try storage.read { try service.history(call, in: $0) } } catch { return nil }
    }
    do {
      if let known, state.checksPast { try storage.read { try service.requirePast(known, call, in: $0) } }
    } catch {
      let failure = CloudFailure(code: .changeTokenExpired, reason: "\(error)", isOtherHistory: true)
      return CloudAnswer(.failure(failure), history: history(), asked: known)
    }
    let outcome = send(request, device: device, keepsHistory: known != nil)
    return CloudAnswer(outcome, history: history(), asked: known)
  }

  private func call(_ state: State, device: String) -> ServiceCall {
    ServiceCall(
      containerID: "iCloud.test", environment: .production, scope: .private, userRecordName: state.user,
      deviceID: device, now: state.now, quota: state.quota, assetBaseURL: "https://host/assets/1",
      freshName: { [self] in "FRESH-\(nextName())" },
      randomBytes: { [self] count in
        let number = nextName()
        return (0..<count).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) }
      })
  }

  private func nextName() -> Int {
    state.withLock {
      $0.names += 1
      return $0.names
    }
  }

  func send(
    _ request: CloudRequest, device: String, keepsHistory: Bool = false
  ) -> Result<CloudReply, CloudFailure> {
    state.withLock { $0.requests.append(request) }
    let fault = fault.withLock { $0 }(request)
    if case .lost(let failure)? = fault { return .failure(failure) }
    if case .answer(let reply)? = fault { return .success(reply) }
    let result: Result<CloudReply, CloudFailure>
    do {
      result = .success(try answer(request, device, keepsHistory))
    } catch let failure as CloudFailure {
      result = .failure(failure)
    } catch let error as ServiceError {
      result = .failure(
        CloudFailure(
          code: CloudErrorCode(error.code), reason: error.reason, retryAfter: error.retryAfter.map(Double.init)))
    } catch {
      result = .failure(CloudFailure(code: .internalError, reason: "\(error)"))
    }
    if case .replyLost? = fault {
      return .failure(CloudFailure(code: .networkFailure, reason: "cut", isOutcomeUnknown: true))
    }
    return result
  }

  private func answer(_ request: CloudRequest, _ device: String, _ keepsHistory: Bool = false) throws -> CloudReply {
    let storage = storage.withLock { $0 }
    let state = state.withLock { $0 }
    let service = service(state)
    var call = call(state, device: device)
    call.keepsHistory = keepsHistory
    var outbox = Outbox()
    switch request {
    case .caller: return .caller(UserIdentity(userRecordName: state.user))
    case .modifyZones(let operations):
      return .zones(try storage.write { try service.modifyZones(operations, call, in: $0, outbox: &outbox) })
    case .modifySubscriptions(let operations):
      return .subscriptions(try storage.write { try service.modifySubscriptions(operations, call, in: $0) })
    case .zoneChanges(let zones):
      return .zoneChanges(try storage.read { try service.zoneChanges(zones, call, in: $0) })
    case .databaseChanges(let changes):
      return .databaseChanges(try storage.read { try service.databaseChanges(changes, call, in: $0) })
    case .resolve, .accept: throw ServiceError(.badRequest, "no links here")
    case .modify(let modify):
      return .records(try storage.write { try service.modify(modify, call, in: $0, outbox: &outbox) })
    case .lookup(let lookup): return .records(try storage.read { try service.lookup(lookup, call, in: $0) })
    case .uploadAsset(let token, let zoneID, let source):
      switch source {
      case .bytes(let bytes): return .asset(try upload(bytes, token, zoneID, call, service, storage))
      case .file(let path, let digest):
        guard let bytes = state.disk[path] else { throw ServiceError(.badRequest, "no file \(path)") }
        if let digest, digest != Digest(of: bytes).description { throw CloudFailure.changed }
        return .asset(try upload(bytes, token, zoneID, call, service, storage))
      }
    case .downloadAsset(let asset): return .bytes(try download(asset, call, service, storage))
    case .downloadFile(let asset, let path):
      let bytes = try download(asset, call, service, storage)
      self.state.withLock { $0.disk[path] = bytes }
      return .file(StoredFile(size: Int64(bytes.count), digest: Digest(of: bytes).description))
    }
  }

  private func download(
    _ asset: Asset, _ call: ServiceCall, _ service: CloudService, _ storage: MemoryCloudStorage
  ) throws -> [UInt8] {
    let ticket = String(asset.downloadURL?.split(separator: "/").last ?? "")
    let stored = try storage.read { try service.assetForDownload(ticket: ticket, now: call.now, in: $0) }
    guard let bytes = state.withLock({ $0.files[stored.fileChecksum] }) else {
      throw ServiceError(.notFound, "no bytes")
    }
    return bytes
  }

  private func upload(
    _ bytes: [UInt8], _ token: AssetUploadToken, _ zoneID: ZoneID, _ call: ServiceCall, _ service: CloudService,
    _ storage: MemoryCloudStorage
  ) throws -> Asset {
    let checksum = AssetChecksum.make(sha256: Digest(of: bytes).bytes)
    let asset = try storage.write { transaction in
      let targets = try service.uploadTargets([token], zoneID: zoneID, call, in: transaction)
      let secret = String(targets[0].url.split(separator: "/").last ?? "")
      return try service.finishUpload(
        token: secret, fileChecksum: checksum, size: Int64(bytes.count), objectKey: checksum, now: call.now,
        in: transaction)
    }
    state.withLock { $0.files[checksum] = bytes }
    return asset
  }

  // MARK: What others do

  /// What the server has of a record.
  func record(_ name: String) throws -> Record? {
    let items = [LookupRequest.Item(recordName: name)]
    let request = LookupRequest(items: items, zoneID: ZoneID(zoneName: "JournalZone"))
    guard case .records(let reply) = try answer(.lookup(request), "observer"),
      case .saved(let record)? = reply.outcomes.first
    else { return nil }
    return record
  }

  /// Another program's write.
  @discardableResult
  func modify(_ operation: RecordOperation) throws -> RecordOutcome? {
    let request = ModifyRequest(operations: [operation], zoneID: ZoneID(zoneName: "JournalZone"))
    guard case .records(let reply) = try answer(.modify(request), "stranger") else { return nil }
    return reply.outcomes.first
  }

  func zones(_ operation: ZoneOperation) throws { _ = try answer(.modifyZones([operation]), "stranger") }
}

extension CloudFailure {
  fileprivate static let changed = CloudFailure(code: .assetFileModified, reason: "the file changed while it was sent")
}

/// Is raised once.
final class Flag: Sendable {
  private let isRaised = Mutex(false)

  /// Whether this was the first time.
  func raise() -> Bool {
    isRaised.withLock { isRaised in
      defer { isRaised = true }
      return !isRaised
    }
  }
}

extension CloudRequest {
  /// Whether it is an operation of a database, whose answers tell its history.
  var isToDatabase: Bool {
    switch self {
    case .modifyZones, .modifySubscriptions, .zoneChanges, .databaseChanges, .modify, .lookup: true
    case .caller, .resolve, .accept, .uploadAsset, .downloadAsset, .downloadFile: false
    }
  }
}
