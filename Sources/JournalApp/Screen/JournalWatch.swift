import CLinux
import Glibc
import JournalCore

/// Notices that a file of the journal's database was written, by whatever process.
///
/// SQLite tells only of commits of its own process; the kernel tells of every write to the folder.
final class JournalWatch {
  let descriptor: Int32

  init(folder: String) throws(InvalidInput) {
    descriptor = clinux_watch_open()
    guard descriptor >= 0 else {
      throw InvalidInput("The journal’s folder cannot be watched: \(String(cString: strerror(errno))).")
    }
    guard clinux_watch_folder(descriptor, folder, 1) >= 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw InvalidInput("\(folder) cannot be watched: \(reason).")
    }
  }

  deinit { close(descriptor) }

  /// Reads what the kernel has told; true if it was about the database.
  func takesNotice() -> Bool { clinux_watch_drain(descriptor, "journal.sqlite") != 0 }
}
