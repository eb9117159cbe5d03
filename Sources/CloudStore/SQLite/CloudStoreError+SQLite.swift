import GRDB

extension CloudStoreError {
  /// Names what SQLite reports in the store's terms, and passes on what a transaction's body threw.
  static func naming(_ error: any Error, path: String) -> any Error {
    error is DatabaseError ? CloudStoreError(error, path: path) : error
  }

  init(_ error: any Error, path: String) {
    if let error = error as? CloudStoreError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self = .inputOutput(path: path, detail: String(describing: error))
      return
    }
    let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .notAService(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_READONLY: self = .readOnly(path: path)
    case .SQLITE_CORRUPT: self = .damaged(path: path, detail: detail)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM: self = .noPermission(path: path, reason: detail)
    case .SQLITE_MISUSE: self = .closed
    default: self = .inputOutput(path: path, detail: detail)
    }
  }
}
