/// Why the screen cannot be opened, or a program not be run, in a sentence for the person.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is no terminal.
  case noTerminal
  case unknownType(String)
  /// The terminal cannot place text, as `dumb` cannot.
  case dumbType(String)
  /// A call of the system that the screen needs failed; the number is `errno`'s.
  case system(String, Int32)
  /// A program was started, and the system does not say how it ended.
  case notAwaited(program: String, Int32)
  /// A program could not be started.
  case notStarted(program: String, Int32)

  /// One or two sentences for the person, with advice where there is some.
  package var description: String {
    switch self {
    case .noTerminal:
      "The journal’s screen needs a terminal, and input or output is none; run it in one, or use a command such as "
        + "`cloudjournal list`."
    case .unknownType(let type):
      "The terminal type “\(type)” (TERM) is unknown here; try `TERM=xterm-256color cloudjournal`."
    case .dumbType(let type):
      type.isEmpty
        ? "TERM is not set, so the screen cannot be drawn; try `TERM=xterm-256color cloudjournal`."
        : "The terminal type “\(type)” (TERM) cannot place text on the screen; use another terminal, or a command such "
          + "as `cloudjournal list`."
    case .system(let call, let number): "The journal’s screen cannot be opened: \(call): \(SystemMessage.text(number))."
    case .notAwaited(let program, let number):
      "“\(program)” was started, and how it ended is not known: \(SystemMessage.text(number))."
    case .notStarted(let program, let number):
      "“\(program)” could not be started: \(SystemMessage.text(number)). Set VISUAL or EDITOR to an editor that is "
        + "installed."
    }
  }
}
