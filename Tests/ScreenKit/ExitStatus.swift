import CPty
import Glibc

/// How a program ended.
package enum ExitStatus: Equatable, Sendable, CustomStringConvertible {
  case code(Int32)
  case signal(Int32)

  package static let success = ExitStatus.code(0)

  init(waitStatus: Int32) {
    let signal = cpty_exit_signal(waitStatus)
    self = signal == 0 ? .code(cpty_exit_code(waitStatus)) : .signal(signal)
  }

  /// Collects a process that has ended or is about to.
  static func collect(_ pid: pid_t) -> ExitStatus {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return ExitStatus(waitStatus: status)
  }

  package var description: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let signal): "ended by signal \(signal)"
    }
  }
}
