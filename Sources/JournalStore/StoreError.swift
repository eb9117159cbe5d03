/// Why the journal could not be read or written: each case is a sentence that says what, where and what to do.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  case notAJournal(path: String)
  /// It is encrypted on the disk, and no key for it is here.
  case sealed(path: String)
  /// It should be encrypted on the disk and is not: another program may have put it there.
  case notSealed(path: String)
  case newerFormat(path: String, found: Int, known: Int)
  case readOnly(path: String)
  case noPermission(path: String, reason: String)
  case diskFull(path: String)
  case damaged(path: String, detail: String)
  case busy(path: String)
  /// The file system cannot lock files.
  case noLocks(path: String)
  case missing(path: String)
  case inputOutput(path: String, detail: String)
  /// As ``inputOutput(path:detail:)`` for a transaction that writes: nothing of it was saved.
  case notWritten(path: String, detail: String)
  /// The disk failed while a commit was synced, so that the commit may or may not be in the journal.
  case uncertain(path: String, detail: String)
  /// The file that is open is not the one at its path any more; what was written last is not in that one.
  case moved(path: String, FilePlace)
  /// The edit names a record that is not here.
  case unknownRecord(String)
  /// The edit would create a record whose name is taken.
  case recordExists(String)
  /// A copy was to be written where a file is already.
  case taken(path: String)
  case invalid(String)

  /// One or two sentences for a person: what failed, where, whether anything was saved, and what to do.
  package var description: String {
    switch self {
    case .notAJournal(let path):
      "\(path) is not a journal (no SQLite database, or one of another program). Nothing was changed; name another with --journal."
    case .sealed(let path):
      "\(path) is encrypted on the disk, and its key is not here. Nothing was changed."
    case .notSealed(let path):
      "\(path) is not encrypted on the disk, as it should be: another program may have put it there. Nothing was changed."
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
      "\(path) is damaged (\(detail)). Run `cloudjournal doctor`; the latest backup is beside the journal."
    case .busy(let path):
      "Another program is holding \(path) for longer than 10 seconds. Try again."
    case .noLocks(let path):
      "\(path) is on a file system without locks, as some network folders are. Nothing was changed; "
        + "keep the journal on a disk of this computer."
    case .missing(let path):
      "There is no journal at \(path)."
    case .inputOutput(let path, let detail):
      "Reading or writing \(path) failed (\(detail)). Check the disk and try again."
    case .notWritten(let path, let detail):
      "Writing \(path) failed (\(detail)). Nothing was saved; check the disk and try again."
    case .uncertain(let path, let detail):
      "Writing \(path) failed (\(detail)), and what was written last may be in the journal or not. "
        + "Check the disk, and look with `cloudjournal list` before you write it again."
    case .moved(let path, .removed):
      "\(path) was removed while it was open. What was written since is not saved."
    case .moved(let path, .renamed), .moved(let path, .same):
      "\(path) was moved to another place while it was open. What was written since is not saved there."
    case .moved(let path, .replaced):
      "Another file was put in the place of \(path) while it was open. What was written since is not in that file."
    case .unknownRecord(let name):
      "There is no record \(name) in this journal."
    case .recordExists(let name):
      "A record \(name) is in this journal already."
    case .taken(let path):
      "\(path) exists already; nothing was written. Name another file."
    case .invalid(let sentence):
      sentence
    }
  }
}

/// Sentences that every store says alike.
extension StoreError {
  /// A merge that a screen names and the journal no longer has.
  package static let unknownMerge = invalid("There is no such merge any more; its record may have been removed.")

  /// A record that only a newer program may change.
  package static func newerRecord(_ title: String) -> StoreError {
    .invalid("“\(title)” was written by a newer CloudJournal and can only be read here. Update the program to edit it.")
  }
}
