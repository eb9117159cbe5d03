import CloudRecord
import JournalSeal
import SyncCore

/// The zone in which the keys of an account's journal lie, and its two record types (docs/encryption.md).
enum KeyZone {
  static let zoneID = ZoneAddress.keys.zoneID

  /// The type of the one record that has the ring.
  static let ringType = "Keyring"
  /// The name of that record.
  static let ringName = "keyring"
  /// The type of a new device's request to be let in.
  static let requestType = "KeyRequest"

  enum Field {
    static let ring = "ring"
    /// Names of zones whose records have to be sealed: a hint for the server's guard, never believed here.
    static let sealedZones = "sealedZones"
    static let request = "request"
    static let answer = "answer"
    static let formatVersion = "formatVersion"
  }

  /// The name of the record that has a device's request.
  static func requestName(of device: DeviceID) -> String { "request-\(device)" }

  static func lookUp(_ name: String) -> CloudRequest {
    .lookup(LookupRequest(items: [LookupRequest.Item(recordName: name)], zoneID: zoneID))
  }

  static func modify(_ operation: RecordOperation) -> CloudRequest {
    .modify(ModifyRequest(operations: [operation], zoneID: zoneID, desiredKeys: []))
  }

  /// The save of a ring, over the one that was shown or as the first.
  static func save(_ ring: [UInt8], over shown: ShownRing?, mode: RingMode) -> RecordOperation {
    // From the beginning of turning on nothing plain is to come any more, from whatever program.
    let isGuarded = mode == .sealed || mode == .sealing
    let zones: [FieldValue] = isGuarded ? [.string(ZoneAddress.journal.zoneID.zoneName)] : []
    var fields: [String: CloudRecord.Field?] = [Field.ring: CloudRecord.Field(.bytes(ring))]
    fields.updateValue(zones.isEmpty ? nil : CloudRecord.Field(.list(zones)), forKey: Field.sealedZones)
    if shown == nil {
      fields[Field.formatVersion] = CloudRecord.Field(.int64(1))
      if zones.isEmpty { fields[Field.sealedZones] = nil }
    }
    return RecordOperation(
      shown == nil ? .create : .update, recordName: ringName, recordType: ringType, recordChangeTag: shown?.changeTag,
      fields: fields, desiredKeys: [])
  }
}

/// A ring as the server shows it.
package struct ShownRing: Hashable, Sendable {
  /// As it came.
  package var bytes: [UInt8]
  /// The server's version of its record; opaque.
  package var changeTag: String

  package init(bytes: [UInt8], changeTag: String) {
    self.bytes = bytes
    self.changeTag = changeTag
  }

  /// The ring of a record; nil for a record that has none.
  init?(_ record: Record) {
    guard record.recordType == KeyZone.ringType, record.recordName == KeyZone.ringName,
      case .bytes(let bytes)? = record.fields[KeyZone.Field.ring]?.value
    else { return nil }
    self.init(bytes: bytes, changeTag: record.recordChangeTag)
  }
}
