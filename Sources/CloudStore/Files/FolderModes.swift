import Glibc
import SystemKit

/// Who else can read a server's data: closes what is the server's own, and tells of what is not.
package enum FolderModes {
  /// Something that others could read, or still can.
  package enum Finding: Hashable, Sendable, CustomStringConvertible {
    /// Others could; only the owner can now.
    case closed(path: String, mode: UInt32)
    /// Others can: it is not the server's own to change.
    case open(path: String, mode: UInt32)

    /// One sentence for the log, with the mode in octal; for an open path, also the command that closes it.
    package var description: String {
      switch self {
      case .closed(let path, let mode):
        "Other users of this machine could read \(path) (mode \(Self.octal(mode))); only its owner can now."
      case .open(let path, let mode):
        "Other users of this machine can read \(path) (mode \(Self.octal(mode))): run chmod go= on it."
      }
    }

    private static func octal(_ mode: UInt32) -> String {
      let digits = String(mode & 0o777, radix: 8)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  /// Takes everybody else's rights from a data folder and the files in it.
  ///
  /// A folder in which other things lie, such as a home folder, is left as it is and told of, and so is what belongs to
  /// another user. A folder that is not there has nothing to tell of.
  ///
  /// - Throws: ``CloudStoreError`` where the folder cannot be read or a mode cannot be changed.
  package static func close(_ folder: String) throws(CloudStoreError) -> [Finding] {
    guard try DataFile.kind(of: folder) == .folder else { return [] }
    let names = try DataFile.names(in: folder)
    let own = names.filter(isOwn)
    var findings: [Finding] = []
    if let finding = try close(folder, to: SystemFile.folderMode, mayChange: own == names) { findings.append(finding) }
    for name in own {
      let path = folder + "/" + name
      let mode = try DataFile.kind(of: path) == .folder ? SystemFile.folderMode : SystemFile.fileMode
      if let finding = try close(path, to: mode, mayChange: true) { findings.append(finding) }
    }
    return findings
  }

  /// The server's own names: the database with what SQLite and migrations put beside it, files, the lock, and
  /// what `init` writes.
  private static func isOwn(_ name: String) -> Bool {
    name.hasPrefix(ServiceFile.name)
      || ["objects", "server.lock", "tls", "server.toml", "cloudjournal-server.service"].contains(name)
  }

  private static func close(
    _ path: String, to mode: mode_t, mayChange: Bool
  ) throws(CloudStoreError) -> Finding? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let reason = errno
      // SQLite removes files of its own when the last who has them open closes them.
      if reason == ENOENT { return nil }
      throw DataFile.failure(path, reason)
    }
    // A link has no rights of its own.
    guard status.st_mode & S_IFMT != S_IFLNK, status.st_mode & 0o077 != 0 else { return nil }
    guard mayChange, status.st_uid == geteuid() else { return .open(path: path, mode: status.st_mode) }
    guard chmod(path, mode) == 0 else { throw DataFile.failure(path, errno) }
    return .closed(path: path, mode: status.st_mode)
  }
}
