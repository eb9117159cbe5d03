import CloudRecord
import JournalSeal
import JournalStore

/// Six words that two devices compare: equal words, same journal on the server, whatever it says to either.
package enum JournalFingerprint {
  /// The words of what was synchronised; what waits to be sent is not in it.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package static func words(of journal: OpenedJournal) throws -> [String] {
    Words(firstBitsOf: try StoreFingerprint.digest(of: journal.store).bytes).shown
  }
}
