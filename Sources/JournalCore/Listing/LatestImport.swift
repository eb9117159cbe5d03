/// The import that would be undone.
package struct LatestImport: Hashable, Sendable {
  /// What came: a file, or a file and how many more.
  package var source: String
  /// When it began.
  package var at: Instant
  /// Entries that it brought.
  package var entries: Int

  package init(source: String, at: Instant, entries: Int) {
    (self.source, self.at, self.entries) = (source, at, entries)
  }
}
