import CloudRecord
import CloudService
import CloudWire

/// What an operation on a database ended with.
struct OperationAnswer: Sendable {
  var status = 200
  var body: [UInt8]
  var notifications: [CloudNotification] = []
  var recordsWritten = 0

  init(_ body: [UInt8], status: Int = 200) {
    self.body = body
    self.status = status
  }
}

/// Joins an operation's JSON with the rules that carry it out, within one transaction; blocks.
struct DatabaseOperations: Sendable {
  let service: CloudService
  let storage: any CloudStorage
  let call: ServiceCall
  /// For answers that have to name themselves.
  let requestID: String
  /// Whether the address asks for the zone's change token, as a body can as well.
  var wantsSyncToken = false

  func perform(_ operation: Operation, body: [UInt8]) throws -> OperationAnswer {
    let reader = try RequestReader(body)
    let format = try reader.format()
    switch operation {
    case .modifyRecords:
      var request = try reader.modify()
      if wantsSyncToken { request.wantsSyncToken = true }
      var outbox = Outbox()
      let asked = request
      // A body that is run again after a failed commit must begin with an empty box.
      let reply = try storage.write { transaction in
        outbox = Outbox()
        return try service.modify(asked, call, in: transaction, outbox: &outbox)
      }
      var answer = OperationAnswer(
        ReplyWriter.records(reply, uuid: requestID, format: format), status: reply.atomicFailure?.code.httpStatus ?? 200
      )
      answer.notifications = outbox.notifications
      answer.recordsWritten = reply.outcomes.count {
        if case .failed = $0 { false } else { true }
      }
      return answer
    case .lookupRecords:
      var request = try reader.lookup()
      if wantsSyncToken { request.wantsSyncToken = true }
      let reply = try storage.read { try service.lookup(request, call, in: $0) }
      return OperationAnswer(ReplyWriter.records(reply, uuid: requestID, format: format))
    case .queryRecords:
      var request = try reader.query()
      if wantsSyncToken { request.wantsSyncToken = true }
      let reply = try storage.read { try service.query(request, call, in: $0) }
      return OperationAnswer(ReplyWriter.query(reply, format: format))
    case .recordChanges:
      let request = try reader.recordChanges()
      let reply = try storage.read { try service.recordChanges(request, call, in: $0) }
      return OperationAnswer(ReplyWriter.recordChanges(reply, format: format))
    case .zoneChanges:
      let (requests, formats) = try reader.zoneChanges()
      let outcomes = try storage.read { try service.zoneChanges(requests, call, in: $0) }
      return OperationAnswer(ReplyWriter.zoneChanges(outcomes, formats: formats))
    case .databaseChanges:
      let request = try reader.databaseChanges()
      let reply = try storage.read { try service.databaseChanges(request, call, in: $0) }
      return OperationAnswer(ReplyWriter.databaseChanges(reply, format: format))
    case .oldZoneChanges:
      let request = try reader.zonesChanges()
      let reply = try storage.read { try service.databaseChanges(request, call, in: $0) }
      return OperationAnswer(ReplyWriter.zonesChanges(reply, format: format))
    case .listZones, .lookupZones, .modifyZones: return try zones(operation, reader, format)
    case .listSubscriptions, .lookupSubscriptions, .modifySubscriptions:
      return try subscriptions(operation, reader, format)
    case .uploadAssets:
      let request = try reader.assetsUpload()
      let targets = try storage.write {
        try service.uploadTargets(request.tokens, zoneID: request.zoneID, call, in: $0)
      }
      return OperationAnswer(ReplyWriter.uploadTargets(targets))
    case .rereferenceAssets:
      let request = try reader.assetsRereference()
      let outcomes = try storage.read { try service.rereference(request.assets, zoneID: request.zoneID, call, in: $0) }
      return OperationAnswer(ReplyWriter.assets(outcomes))
    case .resolveRecords, .acceptRecords:
      throw ServiceError.noSharing
    case .currentUser, .caller, .discoverUsers, .lookupEmails, .lookupIDs, .lookupContacts, .createToken,
      .registerToken:
      throw ServiceError(.internalError, "\(operation.rawValue) is not an operation on a database")
    }
  }

  private func zones(_ operation: Operation, _ reader: RequestReader, _ format: ReplyFormat) throws -> OperationAnswer {
    switch operation {
    case .lookupZones:
      let ids = try reader.zonesLookup()
      let outcomes = try storage.read { try service.lookupZones(ids, call, in: $0) }
      return OperationAnswer(ReplyWriter.zones(outcomes, format: format))
    case .modifyZones:
      let operations = try reader.zonesModify()
      var outbox = Outbox()
      let outcomes = try storage.write { transaction in
        outbox = Outbox()
        return try service.modifyZones(operations, call, in: transaction, outbox: &outbox)
      }
      var answer = OperationAnswer(ReplyWriter.zones(outcomes, format: format))
      answer.notifications = outbox.notifications
      return answer
    default:
      let zones = try storage.read { try service.listZones(call, in: $0) }
      return OperationAnswer(ReplyWriter.zonesList(zones, format: format))
    }
  }

  private func subscriptions(
    _ operation: Operation, _ reader: RequestReader, _ format: ReplyFormat
  ) throws -> OperationAnswer {
    switch operation {
    case .lookupSubscriptions:
      let ids = try reader.subscriptionsLookup()
      let outcomes = try storage.read { try service.lookupSubscriptions(ids, call, in: $0) }
      return OperationAnswer(ReplyWriter.subscriptions(outcomes, format: format))
    case .modifySubscriptions:
      let items = try reader.subscriptionsModify()
      let operations = items.compactMap { item in
        if case .success(let operation) = item.operation { operation } else { nil }
      }
      var outcomes = try storage.write { try service.modifySubscriptions(operations, call, in: $0) }
      // Each answer stands where its operation stood.
      for (place, item) in items.enumerated() {
        guard case .failure(let error) = item.operation else { continue }
        outcomes.insert(.failed(subscriptionID: item.subscriptionID, error), at: place)
      }
      return OperationAnswer(ReplyWriter.subscriptions(outcomes, format: format))
    default:
      let subscriptions = try storage.read { try service.listSubscriptions(call, in: $0) }
      return OperationAnswer(ReplyWriter.subscriptionsList(subscriptions, format: format))
    }
  }
}

extension ServiceError {
  /// What `records/resolve` and `records/accept` are told.
  static var noSharing: ServiceError {
    ServiceError(.badRequest, "sharing is not offered by this server: there are no shares to resolve or to accept")
  }
}
