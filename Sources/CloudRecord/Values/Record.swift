/// Who did something to a record, when, and on which device.
package struct RecordStamp: Hashable, Sendable {
  /// Whole milliseconds since 1970, by the service's clock.
  package var timestamp: Int64
  package var userRecordName: String
  package var deviceID: String

  package init(timestamp: Int64, userRecordName: String, deviceID: String) {
    self.timestamp = timestamp
    self.userRecordName = userRecordName
    self.deviceID = deviceID
  }
}

/// A record as the service tells it.
package struct Record: Hashable, Sendable {
  package var recordName: String
  package var recordType: String
  package var zoneID: ZoneID
  package var fields: [String: Field]
  /// Changes at every write; opaque.
  package var recordChangeTag: String
  package var created: RecordStamp
  package var modified: RecordStamp
  /// The record that this one belongs to, for sharing.
  package var parent: String?

  package init(
    recordName: String, recordType: String, zoneID: ZoneID, fields: [String: Field], recordChangeTag: String,
    created: RecordStamp, modified: RecordStamp, parent: String? = nil
  ) {
    self.recordName = recordName
    self.recordType = recordType
    self.zoneID = zoneID
    self.fields = fields
    self.recordChangeTag = recordChangeTag
    self.created = created
    self.modified = modified
    self.parent = parent
  }
}

/// What a feed tells of one record: how it is now, or that it is gone.
package enum RecordChange: Hashable, Sendable {
  case changed(Record)
  case deleted(recordName: String, zoneID: ZoneID)
}
