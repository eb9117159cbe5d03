/// Who did something to a record, when, and on which device.
package struct RecordStamp: Hashable, Sendable {
  /// Whole milliseconds since 1970, by the service's clock.
  package var timestamp: Int64
  /// The user who did it; empty if the service does not tell.
  package var userRecordName: String
  /// The device that did it, as the service names it; empty if the service does not tell.
  package var deviceID: String

  package init(timestamp: Int64, userRecordName: String, deviceID: String) {
    (self.timestamp, self.userRecordName, self.deviceID) = (timestamp, userRecordName, deviceID)
  }
}

/// A record as a service describes it.
package struct Record: Hashable, Sendable {
  /// Unique within the zone.
  package var recordName: String
  /// A type of the container's schema, such as `JournalEntry`.
  package var recordType: String
  /// The zone that holds the record.
  package var zoneID: ZoneID
  /// By name: only fields that have a value, and of these only the ones that were asked for.
  package var fields: [String: Field]
  /// Changes at every write; opaque.
  package var recordChangeTag: String
  /// The first save.
  package var created: RecordStamp
  /// The last save.
  package var modified: RecordStamp
  /// The record that this one belongs to, for sharing; a service leaves out one that the reader does not see.
  package var parent: String?
  /// The record name of the share whose root this record is, or that this record is itself.
  package var share: String?
  /// The last part of the address by which others reach the record, of a root and of its share.
  package var shortGUID: String?
  /// Of a share's own record.
  package var sharing: ShareDescription?

  package init(
    recordName: String, recordType: String, zoneID: ZoneID, fields: [String: Field], recordChangeTag: String,
    created: RecordStamp, modified: RecordStamp, parent: String? = nil
  ) {
    (self.recordName, self.recordType, self.zoneID, self.fields) = (recordName, recordType, zoneID, fields)
    (self.recordChangeTag, self.created, self.modified, self.parent) = (recordChangeTag, created, modified, parent)
  }
}

/// One change of a feed: a record as it is now, or that it was deleted.
package enum RecordChange: Hashable, Sendable {
  case changed(Record)
  case deleted(recordName: String, zoneID: ZoneID)
}
