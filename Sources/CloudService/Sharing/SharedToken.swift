import CloudRecord
import Encodings

/// A participant's position in the feed of a zone, before it is sealed into a ``ChangeToken``.
///
/// Everything up to ``position`` has been told; where a share was joined or left, its members are told in a block of their
/// own, by name, before the numbers go on.
struct SharedToken: Hashable {
  /// A share whose members are being told, and the last name.
  struct Block: Hashable {
    var share: Int64
    /// The number at which it was joined or left.
    var number: Int64
    var cursor: String
  }

  /// The ``StoredDatabase/id`` of the participant's shared database.
  var shared: Int64
  /// That of the owner's, from which the numbers come.
  var database: Int64
  /// The ``StoredZone/id`` of the zone.
  var zone: Int64
  var zoneName: String
  var arrivedAt: Int64
  var position: Int64
  /// Where the zone was when a first fetch began: what had gone by then is not told; 0 for no first fetch.
  var start: Int64 = 0
  var block: Block?

  init(_ access: SharedAccess, _ reached: ReachedZone, position: Int64, start: Int64 = 0) {
    (shared, arrivedAt) = (access.sharedZone.database, access.sharedZone.arrivedAt)
    (database, zone, zoneName) = (reached.database.id, reached.zone.id, reached.zone.name)
    (self.position, self.start) = (position, start)
  }

  private init(shared: Int64, database: Int64, zone: Int64, arrivedAt: Int64, position: Int64, start: Int64) {
    (self.shared, self.database, self.zone) = (shared, database, zone)
    (self.arrivedAt, self.position, self.start, zoneName) = (arrivedAt, position, start, "")
  }

  /// The highest number that the token has to do with.
  var highest: Int64 { max(position, start, block?.number ?? 0) }
  /// What the horizons must not have passed.
  var leastHorizon: Int64 { max(position, start) }

  fileprivate func write(to writer: inout StoredFieldWriter) {
    for number in [shared, database, zone, arrivedAt, position, start] { writer.append(signed: number) }
    writer.append(zoneName)
    writer.append(signed: block?.share ?? 0)
    writer.append(signed: block?.number ?? 0)
    writer.append(block?.cursor ?? "")
  }

  fileprivate init(_ reader: inout StoredFieldReader) throws {
    let numbers = try (0..<6).map { _ in try reader.signed() }
    self.init(
      shared: numbers[0], database: numbers[1], zone: numbers[2], arrivedAt: numbers[3], position: numbers[4],
      start: numbers[5])
    zoneName = try reader.string()
    let block = Block(share: try reader.signed(), number: try reader.signed(), cursor: try reader.string())
    if block.share != 0 { self.block = block }
  }
}

extension SharedToken {
  func sealed(by service: CloudService, in transaction: any CloudTransaction) throws -> ChangeToken {
    var writer = StoredFieldWriter()
    writer.append(Hexadecimal.text(Digest(of: service.settings.incarnation).short))
    write(to: &writer)
    writer.append(signed: service.runID)
    let digest = try service.commitDigest(at: highest, of: database, in: transaction)
    writer.append(digest.map { Hexadecimal.text($0) } ?? "")
    return ChangeToken(Base64.text(service.seal.seal(.sharedChanges, writer.bytes)))
  }

  /// The position that a participant brought back.
  ///
  /// - Throws: BAD_REQUEST for a token that is damaged or of something else; CHANGE_TOKEN_EXPIRED for one of before the zone
  ///   came to the participant, of another history, or so old that what has gone since cannot be told.
  static func read(
    _ given: ChangeToken, _ reached: ReachedZone, _ access: SharedAccess, by service: CloudService,
    in transaction: any CloudTransaction
  ) throws -> SharedToken {
    guard let bytes = Base64.decode(given.text.utf8), let payload = service.seal.open(.sharedChanges, bytes) else {
      throw ServiceError(.badRequest, "The continuation is not of a zone of the shared database")
    }
    var reader = StoredFieldReader(payload)
    let incarnation = try reader.string()
    let token = try SharedToken(&reader)
    let position = HistoryPosition(
      run: try reader.signed(), sequence: token.highest,
      digest: HistoryPosition.bytes(hexadecimal: Substring(try reader.string())))
    guard incarnation == Hexadecimal.text(Digest(of: service.settings.incarnation).short) else {
      throw ServiceError(
        .changeTokenExpired, "The continuation is of an earlier history of this service; read everything again")
    }
    guard token.shared == access.sharedZone.database else {
      throw ServiceError(.badRequest, "The continuation belongs to another database")
    }
    guard token.zone == reached.zone.id || token.zoneName == reached.zone.name else {
      throw ServiceError(.badRequest, "The continuation belongs to another zone")
    }
    guard token.zone == reached.zone.id, token.arrivedAt == access.sharedZone.arrivedAt else {
      throw ServiceError(.changeTokenExpired, "The zone was shared anew; read everything again")
    }
    guard try service.holds(position, in: token.database, transaction) else {
      throw ServiceError(
        .changeTokenExpired, "The continuation is of another history of these data; read everything again")
    }
    let zone = reached.zone
    guard token.highest <= zone.sequence else {
      throw ServiceError(.changeTokenExpired, "The continuation is ahead of the zone; read everything again")
    }
    let horizon = access.zoneShare == nil ? zone.shareHorizon : max(zone.shareHorizon, zone.horizon)
    guard horizon <= token.leastHorizon else {
      throw ServiceError(.changeTokenExpired, "The continuation is too old; read everything again")
    }
    return token
  }
}
