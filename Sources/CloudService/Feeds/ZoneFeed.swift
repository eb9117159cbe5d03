package import CloudRecord

extension CloudService {
  /// `changes/zone`: a page of each zone's changes since its token, or why there is none.
  ///
  /// A page examines at most 200 records whatever is asked for; with `desiredRecordTypes`, and in a first fetch over
  /// deletions, it may be empty and more come all the same. All zones of a request share the bytes of one page.
  ///
  /// - Throws: BAD_REQUEST for too many zones, and the storage's own errors. An error of one zone is its outcome.
  package func zoneChanges(
    _ requests: [ZoneChangesRequest], _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> [ZoneChangesOutcome] {
    try checkCount(requests.count, "zones")
    var budget = PageBudget(rows: settings.limits.recordsPerPage, bytes: settings.limits.bytesPerPage)
    return try requests.map { request in
      do {
        return .page(try page(request, call: call, budget: &budget, transaction: transaction))
      } catch let error as ServiceError {
        return .failed(request.zoneID, error)
      }
    }
  }

  /// `records/changes`: the same of one zone, and what goes wrong is the request's error.
  ///
  /// - Throws: BAD_REQUEST for the default zone, for a token that is damaged or of another zone and for a
  ///   `resultsLimit` below 1, ZONE_NOT_FOUND, CHANGE_TOKEN_EXPIRED, and the storage's own errors.
  package func recordChanges(
    _ request: ZoneChangesRequest, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> ZoneChangesReply {
    var budget = PageBudget(rows: settings.limits.recordsPerPage, bytes: settings.limits.bytesPerPage)
    return try page(request, call: call, budget: &budget, transaction: transaction)
  }

  private func page(
    _ request: ZoneChangesRequest, call: ServiceCall, budget: inout PageBudget, transaction: any CloudTransaction
  ) throws -> ZoneChangesReply {
    let limit = try pageSize(request.resultsLimit, default: settings.limits.recordsPerPage)
    let reached = try reach(request.zoneID, call, in: transaction)
    if let access = reached.access {
      return try SharedFeed.page(
        request, reached, access, limit: limit, call: call, budget: &budget, by: self, transaction: transaction)
    }
    let (database, zone) = (reached.database, reached.zone)
    guard zone.name != ZoneID.defaultName else {
      throw ServiceError(.badRequest, "cannot get changes in default zone")
    }
    var token = try feedStart(request, zone: zone, database: database, call: call, transaction: transaction)
    let rows = try rows(token, limit: min(limit, budget.rows), zone, transaction)
    let taken = budget.take(rows.page)
    let hasMore = rows.hasMore || taken < rows.page.count

    let answers = RecordAnswers(self, call, reached, in: transaction)
    let keys = DesiredKeys(request.desiredKeys)
    let types = request.desiredRecordTypes.map(Set.init)
    var changes: [RecordChange] = []
    changes.reserveCapacity(taken)
    for row in rows.page.prefix(taken) {
      if row.isDeleted, token.isFullFetch, row.sequence <= token.start { continue }
      if let types, !types.contains(row.recordType) { continue }
      changes.append(try answers.change(row, keys))
    }
    token.advance(to: rows.page.prefix(taken).last?.sequence, hasMore: hasMore, end: zone.sequence)
    // A fetch newest first ends where it began, and more may have come since.
    let moreComing = hasMore || token.position < zone.sequence
    return ZoneChangesReply(
      zoneID: reached.zoneID, changes: changes, syncToken: try changeToken(token, in: transaction),
      moreComing: moreComing)
  }

  /// The position from which a request reads.
  private func feedStart(
    _ request: ZoneChangesRequest, zone: StoredZone, database: StoredDatabase, call: ServiceCall,
    transaction: any CloudTransaction
  ) throws -> FeedToken {
    var token: FeedToken
    if let given = request.syncToken, !given.text.isEmpty {
      token = try zoneToken(given, zone: zone, database: database, call, in: transaction)
      guard request.isReverse, token.kind == .zoneChanges else {
        token.zoneName = zone.name
        return token
      }
      token.floor = token.position
    } else {
      token = FeedToken(kind: .zoneFetch, database: database.id, zone: zone.id, position: 0)
    }
    token.zoneName = zone.name
    token.start = zone.sequence
    if request.isReverse {
      token.kind = .zoneReverse
      token.position = zone.sequence + 1
    }
    return token
  }

  private func rows(
    _ token: FeedToken, limit: Int, _ zone: StoredZone, _ transaction: any CloudTransaction
  ) throws -> (page: [StoredRecord], hasMore: Bool) {
    var rows: [StoredRecord]
    if token.kind == .zoneReverse {
      rows = try transaction.changesReversed(in: zone.id, before: token.position, limit: limit + 1)
      rows.removeAll { $0.sequence <= token.floor }
    } else {
      rows = try transaction.changes(in: zone.id, after: token.position, limit: limit + 1)
    }
    return (Array(rows.prefix(limit)), rows.count > limit)
  }
}

extension FeedToken {
  /// Moves past a page whose last row had the number `last`.
  ///
  /// A change token is made of a fetch only when that has seen everything of its start: paged by change tokens, a first
  /// fetch would begin anew for ever where its position is below the zone's horizon.
  mutating func advance(to last: Int64?, hasMore: Bool, end: Int64) {
    position = last ?? position
    switch kind {
    case .zoneReverse:
      guard !hasMore else { return }
      position = start
    case .zoneFetch:
      guard !hasMore || position >= start else { return }
      if !hasMore { position = end }
    case .zoneChanges:
      if !hasMore { position = end }
      return
    case .databaseChanges:
      return
    }
    kind = .zoneChanges
    start = 0
    floor = 0
  }
}

/// What one answer may still hold.
struct PageBudget {
  var rows: Int
  var bytes: Int
  private(set) var isUntouched = true

  init(rows: Int, bytes: Int) {
    (self.rows, self.bytes) = (rows, bytes)
  }

  /// Counts what another budget has taken, of which some rows were only looked at.
  mutating func spend(rows looked: Int, of other: PageBudget) {
    (bytes, isUntouched) = (other.bytes, other.isUntouched)
    rows = max(0, rows - looked)
  }

  /// How many of these still fit; one always does while nothing has been taken.
  mutating func take(_ page: [StoredRecord]) -> Int {
    var taken = 0
    for row in page.prefix(rows) {
      guard row.fields.count <= bytes || isUntouched else { break }
      isUntouched = false
      bytes = max(0, bytes - row.fields.count)
      taken += 1
    }
    rows -= taken
    return taken
  }
}
