/// Why the service's data could not be read or written: each case is a sentence that says what, where and what to do.
package enum CloudStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  case notAService(path: String)
  case newerFormat(path: String, found: Int, known: Int)
  case readOnly(path: String)
  case noPermission(path: String, reason: String)
  case diskFull(path: String)
  case damaged(path: String, detail: String)
  /// Another program holds the file for longer than ``ServiceDatabase/busyTimeout``.
  case busy(path: String)
  /// No file or folder has this path.
  case missing(path: String)
  case inputOutput(path: String, detail: String)
  /// A transaction was used after its body had returned, or the storage after it was closed.
  case closed
  /// The row names something that is not there: a programming error of the caller's.
  case unknownRow(String)
  /// An object's key that could lead out of its folder.
  case invalidObjectKey(String)
  case objectExists(key: String)
  case missingObject(key: String)
  /// The file is larger than allowed; nothing of it was kept.
  case objectTooLarge(limit: Int64)
  case folderNotEmpty(path: String)
  case notABackup(path: String, detail: String)

  /// One to three sentences for the person who runs the server.
  package var description: String {
    switch self {
    case .notAService(let path):
      "\(path) is not a service's database (no SQLite database, or one of another program). Nothing was changed."
    case .newerFormat(let path, let found, let known):
      "\(path) was written by a newer server (format \(found), this version knows \(known)). "
        + "Nothing was changed; update the server."
    case .readOnly(let path):
      "\(path) cannot be written: it is read-only. Nothing was saved; make it writable."
    case .noPermission(let path, let reason):
      "Cannot open \(path): \(reason). Check who owns it and its permissions."
    case .diskFull(let path):
      "The disk that holds \(path) is full. Nothing was saved; free some space and try again."
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)). Stop the server and restore the latest backup into an empty folder."
    case .busy(let path):
      "Another program is holding \(path) for longer than \(ServiceDatabase.busyTimeout) seconds. Try again."
    case .missing(let path):
      "There is nothing at \(path)."
    case .inputOutput(let path, let detail):
      "Reading or writing \(path) failed (\(detail)). Nothing was saved; check the disk and try again."
    case .closed:
      "The service's data is closed."
    case .unknownRow(let what):
      "There is no \(what)."
    case .invalidObjectKey(let key):
      "“\(key.debugDescription.dropFirst().dropLast())” is no name of an object."
    case .objectExists(let key):
      "There is an object \(key) already."
    case .missingObject(let key):
      "The object \(key) is missing."
    case .objectTooLarge(let limit):
      "The file is larger than \(limit) bytes."
    case .folderNotEmpty(let path):
      "\(path) is not empty. Nothing was changed; name a folder that is empty or does not exist yet."
    case .notABackup(let path, let detail):
      "\(path) is not a whole backup (\(detail)). Nothing was changed."
    }
  }
}
