import CPty
import Glibc
import Synchronization

/// Keeps a file from being written while a program is started.
///
/// The new process holds every open descriptor until it executes: a script that is being written elsewhere at that
/// moment could not be run right afterwards ("Text file busy").
enum Forking {
  private static let lock = Mutex(())

  static func apart<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock { _ in try body() }
  }
}

/// The arguments of `execve`, which live as long as the call needs them.
func withExecutionArguments<Result>(
  _ command: [String], environment: [String: String],
  _ body: (
    _ path: UnsafePointer<CChar>, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>,
    _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>
  ) -> Result
) throws -> Result {
  guard let program = command.first else { throw Failure("no program to start") }
  let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  let variables: [UnsafeMutablePointer<CChar>?] =
    environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { (arguments + variables).forEach { free($0) } }
  let path = try resolve(program, path: environment["PATH"] ?? "/usr/bin:/bin")
  return path.withCString { body($0, arguments, variables) }
}

/// The file that a shell would run for this name.
private func resolve(_ program: String, path: String) throws -> String {
  if program.contains("/") { return program }
  for directory in path.split(separator: ":") where access("\(directory)/\(program)", X_OK) == 0 {
    return "\(directory)/\(program)"
  }
  throw Failure("\(program): not found in \(path)")
}

/// The words of the C library for the last error.
func lastError() -> String { String(cString: strerror(errno)) }

/// Everything that can be read without waiting.
///
/// - Returns: the bytes, and whether the other side is closed.
func readAvailable(_ descriptor: Int32) -> (bytes: [UInt8], isClosed: Bool) {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count > 0 {
      bytes.append(contentsOf: buffer[..<count])
    } else if count < 0, errno == EINTR {
      continue
    } else {
      // A terminal whose other side is gone answers EIO, a pipe answers 0.
      return (bytes, count == 0 || errno != EAGAIN)
    }
  }
}

/// Writes as much of the queue as is taken without waiting, and removes it.
///
/// - Returns: whether the other side still reads.
func writeAvailable(_ descriptor: Int32, _ queue: inout ArraySlice<UInt8>) -> Bool {
  while !queue.isEmpty {
    let count = queue.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      queue = queue.dropFirst(count)
    } else if errno == EINTR {
      continue
    } else {
      return errno == EAGAIN
    }
  }
  return true
}
