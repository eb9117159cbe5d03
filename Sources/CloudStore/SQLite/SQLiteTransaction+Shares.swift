import CloudRecord
import CloudService
import SQLiteKit

/// Shares and their participants.
extension SQLiteTransaction {
  func share(_ id: Int64) throws -> StoredShare? {
    try connection.prepare(
      """
      SELECT id, zone, recordName, root, publicPermission, sequence, guestBytes, createdAt, endedAt, endedOn
      FROM shares WHERE id = ?
      """, id
    ).first(Self.share)
  }

  func shares(in zone: Int64) throws -> [StoredShare] {
    try connection.prepare(
      """
      SELECT id, zone, recordName, root, publicPermission, sequence, guestBytes, createdAt, endedAt, endedOn
      FROM shares WHERE zone = ? AND endedAt IS NULL ORDER BY id
      """, zone
    ).all(Self.share)
  }

  func makeShare(_ share: StoredShare) throws -> StoredShare {
    try connection.run(
      """
      INSERT INTO shares (zone, recordName, root, publicPermission, sequence, guestBytes, createdAt, endedAt, endedOn)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, share.zone, share.recordName, share.root, share.publicPermission.rawValue, share.sequence,
      share.guestBytes, share.createdAt, share.endedAt, share.endedOn)
    var made = share
    made.id = connection.lastRowID
    return made
  }

  func save(_ share: StoredShare) throws {
    try connection.run(
      "UPDATE shares SET publicPermission = ?, sequence = ?, guestBytes = ?, endedAt = ?, endedOn = ? WHERE id = ?",
      share.publicPermission.rawValue, share.sequence, share.guestBytes, share.endedAt, share.endedOn, share.id)
    guard connection.changedRows == 1 else { throw CloudStoreError.unknownRow("share \(share.id)") }
  }

  private static func share(_ row: borrowing SQLStatement) throws -> StoredShare {
    StoredShare(
      id: row.integer(0), zone: row.integer(1), recordName: row.text(2), root: row.text(3),
      publicPermission: try known(row.text(4)), sequence: row.integer(5), guestBytes: row.integer(6),
      createdAt: row.integer(7), endedAt: row.optionalInteger(8), endedOn: row.optionalInteger(9))
  }

  private static func known<Word: RawRepresentable<String>>(_ text: String) throws -> Word {
    guard let word = Word(rawValue: text) else { throw CloudStoreError.unknownRow("\(Word.self) \(text)") }
    return word
  }

  // MARK: Participants

  func participants(of share: Int64) throws -> [StoredParticipant] {
    try connection.prepare(
      """
      SELECT share, zone, id, user, address, name, kind, permission, status, joinedAt, leftAt, changedOn, protection,
        protectionTag
      FROM participants WHERE share = ? ORDER BY number
      """, share
    ).all(Self.participant)
  }

  func participations(of user: String, in zone: Int64) throws -> [StoredParticipant] {
    try connection.prepare(
      """
      SELECT share, zone, id, user, address, name, kind, permission, status, joinedAt, leftAt, changedOn, protection,
        protectionTag
      FROM participants WHERE user = ? AND zone = ? ORDER BY share
      """, user, zone
    ).all(Self.participant)
  }

  func participations(of user: String) throws -> [StoredParticipant] {
    try connection.prepare(
      """
      SELECT share, zone, id, user, address, name, kind, permission, status, joinedAt, leftAt, changedOn, protection,
        protectionTag
      FROM participants WHERE user = ? ORDER BY zone, share
      """, user
    ).all(Self.participant)
  }

  func invitations(to address: String) throws -> [StoredParticipant] {
    try connection.prepare(
      """
      SELECT share, zone, id, user, address, name, kind, permission, status, joinedAt, leftAt, changedOn, protection,
        protectionTag
      FROM participants WHERE address = ? AND user IS NULL ORDER BY share, id
      """, address
    ).all(Self.participant)
  }

  func save(_ participant: StoredParticipant) throws {
    try connection.run(
      """
      INSERT INTO participants (share, zone, id, user, address, name, kind, permission, status, joinedAt, leftAt,
        changedOn, protection, protectionTag)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (share, id) DO UPDATE SET
        user = excluded.user, address = excluded.address, name = excluded.name, kind = excluded.kind,
        permission = excluded.permission, status = excluded.status, joinedAt = excluded.joinedAt,
        leftAt = excluded.leftAt, changedOn = excluded.changedOn, protection = excluded.protection,
        protectionTag = excluded.protectionTag
      """, participant.share, participant.zone, participant.id, participant.user, participant.address,
      participant.name, participant.kind.rawValue, participant.permission.rawValue, participant.status.rawValue,
      participant.joinedAt, participant.leftAt, participant.changedOn, participant.protectionInfo?.bytes,
      participant.protectionInfo?.changeTag)
  }

  func removeParticipant(_ id: String, of share: Int64) throws {
    try connection.run("DELETE FROM participants WHERE share = ? AND id = ?", share, id)
  }

  func setName(_ name: String?, ofParticipant user: String) throws {
    try connection.run("UPDATE participants SET name = ? WHERE user = ?", name, user)
  }

  func isTogether(_ user: String, with other: String) throws -> Bool {
    try connection.prepare(
      """
      SELECT EXISTS (
        SELECT 1 FROM participants AS one JOIN participants AS two ON two.share = one.share
          JOIN shares ON shares.id = one.share
        WHERE one.user = ? AND two.user = ? AND one.status = 'ACCEPTED' AND two.status = 'ACCEPTED'
          AND shares.endedAt IS NULL)
      """, user, other
    ).first { $0.flag(0) } ?? false
  }

  private static func participant(_ row: borrowing SQLStatement) throws -> StoredParticipant {
    let tag = row.optionalText(13)
    let bytes = row.bytes(12)
    return StoredParticipant(
      share: row.integer(0), zone: row.integer(1), id: row.text(2), user: row.optionalText(3),
      address: row.optionalText(4), name: row.optionalText(5), kind: try known(row.text(6)),
      permission: try known(row.text(7)), status: try known(row.text(8)), joinedAt: row.optionalInteger(9),
      leftAt: row.optionalInteger(10), changedOn: row.integer(11),
      protectionInfo: bytes.isEmpty ? nil : ProtectionInfo(bytes: bytes, changeTag: tag))
  }

  // MARK: Links

  func shortGUID(_ guid: String) throws -> StoredShortGUID? {
    try connection.prepare("SELECT guid, zone, recordName FROM shortGUIDs WHERE guid = ?", guid).first {
      StoredShortGUID(guid: $0.text(0), zone: $0.integer(1), recordName: $0.text(2))
    }
  }

  func shortGUID(of recordName: String, in zone: Int64) throws -> StoredShortGUID? {
    try connection.prepare(
      "SELECT guid, zone, recordName FROM shortGUIDs WHERE zone = ? AND recordName = ?", zone, recordName
    ).first { StoredShortGUID(guid: $0.text(0), zone: $0.integer(1), recordName: $0.text(2)) }
  }

  func save(_ guid: StoredShortGUID) throws {
    try connection.run(
      "INSERT OR REPLACE INTO shortGUIDs (guid, zone, recordName) VALUES (?, ?, ?)", guid.guid, guid.zone,
      guid.recordName)
  }

  func removeShortGUID(of recordName: String, in zone: Int64) throws {
    try connection.run("DELETE FROM shortGUIDs WHERE zone = ? AND recordName = ?", zone, recordName)
  }
}
