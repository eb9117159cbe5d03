/// How one record is saved over what others may have saved meanwhile; CloudKit's three policies.
package enum SavePolicy: String, Hashable, Sendable, CaseIterable {
  /// Only if the server has what was last seen; else the two are merged. The default.
  case ifUnchanged = "if-unchanged"
  /// The fields that were changed here, over whatever is there.
  case changedKeys = "changed-keys"
  /// All fields as they are here, over whatever is there.
  case allKeys = "all-keys"
}
