import Foundation
import Glibc
import JournalCore

/// Writes text that could not be saved to a file outside the journal, where there is still room.
enum EmergencyCopy {
  /// Where there may be room: the home folder first, then the session's own, which is usually in memory.
  static func folders(_ paths: JournalPaths) -> [String] { [paths.home, paths.runtimeFolder, paths.temporaryFolder] }

  /// How the names of all copies begin.
  static let prefix = "cloudjournal-unsaved-"

  /// Writes to the first of the folders that takes it.
  ///
  /// - Returns: The path that was written, mode 0600.
  static func write(_ text: String, paths: JournalPaths) throws -> String {
    let bytes = try JournalVault.sealed(Array(text.utf8), of: paths)
    var reasons: [String] = []
    for folder in folders(paths) {
      do {
        if folder == paths.runtimeFolder { try FolderMaker.make(folder) }
        return try write(bytes: bytes, folder: folder)
      } catch {
        reasons.append(String(describing: error))
      }
    }
    throw InvalidInput(
      "No copy could be written: \(reasons.joined(separator: "; ")). Copy the text with Ctrl-A, Ctrl-C.")
  }

  /// Writes bytes to a new file in a folder.
  static func write(bytes: [UInt8], folder: String) throws -> String {
    for number in 0..<1000 {
      let path = "\(folder)/\(prefix)\(getpid())-\(number).md"
      let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if descriptor < 0 {
        if errno == EEXIST { continue }
        throw InvalidInput("\(folder): \(String(cString: strerror(errno)))")
      }
      defer { close(descriptor) }
      do {
        try WholeFile.write(bytes, to: descriptor, name: path)
      } catch {
        unlink(path)
        throw error
      }
      guard fsync(descriptor) == 0 else {
        let reason = String(cString: strerror(errno))
        unlink(path)
        throw InvalidInput("\(path): \(reason)")
      }
      return path
    }
    throw InvalidInput("\(folder): there are a thousand unsaved copies already")
  }
}
