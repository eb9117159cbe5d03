package import CloudRecord

/// What a merge made of two versions of a record.
package struct MergeResult: Hashable, Sendable {
  package var version: RecordVersion
  /// Every value that the merge did not keep; for the history.
  package var superseded: [SupersededValue]
  /// Fields in which both texts were kept because they overlap; a person should look.
  package var conflicts: [String]

  package init(version: RecordVersion, superseded: [SupersededValue] = [], conflicts: [String] = []) {
    self.version = version
    self.superseded = superseded
    self.conflicts = conflicts
  }
}

/// One value that lost.
package struct SupersededValue: Hashable, Sendable {
  package enum Side: Hashable, Sendable { case local, server }

  package var field: String
  /// nil where the losing side had cleared the field.
  package var value: FieldValue?
  package var stamp: HybridTime?
  package var side: Side

  package init(field: String, value: FieldValue?, stamp: HybridTime?, side: Side) {
    self.field = field
    self.value = value
    self.stamp = stamp
    self.side = side
  }
}
