/// Commands as a person can type them.
enum CommandLineText {
  /// The program, and the option that names a journal.
  ///
  /// - Parameter journal: nil for the usual one.
  static func command(journal: String?) -> String {
    guard let journal else { return "cloudjournal" }
    return "cloudjournal --journal \(quoted(journal))"
  }

  /// A word as a shell takes it: in single quotes where it would read it otherwise.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "._@-".contains($0) }
    return isPlain && !word.hasPrefix("-") ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
