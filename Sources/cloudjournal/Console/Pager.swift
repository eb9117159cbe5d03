import Glibc
import JournalApp

/// The person's pager: `$PAGER`, or `less` where there is one.
final class Pager {
  private let process: pid_t
  private let descriptor: Int32

  init?() {
    let command = Console.variable("PAGER") ?? (Pager.isInstalled("less") ? "less" : "")
    guard !command.isEmpty, command != "cat" else { return nil }
    // Leave at once where all fits on the screen, show our styles, and leave the text on the screen.
    setenv("LESS", "FRX", 0)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words = ["sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ)
    close(ends[0])
    guard code == 0 else {
      close(ends[1])
      return nil
    }
    self.process = process
    descriptor = ends[1]
    // The interrupt key is the pager's while it runs.
    signal(SIGINT, SIG_IGN)
  }

  private static func isInstalled(_ program: String) -> Bool {
    (Console.variable("PATH") ?? "").utf8.split(separator: UInt8(ascii: ":")).contains { folder in
      access(String(decoding: Array(folder), as: UTF8.self) + "/" + program, X_OK) == 0
    }
  }

  func write(_ bytes: [UInt8]) throws { try StandardStreams.write(bytes, to: descriptor) }

  func finish() {
    close(descriptor)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    signal(SIGINT, SIG_DFL)
  }
}
