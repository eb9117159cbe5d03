import CloudRecord
import Encodings

/// What one answer tells of the shares of a zone; read when the first record needs it.
final class ShareAnswers {
  private let transaction: any CloudTransaction
  private let zone: StoredZone
  private let call: ServiceCall
  private let access: SharedAccess?
  private let owner: String
  private var living: [StoredShare]?

  init(
    _ transaction: any CloudTransaction, zone: StoredZone, owner: String, call: ServiceCall, access: SharedAccess?
  ) {
    (self.transaction, self.zone, self.owner) = (transaction, zone, owner)
    (self.call, self.access) = (call, access)
  }

  private func shares() throws -> [StoredShare] {
    if let living { return living }
    let found = try transaction.shares(in: zone.id)
    living = found
    return found
  }

  /// Adds what a root or a share's own record says of sharing.
  func complete(_ record: inout Record, _ row: StoredRecord) throws {
    if row.recordType == ShareRules.recordType {
      guard let share = try shares().first(where: { $0.recordName == row.recordName }) else { return }
      let participants = try transaction.participants(of: share.id)
      let guid = try transaction.shortGUID(of: share.root, in: zone.id)?.guid
      Self.describe(&record, share, participants, guid: guid, owner: owner, viewer: call.userRecordName)
    } else if let id = row.share, let share = try shares().first(where: { $0.id == id }),
      share.root == row.recordName
    {
      record.share = share.recordName
      record.shortGUID = try transaction.shortGUID(of: share.root, in: zone.id)?.guid
    }
  }

  /// Adds to a share's record what the reader may know: the owner sees everybody with address, others the owner,
  /// themselves and those who accepted, by name.
  static func describe(
    _ record: inout Record, _ share: StoredShare, _ participants: [StoredParticipant], guid: String?, owner: String,
    viewer: String
  ) {
    let isOwner = viewer == owner
    let seen = participants.filter { row in
      row.status != .removed && (isOwner || row.status == .accepted || row.user == viewer)
    }
    let told = seen.map { participant($0, isOwner: isOwner, viewer: viewer) }
    record.share = share.recordName
    record.shortGUID = guid
    record.sharing = ShareDescription(
      publicPermission: share.publicPermission, participants: told, owner: told.first { $0.kind == .owner },
      currentUser: told.first { $0.userRecordName == viewer })
  }

  static func participant(_ row: StoredParticipant, isOwner: Bool, viewer: String) -> ShareParticipant {
    ShareParticipant(
      participantID: row.id, userRecordName: row.user, givenName: row.name,
      emailAddress: isOwner || row.user == viewer ? row.address : nil, kind: row.kind, status: row.status,
      // It may name an address, as those of this program do: that is the owner's to know, and the person's own.
      permission: row.permission, protectionInfo: isOwner || row.user == viewer ? row.protectionInfo : nil)
  }
}

extension RecordStamp {
  /// The same for a reader who is another person: the name of a device is the id of a session of its owner's.
  func told(to reader: String, database: Int64, _ seal: Seal) -> RecordStamp {
    guard userRecordName != reader, !deviceID.isEmpty else { return self }
    var told = self
    told.deviceID = Hexadecimal.text(
      seal.code(of: Array("device:".utf8) + HistoryPosition.bytes(database) + Array(deviceID.utf8)))
    return told
  }
}
