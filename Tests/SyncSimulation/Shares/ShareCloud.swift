import CloudRecord
import CloudService

/// The service with several accounts: who asks for which database, and what each answer shows to whom.
final class ShareCloud {
  static let owner = "_anna"
  static let guests = ["_ben", "_cleo"]
  static let container = "iCloud.org.cloudjournal"
  /// The zone in which everything is shared, as its owner names it.
  static let zone = "JournalZone"

  let service: CloudService
  let storage = MemoryCloudStorage()
  private let counter = Knob<UInt64>(0)

  init(page: Int) throws {
    var limits = ServiceLimits()
    limits.recordsPerPage = page
    let run = try storage.write { try CloudService.beginRun(1, in: $0) }
    service = CloudService(
      settings: ServiceSettings(
        incarnation: [UInt8](repeating: 1, count: 16), signingKey: Array(0..<32), run: run, limits: limits))
  }

  /// The address that an account has.
  static func address(_ user: String) -> String { "\(user.dropFirst())@journal.example" }

  private func call(_ user: String, _ scope: DatabaseScope, device: String, now: Int64) -> ServiceCall {
    var call = ServiceCall(
      containerID: ShareCloud.container, environment: .production, scope: scope, userRecordName: user,
      deviceID: device, now: now, quota: nil, assetBaseURL: "https://journal.example.org/assets",
      freshName: { [counter] in "FRESH-\(counter.change { $0 += 1; return $0 })" },
      randomBytes: { [counter] count in
        var chance = Chance(
          seed: counter.change {
            $0 += 1; return $0
          })
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
      })
    call.addresses = [ShareCloud.address(user)]
    if scope == .shared { call.owner = ZoneOwner(userRecordName: ShareCloud.owner, quota: nil, isSuspended: false) }
    return call
  }

  /// Carries out one request.
  func answer(
    _ request: CloudRequest, by user: String, in scope: DatabaseScope, device: String, now: Int64
  ) -> Result<CloudReply, CloudFailure> {
    let call = call(user, scope, device: device, now: now)
    var outbox = Outbox()
    do {
      switch request {
      case .caller: return .success(.caller(UserIdentity(userRecordName: user)))
      case .modifyZones(let operations):
        return .success(
          .zones(try storage.write { try service.modifyZones(operations, call, in: $0, outbox: &outbox) }))
      case .zoneChanges(let zones):
        return .success(.zoneChanges(try storage.read { try service.zoneChanges(zones, call, in: $0) }))
      case .databaseChanges(let changes):
        return .success(.databaseChanges(try storage.read { try service.databaseChanges(changes, call, in: $0) }))
      case .lookup(let lookup):
        return .success(.records(try storage.read { try service.lookup(lookup, call, in: $0) }))
      case .modify(let modify):
        return .success(.records(try storage.write { try service.modify(modify, call, in: $0, outbox: &outbox) }))
      case .accept(let links):
        let outcomes = try storage.write { try ShareLinks(service).accept(links, call, in: $0, outbox: &outbox) }
        return .success(.links(outcomes))
      case .modifySubscriptions, .resolve, .uploadAsset, .downloadAsset, .downloadFile:
        throw ServiceError(.badRequest, "not asked for here")
      }
    } catch let error as ServiceError {
      return .failure(
        CloudFailure(
          code: CloudErrorCode(error.code), reason: error.reason, retryAfter: error.retryAfter.map(Double.init)))
    } catch {
      return .failure(CloudFailure(code: .internalError, reason: "\(error)"))
    }
  }

  /// Whether anything is shared with an account in the owner's zone: what a program asks before it fetches.
  func isListed(for user: String, now: Int64) -> Bool {
    guard
      case .success(.databaseChanges(let reply)) = answer(
        .databaseChanges(DatabaseChangesRequest(syncToken: nil)), by: user, in: .shared, device: "lister", now: now)
    else { return false }
    return reply.zones.contains { $0.zoneID.ownerRecordName == ShareCloud.owner && !$0.isDeleted }
  }
}
