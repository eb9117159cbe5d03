import CloudRecord
import Encodings

/// A position in a feed, before it is sealed into a ``ChangeToken``.
struct FeedToken: Hashable {
  enum Kind: Hashable {
    /// Everything up to ``position`` has been seen.
    case zoneChanges
    /// A first fetch, oldest first: what lived at ``start`` has been seen up to ``position``.
    case zoneFetch
    /// Newest first: what changed between ``floor`` and ``start`` has been seen down to ``position``.
    case zoneReverse
    /// Zones whose change is after ``position``; deletions up to ``start`` are ignored.
    case databaseChanges

    var seal: Seal.Kind {
      switch self {
      case .zoneChanges: .zoneChanges
      case .zoneFetch: .zoneFetch
      case .zoneReverse: .zoneReverse
      case .databaseChanges: .databaseChanges
      }
    }
  }

  var kind: Kind
  /// 0 where there was no database yet: it holds for the one that comes into being.
  var database: Int64
  /// 0 for a database's feed.
  var zone: Int64 = 0
  var zoneName = ""
  var position: Int64
  var start: Int64 = 0
  var floor: Int64 = 0

  /// The highest number that the token has to do with.
  var highest: Int64 { kind == .zoneReverse ? start : max(position, start) }

  /// Whether it is a full fetch, which shows no tombstones from before its start.
  var isFullFetch: Bool { kind == .zoneFetch || kind == .zoneReverse && floor == 0 }

  /// What a zone's horizon must not have passed, for the token to hold.
  var leastHorizon: Int64 {
    switch kind {
    case .zoneChanges: position
    case .zoneFetch: start
    case .zoneReverse: floor == 0 ? start : floor
    case .databaseChanges: 0
    }
  }
}

extension CloudService {
  /// The digest of this history's name, which every token carries.
  private var incarnation: [UInt8] { Digest(of: settings.incarnation).short }

  /// Incarnation, five numbers, the zone's name, the run, and the digest of the commit that gave the highest number; the
  /// last two came later, and tokens without them are taken as given before runs were kept.
  func changeToken(_ token: FeedToken, in transaction: any CloudTransaction) throws -> ChangeToken {
    var payload = incarnation
    for number in [token.database, token.zone, token.position, token.start, token.floor] {
      payload += HistoryPosition.bytes(number)
    }
    payload += nameDigest(token.zoneName)
    payload += HistoryPosition.bytes(runID)
    payload +=
      try commitDigest(at: token.highest, of: token.database, in: transaction)
      ?? [UInt8](repeating: 0, count: HistoryPosition.digestLength)
    return ChangeToken(Base64.text(seal.seal(token.kind.seal, payload)))
  }

  private func nameDigest(_ name: String) -> [UInt8] { Array(Digest(of: Array(name.utf8)).bytes.prefix(8)) }

  /// The position that a client brought back to a zone's feed.
  ///
  /// A deleted zone's token presented to the zone that was made again under its name says CHANGE_TOKEN_EXPIRED, for the
  /// client has to read everything again. A client that keeps the history hears ZONE_NOT_FOUND: what it does not find in the
  /// new zone was not removed record by record, so it asks its person. Another zone's token says BAD_REQUEST.
  func zoneToken(
    _ token: ChangeToken, zone: StoredZone, database: StoredDatabase, _ call: ServiceCall,
    in transaction: any CloudTransaction
  ) throws -> FeedToken {
    let found = try open(token)
    guard found.kind != .databaseChanges else {
      throw ServiceError(.badRequest, "The continuation is of a database's changes, not of a zone's")
    }
    guard found.database == database.id else {
      throw ServiceError(.badRequest, "The continuation belongs to another database")
    }
    if found.zone != zone.id {
      guard found.nameDigest == nameDigest(zone.name) else {
        throw ServiceError(.badRequest, "The continuation belongs to another zone")
      }
      guard !call.keepsHistory else {
        throw ServiceError(.zoneNotFound, "The zone was deleted, and another one was made under its name")
      }
      throw ServiceError(.changeTokenExpired, "The zone was deleted and made again; read everything again")
    }
    try requirePast(found, transaction)
    guard found.token.highest <= zone.sequence else {
      throw ServiceError(.changeTokenExpired, "The continuation is ahead of the zone; read everything again")
    }
    guard zone.horizon <= found.token.leastHorizon else {
      throw ServiceError(.changeTokenExpired, "The continuation is too old; read everything again")
    }
    return found.token
  }

  /// The position that a client brought back to a database's feed.
  func databaseToken(
    _ token: ChangeToken, database: StoredDatabase, in transaction: any CloudTransaction
  ) throws -> FeedToken {
    let found = try open(token)
    guard found.kind == .databaseChanges else {
      throw ServiceError(.badRequest, "The continuation is of a zone's changes, not of a database's")
    }
    guard found.database == database.id || found.database == 0 else {
      throw ServiceError(.badRequest, "The continuation belongs to another database")
    }
    try requirePast(found, transaction)
    guard found.token.highest <= database.sequence else {
      throw ServiceError(.changeTokenExpired, "The continuation is ahead of the database; read everything again")
    }
    return found.token
  }

  /// What was seen in a past that these data do not have is to be read again.
  private func requirePast(_ found: OpenedToken, _ transaction: any CloudTransaction) throws {
    let position = HistoryPosition(run: found.run, sequence: found.token.highest, digest: found.digest)
    guard try holds(position, in: found.database, transaction) else {
      throw ServiceError(
        .changeTokenExpired, "The continuation is of another history of these data; read everything again")
    }
  }

  private struct OpenedToken {
    var token: FeedToken
    var nameDigest: [UInt8]
    var run: Int64
    var digest: [UInt8]?
    var kind: FeedToken.Kind { token.kind }
    var database: Int64 { token.database }
    var zone: Int64 { token.zone }
  }

  private func open(_ token: ChangeToken) throws(ServiceError) -> OpenedToken {
    // What begins like one of ours is a damaged token of ours; anything else never was one.
    let kinds: [FeedToken.Kind] = [.zoneChanges, .zoneFetch, .zoneReverse, .databaseChanges]
    let head = Base64.decode(token.text.utf8.prefix(4)) ?? []
    guard head.count == 3, head[0] == Seal.version, let kind = kinds.first(where: { $0.seal.rawValue == head[1] })
    else {
      throw ServiceError(.badRequest, "Unknown sync continuation type")
    }
    guard let bytes = Base64.decode(token.text.utf8), let payload = seal.open(kind.seal, bytes),
      payload.count == 64 || payload.count == 72 + HistoryPosition.digestLength
    else {
      throw ServiceError(.badRequest, "Invalid continuation format")
    }
    func number(at start: Int) -> Int64 { payload[start..<(start + 8)].reduce(Int64(0)) { $0 << 8 | Int64($1) } }
    let numbers = (0..<5).map { number(at: 16 + $0 * 8) }
    let found = FeedToken(
      kind: kind, database: numbers[0], zone: numbers[1], position: numbers[2], start: numbers[3], floor: numbers[4])
    guard Array(payload[..<16]) == incarnation else {
      throw ServiceError(
        .changeTokenExpired, "The continuation is of an earlier history of this service; read everything again")
    }
    let digest = Array(payload[min(72, payload.count)...])
    return OpenedToken(
      token: found, nameDigest: Array(payload[56..<64]), run: payload.count > 64 ? number(at: 64) : 0,
      digest: digest.contains { $0 != 0 } ? digest : nil)
  }
}
