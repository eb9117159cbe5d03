/// A field that names another record.
package struct Reference: Hashable, Sendable {
  /// What happens to the record that holds the reference when its target is deleted.
  package enum Action: UInt8, Hashable, Sendable {
    case none = 0
    case deleteSelf = 1
    case validate = 2
  }

  package var recordName: String
  package var action: Action
  /// The zone of the target; nil for the zone of the record that holds the reference.
  ///
  /// Not part of a value's canonical form: a reference means the same whether its own zone is spelled out or not.
  package var zoneID: ZoneID?

  package init(recordName: String, action: Action, zoneID: ZoneID? = nil) {
    self.recordName = recordName
    self.action = action
    self.zoneID = zoneID
  }
}
