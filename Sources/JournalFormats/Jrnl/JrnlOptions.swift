package import JournalCore

/// What of jrnl's configuration changes its text.
package struct JrnlOptions: Hashable, Sendable {
  /// jrnl's `timeformat`.
  package var timeFormat: DateFormat = .jrnl
  /// jrnl's `tagsymbols`; nil where they are not known, and `#` and `@` are meant. Tags with any other symbol become
  /// explicit tags of the imported entry, as this program does not see them in the text. On export the first symbol is
  /// written before explicit tags.
  package var tagSymbols: TagSyntax.Symbols?
  /// The longest line that is taken, in bytes.
  package var maximumLineBytes: Int = 16 << 20
}
