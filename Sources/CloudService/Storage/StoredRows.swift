package import CloudRecord

/// A database's row.
package struct StoredDatabase: Hashable, Sendable {
  /// The storage's own number, never given twice; 0 stands for a database that does not exist yet.
  package var id: Int64
  /// Which database it is; never changes.
  package var key: DatabaseKey
  /// The last number given to a change in any of its zones; every change gets the next one.
  package var sequence: Int64
  /// Bytes that its records and assets take, for the quota.
  package var bytes: Int64

  package init(id: Int64, key: DatabaseKey, sequence: Int64 = 0, bytes: Int64 = 0) {
    (self.id, self.key, self.sequence, self.bytes) = (id, key, sequence, bytes)
  }
}

/// A zone's row; it outlives the zone, so that its deletion can be told.
package struct StoredZone: Hashable, Sendable {
  /// The storage's own number, never given twice; 0 until the storage makes the zone.
  package var id: Int64
  /// The ``StoredDatabase/id`` of its database.
  package var database: Int64
  /// Printable ASCII, unique within the database; ``ZoneID/defaultName`` for the default zone.
  package var name: String
  /// The number of its last change.
  package var sequence: Int64
  /// Tombstones up to this number may be gone: a device that has seen less has to read everything.
  package var horizon: Int64
  /// Whether the zone was deleted; it has no records then.
  package var isDeleted: Bool
  /// Milliseconds since 1970.
  package var createdAt: Int64
  /// Bytes that its records take, without their assets.
  package var bytes: Int64
  /// How many shares live in it; 0 spares every look at shares.
  package var shareCount: Int64
  /// The ``StoredShare/id`` of the share of the whole zone, if that lives; it is the only one then.
  package var zoneShare: Int64?
  /// Rows of shares up to this number may be gone: a participant who has seen less has to read everything.
  package var shareHorizon: Int64

  package init(
    id: Int64 = 0, database: Int64, name: String, sequence: Int64, horizon: Int64 = 0, isDeleted: Bool = false,
    createdAt: Int64, bytes: Int64 = 0, shareCount: Int64 = 0, zoneShare: Int64? = nil, shareHorizon: Int64 = 0
  ) {
    (self.id, self.database, self.name, self.sequence, self.horizon) = (id, database, name, sequence, horizon)
    (self.isDeleted, self.createdAt, self.bytes) = (isDeleted, createdAt, bytes)
    (self.shareCount, self.zoneShare, self.shareHorizon) = (shareCount, zoneShare, shareHorizon)
  }
}

/// A record's row, or its tombstone.
package struct StoredRecord: Hashable, Sendable {
  /// The ``StoredZone/id`` of its zone.
  package var zone: Int64
  /// Printable ASCII, unique within the zone.
  package var recordName: String
  /// Does not change while the record lives; a tombstone keeps it.
  package var recordType: String
  /// The number of its last change; its change tag is made of it and of the run.
  package var sequence: Int64
  /// The fields in ``FieldCoding``; empty in a tombstone.
  package var fields: [UInt8]
  /// The save that made the record; later saves keep it.
  package var created: RecordStamp
  /// The last save; in a tombstone, the deletion.
  package var modified: RecordStamp
  /// The record name of its parent in the same zone; nil without one and in a tombstone.
  package var parent: String?
  /// Whether the row is a tombstone.
  package var isDeleted: Bool
  /// Whether a field is an asset, whose link an answer has to carry.
  package var hasAssets: Bool
  /// The name of the run in which it was changed; 0 for what was changed before runs were kept.
  package var run: Int64
  /// The ``StoredShare/id`` of the share of a hierarchy that it is in; one that has ended counts as none.
  package var share: Int64?

  package init(
    zone: Int64, recordName: String, recordType: String, sequence: Int64, fields: [UInt8], created: RecordStamp,
    modified: RecordStamp, parent: String? = nil, isDeleted: Bool = false, hasAssets: Bool = false, run: Int64 = 0,
    share: Int64? = nil
  ) {
    (self.zone, self.recordName, self.recordType, self.sequence) = (zone, recordName, recordType, sequence)
    (self.fields, self.created, self.modified, self.parent) = (fields, created, modified, parent)
    (self.isDeleted, self.hasAssets, self.run, self.share) = (isDeleted, hasAssets, run, share)
  }
}

/// A reference that binds: the record that holds it is deleted with its target, or keeps the target from being deleted.
package struct StoredReference: Hashable, Sendable {
  /// The record name of the target, in the zone of the record that refers to it.
  package var target: String
  /// `deleteSelf` or `validate`; references that bind nothing are not stored.
  package var action: Reference.Action

  package init(target: String, action: Reference.Action) {
    (self.target, self.action) = (target, action)
  }
}

/// A file's row: the object behind it is durable before the row is.
package struct StoredAsset: Hashable, Sendable {
  /// The ``StoredDatabase/id`` of the database that has the file.
  package var database: Int64
  /// As ``AssetChecksum`` makes it; unique within the database.
  package var fileChecksum: String
  /// The random name of the object that holds the bytes.
  package var objectKey: String
  /// In bytes.
  package var size: Int64
  /// Milliseconds since 1970.
  package var uploadedAt: Int64
  /// Milliseconds since 1970 at which housekeeping first found that no record names it; nil for any other file.
  package var quarantinedAt: Int64?

  package init(
    database: Int64, fileChecksum: String, objectKey: String, size: Int64, uploadedAt: Int64,
    quarantinedAt: Int64? = nil
  ) {
    (self.database, self.fileChecksum, self.objectKey, self.size) = (database, fileChecksum, objectKey, size)
    (self.uploadedAt, self.quarantinedAt) = (uploadedAt, quarantinedAt)
  }
}

/// The permission to upload one file.
package struct StoredUpload: Hashable, Sendable {
  /// The SHA-256 of the token in the upload's address.
  package var tokenDigest: [UInt8]
  /// The ``StoredDatabase/id`` of the database that gets the file.
  package var database: Int64
  /// The zone that the client named; the upload itself does not look at it again.
  package var zoneName: String
  /// The record that the client named, or a fresh name.
  package var recordName: String
  /// The field that the client named; the upload itself does not look at it again.
  package var fieldName: String
  /// The number of bytes that the client announced, the only one that is taken; nil where it announced none.
  package var expectedSize: Int64?
  /// Milliseconds since 1970.
  package var expiresAt: Int64
  /// Whether a file has arrived; a second one is refused then.
  package var isUsed: Bool
  /// The participant who asked for it; nil for the database's owner.
  package var guest: String?
  /// The ``StoredZone/id`` of the zone in which the participant may write; 0 for the database's owner.
  package var guestZone: Int64 = 0

  package init(
    tokenDigest: [UInt8], database: Int64, zoneName: String, recordName: String, fieldName: String,
    expectedSize: Int64? = nil, expiresAt: Int64, isUsed: Bool = false
  ) {
    (self.tokenDigest, self.database, self.zoneName) = (tokenDigest, database, zoneName)
    (self.recordName, self.fieldName, self.expectedSize) = (recordName, fieldName, expectedSize)
    (self.expiresAt, self.isUsed) = (expiresAt, isUsed)
  }
}
