package import CloudRecord

/// Reads a service's answers, operation by operation: the counterpart of ``ReplyWriter``, but for change tokens that
/// answers about records can carry.
///
/// One reader holds one answer. The refusal of a whole request is thrown when the answer is opened; the refusal of one
/// item is part of the result.
package struct ReplyReader: Sendable {
  let root: JSONObject
  private let status: Int

  /// Opens an answer with its HTTP status.
  ///
  /// An answer with single records is opened whatever its status: an atomic failure has one too.
  ///
  /// - Throws: ``ReplyFailure/refused(_:)`` with the service's refusal, or with one made of a status that tells enough
  ///   without a body; ``ReplyFailure/unreadable(_:)`` for any other answer without a result.
  package init(_ body: [UInt8], status: Int, limits: JSONLimits = .reply) throws(ReplyFailure) {
    let isSuccess = (200..<300).contains(status)
    self.status = status
    do throws(ServiceError) {
      root = try JSONDocument(body, limits: limits).root.object()
    } catch {
      throw isSuccess ? .unreadable(error.reason) : Self.failure(statusAlone: status)
    }
    guard root["records"]?.kind != .array else { return }
    if let refusal = try Self.refusal(root, status: status) { throw .refused(refusal) }
    guard isSuccess else { throw Self.failure(statusAlone: status) }
  }

  private static func failure(statusAlone status: Int) -> ReplyFailure {
    guard let code = ServerErrorCode(statusAlone: status) else { return .unreadable("HTTP status \(status) alone") }
    return .refused(ServiceError(code, "HTTP status \(status)"))
  }

  private static func refusal(_ root: JSONObject, status: Int) throws(ReplyFailure) -> ServiceError? {
    try reading { () throws(ServiceError) in try ServiceError(root, status: status) }
  }

  /// Runs a part of the reading; its error makes the answer unreadable.
  static func reading<Result>(_ body: () throws(ServiceError) -> Result) throws(ReplyFailure) -> Result {
    do throws(ServiceError) { return try body() } catch { throw .unreadable(error.reason) }
  }

  // MARK: Records

  /// Reads `records/modify` and `records/lookup`. Records that name no zone are in `zoneID`.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func records(in zoneID: ZoneID) throws(ReplyFailure) -> RecordsReply {
    try Self.reading { () throws(ServiceError) in
      let outcomes = try root.required("records").array { node throws(ServiceError) -> RecordOutcome in
        switch try RecordItem(node, zoneID: zoneID) {
        case .record(let record): .saved(record)
        case .tombstone(let recordName, _): .deleted(recordName: recordName)
        case .failure(let recordName, let error): .failed(recordName: recordName, error)
        }
      }
      var failure = try ServiceError(root, status: status)
      if failure == nil, let item = outcomes.compactMap(\.error).first(where: { $0.code == .atomicError }) {
        failure = item
      }
      return RecordsReply(outcomes: outcomes, atomicFailure: failure)
    }
  }

  private func items(of object: JSONObject, in zoneID: ZoneID) throws(ReplyFailure) -> [RecordItem] {
    try Self.reading { () throws(ServiceError) in
      try object["records"]?.array { node throws(ServiceError) in try RecordItem(node, zoneID: zoneID) } ?? []
    }
  }

  // MARK: Changes

  /// Reads `changes/zone`: one outcome for each zone. A zone fails if a record of its page failed.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func zoneChanges() throws(ReplyFailure) -> [ZoneChangesOutcome] {
    try Self.reading { () throws(ServiceError) in
      try root.required("zones").array { node throws(ServiceError) -> ZoneChangesOutcome in
        let object = try node.object(expecting: "a zone")
        let zoneID = try ZoneID(object.required("zoneID"))
        if let error = try ServiceError(object) { return .failed(zoneID, error) }
        do throws(ReplyFailure) {
          return .page(try page(object, zoneID))
        } catch {
          switch error {
          case .refused(let refusal): return .failed(zoneID, refusal)
          case .unreadable(let reason): throw ServiceError(.badRequest, reason)
          }
        }
      }
    }
  }

  private func page(_ object: JSONObject, _ zoneID: ZoneID) throws(ReplyFailure) -> ZoneChangesReply {
    var changes: [RecordChange] = []
    for item in try items(of: object, in: zoneID) {
      switch item {
      case .record(let record): changes.append(.changed(record))
      case .tombstone(let recordName, let zoneID): changes.append(.deleted(recordName: recordName, zoneID: zoneID))
      case .failure(_, let error): throw .refused(error)
      }
    }
    return try Self.reading { () throws(ServiceError) in
      ZoneChangesReply(
        zoneID: zoneID, changes: changes, syncToken: ChangeToken(try object.required("syncToken").string()),
        moreComing: try object["moreComing"]?.bool() ?? false)
    }
  }
}

extension RecordOutcome {
  var error: ServiceError? {
    guard case .failed(_, let error) = self else { return nil }
    return error
  }
}
