package import CloudRecord

extension CloudService {
  /// `records/modify`: saves and deletions in their order, one outcome for each.
  ///
  /// An atomic request changes everything or nothing; of one that is not, every operation stands for itself.
  ///
  /// - Throws: BAD_REQUEST for too many operations, ZONE_NOT_FOUND, and the storage's own errors. An error of one
  ///   operation is its outcome.
  package func modify(
    _ request: ModifyRequest, _ call: ServiceCall, in transaction: any CloudTransaction, outbox: inout Outbox
  ) throws -> RecordsReply {
    try checkCount(request.operations.count, "operations")
    let reached = try open(request.zoneID, call, in: transaction)
    let (database, zone) = (reached.database, reached.zone)
    // One operation is all or nothing by itself, and its own code says more than ATOMIC_ERROR would.
    let isAtomic = request.isAtomic && request.operations.count > 1
    var run = ModifyRun(
      workspace: Workspace(service: self, call: call, transaction: transaction, reached: reached),
      rules: FieldRules(names: names, zone: zone), isAtomic: isAtomic,
      isSealed: try isSealed(zone, for: request.operations, of: database, in: transaction),
      commonKeys: DesiredKeys(request.desiredKeys),
      answers: RecordAnswers(self, call, reached, in: transaction))
    try run.workspace.load(run.namesToLoad(request.operations))

    var outcomes: [RecordOutcome] = []
    outcomes.reserveCapacity(request.operations.count)
    var failures: [Int: ServiceError] = [:]
    var failedNames: Set<String> = []
    for (index, operation) in request.operations.enumerated() {
      do {
        outcomes.append(try run.execute(operation, index))
      } catch let error as ServiceError {
        outcomes.append(.failed(recordName: operation.recordName, error))
        // What fails only because an earlier operation on the same record did is no culprit.
        if operation.recordName.map({ failedNames.insert($0).inserted }) ?? true { failures[index] = error }
      }
    }
    if isAtomic, failures.isEmpty, let (index, error) = try run.brokenReference() { failures[index] = error }
    if isAtomic, let first = failures.keys.min(), let error = failures[first] {
      return atomicFailure(request.operations, failures: failures, first: error)
    }
    let changed = run.workspace.changed
    try run.workspace.write(changed)
    if !changed.isEmpty {
      try Firing(self).notify(
        of: changed, zone: zone, database: run.workspace.database, call, in: transaction, outbox: &outbox)
      try SharedZones(self).tell(run.workspace.membership, of: run.workspace.reached, in: transaction, outbox: &outbox)
    }
    let token =
      request.wantsSyncToken
      ? try told(run.workspace.reached, call, in: transaction).syncToken : nil
    return RecordsReply(outcomes: outcomes, syncToken: token)
  }

  private func isSealed(
    _ zone: StoredZone, for operations: [RecordOperation], of database: StoredDatabase,
    in transaction: any CloudTransaction
  ) throws -> Bool {
    guard operations.contains(where: { !$0.kind.isDeletion }) else { return false }
    return try SealedZoneRule.isSealed(zone, of: database, in: transaction)
  }

  private func atomicFailure(
    _ operations: [RecordOperation], failures: [Int: ServiceError], first: ServiceError
  ) -> RecordsReply {
    let outcomes = operations.enumerated().map { index, operation in
      RecordOutcome.failed(
        recordName: operation.recordName, failures[index] ?? ServiceError(.atomicError, "Atomic failure"))
    }
    return RecordsReply(
      outcomes: outcomes, atomicFailure: ServiceError(.atomicError, "Atomic failure: \(first.reason)"))
  }
}
