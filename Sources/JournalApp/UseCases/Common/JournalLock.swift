/// Keeps two commands from doing at once what has to look before it writes, such as making a category by name.
///
/// The lock is that of a file beside the journal, and ends with the process at the latest.
struct JournalLock: Hashable, Sendable {
  let path: String

  /// Waits until no other process is in here, and then runs `body`.
  func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
    try WholeFile.holdingLock(of: path) { try body() }
  }
}
