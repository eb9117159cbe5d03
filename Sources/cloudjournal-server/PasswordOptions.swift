import ArgumentParser
import CloudServer
import Foundation
import Glibc

/// How a command is told a password: typed twice on a terminal, or on standard input; never in its arguments, which others
/// can see.
struct PasswordOptions: ParsableArguments {
  @Flag(
    name: .customLong("password-stdin"),
    help: "Read the password from standard input: its first line. Otherwise it is asked for twice.")
  var isOnStandardInput = false

  /// The password of a new account, or the new one of an account.
  ///
  /// - Throws: A usage error where there is no terminal to ask on, ``ServerRefusal`` where there is no password or the two
  ///   are not the same.
  func read(for name: String) throws -> String {
    guard !isOnStandardInput else { return try firstLine() }
    guard PasswordOptions.canAsk else {
      throw ValidationError("Give the password on standard input, and say so with --password-stdin.")
    }
    let first = try ask("Password for \(name) (nothing is shown while you type): ")
    let second = try ask("The same once more: ")
    guard first == second else { throw ServerRefusal("The two passwords are not the same. Nothing was changed.") }
    return first
  }

  /// Whether a person can be asked.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private func firstLine() throws(ServerRefusal) -> String {
    guard let line = readLine(strippingNewline: true) else {
      throw ServerRefusal("There is no password on standard input.")
    }
    return line.hasSuffix("\r") ? String(line.dropLast()) : line
  }

  /// Asks once, without showing what is typed; the terminal still edits the line, and Ctrl-C ends the program.
  private func ask(_ question: String) throws(ServerRefusal) -> String {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else {
      throw ServerRefusal("The terminal does not say how it is set. Use --password-stdin.")
    }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    silent.c_lflag |= tcflag_t(ECHONL)
    PasswordOptions.keep(before)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else {
      throw ServerRefusal("The terminal cannot be kept from showing what is typed. Use --password-stdin.")
    }
    FileHandle.standardError.write(Data(question.utf8))
    guard let line = readLine(strippingNewline: true), !line.isEmpty else {
      throw ServerRefusal("The password is missing. Nothing was changed.")
    }
    return line
  }

  /// How the terminal was set, for a signal that ends the program while nothing is shown.
  nonisolated(unsafe) private static var kept = termios()

  private static func keep(_ settings: termios) {
    kept = settings
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        tcsetattr(STDIN_FILENO, TCSANOW, &PasswordOptions.kept)
        _exit(128 + number)
      }
    }
  }
}
