import Glibc
import SystemKit

/// Files that a program had not completed when it was ended, such as a killed import.
extension AssetFolder {
  /// Whether a file has no name yet and no process writes it any more.
  ///
  /// The number of the process is in the name. One of another container is not known here, but what an import writes is locked.
  func isAbandoned(_ name: String) -> Bool {
    guard name.hasPrefix(AssetWriter.unfinishedPrefix),
      let process = Int32(name.dropFirst(AssetWriter.unfinishedPrefix.count).prefix { $0 != "-" }),
      !ProcessIdentity.isAlive(process)
    else { return false }
    let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return FileLock.attempt(descriptor) == .taken
  }
}
