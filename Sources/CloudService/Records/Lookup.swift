package import CloudRecord

extension CloudService {
  /// `records/lookup`: each record asked for, in the order asked, or NOT_FOUND in its place.
  ///
  /// - Throws: BAD_REQUEST for too many records, ZONE_NOT_FOUND, and the storage's own errors.
  package func lookup(
    _ request: LookupRequest, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> RecordsReply {
    try checkCount(request.items.count, "records")
    let reached = try reach(request.zoneID, call, in: transaction)
    let answers = RecordAnswers(self, call, reached, in: transaction)
    let commonKeys = DesiredKeys(request.desiredKeys)
    var valid: Set<String> = []
    for item in request.items {
      // No record has a name that the rules refuse.
      do { try names.check(item.recordName, "recordName") } catch { continue }
      valid.insert(item.recordName)
    }
    var rows: [String: StoredRecord] = [:]
    for row in try transaction.records(valid.sorted(), in: reached.zone.id) where !row.isDeleted {
      guard reached.access?.sees(row) ?? true else { continue }
      rows[row.recordName] = row
    }
    let outcomes = try request.items.map { item throws -> RecordOutcome in
      guard valid.contains(item.recordName), let row = rows[item.recordName] else {
        return .failed(recordName: item.recordName, ServiceError(.notFound, "Record not found"))
      }
      let keys = item.desiredKeys.map { DesiredKeys($0) } ?? commonKeys
      return .saved(try answers.record(row, keys))
    }
    return RecordsReply(
      outcomes: outcomes,
      syncToken: request.wantsSyncToken ? try told(reached, call, in: transaction).syncToken : nil)
  }
}
