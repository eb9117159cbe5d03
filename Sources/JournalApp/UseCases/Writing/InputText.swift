import JournalCore

/// Text that comes from outside as bytes.
package enum InputText {
  /// All of standard input; throws a sentence where it is not UTF-8 or longer than an entry can be.
  package static func standardInput() throws -> String {
    // A little more than a body may hold, so that the rule about bodies says what is too long.
    try text(of: "-", atMost: EntryRules.longestBody + 4096)
  }

  /// All of a file, or of standard input where the path is `-`.
  ///
  /// - Throws: ``CommandFailure`` where it cannot be read, has more bytes than that, or is not UTF-8.
  package static func text(of path: String, atMost limit: Int) throws -> String {
    let bytes = try WholeFile.read(path, atMost: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let name = path == "-" ? "Standard input" : path
      throw CommandFailure(
        .badFile, "\(name) is not UTF-8 text. Convert it first, for example with: iconv -f ISO-8859-1 -t UTF-8")
    }
    return text
  }

  /// Whether there is nothing in a text but blanks and line ends.
  package static func isBlank(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
