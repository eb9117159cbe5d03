import Glibc
import JournalCore

/// The person's own editor, run on our terminal.
package struct ExternalEditor: Hashable, Sendable {
  /// As it is configured: a program with perhaps some arguments, in the shell's syntax.
  package let command: String
  /// Whether no editor was set.
  private let isFallback: Bool

  package init(command: String) { (self.command, isFallback) = (command, false) }

  /// The editor to use: the configured one, `VISUAL`, `EDITOR`, `vi`.
  package init(configured: String?, environment: [String: String]) {
    let candidates = [configured, environment["VISUAL"], environment["EDITOR"]]
    let chosen = candidates.compactMap { $0 }.first { !trimmingSpace($0).isEmpty }
    (command, isFallback) = (chosen ?? "vi", chosen == nil)
  }

  /// Opens a file and waits until the editor ends.
  ///
  /// Meanwhile interrupt and hang-up are the editor's alone, so that what it wrote last can still be kept.
  /// - Parameter tick: called about four times a second while it runs, and not afterwards.
  /// - Throws: ``CommandFailure`` where it could not be started, or ended with anything but success; and where none is set and
  ///   there is no terminal, on which `vi` would wait for ever.
  package func run(file: String, tick: () throws -> Void) throws {
    guard !isFallback || isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 else {
      throw CommandFailure(
        .noTerminal,
        "There is no terminal for an editor, and none is set. Give the text as words, or on standard input with --body -, or set an editor in "
          + "config.toml (editor), VISUAL or EDITOR.")
    }
    let ignored = [SIGINT, SIGQUIT, SIGHUP].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in ignored { signal(number, handler) } }
    // The shell takes the words of the command apart, as it does for every other program that runs $EDITOR.
    let process = try spawn(["/bin/sh", "-c", "\(command) \"$@\"", command, file])
    var tickFailure: (any Error)?
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { break }
      if ended < 0, errno != EINTR { throw failure("could not be waited for (\(String(cString: strerror(errno))))") }
      _ = poll(nil, 0, 100)
      do {
        if tickFailure == nil { try tick() }
      } catch {
        // The editor is not ended under the person's hands; the failure is told of when they are done.
        tickFailure = error
      }
    }
    if let tickFailure { throw tickFailure }
    let code = status >> 8 & 0xFF
    guard status & 0x7F == 0 else { throw failure("was ended by signal \(status & 0x7F)") }
    if code == 126 || code == 127 { throw failure("could not be started") }
    guard code == 0 else { throw failure("ended with status \(code)") }
  }

  private func failure(_ what: String) -> CommandFailure {
    CommandFailure(
      .editorFailed, "The editor “\(command)” \(what). Set another in config.toml (editor), VISUAL or EDITOR.")
  }

  private func spawn(_ arguments: [String]) throws -> pid_t {
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What we ignore, the editor must not inherit.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGINT, SIGQUIT, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], nil, &attributes, pointers, environ)
    guard code == 0 else { throw failure("could not be started (\(String(cString: strerror(code))))") }
    return process
  }
}
