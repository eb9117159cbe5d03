import Glibc
import Synchronization

/// Keeps what a person or the system ends from leaving parts of files behind.
enum StopSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// The signal that came; 0 for none.
  private static let asked = Atomic<Int32>(0)
  /// The program that is waited for; 0 for none.
  private static let child = Atomic<pid_t>(0)

  /// Whether this process is asked to end.
  static var isAsked: Bool { asked.load(ordering: .sequentiallyConsistent) != 0 }

  /// Ends what goes on where this process is asked to end.
  ///
  /// - Throws: ``CommandFailure``.
  static func check() throws {
    if isAsked { throw CommandFailure(.inputOutput, "The export was stopped.") }
  }

  /// Runs `body` to its end: a signal that would end this process meanwhile ends the program that it waits for, and this process
  /// once `body` has put away what it made.
  ///
  /// Where the process takes these signals itself, as with the screen, they are left to it.
  ///
  /// - Throws: The errors of `body`, unless the process ends.
  static func guarding<Value>(_ body: () throws -> Value) rethrows -> Value {
    asked.store(0, ordering: .sequentiallyConsistent)
    child.store(0, ordering: .sequentiallyConsistent)
    var former: [(number: Int32, action: sigaction)] = []
    for number in numbers {
      var old = sigaction()
      // Nil is the usual: to end the process.
      guard sigaction(number, nil, &old) == 0, old.__sigaction_handler.sa_handler == nil else { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { StopSignals.take($0) }
      if sigaction(number, &action, nil) == 0 { former.append((number, old)) }
    }
    defer {
      for (number, old) in former {
        var action = old
        sigaction(number, &action, nil)
      }
      let number = asked.load(ordering: .sequentiallyConsistent)
      if number != 0 { raise(number) }
    }
    return try body()
  }

  /// Called amid anything: only atomic numbers and `kill` are allowed here.
  private static func take(_ number: Int32) {
    // Who asks twice does not wait for what is written.
    if asked.exchange(number, ordering: .sequentiallyConsistent) != 0 { _exit(128 + number) }
    let process = child.load(ordering: .sequentiallyConsistent)
    if process > 0 { kill(process, SIGKILL) }
  }

  /// Waits for a program, which ends with this process.
  ///
  /// - Returns: Its status as `waitpid` tells it; nil where it cannot be waited for.
  static func wait(for process: pid_t) -> Int32? {
    child.store(process, ordering: .sequentiallyConsistent)
    if isAsked { kill(process, SIGKILL) }
    // Its number is not given away before nothing would be sent to it any more.
    var ended = siginfo_t()
    while waitid(P_PID, id_t(process), &ended, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    child.store(0, ordering: .sequentiallyConsistent)
    var status: Int32 = 0
    while waitpid(process, &status, 0) != process {
      guard errno == EINTR else { return nil }
    }
    return status
  }
}
