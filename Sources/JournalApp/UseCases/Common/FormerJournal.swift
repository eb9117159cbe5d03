import Glibc
import JournalStore

/// A journal whose file was replaced while it was open, and which only this process can still read.
enum FormerJournal {
  /// Writes it beside the file that is in its place now; nil where it needs no keeping, because it has another name or is in
  /// its place.
  ///
  /// - Returns: The path that was written.
  @discardableResult
  static func keep(_ store: JournalStore) throws -> String? {
    guard store.place == .replaced(isKept: false) else { return nil }
    return try store.backUp(toFirst: { "\(store.path).former-\($0)" })
  }
}
