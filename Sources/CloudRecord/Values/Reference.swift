/// A field that names another record.
package struct Reference: Hashable, Sendable {
  /// The fate of the record that holds the reference when its target is deleted.
  package enum Action: UInt8, Hashable, Sendable {
    /// It stays, and refers to nothing.
    case none = 0
    /// It is deleted too.
    case deleteSelf = 1
    /// It stays, and the service refuses to delete the target.
    case validate = 2
  }

  /// The target's name within its zone.
  package var recordName: String
  /// Applies to the record that holds the reference when the target is deleted.
  package var action: Action
  /// The zone of the target; nil for the zone of the record that holds the reference.
  ///
  /// Not part of a value's canonical form: a reference means the same whether its own zone is spelled out or not.
  package var zoneID: ZoneID?

  package init(recordName: String, action: Action, zoneID: ZoneID? = nil) {
    (self.recordName, self.action, self.zoneID) = (recordName, action, zoneID)
  }
}
