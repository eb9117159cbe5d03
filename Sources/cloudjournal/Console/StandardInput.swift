import JournalApp

/// Text that comes in on standard input.
enum StandardInput {
  static func text() throws -> String { try InputText.standardInput() }

  /// Whether there is nothing in a text but blanks and line ends.
  static func isBlank(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
