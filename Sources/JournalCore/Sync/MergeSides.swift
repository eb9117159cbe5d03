/// A merge as the conflict view shows it: what both sides came from, what each of them had, and what stands now.
package struct MergeSides: Hashable, Sendable {
  /// The merge itself: its record, its time and its number.
  package var notice: MergeNotice
  /// The kind of the record that was merged.
  package var kind: WaitingRecord.Kind
  /// The fields in which the sides were not alike, in the order in which they are shown.
  package var fields: [MergedField]

  package init(notice: MergeNotice, kind: WaitingRecord.Kind, fields: [MergedField]) {
    (self.notice, self.kind, self.fields) = (notice, kind, fields)
  }
}

/// One field that a merge decided; values in words, nil where the field was empty, or is not known.
package struct MergedField: Hashable, Sendable {
  /// The field's name as CloudKit knows it.
  package var field: String
  /// The value that both sides came from.
  package var base: String?
  /// The value that this device had.
  package var here: String?
  /// The value that the server had.
  package var server: String?
  /// What stands in the journal at present.
  package var now: String?
  /// When this device's value was set; nil where that is not known.
  package var hereAt: Instant?
  /// When the server's value was set; nil where that is not known.
  package var serverAt: Instant?

  package init(
    field: String, base: String?, here: String?, server: String?, now: String?, hereAt: Instant? = nil,
    serverAt: Instant? = nil
  ) {
    (self.field, self.base, self.here, self.server, self.now) = (field, base, here, server, now)
    (self.hereAt, self.serverAt) = (hereAt, serverAt)
  }
}

/// One of the two sides of a merge, which can be taken as a whole.
package enum MergeSide: Hashable, Sendable {
  case here, server
}
