import JournalApp
import SystemKit

/// Words that are typed or piped in, and never stand in arguments.
extension Console {
  private static let longest = 4096

  /// A password: by `--password-stdin` the first line of standard input, else typed without being seen.
  func password(fromStandardInput: Bool, for name: String) throws -> String {
    guard !fromStandardInput else { return try line(named: "The password") }
    guard canAsk else {
      throw CommandFailure.usage("There is no terminal to type a password on: pipe it in with --password-stdin.")
    }
    return try hidden("The password", elsewhere: " Use --password-stdin.") {
      say("Password of \(name) (nothing is shown while you type):")
    }
  }

  /// A line that is typed without being seen.
  ///
  /// - Parameters:
  ///   - elsewhere: What to do where the terminal cannot hide it; a sentence after a space.
  ///   - ask: Says what to type.
  func hidden(_ what: String, elsewhere: String = " Pipe it in.", ask: () -> Void) throws -> String {
    try hidden(what, elsewhere: elsewhere, ask: ask) { String(decoding: $0, as: UTF8.self) }
  }

  /// The same for a secret, as UTF-8 in memory that is wiped when `take` returns.
  func hidden<Value>(
    _ what: String, elsewhere: String, ask: () -> Void, take: (UnsafeRawBufferPointer) -> Value
  ) throws -> Value {
    do throws(SilentInput.Failure) {
      return try SilentInput.line(ask, take)
    } catch {
      switch error {
      case .unknownTerminal:
        throw CommandFailure(.noTerminal, "The terminal does not say how it is set.\(elsewhere)")
      case .visible:
        throw CommandFailure(.noTerminal, "The terminal cannot be kept from showing what is typed.\(elsewhere)")
      case .cancelled: throw CommandFailure(.cancelled, "Nothing was changed.")
      case .empty: throw CommandFailure(.cancelled, "\(what) was not given.")
      }
    }
  }

  /// One line of standard input, without its end.
  ///
  /// - Parameter areMany: Whether the name is a plural.
  func line(named what: String, areMany: Bool = false) throws -> String {
    guard let text = readLine(), !text.isEmpty else {
      throw CommandFailure(.cancelled, "\(what) \(areMany ? "were" : "was") not given.")
    }
    guard text.utf8.count <= Console.longest else {
      throw CommandFailure(.invalidInput, "\(what) \(areMany ? "are" : "is") too long.")
    }
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
