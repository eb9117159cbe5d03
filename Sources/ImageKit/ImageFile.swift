import Glibc

/// A file that the person chose as a picture: opened once, looked at, and handed on as a descriptor.
///
/// Symbolic links are followed, since the person chose them; what they lead to must be a plain file. Nothing is read
/// from devices and pipes, and opening one does not wait.
package final class ImageFile: ImageBytes {
  /// Open for reading as long as this object lives; its position means nothing.
  package let descriptor: Int32
  /// Bytes of the file when it was opened; at least 1.
  package let count: Int

  /// Opens a file and judges it by its kind and size; reads nothing.
  ///
  /// - Throws: `isAddress`, `notFound`, `notAllowed`, `isFolder`, `isDevice`, `isPipe`, `isSocket`, `isEmpty` or
  ///   `isTooLarge`, and `cannotRead` for all else that the system refuses.
  package init(path: String) throws(ImageFailure) {
    let lowered = path.lowercased()
    if ["http://", "https://", "ftp://", "data:"].contains(where: lowered.hasPrefix) { throw ImageFailure(.isAddress) }
    // Without O_NONBLOCK a pipe would wait for a writer; O_NOCTTY keeps a terminal from becoming ours.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw ImageFailure(Self.reason(errno, path)) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      let error = errno
      close(descriptor)
      throw ImageFailure(.cannotRead(errno: error))
    }
    // Before `count` has its value: an object that is whole closes the descriptor itself when its making fails.
    if let reason = Self.reason(facts) {
      close(descriptor)
      throw ImageFailure(reason)
    }
    count = Int(facts.st_size)
  }

  /// Reads a descriptor, such as the standard input, to its end; blocks until then.
  ///
  /// - Parameter folder: where the bytes are kept, in a file without a name.
  /// - Throws: `isEmpty`, `isTooLarge`, `cannotRead`, or `cannotWrite` where the folder takes no file.
  package init(reading source: Int32, spool folder: String) throws(ImageFailure) {
    // Close-on-exec from the start, which mkstemp(3) does not do: a child that is made at the same time must not get it.
    let name = "\(folder)/.picture-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ImageFailure(.cannotWrite(errno: errno)) }
    unlink(name)
    do throws(ImageFailure) {
      count = try Self.spool(source, into: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func spool(_ source: Int32, into target: Int32) throws(ImageFailure) -> Int {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var count = 0
    while true {
      let got = Glibc.read(source, &chunk, chunk.count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw ImageFailure(.cannotRead(errno: errno)) }
      if got == 0 { break }
      count += got
      guard count <= ImageLimits.bytes else { throw ImageFailure(.isTooLarge(bytes: count)) }
      try PieceWriter.write(Array(chunk[..<got]), target)
    }
    guard count > 0 else { throw ImageFailure(.isEmpty) }
    return count
  }

  deinit { close(descriptor) }

  /// Returns `count` bytes from `offset` on, fewer where the file ends or has become shorter.
  ///
  /// - Throws: `cannotRead` where the system refuses.
  package func read(at offset: Int, count: Int) throws(ImageFailure) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    var error: Int32 = 0
    let wanted = min(count, self.count - offset)
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, wanted - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { error = errno }
        // The file may have become shorter since it was looked at.
        if got <= 0 { return }
        filled += got
      }
    }
    if error != 0 { throw ImageFailure(.cannotRead(errno: error)) }
    return bytes
  }

  private static func reason(_ error: Int32, _ path: String) -> ImageFailure.Reason {
    switch error {
    case ENOENT, ENOTDIR: return .notFound
    case EACCES, EPERM: return .notAllowed
    case ENXIO:
      var facts = stat()
      return stat(path, &facts) == 0 ? reason(facts) ?? .cannotRead(errno: error) : .cannotRead(errno: error)
    default: return .cannotRead(errno: error)
    }
  }

  private static func reason(_ facts: stat) -> ImageFailure.Reason? {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .isFolder
    case S_IFIFO: return .isPipe
    case S_IFSOCK: return .isSocket
    default: return .isDevice
    }
    if facts.st_size == 0 { return .isEmpty }
    return facts.st_size > ImageLimits.bytes ? .isTooLarge(bytes: Int(facts.st_size)) : nil
  }
}
