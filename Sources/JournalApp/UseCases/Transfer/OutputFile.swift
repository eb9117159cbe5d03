import Encodings
import Glibc
import SystemKit

/// A file that appears under its name only when it is complete: mode 0600, flushed to disk unless that is not wished, then
/// renamed.
///
/// Whatever goes wrong, a file that was there before stays as it was.
package final class OutputFile {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private let replaces: Bool
  private var buffer: [UInt8] = []
  private var isFinished = false

  private static let bufferSize = 1 << 18
  private static let pageEnding = ".html"

  /// - Parameter replaces: whether a file of that name may be replaced; else it throws a sentence where there is one.
  package init(path: String, replaces: Bool) throws {
    (self.path, self.replaces) = (path, replaces)
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw CommandFailure(.exists, "\(path) is a folder. Name a file in it.")
      }
      if !replaces { throw OutputFile.exists(path) }
    }
    OutputFile.sweep(path)
    (temporary, descriptor) = try OutputFile.makePart(path)
  }

  /// Makes the file that is written first, under a name that no other process has, and locks it while it is written.
  ///
  /// - Parameter isPage: Whether its name ends in `.html`, since some programs go by that.
  static func makePart(_ path: String, isPage: Bool = false) throws -> (name: String, descriptor: Int32) {
    while true {
      let name = "\(path).part-\(String(UInt64.random(in: .min ... .max), radix: 16))\(isPage ? pageEnding : "")"
      let descriptor: Int32
      do {
        descriptor = try SystemFile.create(name)
      } catch {
        if error.code == EEXIST { continue }
        throw WholeFile.failure(path, "cannot be written", error.code)
      }
      // Without locks nothing is swept either.
      if FileLock.attempt(descriptor) != .heldElsewhere { return (name, descriptor) }
      // Another process removed it as a left-over part before it was locked.
      close(descriptor)
    }
  }

  /// Removes what processes that were killed have left of a file of this name: parts that no process has locked.
  static func sweep(_ path: String) {
    let folder = SystemFile.folder(of: path)
    let prefix = (path.split(separator: "/").last.map(String.init) ?? path) + ".part-"
    for name in FolderFiles.names(in: folder, prefix: prefix)
    where name.utf8.dropFirst(prefix.utf8.count).dropLast(name.hasSuffix(pageEnding) ? pageEnding.utf8.count : 0)
      .allSatisfy(Hexadecimal.isLowerCaseDigit)
    {
      let part = "\(folder)/\(name)"
      let descriptor = open(part, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
        FileLock.attempt(descriptor) == .taken
      {
        unlink(part)
      }
      close(descriptor)
    }
  }

  private static func exists(_ path: String) -> CommandFailure {
    CommandFailure(.exists, "\(path) is there already, and was left as it is. Name another file, or give --force.")
  }

  /// Appends bytes; they reach the disk in pieces of 256 KiB and with ``finish()``.
  ///
  /// - Throws: ``CommandFailure`` where the disk is full or fails.
  package func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= OutputFile.bufferSize { try flush() }
  }

  private func flush() throws {
    try WholeFile.write(buffer, to: descriptor, name: path)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Puts the file in its place.
  ///
  /// - Parameter durably: Whether its bytes and its name are on the disk then.
  /// - Throws: ``CommandFailure`` where it cannot be written, or where a file of that name has come meanwhile.
  package func finish(durably: Bool = true) throws {
    try flush()
    do {
      if durably {
        try SystemFile.place(temporary, descriptor, at: path, replaces: replaces)
      } else {
        try SystemFile.move(temporary, to: path, replaces: replaces)
      }
      isFinished = true
    } catch {
      throw error.code == EEXIST ? OutputFile.exists(path) : WholeFile.failure(path, "cannot be written", error.code)
    }
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporary) }
  }
}
