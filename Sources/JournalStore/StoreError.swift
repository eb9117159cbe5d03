/// Why the journal could not be read or written: each case is a sentence that says what, where and what to do.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  case notAJournal(path: String)
  case newerFormat(path: String, found: Int, known: Int)
  case readOnly(path: String)
  case noPermission(path: String, reason: String)
  case diskFull(path: String)
  case damaged(path: String, detail: String)
  case busy(path: String)
  case missing(path: String)
  case inputOutput(path: String, detail: String)
  /// The edit names a record that is not here.
  case unknownRecord(String)
  /// The edit would create a record whose name is taken.
  case recordExists(String)
  case invalid(String)

  package var description: String {
    switch self {
    case .notAJournal(let path):
      "\(path) is not a journal (no SQLite database, or one of another program). Nothing was changed; name another with --journal."
    case .newerFormat(let path, let found, let known):
      "\(path) was written by a newer CloudJournal (format \(found), this version knows \(known)). "
        + "Nothing was changed; update the program."
    case .readOnly(let path):
      "\(path) cannot be written: it is read-only. Nothing was saved; make it writable, or use --read-only to read."
    case .noPermission(let path, let reason):
      "Cannot open \(path): \(reason). Check who owns it and its permissions."
    case .diskFull(let path):
      "The disk that holds \(path) is full. Nothing was saved; free some space and try again."
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)). Run `cloudjournal doctor`; the latest backup lies beside the journal."
    case .busy(let path):
      "Another program is holding \(path) for longer than 10 seconds. Try again."
    case .missing(let path):
      "There is no journal at \(path)."
    case .inputOutput(let path, let detail):
      "Reading or writing \(path) failed (\(detail)). Nothing was saved; check the disk and try again."
    case .unknownRecord(let name):
      "There is no record \(name) in this journal."
    case .recordExists(let name):
      "A record \(name) is in this journal already."
    case .invalid(let sentence):
      sentence
    }
  }
}
