import Glibc

/// Files and folders as the operating system sees them: modes, durability, and errors in the store's words.
enum DataFile {
  /// What a folder's or a file's owner may do; nobody else may do anything.
  static let folderMode: mode_t = 0o700
  static let fileMode: mode_t = 0o600

  /// Makes a folder and those above it.
  static func makeFolder(_ path: String) throws(CloudStoreError) {
    var folder = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      let parent = folder
      folder += "/" + part
      if mkdir(folder, folderMode) == 0 {
        try sync(folder: parent.isEmpty ? "/" : parent)
        continue
      }
      let reason = errno
      guard try kind(of: folder) == .folder else { throw failure(folder, reason) }
    }
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
    let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    try sync(descriptor, folder)
  }

  static func sync(_ descriptor: Int32, _ path: String) throws(CloudStoreError) {
    guard fsync(descriptor) == 0 else { throw failure(path, errno) }
  }

  /// Opens without handing the descriptor on to children; a new file is nobody else's to read.
  static func open(_ path: String, _ flags: Int32) throws(CloudStoreError) -> Int32 {
    while true {
      let descriptor = Glibc.open(path, flags | O_CLOEXEC, fileMode)
      if descriptor >= 0 { return descriptor }
      let reason = errno
      if reason != EINTR { throw failure(path, reason) }
    }
  }

  /// Writes all bytes, however many the system takes at a time.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) throws(CloudStoreError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        let reason = errno
        if reason == EINTR { continue }
        throw failure(path, reason)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
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
    guard rename(source, target) == 0 else { throw failure(target, errno) }
  }

  /// The folder in which a path lies.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).dropLast()
    let root = path.hasPrefix("/") ? "/" : ""
    return parts.isEmpty ? (root.isEmpty ? "." : root) : root + parts.joined(separator: "/")
  }

  static func failure(_ path: String, _ code: Int32) -> CloudStoreError {
    switch code {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case EROFS: .readOnly(path: path)
    case ENOENT: .missing(path: path)
    case EACCES, EPERM: .noPermission(path: path, reason: message(code))
    default: .inputOutput(path: path, detail: message(code))
    }
  }

  private static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension DataFile {
  static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(CloudStoreError) {
    // Typed errors do not pass through `withUnsafeBytes`.
    let outcome = bytes.withUnsafeBytes { buffer in
      Result { () throws(CloudStoreError) in try write(buffer, to: descriptor, path) }
    }
    try outcome.get()
  }
}
