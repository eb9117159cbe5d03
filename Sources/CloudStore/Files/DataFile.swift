import Glibc
import SystemKit

/// Files and folders as the operating system sees them: modes, durability, and errors in the store's words.
enum DataFile {
  /// Makes a folder and those above it.
  static func makeFolder(_ path: String) throws(CloudStoreError) {
    do { try SystemFile.makeFolder(path) } catch { throw failure(error.path, error.code) }
    guard try kind(of: path) == .folder else { throw failure(path, ENOTDIR) }
  }

  enum Kind { case file, folder, other }

  /// What lies at a path; nil for nothing. Links are followed.
  static func kind(of path: String) throws(CloudStoreError) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let reason = errno
      if reason == ENOENT || reason == ENOTDIR { return nil }
      throw failure(path, reason)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// The names within a folder, in order, without `.` and `..`.
  static func names(in folder: String) throws(CloudStoreError) -> [String] {
    guard let stream = opendir(folder) else { throw failure(folder, errno) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw failure(folder, errno) }
    return names.sorted()
  }

  /// Makes new, renamed and removed names of a folder durable.
  static func sync(folder: String) throws(CloudStoreError) {
    do { try SystemFile.syncFolder(folder) } catch { throw failure(error.path, error.code) }
  }

  /// Makes what is in a file durable.
  static func sync(file: String) throws(CloudStoreError) {
    let descriptor = try open(file, O_RDONLY)
    defer { close(descriptor) }
    try sync(descriptor, file)
  }

  static func sync(_ descriptor: Int32, _ path: String) throws(CloudStoreError) {
    guard fsync(descriptor) == 0 else { throw failure(path, errno) }
  }

  /// Opens without handing the descriptor on to children; no other user may read a new file.
  static func open(_ path: String, _ flags: Int32) throws(CloudStoreError) -> Int32 {
    while true {
      let descriptor = Glibc.open(path, flags | O_CLOEXEC, SystemFile.fileMode)
      if descriptor >= 0 { return descriptor }
      let reason = errno
      if reason != EINTR { throw failure(path, reason) }
    }
  }

  /// Writes all bytes, however many the system takes at a time.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) throws(CloudStoreError) {
    do { try SystemFile.write(bytes, to: descriptor, path) } catch { throw failure(path, error.code) }
  }

  /// Up to `count` bytes from `offset`; fewer at the end of the file.
  static func read(
    _ descriptor: Int32, _ path: String, at offset: Int64, count: Int
  ) throws(CloudStoreError) -> [UInt8] {
    var reason: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let step = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset) + filled)
        if step > 0 {
          filled += step
        } else if step == 0 {
          break
        } else if errno != EINTR {
          reason = errno
          break
        }
      }
    }
    if reason != 0 { throw failure(path, reason) }
    return bytes
  }

  static func remove(_ path: String) throws(CloudStoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(path, errno) }
  }

  /// Removes a folder with all that is in it; links are removed, not followed.
  static func removeFolder(_ path: String) throws(CloudStoreError) {
    for name in try names(in: path) {
      let inner = path + "/" + name
      var status = stat()
      guard lstat(inner, &status) == 0 else { throw failure(inner, errno) }
      if status.st_mode & S_IFMT == S_IFDIR { try removeFolder(inner) } else { try remove(inner) }
    }
    guard rmdir(path) == 0 else { throw failure(path, errno) }
  }

  static func move(_ source: String, to target: String) throws(CloudStoreError) {
    do { try SystemFile.move(source, to: target) } catch { throw failure(target, error.code) }
  }

  /// Gives a complete file its name for good: its bytes and then its name are on the disk when this returns.
  static func place(_ source: String, _ descriptor: Int32, at target: String) throws(CloudStoreError) {
    do { try SystemFile.place(source, descriptor, at: target) } catch { throw failure(error.path, error.code) }
  }

  static func failure(_ path: String, _ code: Int32) -> CloudStoreError {
    switch code {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case EROFS: .readOnly(path: path)
    case ENOENT: .missing(path: path)
    case EACCES, EPERM: .noPermission(path: path, reason: SystemError.words(code))
    default: .inputOutput(path: path, detail: SystemError.words(code))
    }
  }
}

extension DataFile {
  static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(CloudStoreError) {
    do { try SystemFile.write(bytes, to: descriptor, path) } catch { throw failure(path, error.code) }
  }
}
