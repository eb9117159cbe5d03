import Encodings
import Glibc
import SystemKit

/// A file that appears under its name only when it is complete: mode 0600, flushed to disk unless that is not wished, then
/// renamed.
///
/// Whatever goes wrong, a file that was there before stays as it was. A link stays, and what it leads to is replaced. What is no
/// file, such as a FIFO, a terminal or `/dev/null`, is written through: nothing of it can be replaced.
package final class OutputFile {
  private let path: String
  /// Where the file gets its name; nil where it is written through.
  let target: String?
  private let temporary: String
  private let descriptor: Int32
  private let replaces: Bool
  private var buffer: [UInt8] = []
  private var isFinished = false

  private static let bufferSize = 1 << 18
  /// Endings of parts by which other programs go.
  private static let endings = [".html", ".svg", ".png"]

  /// - Parameters:
  ///   - replaces: whether a file of that name may be replaced; else it throws a sentence where there is one.
  ///   - isPrivate: whether only a file is taken, and nothing that another program reads at once.
  package init(path: String, replaces: Bool, isPrivate: Bool = false) throws {
    (self.path, self.replaces) = (path, replaces)
    if isPrivate { try OutputPlace.requireFile(path) }
    switch try OutputPlace(path) {
    case .file(let target, let isThere):
      if isThere, !replaces { throw OutputFile.exists(path) }
      self.target = target
      OutputFile.sweep(target)
      (temporary, descriptor) = try OutputFile.makePart(target)
    case .stream(let place):
      (target, temporary) = (nil, "")
      descriptor = try OutputFile.open(stream: place, path)
    case .descriptor(let number):
      (target, temporary) = (nil, "")
      descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be written", errno) }
    }
  }

  /// Opens what is no file; a FIFO once another program reads from it.
  private static func open(stream place: String, _ path: String) throws -> Int32 {
    while true {
      let descriptor = Glibc.open(place, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)
      guard descriptor >= 0 else {
        if errno == EINTR {
          try StopSignals.check()
          continue
        }
        throw WholeFile.failure(path, "cannot be written", errno)
      }
      var status = stat()
      let isKnown = fstat(descriptor, &status) == 0
      if isKnown, status.st_mode & S_IFMT == S_IFIFO, status.st_uid != geteuid(), status.st_uid != 0 {
        close(descriptor)
        throw CommandFailure(.exists, "\(path) is a FIFO of another person, who would read it. Name another file.")
      }
      if isKnown, [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) { return descriptor }
      // Something else took its place meanwhile.
      close(descriptor)
      throw WholeFile.failure(path, "cannot be written", EBUSY)
    }
  }

  /// Whether a terminal reads it, which the text must not command.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Makes the file that is written first, under a name that no other process has, and locks it while it is written.
  ///
  /// - Parameter ending: How its name ends, since some programs go by that: `.html`, `.svg` or `.png`.
  static func makePart(_ path: String, ending: String = "") throws -> (name: String, descriptor: Int32) {
    while true {
      let name = "\(path).part-\(String(UInt64.random(in: .min ... .max), radix: 16))\(ending)"
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
    where name.utf8.dropFirst(prefix.utf8.count).dropLast(endings.first { name.hasSuffix($0) }?.utf8.count ?? 0)
      .allSatisfy(Hexadecimal.isLowerCaseDigit)
    {
      let part = "\(folder)/\(name)"
      let descriptor = Glibc.open(part, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
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
    guard let target else { return }
    do {
      if durably {
        try SystemFile.place(temporary, descriptor, at: target, replaces: replaces)
      } else {
        try SystemFile.move(temporary, to: target, replaces: replaces)
      }
      isFinished = true
    } catch {
      throw error.code == EEXIST ? OutputFile.exists(path) : WholeFile.failure(path, "cannot be written", error.code)
    }
  }

  deinit {
    close(descriptor)
    if !isFinished, target != nil { unlink(temporary) }
  }
}
