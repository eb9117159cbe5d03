/// The import that would be undone.
package struct LatestImport: Hashable, Sendable {
  /// What came: a file, or a file and how many more.
  package var source: String
  /// When it began.
  package var at: Instant
  /// Entries that it brought.
  package var entries: Int
  /// What it put beside entries that were here before, such as recordings.
  package var items: Int

  package init(source: String, at: Instant, entries: Int, items: Int = 0) {
    (self.source, self.at, self.entries, self.items) = (source, at, entries, items)
  }
}
