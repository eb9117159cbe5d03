import CloudRecord

/// Where a record lies on the server: what a seal is bound to, so that it opens nowhere else.
package struct RecordPlace: Hashable, Sendable {
  /// The zone's name, without its owner.
  package var zone: String
  /// Such as `JournalEntry`.
  package var recordType: String
  /// The record's name within its zone.
  package var recordName: String
  /// The record that a plain reference named `entry` points to; empty where there is none.
  package var entry: String

  package init(zone: String, recordType: String, recordName: String, entry: String = "") {
    (self.zone, self.recordType, self.recordName, self.entry) = (zone, recordType, recordName, entry)
  }

  /// Zone, type and name with their lengths.
  var name: [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 96)
    encoder.append(zone)
    encoder.append(recordType)
    encoder.append(recordName)
    return encoder.bytes
  }

  /// What a seal authenticates besides its head: zone, type, name, and the entry that a picture belongs to.
  package var bound: [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 160)
    encoder.append(raw: name)
    encoder.append(entry)
    return encoder.bytes
  }
}
