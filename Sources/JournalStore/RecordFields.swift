package import CloudRecord
package import JournalCore
import SyncCore

/// The record types under their CloudKit names.
package enum RecordFields {
  /// The record type of an ``Entry``.
  package static let entryType = Entry.recordType
  /// The record type of a category.
  package static let categoryType = JournalCore.Category.recordType
  /// The record type of an ``EntryImage``.
  package static let imageType = EntryImage.recordType
  /// The record type of a ``Preference``.
  package static let preferenceType = Preference.recordType
}

extension HistoryItem {
  /// The replaced value; of a field that no entry has, such as a category's name, it is made from `oldText`, and nil if
  /// that is empty.
  package var replacedValue: FieldValue? {
    if let oldValue { return oldValue.value }
    guard !oldText.isEmpty else { return nil }
    return field == "sortOrder" ? Int64(oldText).map { .int64($0) } : .string(oldText)
  }
}
