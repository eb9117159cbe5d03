import CLinux
import Glibc
import Synchronization

/// Another program with which this one exchanges lines: what is sent is its standard input, and its standard output is read.
///
/// It ends when this object does, and when this process ends: its input is at its end then.
package final class PipedProgram: Sendable {
  private let path: String
  private let identifier: pid_t
  private let channel: Int32
  /// What was read and is no whole line yet.
  private let rest = Mutex<[UInt8]>([])
  private let isEnded = Mutex(false)

  /// The path of a program.
  ///
  /// - Parameter folders: Where programs are, as PATH has it; what is no absolute path is passed over.
  /// - Returns: Nil where none of the folders has a program of the name.
  package static func path(of name: String, in folders: String) -> String? {
    for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    return nil
  }

  /// Starts a program in the root folder, in a process group of its own.
  ///
  /// - Parameters:
  ///   - environment: Its variables, each as `NAME=value`.
  ///   - readsErrors: Whether what it writes to its standard error is read, too; else that is dropped.
  /// - Throws: ``SystemError`` where it cannot be started.
  package init(_ path: String, _ arguments: [String], environment: [String], readsErrors: Bool = false)
    throws(SystemError)
  {
    var ends: [Int32] = [-1, -1]
    // One pair of sockets for both ways: no other program that is started meanwhile holds an end of it.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw SystemError(path, errno)
    }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    if readsErrors {
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    clinux_begin_in_root(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The screen blocks its signals and ignores some; a child would inherit both, and get those of the terminal.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, words, variables)
    guard code == 0 else {
      close(ends[0])
      throw SystemError(path, code)
    }
    (self.path, identifier, channel) = (path, process, ends[0])
  }

  deinit {
    end()
    close(channel)
  }

  /// Sends bytes; few enough for the kernel to hold, as long as the program answers before more are sent.
  ///
  /// - Throws: ``SystemError`` where the program has ended.
  package func send(_ bytes: [UInt8]) throws(SystemError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.send(channel, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(path, errno) }
      sent += count
    }
  }

  /// Ends what is sent: the program reads the end of its input.
  package func finishSending() { shutdown(channel, Int32(SHUT_WR)) }

  /// Reads the next line, without its line end.
  ///
  /// - Parameter seconds: How long it is waited for.
  /// - Returns: Nil where the program has written all and closed its output, or is too slow.
  /// - Throws: ``SystemError`` where reading fails.
  package func line(within seconds: Int) throws(SystemError) -> String? {
    let deadline = MonotonicClock.milliseconds + Int64(seconds) * 1000
    while true {
      if let line = takeLine() { return line }
      let left = deadline - MonotonicClock.milliseconds
      guard left > 0 else { return nil }
      var wait = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, Int32(left))
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      var chunk = [UInt8](repeating: 0, count: 16_384)
      let got = read(channel, &chunk, chunk.count)
      if got < 0, errno == EINTR { continue }
      if got < 0, errno != ECONNRESET { throw SystemError(path, errno) }
      guard got > 0 else { return nil }
      rest.withLock { $0 += chunk[..<got] }
    }
  }

  private func takeLine() -> String? {
    rest.withLock { rest in
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest.removeSubrange(...end) }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
  }

  /// Ends the program; from any thread, more than once.
  package func end() {
    isEnded.withLock { isEnded in
      guard !isEnded else { return }
      isEnded = true
      kill(identifier, SIGKILL)
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
  }
}
