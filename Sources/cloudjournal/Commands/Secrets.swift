import Glibc
import JournalApp

/// Words that are typed or piped in, and never stand in arguments.
extension Console {
  private static let longest = 4096

  /// A password: by `--password-stdin` the first line of standard input, else typed without being seen.
  func password(fromStandardInput: Bool, for name: String) throws -> String {
    guard !fromStandardInput else { return try line(named: "The password") }
    guard canAsk else {
      throw CommandFailure.usage("There is no terminal to type a password on: pipe it in with --password-stdin.")
    }
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else {
      throw CommandFailure(.noTerminal, "The terminal does not say how it is set. Use --password-stdin.")
    }
    var silent = before
    // Ctrl-C comes as a byte, so that the terminal is set back before anything ends.
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else {
      throw CommandFailure(.noTerminal, "The terminal cannot be kept from showing what is typed. Use --password-stdin.")
    }
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
    say("Password of \(name) (nothing is shown while you type):")
    return try typed()
  }

  /// What is typed on a terminal that does not edit lines by itself, up to the end of the line.
  private func typed() throws -> String {
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != 0x03, byte != 0x04 else { throw CommandFailure(.cancelled, "Nothing was changed.") }
      switch byte {
      case 0x0A, 0x0D:
        guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else {
          throw CommandFailure(.cancelled, "The password is missing.")
        }
        return text
      case 0x08, 0x7F:
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      case 0x15: bytes = []
      default: if bytes.count < Console.longest { bytes.append(byte) }
      }
    }
  }

  /// One line of standard input, without its end.
  func line(named what: String) throws -> String {
    guard let text = readLine(), !text.isEmpty else { throw CommandFailure(.cancelled, "\(what) is missing.") }
    guard text.utf8.count <= Console.longest else { throw CommandFailure(.invalidInput, "\(what) is too long.") }
    return text
  }

  /// Has a name typed before something is done that cannot be taken back.
  func requireName(_ name: String, _ question: String) throws {
    say("\(question)\nType “\(name)” to confirm:", .warning)
    guard let typed = readLine(), typed == name else {
      throw CommandFailure(.cancelled, "That is not “\(name)”. Nothing was changed.")
    }
  }
}
