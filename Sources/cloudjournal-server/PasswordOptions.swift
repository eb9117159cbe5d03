import ArgumentParser
import CloudServer
import Foundation
import Glibc
import SystemKit

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
      throw ValidationError("There is no terminal to type the password on: pipe it in, with --password-stdin.")
    }
    for _ in 1..<PasswordOptions.tries {
      switch try twice(name) {
      case .accepted(let password): return password
      case .refused(let why): FileHandle.standardError.write(Data("\(why) Once more.\n".utf8))
      }
    }
    switch try twice(name) {
    case .accepted(let password): return password
    case .refused(let why): throw ServerRefusal("\(why) Nothing was changed.")
    }
  }

  private enum Answer {
    case accepted(String)
    /// With the reason, as a sentence.
    case refused(String)
  }

  /// How often a password is asked for before the command gives up.
  private static let tries = 3

  /// What was typed twice. One that the rules refuse is not asked for again.
  private func twice(_ name: String) throws(ServerRefusal) -> Answer {
    let first = try ask("Password for \(name) (nothing is shown while you type): ")
    if let objection = PasswordRules.objection(to: first, name: name) { return .refused(objection) }
    return try ask("Password again: ") == first ? .accepted(first) : .refused("The two passwords differ.")
  }

  /// Whether a person can be asked.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private func firstLine() throws(ServerRefusal) -> String {
    guard let line = readLine(strippingNewline: true) else {
      throw ServerRefusal("There is no password on standard input.")
    }
    return line.hasSuffix("\r") ? String(line.dropLast()) : line
  }

  /// Asks once, without showing what is typed.
  private func ask(_ question: String) throws(ServerRefusal) -> String {
    defer { FileHandle.standardError.write(Data("\n".utf8)) }
    do throws(SilentInput.Failure) {
      return try SilentInput.line { FileHandle.standardError.write(Data(question.utf8)) }
    } catch {
      switch error {
      case .unknownTerminal: throw ServerRefusal("The terminal does not say how it is set. Use --password-stdin.")
      case .visible:
        throw ServerRefusal("The terminal cannot be kept from showing what is typed. Use --password-stdin.")
      case .cancelled: throw ServerRefusal("Nothing was changed.")
      case .empty: throw ServerRefusal("The password is missing. Nothing was changed.")
      }
    }
  }
}
