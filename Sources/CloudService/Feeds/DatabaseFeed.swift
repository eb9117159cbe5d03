package import CloudRecord

extension CloudService {
  /// `changes/database`, and `zones/changes`: the zones that changed since the token, each once, by their last change.
  ///
  /// The default zone is not among them, for its changes cannot be had. Without a token every living zone is told, and
  /// no deleted one.
  ///
  /// - Throws: BAD_REQUEST for a token that is damaged or of another feed and for a `resultsLimit` below 1,
  ///   CHANGE_TOKEN_EXPIRED for a token of another history, and the storage's own errors.
  package func databaseChanges(
    _ request: DatabaseChangesRequest, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> DatabaseChangesReply {
    let limit = try pageSize(request.resultsLimit, default: settings.limits.recordsPerPage)
    if call.scope == .shared {
      return try SharedZones(self).changes(request, limit: limit, call, in: transaction)
    }
    let database = try readDatabase(call, in: transaction)
    var token: FeedToken
    if let given = request.syncToken, !given.text.isEmpty {
      token = try databaseToken(given, database: database, in: transaction)
      token.database = database.id
    } else {
      token = FeedToken(kind: .databaseChanges, database: database.id, position: 0, start: database.sequence)
    }
    let rows = try transaction.zones(in: database.id, after: token.position, limit: limit + 1)
    let hasMore = rows.count > limit
    let page = rows.prefix(limit)
    let zones = page.filter { zone in
      zone.name != ZoneID.defaultName && !(zone.isDeleted && zone.sequence <= token.start)
    }
    if hasMore {
      token.position = page.last?.sequence ?? token.position
    } else {
      token.position = database.sequence
      token.start = 0
    }
    return DatabaseChangesReply(
      zones: try zones.map { try told(ReachedZone(database: database, zone: $0), call, in: transaction) },
      syncToken: try changeToken(token, in: transaction), moreComing: hasMore)
  }
}
