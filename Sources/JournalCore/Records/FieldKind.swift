/// What a field holds. The kind decides how a field is stored, sent, merged, archived and shown; nothing else does.
package enum FieldKind: Hashable, Sendable {
  /// One line of text; the later edit holds.
  case text
  /// One line of words: changes of different words are merged, else the later edit holds.
  case line
  /// Text that is merged by paragraphs and words.
  case prose
  /// A name out of a list that may grow, such as a mood, or none.
  case word
  /// Yes or no.
  case flag
  /// A whole number.
  case number
  /// A moment with the zone it was lived in: one value here, three fields where it travels.
  case date
  /// The name of another record, or none; that record may be gone.
  case reference
  /// The name of the record that this one belongs to and goes with; no edit changes it.
  case owner
  /// A file by the SHA-256 of its bytes, or none.
  case file
  /// Texts that are merged as a set.
  case tags
  /// When the record was moved to the trash, or nil.
  case trashing
  /// When the record last changed: kept beside the fields, neither stamped nor edited.
  case modification

  /// Whether the field has a stamp, a history and a place in a version that travels.
  package var isSynced: Bool { self != .modification }

  /// Whether an edit may set the field.
  package var isEditable: Bool { self != .modification && self != .owner }
}
