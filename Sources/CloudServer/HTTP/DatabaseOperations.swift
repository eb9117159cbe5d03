import CloudRecord
import CloudService
import CloudWire

/// What an operation on a database ended with.
struct OperationAnswer: Sendable {
  var status = 200
  var body: [UInt8]
  var notifications: [CloudNotification] = []
  var recordsWritten = 0
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
  /// Finds the account of a zone's owner; accounts are not asked for within a transaction.
  var owner: @Sendable (String) throws -> ZoneOwner? = { _ in nil }

  /// The call with the owner of a zone that is written to.
  private func writing(to zoneID: ZoneID?) throws -> ServiceCall {
    guard call.scope == .shared, let name = zoneID?.ownerRecordName else { return call }
    var told = call
    told.owner = try owner(name)
    return told
  }

  func perform(_ operation: Operation, body: [UInt8]) throws -> OperationAnswer {
    let reader = try RequestReader(body)
    let format = try reader.format()
    switch operation {
    case .modifyRecords:
      var request = try reader.modify()
      if wantsSyncToken { request.wantsSyncToken = true }
      var outbox = Outbox()
      let (asked, call) = (request, try writing(to: request.zoneID))
      // A body that is run again after a failed commit must begin with an empty box.
      let reply = try storage.write { transaction in
        outbox = Outbox()
        return try service.modify(asked, call, in: transaction, outbox: &outbox)
      }
      var answer = OperationAnswer(
        status: reply.atomicFailure?.code.httpStatus ?? 200,
        body: ReplyWriter.records(reply, uuid: requestID, format: format))
      answer.notifications = outbox.notifications
      answer.recordsWritten = reply.outcomes.count {
        if case .failed = $0 { false } else { true }
      }
      return answer
    case .lookupRecords:
      var request = try reader.lookup()
      if wantsSyncToken { request.wantsSyncToken = true }
      let reply = try storage.read { try service.lookup(request, call, in: $0) }
      return OperationAnswer(body: ReplyWriter.records(reply, uuid: requestID, format: format))
    case .queryRecords:
      var request = try reader.query()
      if wantsSyncToken { request.wantsSyncToken = true }
      return try answer(ReplyWriter.query, format: format) { try service.query(request, call, in: $0) }
    case .recordChanges:
      let request = try reader.recordChanges()
      return try answer(ReplyWriter.recordChanges, format: format) { try service.recordChanges(request, call, in: $0) }
    case .zoneChanges:
      let (requests, formats) = try reader.zoneChanges()
      return try answer(ReplyWriter.zoneChanges, format: formats) { try service.zoneChanges(requests, call, in: $0) }
    case .databaseChanges:
      let request = try reader.databaseChanges()
      return try answer(ReplyWriter.databaseChanges, format: format) {
        try service.databaseChanges(request, call, in: $0)
      }
    case .oldZoneChanges:
      let request = try reader.zonesChanges()
      return try answer(ReplyWriter.zonesChanges, format: format) { try service.databaseChanges(request, call, in: $0) }
    case .listZones, .lookupZones, .modifyZones: return try zones(operation, reader, format)
    case .listSubscriptions, .lookupSubscriptions, .modifySubscriptions:
      return try subscriptions(operation, reader, format)
    case .uploadAssets:
      let request = try reader.assetsUpload()
      let call = try writing(to: request.zoneID)
      let targets = try storage.write {
        try service.uploadTargets(request.tokens, zoneID: request.zoneID, call, in: $0)
      }
      return OperationAnswer(body: ReplyWriter.uploadTargets(targets))
    case .rereferenceAssets:
      let request = try reader.assetsRereference()
      let outcomes = try storage.read { try service.rereference(request.assets, zoneID: request.zoneID, call, in: $0) }
      return OperationAnswer(body: ReplyWriter.assets(outcomes))
    case .resolveRecords, .acceptRecords, .currentUser, .caller, .discoverUsers, .lookupEmails, .lookupIDs,
      .lookupContacts, .createToken,
      .registerToken:
      throw ServiceError(.internalError, "\(operation.rawValue) is not an operation on a database")
    }
  }

  /// Reads in one transaction, and writes the reply as `write` does.
  private func answer<Reply, Format>(
    _ write: (Reply, Format) -> [UInt8], format: Format, _ read: (any CloudTransaction) throws -> Reply
  ) throws -> OperationAnswer {
    OperationAnswer(body: write(try storage.read(read), format))
  }

  private func zones(_ operation: Operation, _ reader: RequestReader, _ format: ReplyFormat) throws -> OperationAnswer {
    switch operation {
    case .lookupZones:
      let ids = try reader.zonesLookup()
      return try answer(ReplyWriter.zones, format: format) { try service.lookupZones(ids, call, in: $0) }
    case .modifyZones:
      let operations = try reader.zonesModify()
      var outbox = Outbox()
      let outcomes = try storage.write { transaction in
        outbox = Outbox()
        return try service.modifyZones(operations, call, in: transaction, outbox: &outbox)
      }
      var answer = OperationAnswer(body: ReplyWriter.zones(outcomes, format: format))
      answer.notifications = outbox.notifications
      return answer
    default:
      return try answer(ReplyWriter.zonesList, format: format) { try service.listZones(call, in: $0) }
    }
  }

  private func subscriptions(
    _ operation: Operation, _ reader: RequestReader, _ format: ReplyFormat
  ) throws -> OperationAnswer {
    switch operation {
    case .lookupSubscriptions:
      let ids = try reader.subscriptionsLookup()
      return try answer(ReplyWriter.subscriptions, format: format) {
        try service.lookupSubscriptions(ids, call, in: $0)
      }
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
      return OperationAnswer(body: ReplyWriter.subscriptions(outcomes, format: format))
    default:
      return try answer(ReplyWriter.subscriptionsList, format: format) { try service.listSubscriptions(call, in: $0) }
    }
  }
}
