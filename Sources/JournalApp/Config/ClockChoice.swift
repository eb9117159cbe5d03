package import JournalCore
package import JournalStore

extension ClockStyle {
  /// How times of the day are shown, as it was chosen on a journal's screen; nil: as the locale has them.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package static func chosen(in store: JournalStore) throws(StoreError) -> ClockStyle? {
    try store.preference("screen.clock").flatMap { ClockStyle(rawValue: $0) }
  }
}
