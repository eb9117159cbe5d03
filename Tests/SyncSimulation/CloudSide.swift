import CloudRecord
import CloudService
import JournalSync
import SyncCore

/// The server: the real rules of the service over storage in memory.
final class CloudSide {
  static let containerID = "iCloud.org.cloudjournal"
  static let user = "_anna"
  static let stranger = "_bert"

  private(set) var service: CloudService
  private(set) var storage = MemoryCloudStorage()
  private(set) var history = 1
  private var objects: [String: [UInt8]] = [:]
  private let limits: ServiceLimits
  private let counter = Knob<UInt64>(0)
  /// How many records were saved or deleted so far.
  private(set) var writes = 0

  init(_ plan: Plan) {
    var limits = ServiceLimits()
    limits.recordsPerPage = plan.page
    limits.tombstoneRetention = plan.tombstones
    if let quarantine = plan.quarantine { limits.assetQuarantine = quarantine }
    self.limits = limits
    service = CloudSide.service(history: 1, limits)
  }

  private static func service(history: Int, _ limits: ServiceLimits) -> CloudService {
    CloudService(
      settings: ServiceSettings(
        incarnation: [UInt8](repeating: UInt8(truncatingIfNeeded: history), count: 16), signingKey: Array(0..<32),
        limits: limits))
  }

  /// An empty server in the place of this one.
  func replace() {
    history += 1
    storage = MemoryCloudStorage()
    objects = [:]
    service = CloudSide.service(history: history, limits)
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
  func answer(
    _ request: CloudRequest, user: String, device: String, now: Int64
  ) -> (Result<CloudReply, CloudFailure>, tellsOthers: Bool) {
    var outbox = Outbox(writerDeviceID: device)
    do {
      let reply = try carryOut(request, call(user, device: device, now: now), &outbox)
      return (.success(reply), !outbox.notifications.isEmpty)
    } catch let error as ServiceError {
      return (
        .failure(
          CloudFailure(
            code: CloudErrorCode(error.code), reason: error.reason, retryAfter: error.retryAfter.map(Double.init))),
        false
      )
    } catch {
      return (.failure(CloudFailure(code: .internalError, reason: "\(error)")), false)
    }
  }

  private func carryOut(_ request: CloudRequest, _ call: ServiceCall, _ outbox: inout Outbox) throws -> CloudReply {
    switch request {
    case .caller: return .caller(UserIdentity(userRecordName: call.userRecordName))
    case .modifyZones(let operations):
      return .zones(try storage.write { try service.modifyZones(operations, call, in: $0, outbox: &outbox) })
    case .modifySubscriptions(let operations):
      return .subscriptions(try storage.write { try service.modifySubscriptions(operations, call, in: $0) })
    case .databaseChanges(let changes):
      return .databaseChanges(try storage.read { try service.databaseChanges(changes, call, in: $0) })
    case .zoneChanges(let zones): return .zoneChanges(try storage.read { try service.zoneChanges(zones, call, in: $0) })
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
      objects[checksum] = bytes
      return .asset(
        try storage.write {
          try service.finishUpload(
            token: secret, fileChecksum: checksum, size: Int64(bytes.count), objectKey: checksum, now: call.now, in: $0)
        })
    case .downloadAsset(let asset):
      let ticket = asset.downloadURL.map { String($0.split(separator: "/").last ?? "") } ?? ""
      let stored = try storage.read { try service.assetForDownload(ticket: ticket, now: call.now, in: $0) }
      guard let bytes = objects[stored.fileChecksum] else { throw ServiceError(.notFound, "no bytes") }
      return .bytes(bytes)
    case .downloadFile: throw ServiceError(.badRequest, "no file here")
    }
  }

  func housekeeping(now: Int64) throws {
    for gone in try storage.write({ try service.housekeeping(now: now, in: $0) }) { objects[gone.objectKey] = nil }
  }

  /// The bytes of a picture as a device that looks at it fetches them; nil where the server does not have them.
  func picture(_ name: String, now: Int64) -> [UInt8]? {
    func ask(_ request: CloudRequest) -> CloudReply? {
      guard case .success(let reply) = answer(request, user: CloudSide.user, device: "viewer", now: now).0 else {
        return nil
      }
      return reply
    }
    let lookUp = LookupRequest(items: [LookupRequest.Item(recordName: name)], zoneID: JournalSchema.zoneID)
    guard case .records(let reply)? = ask(.lookup(lookUp)), case .saved(let record)? = reply.outcomes.first,
      case .asset(let asset)? = record.fields["imageAsset"]?.value, case .bytes(let bytes)? = ask(.downloadAsset(asset))
    else { return nil }
    return bytes
  }

  /// Every living record of the journal as a device would read it, by name; nil where there is no zone.
  func records(of user: String, now: Int64) throws -> [String: FetchedRecord]? {
    var found: [String: FetchedRecord] = [:]
    var token: ChangeToken?
    let mapping = RecordMapping()
    let call = call(user, device: "checker", now: now)
    while true {
      let request = ZoneChangesRequest(zoneID: JournalSchema.zoneID, syncToken: token)
      let outcomes = try storage.read { try service.zoneChanges([request], call, in: $0) }
      guard case .page(let page)? = outcomes.first else { return nil }
      for case .changed(let record) in page.changes {
        var files: [String: String] = [:]
        if case .asset(let asset)? = record.fields["bodyAsset"]?.value, let bytes = objects[asset.fileChecksum] {
          files["bodyAsset"] = String(decoding: bytes, as: UTF8.self)
        }
        if case .record(let fetched) = mapping.fetched(record, files: files) { found[record.recordName] = fetched }
      }
      token = page.syncToken
      if !page.moreComing { return found }
    }
  }
}
