import Foundation
import GRDB

extension StoreError {
  /// Names what SQLite reports in the store's terms.
  init(_ error: any Error, path: String) {
    if let error = error as? StoreError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self = .inputOutput(path: path, detail: String(describing: error))
      return
    }
    let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    // The log and its index cannot be made; SQLite tells nothing of why.
    case .SQLITE_IOERR where StoreFile.hasNoRoom(path), .SQLITE_CANTOPEN where StoreFile.hasNoRoom(path):
      self = .diskFull(path: path)
    // A seal that does not open.
    case .SQLITE_IOERR where error.extendedResultCode == .failedChecksum:
      self = .damaged(path: path, detail: "a page is not as it was sealed")
    case .SQLITE_NOTADB: self = .notAJournal(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_READONLY: self = .readOnly(path: path)
    case .SQLITE_CORRUPT: self = .damaged(path: path, detail: detail)
    // SQLite takes a file system without locks for a file that another program has locked.
    case .SQLITE_BUSY where !StoreFile.canLock(path): self = .noLocks(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM: self = .noPermission(path: path, reason: detail)
    case .SQLITE_TOOBIG: self = .invalid("The entry is larger than a journal can hold (1 GB).")
    default: self = .inputOutput(path: path, detail: detail)
    }
  }

  /// The same for what was thrown by a transaction that writes.
  init(writing error: any Error, path: String) {
    if let error = error as? DatabaseError, StoreError.leavesInDoubt.contains(error.extendedResultCode) {
      self = .uncertain(path: path, detail: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
      return
    }
    self.init(error, path: path)
    if case .inputOutput(let path, let detail) = self { self = .notWritten(path: path, detail: detail) }
  }

  /// The commit was written whole, and the disk could not say that it holds it: what reads the log next may find it there.
  private static let leavesInDoubt: [ResultCode] = [.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC]
}

extension ResultCode {
  /// SQLITE_IOERR_DATA, for a page whose checksum is wrong, which GRDB has no name for.
  fileprivate static let failedChecksum = ResultCode(rawValue: 10 | 32 << 8)
}
