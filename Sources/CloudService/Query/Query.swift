package import CloudRecord

extension CloudService {
  /// `records/query`: the living records of a type that pass every filter, in order, a page at a time.
  ///
  /// Without an order records come by name. Records without the field of an order come first in it, or last where it
  /// descends; equals come by name.
  ///
  /// - Throws: BAD_REQUEST for a filter, an order, a marker or a `resultsLimit` that is not taken, ZONE_NOT_FOUND, and
  ///   the storage's own errors.
  package func query(
    _ request: QueryRequest, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> QueryReply {
    let limit = try pageSize(request.resultsLimit, default: settings.limits.queryDefault)
    let isZoneWide = request.isZoneWide && request.zoneID == nil
    let zones: [ReachedZone]
    let database: StoredDatabase
    if !isZoneWide {
      let reached = try reach(request.zoneID, call, in: transaction)
      (zones, database) = ([reached], reached.database)
    } else {
      let own = try readDatabase(call, in: transaction)
      database = own
      zones =
        try call.scope == .shared
        ? SharedZones(self).all(call, in: transaction)
        : transaction.zones(in: own.id).filter { !$0.isDeleted }.map { ReachedZone(database: own, zone: $0) }
    }
    // In the shared database types are each owner's; where several are asked at once, the first one's have to do.
    var types = fieldTypes(of: zones.first?.database ?? database)
    let matcher = try QueryMatcher(try types.read(request.query, transaction), limits: settings.limits)
    let digest = QueryMarker.digest(
      request, database: database.id, zoneNames: isZoneWide ? nil : zones.map(\.zone.name))
    let start = try request.continuationMarker.map {
      try QueryMarker.read($0, digest: digest, sorts: matcher.sorts.count, seal)
    }

    var scan = QueryScan(matcher: matcher, start: start, limit: limit, bytes: settings.limits.bytesPerPage)
    for zone in zones {
      guard try scan.read(zone, transaction) else { break }
    }
    let (page, hasMore) = scan.page()
    let keys = DesiredKeys(request.desiredKeys)
    let answers = Dictionary(
      uniqueKeysWithValues: zones.map { ($0.zone.id, RecordAnswers(self, call, $0, in: transaction)) })
    let records = try page.compactMap { found in try answers[found.row.zone]?.record(found.row, keys) }
    let marker = hasMore ? page.last.map { QueryMarker(digest: digest, place: $0.place).text(seal) } : nil
    let token =
      request.wantsSyncToken && !isZoneWide
      ? try zones.first.map { try told($0, call, in: transaction).syncToken } : nil
    return QueryReply(records: records, continuationMarker: marker, syncToken: token ?? nil)
  }
}

/// Goes through the records of a query's type and keeps the first so many in its order.
private struct QueryScan {
  struct Found {
    var place: QueryPlace
    var row: StoredRecord
  }

  private static let batch = 500
  let matcher: QueryMatcher
  let start: QueryPlace?
  let limit: Int
  let bytes: Int
  private var found: [Found] = []

  init(matcher: QueryMatcher, start: QueryPlace?, limit: Int, bytes: Int) {
    (self.matcher, self.start, self.limit, self.bytes) = (matcher, start, limit, bytes)
  }

  /// Reads one zone's; false where further zones cannot matter.
  mutating func read(_ reached: ReachedZone, _ transaction: any CloudTransaction) throws -> Bool {
    let zone = reached.zone
    var name: String?
    // In the order of names, what is before the start need not be read.
    if matcher.sorts.isEmpty, let start {
      guard zone.name >= start.zoneName else { return true }
      if zone.name == start.zoneName { name = start.recordName }
    }
    if let access = reached.access, access.zoneShare == nil {
      try readMembers(of: access, zone, afterName: name ?? "", transaction)
      return true
    }
    while true {
      let rows = try transaction.records(
        ofType: matcher.recordType, in: zone.id, afterName: name, limit: QueryScan.batch)
      for row in rows { try consider(row, zone) }
      if matcher.sorts.isEmpty, found.count > limit { return false }
      guard rows.count == QueryScan.batch, let last = rows.last else { return true }
      name = last.recordName
    }
  }

  /// Reads what is open to a participant, and nothing else of the zone.
  private mutating func readMembers(
    of access: SharedAccess, _ zone: StoredZone, afterName start: String, _ transaction: any CloudTransaction
  ) throws {
    for id in access.shares.keys.sorted() {
      var name = start
      while true {
        let members = try transaction.members(of: id, afterName: name, limit: QueryScan.batch)
        let names = members.filter { $0.leftAt == nil }.map(\.recordName)
        for row in try transaction.records(names, in: zone.id)
        where !row.isDeleted && row.recordType == matcher.recordType && row.share == id {
          try consider(row, zone)
        }
        guard members.count == QueryScan.batch, let last = members.last else { break }
        name = last.recordName
      }
    }
  }

  private mutating func consider(_ row: StoredRecord, _ zone: StoredZone) throws {
    let fields = matcher.fieldNames.isEmpty ? [:] : try FieldCoding.decode(row.fields, only: matcher.fieldNames)
    guard try matcher.matches(row, fields, zoneName: zone.name) else { return }
    let place = try matcher.place(of: row, fields, zoneName: zone.name)
    if let start, !matcher.isBefore(start, place) { return }
    found.append(Found(place: place, row: row))
    if found.count >= 8 * (limit + 1) { narrow() }
  }

  private mutating func narrow() {
    found.sort { matcher.isBefore($0.place, $1.place) }
    found.removeLast(max(0, found.count - limit - 1))
  }

  /// The page, and whether there is more after it.
  mutating func page() -> ([Found], hasMore: Bool) {
    narrow()
    var count = 0
    var size = 0
    while count < min(limit, found.count) {
      size += found[count].row.fields.count
      if count > 0, size > bytes { break }
      count += 1
    }
    return (Array(found.prefix(count)), count < found.count)
  }
}
