package import JournalFormats

/// What the command line says about files to import.
package struct ImportOptions: Hashable, Sendable {
  /// Nil: each file says by its first bytes what it is.
  package var format: ImportFormat?
  /// jrnl's `timeformat`.
  package var timeFormat: String?
  /// jrnl's `tagsymbols`.
  package var tagSymbols: String?
  /// The password of files that jrnl has encrypted; nil where there is none.
  package var password: String?
  /// The category of entries that the file puts into none; nil for none.
  package var category: String?
  /// The one journal of a zip of Day One that is taken, in no category; nil for all, each a category.
  package var part: String?
  /// Says what would be done, and does nothing.
  package var isDryRun = false

  /// Starts with nothing said: formats are found out, and everything is stored.
  package init() {}
}
