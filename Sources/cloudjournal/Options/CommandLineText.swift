import SystemKit

/// Commands as a person can type them.
enum CommandLineText {
  /// The program, and the option that names a journal.
  ///
  /// - Parameter journal: nil for the usual one.
  static func command(journal: String?) -> String {
    guard let journal else { return "cloudjournal" }
    return "cloudjournal --journal \(ShellWord.quoted(journal))"
  }
}
