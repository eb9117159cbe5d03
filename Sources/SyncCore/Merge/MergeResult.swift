package import CloudRecord

/// One version of a record made of two, and the values that were lost on the way.
package struct MergeResult: Hashable, Sendable {
  /// The version that takes the place of both.
  package var version: RecordVersion
  /// The values that lost, ordered by field, for the history; values that their side had not changed are left out
  /// unless the record types differ.
  package var superseded: [SupersededValue] = []
  /// Fields in which both texts were kept because they overlap, in order; a person should look.
  package var conflicts: [String] = []
}

/// A value that a merge did not keep.
package struct SupersededValue: Hashable, Sendable {
  /// This device's version, or the server's.
  package enum Side: Hashable, Sendable { case local, server }

  /// A field of the record; it stands twice if neither side's value was kept.
  package var field: String
  /// nil where the losing side had cleared the field.
  package var value: FieldValue?
  /// When the losing side set or cleared the field; nil if it had no stamp.
  package var stamp: HybridTime?
  /// The side that had the value.
  package var side: Side

  package init(field: String, value: FieldValue?, stamp: HybridTime?, side: Side) {
    (self.field, self.value, self.stamp, self.side) = (field, value, stamp, side)
  }
}
