import CLinux
import Glibc

/// Files and folders that are on the disk when a call returns, and that their owner alone may read.
package enum SystemFile {
  /// The mode of new files: the owner may read and write, others may do nothing.
  package static let fileMode: UInt32 = 0o600
  /// The mode of new folders: the owner may do all, others nothing.
  package static let folderMode: UInt32 = 0o700

  // MARK: Whole files

  /// Gives a file another name, in the same file system.
  ///
  /// - Parameter replaces: Whether a file of the new name goes; else the call fails with `EEXIST`.
  /// - Throws: ``SystemError`` about the new name.
  package static func move(_ path: String, to target: String, replaces: Bool = true) throws(SystemError) {
    guard (replaces ? rename(path, target) : renameToNew(path, target)) == 0 else {
      throw SystemError(target, errno)
    }
  }

  private static func renameToNew(_ path: String, _ target: String) -> Int32 {
    let result = clinux_rename_new(path, target)
    guard result != 0, errno == EINVAL else { return result }
    // Some file systems cannot rename so; a hard link never replaces anything either.
    guard link(path, target) == 0 else { return -1 }
    return unlink(path)
  }

  /// Gives a complete file its name for good: its bytes and then its name are on the disk when this returns.
  ///
  /// - Parameters:
  ///   - descriptor: Of the file, open for writing.
  ///   - replaces: As in ``move(_:to:replaces:)``.
  /// - Throws: ``SystemError``; the file has its old name then, unless only its folder could not be flushed.
  package static func place(
    _ path: String, _ descriptor: Int32, at target: String, replaces: Bool = true
  ) throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError(path, errno) }
    try move(path, to: target, replaces: replaces)
    try syncFolder(folder(of: target))
  }

  /// Replaces a file as a whole: at any time it is the old one or the new one, and the new one is on the disk when this
  /// returns. Links are replaced, not followed.
  ///
  /// The new bytes are written to `PATH.PROCESS.new` first; a file that an earlier process of the same number left
  /// under that name is removed. What other processes left, ``removeDrafts(of:)`` removes.
  ///
  /// - Throws: ``SystemError``; the old file stays then, unless only its folder could not be flushed.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let draft = "\(path).\(getpid()).new"
    guard unlink(draft) == 0 || errno == ENOENT else { throw SystemError(draft, errno) }
    let descriptor = try create(draft)
    defer { close(descriptor) }
    do throws(SystemError) {
      try write(bytes, to: descriptor, draft)
      try place(draft, descriptor, at: path)
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Removes what processes that were killed amid ``replace(_:with:)`` have left of a file's new bytes.
  ///
  /// - Parameter isAlone: Whether no process writes the file at this moment, as under a lock; else the drafts of processes
  ///   that still run are left.
  /// - Throws: ``SystemError`` about the first that cannot be removed.
  package static func removeDrafts(of path: String, isAlone: Bool) throws(SystemError) {
    let folder = folder(of: path)
    let prefix = (path.split(separator: "/").last.map(String.init) ?? path) + "."
    for name in names(in: folder, prefix: prefix) where name.hasSuffix(".new") {
      let number = name.dropFirst(prefix.count).dropLast(".new".count)
      guard let process = pid_t(number), process > 0, isAlone || kill(process, 0) != 0 && errno == ESRCH else {
        continue
      }
      let draft = "\(folder)/\(name)"
      guard unlink(draft) == 0 || errno == ENOENT else { throw SystemError(draft, errno) }
    }
  }

  /// Removes a file, if there is one, and what was left of its new bytes; that is on the disk when this returns.
  ///
  /// - Throws: ``SystemError``.
  package static func remove(_ path: String) throws(SystemError) {
    if unlink(path) != 0, errno != ENOENT { throw SystemError(path, errno) }
    try removeDrafts(of: path, isAlone: true)
    // Without a folder there is no name in it either.
    let folder = folder(of: path)
    if access(folder, F_OK) == 0 { try syncFolder(folder) }
  }

  /// Opens a new file for writing.
  ///
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: ``SystemError``, with `EEXIST` if a file or a link is at the path.
  package static func create(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, fileMode)
    guard descriptor >= 0 else { throw SystemError(path, errno) }
    return descriptor
  }

  /// Whether the files of a folder are in memory (tmpfs, ramfs), as the system says.
  ///
  /// Source: statfs(2).
  package static func isInMemory(_ folder: String) -> Bool {
    clinux_in_memory(folder) == 1
  }

  /// Opens a file in memory that has no name anywhere, for reading and writing; it goes with its last descriptor.
  ///
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: ``SystemError`` with the name, which is for messages.
  package static func inMemory(_ name: String) throws(SystemError) -> Int32 {
    let descriptor = clinux_memory_file(name)
    guard descriptor >= 0 else { throw SystemError(name, errno) }
    return descriptor
  }

  /// Makes an empty file beside another, under a name that no other process has: `PATH.part-PROCESS-CHANCE`.
  ///
  /// - Returns: Its path, and a descriptor for writing, which the caller closes.
  /// - Throws: ``SystemError`` about the new file.
  package static func makePart(of path: String) throws(SystemError) -> (path: String, descriptor: Int32) {
    while true {
      let part = "\(path).part-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
      do throws(SystemError) {
        return (part, try create(part))
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
  }

  /// Writes all bytes, however many calls it takes.
  ///
  /// - Parameter path: The path that an error names.
  /// - Throws: ``SystemError``; some of the bytes may be written then.
  package static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(SystemError) {
    let code = bytes.withUnsafeBytes { write($0, descriptor) }
    if code != 0 { throw SystemError(path, code) }
  }

  /// Writes all bytes, however many calls it takes.
  ///
  /// - Parameter path: The path that an error names.
  /// - Throws: ``SystemError``; some of the bytes may be written then.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
  ) throws(SystemError) {
    let code = write(bytes, descriptor)
    if code != 0 { throw SystemError(path, code) }
  }

  /// The number of the error; 0 where all was written.
  private static func write(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return 0
  }

  /// Reads an open file from its present place to its end; nil if that is more than `limit` bytes.
  ///
  /// Files of /proc say that they are empty, so the file's own size is not asked for.
  ///
  /// - Throws: ``SystemError`` with `path`.
  package static func rest(
    of descriptor: Int32, _ path: String, limit: Int
  ) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= limit {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(path, errno) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    return nil
  }

  // MARK: Folders

  /// The names in a folder that begin so, in order, without a look at the files; none where it cannot be read.
  package static func names(in folder: String, prefix: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let item = readdir(stream) {
      let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { first -> String? in
          guard strncmp(first, prefix, strlen(prefix)) == 0 else { return nil }
          return String(validatingCString: first)
        }
      }
      if let name { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes a folder with all that is in it, if there is one; links go, what they lead to stays.
  ///
  /// What another process removes meanwhile is no failure: SQLite takes files away as connections close. What comes meanwhile
  /// is removed as well.
  ///
  /// - Throws: ``SystemError`` about the folder, with the code of what could not be removed in it.
  package static func removeFolder(_ path: String) throws(SystemError) {
    for _ in 0..<10 {
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else {
        guard errno == ENOENT else { throw SystemError(path, errno) }
        return
      }
      let code = emptied(descriptor)
      guard code == 0 else { throw SystemError(path, code) }
      if rmdir(path) == 0 || errno == ENOENT { return }
      guard errno == ENOTEMPTY || errno == EEXIST else { throw SystemError(path, errno) }
    }
    throw SystemError(path, ENOTEMPTY)
  }

  /// Removes what is in a folder, and closes its descriptor; the code of what was not removed, or 0.
  private static func emptied(_ descriptor: Int32) -> Int32 {
    guard let stream = fdopendir(descriptor) else {
      defer { close(descriptor) }
      return errno
    }
    defer { closedir(stream) }
    while let item = readdir(stream) {
      let code = withUnsafePointer(to: &item.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ? 0 : removed(name, in: descriptor)
        }
      }
      if code != 0 { return code }
    }
    return 0
  }

  /// Removes a name of a folder; the code of what was not removed, or 0.
  private static func removed(_ name: UnsafePointer<CChar>, in folder: Int32) -> Int32 {
    if unlinkat(folder, name, 0) == 0 || errno == ENOENT { return 0 }
    // Linux says EISDIR of a folder, POSIX EPERM.
    guard errno == EISDIR || errno == EPERM else { return errno }
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else { return errno == ENOENT ? 0 : errno }
    let code = emptied(inner)
    guard code == 0 else { return code }
    // One that was filled again is met in the next round.
    if unlinkat(folder, name, AT_REMOVEDIR) == 0 || [ENOENT, ENOTEMPTY, EEXIST].contains(errno) { return 0 }
    return errno
  }

  /// Makes a folder and those above it where they are missing; their names are on the disk then.
  ///
  /// - Throws: ``SystemError`` about the first that cannot be made; a name that is there passes, whatever it is.
  package static func makeFolder(_ path: String) throws(SystemError) {
    var folder = path.hasPrefix("/") ? "" : "."
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      let parent = folder
      folder += "/" + String(decoding: part, as: UTF8.self)
      if mkdir(folder, folderMode) == 0 {
        try syncFolder(parent.isEmpty ? "/" : parent)
        continue
      }
      let code = errno
      // A file system that is only read says so before it says that the folder is there.
      guard code == EEXIST || access(folder, F_OK) == 0 else { throw SystemError(folder, code) }
    }
  }

  /// Makes new, renamed and removed names of a folder durable, where the file system can do so.
  ///
  /// - Throws: ``SystemError`` about the path, with the number of the failed call.
  package static func syncFolder(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(path, errno) }
    defer { close(descriptor) }
    // Some file systems cannot do it, and need not be asked.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw SystemError(path, errno) }
  }

  /// The folder in which a path lies: `.` and `/` where it names none.
  package static func folder(of path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    let root = path.hasPrefix("/") ? "/" : ""
    guard !parts.isEmpty else { return root.isEmpty ? "." : root }
    return root + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }
}
