/// A value that was replaced: history keeps every one until the person purges it.
package struct HistoryItem: Hashable, Sendable, Identifiable {
  /// Counts up within one journal on one device.
  package var id: Int64
  /// The record whose field held the value.
  package var record: RecordName
  /// The field's name as CloudKit knows it, such as `title`.
  package var field: String
  /// The value that was replaced, as the change that would restore it; nil for a field that this version does not know.
  package var oldValue: EntryChange?
  /// The replaced value as text, for scripts, files and the word diff; ``oldWords`` is for people.
  package var oldText: String
  /// When the value that stands here was replaced.
  package var replacedAt: Instant
  /// The name of the device that replaced it; of a merge, the one whose version came in; of what was refused, the person or the device
  /// that sent it. Empty where it is not known.
  package var device: String
  /// The kind of action that replaced the value.
  package var cause: EditCause
  /// Values that were replaced together share a group.
  package var group: Int64

  package init(
    id: Int64, record: RecordName, field: String, oldValue: EntryChange?, oldText: String, replacedAt: Instant,
    device: String, cause: EditCause, group: Int64
  ) {
    (self.id, self.record, self.field, self.oldValue, self.oldText) = (id, record, field, oldValue, oldText)
    (self.replacedAt, self.device, self.cause, self.group) = (replacedAt, device, cause, group)
  }

  /// The replaced value as a person reads it: a date as it stands everywhere else.
  package var oldWords: String {
    switch oldValue?.content {
    case .date, .moment: oldValue?.content.words ?? oldText
    case .text, .word, .file, .flag, .number, .reference, .owner, .tags, nil: oldText
    }
  }
}
