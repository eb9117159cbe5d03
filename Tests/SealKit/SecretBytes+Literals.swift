package import JournalSeal

/// Secrets of tests stand in their sources.
extension SecretBytes: ExpressibleByStringLiteral {
  /// The UTF-8 of a text.
  package init(stringLiteral text: String) { self.init(utf8: text) }
}
