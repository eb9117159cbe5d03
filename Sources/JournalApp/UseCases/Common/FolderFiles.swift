import Glibc
import JournalCore
import SystemKit

/// What lies in a folder.
enum FolderFiles {
  /// Whether there is anything under a path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  struct File: Hashable {
    var name: String
    var bytes: Int64
    var modifiedAt: Instant
    var isFolder: Bool
    var isRegular: Bool
  }

  /// The regular files of a folder; none where it cannot be read.
  static func regular(in folder: String) -> [File] {
    do {
      return try all(in: folder, atMost: .max, followsLinks: false).filter(\.isRegular)
    } catch {
      return []
    }
  }

  /// The names in a folder that begin so, in order, without a look at the files; none where it cannot be read.
  static func names(in folder: String, prefix: String) -> [String] {
    SystemFile.names(in: folder, prefix: prefix)
  }

  /// A time of a file, which may be any number, within what a moment can be.
  private static func moment(_ time: timespec) -> Instant {
    let (milliseconds, isTooFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
    guard !isTooFar, milliseconds.magnitude < Int64.max.magnitude / 2 else {
      return time.tv_sec < 0 ? .earliest : Instant(milliseconds: 253_402_300_799_999)
    }
    return Instant(milliseconds: milliseconds + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Everything in a folder, in no order.
  ///
  /// - Parameters:
  ///   - limit: how many names are looked at at most.
  ///   - followsLinks: whether a link is what it leads to; one that leads nowhere is left out.
  static func all(in folder: String, atMost limit: Int, followsLinks: Bool) throws -> [File] {
    guard let stream = opendir(folder) else { throw WholeFile.failure(folder, "cannot be read", errno) }
    defer { closedir(stream) }
    var files: [File] = []
    while files.count < limit, let item = readdir(stream) {
      let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      // A name that is no text could not be named to anybody.
      guard let name, name != ".", name != ".." else { continue }
      var status = stat()
      guard fstatat(dirfd(stream), name, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      let kind = status.st_mode & S_IFMT
      files.append(
        File(
          name: name, bytes: Int64(status.st_size),
          modifiedAt: moment(status.st_mtim),
          isFolder: kind == S_IFDIR, isRegular: kind == S_IFREG))
    }
    return files
  }
}
