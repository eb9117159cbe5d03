import CTerminal
import Glibc

/// How a program that had the terminal came to its end.
package enum ChildExit: Hashable, Sendable {
  /// 0 where all was well.
  case code(Int32)
  case signal(Int32)
}

/// Runs another program on our terminal and waits for it.
enum ChildProcess {
  /// - Parameter arguments: the program, found in `PATH`, and what it is given.
  static func run(_ arguments: [String]) throws(TerminalError) -> ChildExit {
    guard let program = arguments.first else { throw .notStarted(program: "", EINVAL) }
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var identifier: Int32 = 0
    let failure = ct_spawn(program, pointers, environ, &identifier)
    guard failure == 0 else { throw .notStarted(program: program, failure) }
    var status: Int32 = 0
    while true {
      if waitpid(identifier, &status, WUNTRACED) < 0 {
        if errno == EINTR { continue }
        throw .notAwaited(program: program, errno)
      }
      guard ct_stopped(status) else { break }
      // The child stopped only itself, and no process would read the terminal: stop as well, and the shell takes over.
      kill(getpid(), SIGTSTP)
      kill(identifier, SIGCONT)
    }
    var number: Int32 = 0
    return ct_exited(status, &number) ? .code(number) : .signal(number)
  }
}
