import Glibc
import SystemKit

/// Holds a data folder for one server as long as it lives, so that two never serve the same one.
///
/// Commands that look after accounts do not take it: they work beside a running server.
package final class DataLock: Sendable {
  private let lock: FileLock

  /// - Parameter directory: Made (mode 0700) where it does not exist.
  /// - Throws: A sentence where another server has it, or it cannot be written.
  package init(directory: String) throws(ServerRefusal) {
    try Self.makeDirectory(directory)
    let taken: FileLock?
    do {
      taken = try FileLock.take(directory + "/server.lock")
    } catch {
      switch error {
      case .opening(let reason): throw Self.refusal("\(reason.path) cannot be opened", reason)
      case .locking(let reason): throw Self.refusal("\(reason.path) cannot be locked", reason)
      }
    }
    guard let taken else {
      throw ServerRefusal(
        "Another server is running on \(directory). Stop it first, or give this one a folder of its own with --data.")
    }
    lock = taken
  }

  private static func makeDirectory(_ directory: String) throws(ServerRefusal) {
    do { try SystemFile.makeFolder(directory) } catch {
      throw refusal("The folder \(error.path) cannot be made", error)
    }
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw ServerRefusal("\(directory) is not a folder.")
    }
  }

  private static func refusal(_ sentence: String, _ reason: SystemError) -> ServerRefusal {
    ServerRefusal("\(sentence): \(SystemError.words(reason.code)).")
  }
}
