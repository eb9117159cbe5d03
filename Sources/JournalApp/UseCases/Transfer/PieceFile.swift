import Glibc
import JournalFormats
import SystemKit

/// A file that is read in pieces, more than once from its beginning, so that its size costs no memory.
///
/// What comes from a pipe comes once: it is put down first in a file without a name, which goes with the process.
final class PieceFile {
  private let path: String
  private let descriptor: Int32
  /// In bytes.
  let size: Int64

  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - limit: bytes at most.
  /// - Throws: a sentence where it cannot be read, is no file, or is larger.
  init(_ path: String, atMost limit: Int64) throws {
    self.path = path == "-" ? "standard input" : path
    let opened = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw WholeFile.failure(self.path, "cannot be opened", errno) }
    var status = stat()
    guard fstat(opened, &status) == 0 else {
      let code = errno
      close(opened)
      throw WholeFile.failure(self.path, "cannot be read", code)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      close(opened)
      throw CommandFailure(.badFile, "\(self.path) is a folder. Name a file in it.")
    case S_IFREG:
      descriptor = opened
      size = Int64(status.st_size)
    default:
      defer { close(opened) }
      (descriptor, size) = try PieceFile.putDown(opened, name: self.path, atMost: limit)
    }
    guard size <= limit else { throw WholeFile.tooLarge(self.path, Int(limit)) }
  }

  /// Holds bytes in memory, and never on the disk.
  ///
  /// - Throws: ``CommandFailure`` where the system has no memory for them.
  init(bytes: [UInt8], of path: String) throws {
    self.path = path
    do throws(SystemError) { descriptor = try SystemFile.inMemory("import") } catch {
      throw WholeFile.failure(path, "cannot be held in memory", error.code)
    }
    size = Int64(bytes.count)
    try WholeFile.write(bytes, to: descriptor, name: path)
  }

  deinit { close(descriptor) }

  /// The first bytes; fewer than asked for where there are no more.
  func head(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = PieceFile.repeating { pread(descriptor, &bytes, count, 0) }
    guard read >= 0 else { throw WholeFile.failure(path, "cannot be read", errno) }
    return Array(bytes[..<read])
  }

  /// The last bytes; fewer than asked for where there are no more.
  func tail(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = PieceFile.repeating { pread(descriptor, &bytes, count, max(0, off_t(size) - off_t(count))) }
    guard read >= 0 else { throw WholeFile.failure(path, "cannot be read", errno) }
    return Array(bytes[..<read])
  }

  /// Whether there is nothing in it but white space; a large file is not looked through.
  var isBlank: Bool {
    get throws {
      let most = 4096
      return try size <= most && head(most).allSatisfy { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    }
  }

  /// Reads the file from its beginning, as often as it is asked for bytes.
  ///
  /// - Parameter progress: called now and then with the bytes that were read.
  func reader(progress: @escaping (Int64) throws -> Void) -> ByteReader {
    var offset: off_t = 0
    var nextReport: off_t = 0
    return { buffer in
      if offset >= nextReport {
        try progress(Int64(offset))
        nextReport = offset + 1 << 20
      }
      let count = PieceFile.repeating { pread(self.descriptor, buffer.baseAddress, buffer.count, offset) }
      guard count >= 0 else { throw WholeFile.failure(self.path, "cannot be read", errno) }
      offset += off_t(count)
      return count
    }
  }

  /// Copies what comes from a pipe into a file that has no name.
  private static func putDown(_ source: Int32, name: String, atMost limit: Int64) throws -> (Int32, Int64) {
    let folder = World.environmentVariables["TMPDIR"] ?? "/var/tmp"
    // Close-on-exec from the start, which mkstemp(3) does not do: a child that is made at the same time must not get it.
    let path = "\(folder)/cloudjournal-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    let copy = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw WholeFile.failure(folder, "cannot be written to", errno) }
    unlink(path)
    do {
      var size: Int64 = 0
      var piece = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = repeating { read(source, &piece, piece.count) }
        guard count >= 0 else { throw WholeFile.failure(name, "cannot be read", errno) }
        if count == 0 { return (copy, size) }
        size += Int64(count)
        guard size <= limit else { throw WholeFile.tooLarge(name, Int(limit)) }
        try WholeFile.write(Array(piece[..<count]), to: copy, name: folder)
      }
    } catch {
      close(copy)
      throw error
    }
  }

  /// Calls again while a signal interrupts.
  private static func repeating(_ call: () -> Int) -> Int {
    while true {
      let count = call()
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
