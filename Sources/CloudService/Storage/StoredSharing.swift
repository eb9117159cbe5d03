package import CloudRecord

/// A share's row. All its numbers, and those of its participants and members, come from the owner's database, each used
/// once.
package struct StoredShare: Hashable, Sendable {
  /// The storage's own number, never given twice; 0 until the storage makes the share.
  package var id: Int64
  /// The ``StoredZone/id`` of its zone.
  package var zone: Int64
  /// The name of the share's own record.
  package var recordName: String
  /// The name of the record at the top of what is shared; empty for a share of the zone.
  package var root: String
  /// What anyone with the link may do.
  package var publicPermission: SharePermission
  /// The number of the last change of any member.
  package var sequence: Int64
  /// Bytes that participants have added to the owner's space.
  package var guestBytes: Int64
  /// Milliseconds since 1970.
  package var createdAt: Int64
  /// The number at which it ended; nil while it lives.
  package var endedAt: Int64?
  /// Milliseconds since 1970 at which it ended.
  package var endedOn: Int64?

  package init(
    id: Int64 = 0, zone: Int64, recordName: String, root: String, publicPermission: SharePermission = .none,
    sequence: Int64 = 0, guestBytes: Int64 = 0, createdAt: Int64, endedAt: Int64? = nil, endedOn: Int64? = nil
  ) {
    (self.id, self.zone, self.recordName, self.root) = (id, zone, recordName, root)
    (self.publicPermission, self.sequence, self.guestBytes) = (publicPermission, sequence, guestBytes)
    (self.createdAt, self.endedAt, self.endedOn) = (createdAt, endedAt, endedOn)
  }

  /// Whether it is a share of the zone.
  package var isZoneWide: Bool { root.isEmpty }
  package var isLiving: Bool { endedAt == nil }
}

/// A participant's row; it outlives the participation, so that its end can be told.
package struct StoredParticipant: Hashable, Sendable {
  /// The ``StoredShare/id`` of the share.
  package var share: Int64
  /// The ``StoredZone/id`` of the share's zone.
  package var zone: Int64
  /// Unique within the share.
  package var id: String
  /// The user's record name; nil until an invitation by address is accepted. Unique within the share.
  package var user: String?
  /// In lower case; nil for a person who was invited by record name and has not accepted.
  package var address: String?
  /// The account's name as it was when the user accepted, or last changed it.
  package var name: String?
  package var kind: ShareParticipant.Kind
  package var permission: SharePermission
  package var status: ShareParticipant.Status
  /// The number at which the user accepted last; nil if never.
  package var joinedAt: Int64?
  /// The number at which that ended; nil for a person who has accepted, or never did.
  package var leftAt: Int64?
  /// Milliseconds since 1970.
  package var changedOn: Int64
  package var protectionInfo: ProtectionInfo?

  package init(
    share: Int64, zone: Int64, id: String, user: String? = nil, address: String? = nil, name: String? = nil,
    kind: ShareParticipant.Kind = .user, permission: SharePermission, status: ShareParticipant.Status = .invited,
    joinedAt: Int64? = nil, leftAt: Int64? = nil, changedOn: Int64, protectionInfo: ProtectionInfo? = nil
  ) {
    (self.share, self.zone, self.id, self.user) = (share, zone, id, user)
    (self.address, self.name, self.kind, self.permission) = (address, name, kind, permission)
    (self.status, self.joinedAt, self.leftAt, self.changedOn) = (status, joinedAt, leftAt, changedOn)
    self.protectionInfo = protectionInfo
  }

  /// Whether the records are open to the user by this row, if the share lives.
  package var isAccepted: Bool { status == .accepted && kind != .owner }
}

/// That a record is in a share, or was. A share of the zone has no such rows.
package struct StoredMember: Hashable, Sendable {
  /// The ``StoredShare/id`` of the share.
  package var share: Int64
  package var recordName: String
  /// The number at which the record came into the share for the first time.
  package var enteredAt: Int64
  /// The number of the last change that the share's participants have to hear of.
  package var sequence: Int64
  /// The number at which it left; nil while it is in the share.
  package var leftAt: Int64?
  /// Milliseconds since 1970.
  package var changedOn: Int64

  package init(
    share: Int64, recordName: String, enteredAt: Int64, sequence: Int64, leftAt: Int64? = nil, changedOn: Int64
  ) {
    (self.share, self.recordName, self.enteredAt) = (share, recordName, enteredAt)
    (self.sequence, self.leftAt, self.changedOn) = (sequence, leftAt, changedOn)
  }
}

/// A zone as a participant's shared database has it. It outlives the zone.
package struct StoredSharedZone: Hashable, Sendable {
  /// The ``StoredDatabase/id`` of the participant's shared database, from which ``position`` and ``arrivedAt`` come.
  package var database: Int64
  /// The ``StoredZone/id`` in the owner's database.
  package var zone: Int64
  package var name: String
  package var ownerRecordName: String
  /// The number of the last change.
  package var position: Int64
  /// The number at which the zone came to the participant, or had to be read anew.
  package var arrivedAt: Int64
  /// Whether nothing of the zone is open to the participant any more.
  package var isGone: Bool

  package init(
    database: Int64, zone: Int64, name: String, ownerRecordName: String, position: Int64, arrivedAt: Int64,
    isGone: Bool = false
  ) {
    (self.database, self.zone, self.name, self.ownerRecordName) = (database, zone, name, ownerRecordName)
    (self.position, self.arrivedAt, self.isGone) = (position, arrivedAt, isGone)
  }
}

/// The address by which a record can be shared; it goes with the record.
package struct StoredShortGUID: Hashable, Sendable {
  /// 24 characters of base64 for URLs.
  package var guid: String
  /// The ``StoredZone/id`` of the record's zone.
  package var zone: Int64
  /// Empty for the zone itself.
  package var recordName: String

  package init(guid: String, zone: Int64, recordName: String) {
    (self.guid, self.zone, self.recordName) = (guid, zone, recordName)
  }
}

/// A record as the walk down a hierarchy sees it.
package struct StoredChild: Hashable, Sendable {
  package var recordName: String
  /// The ``StoredShare/id`` that its row names, whether that lives or not.
  package var share: Int64?

  package init(recordName: String, share: Int64?) { (self.recordName, self.share) = (recordName, share) }
}
