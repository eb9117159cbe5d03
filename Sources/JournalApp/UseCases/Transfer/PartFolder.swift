import Encodings
import Glibc
import SystemKit

/// A folder that appears under its name only when it is complete, as ``OutputFile`` does for files.
///
/// Until then it is `NAME.part-…` beside it. A folder that is there already and empty may be the root of another disk: in such a
/// one it is `.part-…` within, and what is in it moves up at the end.
final class PartFolder {
  /// Where it is written.
  let path: String
  private let wanted: String
  private let isNew: Bool
  private let descriptor: Int32

  /// Makes the folder, and removes what processes that were killed have left of one of this name.
  ///
  /// - Throws: ``CommandFailure`` where the name is taken by something else than an empty folder, or nothing can be made there.
  init(for folder: String) throws {
    wanted = TextFolder.plain(folder)
    isNew = !FolderFiles.exists(wanted)
    let parent = SystemFile.folder(of: wanted)
    if isNew { try FolderMaker.make(parent) }
    let name = wanted.split(separator: "/").last.map(String.init) ?? wanted
    try PartFolder.sweep(parent, "\(name).part-")
    if !isNew { try PartFolder.sweep(wanted, ".part-") }
    guard try isNew || FolderFiles.all(in: wanted, atMost: 1, followsLinks: false).isEmpty else {
      throw PartFolder.exists(folder)
    }
    (path, descriptor) = try PartFolder.make(isNew ? "\(wanted).part-" : "\(wanted)/.part-", folder)
  }

  deinit { close(descriptor) }

  private static func exists(_ path: String) -> CommandFailure {
    CommandFailure(.exists, "\(path) is there already, and not empty. Name a folder that is not there.")
  }

  /// Makes a folder under a name that no other process has, and locks it while it is written.
  private static func make(_ prefix: String, _ wanted: String) throws -> (path: String, descriptor: Int32) {
    while true {
      let path = prefix + String(UInt64.random(in: .min ... .max), radix: 16)
      guard mkdir(path, SystemFile.folderMode) == 0 else {
        if errno == EEXIST { continue }
        throw WholeFile.failure(wanted, "cannot be made", errno)
      }
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else {
        // Another process took it for a left-over part.
        if errno == ENOENT { continue }
        throw WholeFile.failure(wanted, "cannot be made", errno)
      }
      var status = stat()
      // Without locks nothing is swept either.
      if FileLock.attempt(descriptor) != .heldElsewhere, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        return (path, descriptor)
      }
      close(descriptor)
    }
  }

  /// Removes parts that no process has locked.
  private static func sweep(_ folder: String, _ prefix: String) throws {
    for name in FolderFiles.names(in: folder, prefix: prefix)
    where name.utf8.count > prefix.utf8.count
      && name.utf8.dropFirst(prefix.utf8.count).allSatisfy(Hexadecimal.isLowerCaseDigit)
    {
      let part = "\(folder)/\(name)"
      let descriptor = open(part, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_uid == geteuid(), FileLock.attempt(descriptor) == .taken {
        try WholeFile.saying("cannot be removed") { () throws(SystemError) in try SystemFile.removeFolder(part) }
      }
    }
  }

  /// Gives the folder its name; its files are on the disk already.
  ///
  /// - Throws: ``CommandFailure`` where something of that name has come meanwhile, or the folder cannot be written.
  func finish() throws {
    try FolderMaker.sync(path)
    guard isNew else {
      for file in try FolderFiles.all(in: path, atMost: .max, followsLinks: false) {
        try move("\(path)/\(file.name)", to: "\(wanted)/\(file.name)")
      }
      return try abandon()
    }
    try move(path, to: wanted)
    try FolderMaker.sync(SystemFile.folder(of: wanted))
  }

  private func move(_ part: String, to target: String) throws {
    do { try SystemFile.move(part, to: target) } catch {
      guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.code) else {
        throw WholeFile.failure(target, "cannot be written", error.code)
      }
      throw PartFolder.exists(wanted)
    }
  }

  /// Removes the folder with what was written.
  ///
  /// - Throws: ``CommandFailure`` where it cannot be removed.
  func abandon() throws {
    try WholeFile.saying("cannot be removed") { () throws(SystemError) in try SystemFile.removeFolder(path) }
    if !isNew { try FolderMaker.sync(wanted) }
  }
}
