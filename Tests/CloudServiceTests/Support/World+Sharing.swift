import CloudRecord
import CloudService
import Foundation
import Testing

/// What people do with shares, in few words.
extension World {
  /// Alice's zone as others name it.
  static let alices = ZoneID(zoneName: "JournalZone", ownerRecordName: "_alice")

  /// A person's call, with the address that the server gives them; `shared` reaches what others have opened to them.
  func person(_ name: String, shared: Bool = false, quota: Int64? = nil, ownerQuota: Int64? = nil) -> ServiceCall {
    var call = call("_\(name)", quota: quota, scope: shared ? .shared : .private)
    call.deviceID = "laptop of \(name)"
    call.addresses = ["\(name)@host.example"]
    call.displayName = name.capitalized
    if shared { call.owner = ZoneOwner(userRecordName: "_alice", quota: ownerQuota, isSuspended: false) }
    return call
  }

  /// Makes Alice share a record, or with an empty name the zone; returns the share's record.
  @discardableResult
  func share(
    _ root: String, as name: String = "S", with people: [String] = ["ben"],
    permission: SharePermission = .readWrite, publicly: SharePermission = .none
  ) throws -> Record {
    let operation = RecordOperation.share(
      root, as: name, with: people.map { .invited($0, permission) }, publicly: publicly)
    let outcome = try modify([operation], person("alice")).outcomes[0]
    return try #require(outcome.record, "\(outcome)")
  }

  func resolve(_ guid: String?, as name: String, root: Bool = false) throws -> ShortGUIDOutcome {
    let request = ShortGUIDRequest(guid ?? "", fetchesRoot: root)
    return try storage.read { try ShareLinks(service).resolve([request], person(name), in: $0)[0] }
  }

  @discardableResult
  func accept(_ guid: String?, as name: String) throws -> (outcome: ShortGUIDOutcome, told: [CloudNotification]) {
    try storage.write { transaction in
      var outbox = Outbox()
      let request = ShortGUIDRequest(guid ?? "")
      let outcome = try ShareLinks(service).accept([request], person(name), in: transaction, outbox: &outbox)[0]
      return (outcome, outbox.notifications)
    }
  }

  /// What a participant's device gets of Alice's zone from a token on.
  func sharedChanges(
    _ name: String, since token: ChangeToken? = nil, limit: Int? = nil
  ) throws -> (changes: [RecordChange], token: ChangeToken) {
    var all: [RecordChange] = []
    var reply = try page(token, zone: World.alices, limit: limit, person(name, shared: true))
    all += reply.changes
    while reply.moreComing {
      reply = try page(reply.syncToken, zone: World.alices, limit: limit, person(name, shared: true))
      all += reply.changes
    }
    return (all, reply.syncToken)
  }

  @discardableResult
  func sharedModify(
    _ name: String, _ operations: [RecordOperation], atomic: Bool = false
  ) throws -> [RecordOutcome] {
    try modify(operations, zone: World.alices, atomic: atomic, person(name, shared: true)).outcomes
  }

  /// The names that a participant can look up.
  func visible(_ name: String, _ names: [String]) throws -> [String: Record] {
    var found: [String: Record] = [:]
    do {
      for outcome in try lookup(names, zone: World.alices, person(name, shared: true)) {
        if let record = outcome.record { found[record.recordName] = record }
      }
    } catch let error as ServiceError where error.code == .zoneNotFound {
      return [:]
    }
    return found
  }

  /// A world in which Alice has an entry with two pictures, and one beside it.
  static func withEntry(_ storage: TestStorage, limits: ServiceLimits = ServiceLimits()) throws -> World {
    let world = try World.withJournal(storage, limits: limits)
    try world.modify(
      [
        .create("e", ["title": .string("herons")]), .child("i", of: "e"), .child("k", of: "e"),
        .create("other", ["title": .string("canary")]),
      ], world.person("alice"))
    return world
  }
}

extension RecordOperation {
  static func share(
    _ root: String?, as name: String, with people: [ShareParticipant]? = nil, publicly: SharePermission? = nil,
    kind: Kind = .create, tag: String? = nil
  ) -> RecordOperation {
    let isZone = root?.isEmpty == true
    var operation = RecordOperation(
      kind, recordName: isZone ? ShareRules.zoneShareName : name, recordType: ShareRules.recordType,
      recordChangeTag: tag)
    operation.sharing = ShareEdit(root: isZone ? nil : root, publicPermission: publicly, participants: people)
    return operation
  }
}

extension ShareParticipant {
  static func invited(_ name: String, _ permission: SharePermission = .readWrite) -> ShareParticipant {
    ShareParticipant(emailAddress: "\(name)@host.example", permission: permission)
  }
}

extension ShortGUIDOutcome {
  var information: ShareInformation? {
    if case .found(_, let information) = self { information } else { nil }
  }

  var error: ServiceError? {
    if case .failed(_, let error, _) = self { error } else { nil }
  }
}
