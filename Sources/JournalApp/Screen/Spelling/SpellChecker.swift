import Foundation
import JournalCore
import Synchronization
import SystemKit

/// Checks spelling with the system’s hunspell, in a process of its own that runs from the first question on.
///
/// Nothing of a journal but single words is sent to it, and it writes nothing.
/// Source: hunspell(1), “PIPE INTERFACE”.
final class SpellChecker: Sendable {
  /// So many words are sent before their answers are read.
  private static let batch = 32
  /// Seconds for an answer; looking for what a word may be meant to be takes some hundredths.
  private static let patience = 20

  private let variables: [String: String]
  private let running = Mutex<Running?>(nil)
  /// The program, to be ended while it is waited for.
  private let program = Mutex<PipedProgram?>(nil)
  private let isOver = Mutex(false)

  private struct Running {
    let choice: SpellingChoice
    let program: PipedProgram
    /// What is to be said of dictionaries that are missing; nil once it was said.
    var note: String?
  }

  /// - Parameter variables: Of the process: where programs and dictionaries are, and its language.
  init(_ variables: [String: String]) { self.variables = variables }

  /// Whether hunspell is installed.
  static func isInstalled(_ variables: [String: String]) -> Bool { path(variables) != nil }

  private static func path(_ variables: [String: String]) -> String? {
    PipedProgram.path(of: "hunspell", in: variables["PATH"] ?? "/usr/bin:/bin")
  }

  /// Asks for words, and waits for the answer.
  func check(_ request: SpellRequest) -> SpellAnswer {
    running.withLock { running in
      do {
        if running?.choice != request.choice { running = try start(request.choice) }
        guard let program = running?.program else { return .unavailable(Self.isNotInstalled) }
        let wrong = try ask(request.words, program)
        let note = running?.note
        running?.note = nil
        return .checked(wrong: wrong, note: note)
      } catch {
        running = nil
        setProgram(nil)
        return .unavailable((error as? InvalidInput)?.sentence ?? "hunspell stopped: \(CommandFailure(error).sentence)")
      }
    }
  }

  /// The dictionaries that are installed, by name.
  func dictionaries() -> [String] {
    running.withLock { running in
      // One process at a time: the other one starts again with the next question.
      running = nil
      do { return try installed() } catch {
        // Why there are none is said where one is needed.
        return []
      }
    }
  }

  /// Ends the process, also while it is waited for; nothing is checked afterwards.
  func end() {
    isOver.withLock { $0 = true }
    setProgram(nil)
  }

  private static let isNotInstalled =
    "Spelling is checked by hunspell, which is not installed. Debian has it as hunspell, and English as hunspell-en-gb."

  private func setProgram(_ next: PipedProgram?) {
    program.withLock { program in
      program?.end()
      program = next
      // It was made while the checker ended.
      if isOver.withLock({ $0 }) { next?.end() }
    }
  }

  private var environment: [String] {
    ["PATH", "HOME", "DICPATH"].compactMap { name in variables[name].map { "\(name)=\($0)" } } + ["LC_ALL=C.UTF-8"]
  }

  private func start(_ choice: SpellingChoice) throws -> Running? {
    setProgram(nil)
    guard let path = Self.path(variables) else { return nil }
    let locale = variables["LC_ALL"].flatMap { $0.isEmpty ? nil : $0 } ?? variables["LANG"] ?? ""
    let found = try choice.dictionaries(locale: locale, installed: try installed())
    let names = found.names
    guard !names.isEmpty, !isOver.withLock({ $0 }) else { throw InvalidInput("Spelling is off.") }
    let program = try PipedProgram(
      path, ["-a", "-i", "utf-8", "-d", names.joined(separator: ","), "-p", "/dev/null"], environment: environment)
    setProgram(program)
    guard try program.line(within: Self.patience)?.hasPrefix("@(#)") == true else {
      throw InvalidInput("hunspell did not take the dictionary \(names.joined(separator: ",")).")
    }
    return Running(choice: choice, program: program, note: found.note)
  }

  /// What hunspell lists of dictionaries: their paths, without their endings.
  private func installed() throws -> [String] {
    guard let path = Self.path(variables), !isOver.withLock({ $0 }) else { return [] }
    let program = try PipedProgram(path, ["-D"], environment: environment, readsErrors: true)
    setProgram(program)
    defer { setProgram(nil) }
    program.finishSending()
    var names: Set<String> = []
    var isListing = false
    while let line = try program.line(within: Self.patience) {
      if line.hasPrefix("AVAILABLE") {
        isListing = true
      } else if !line.hasPrefix("/") {
        isListing = false
      } else if isListing, let name = line.split(separator: "/").last, !name.hasPrefix("hyph_") {
        names.insert(String(name))
      }
    }
    return names.sorted()
  }

  private func ask(_ words: [String], _ program: PipedProgram) throws -> [String: [String]] {
    var wrong: [String: [String]] = [:]
    var rest = words[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.batch)
      rest = rest.dropFirst(part.count)
      // As dictionaries have them: one character for a letter with its accent. What is no command of hunspell’s begins so.
      let sent = part.map { $0.precomposedStringWithCanonicalMapping }
      try program.send(Array(sent.map { "^\($0)\n" }.joined().utf8))
      for (word, form) in zip(part, sent) {
        if let suggestions = try answer(form, program) { wrong[word] = suggestions }
      }
    }
    return wrong
  }

  /// Reads the lines about one word, up to an empty one; nil where the word is right.
  private func answer(_ word: String, _ program: PipedProgram) throws -> [String]? {
    var suggestions: [String]?
    while true {
      guard let line = try program.line(within: Self.patience) else {
        throw InvalidInput("hunspell does not answer. Spelling is not checked until the program starts again.")
      }
      if line.isEmpty { return suggestions }
      guard let sign = line.first, "&#?".contains(sign) else { continue }
      let parts = line.split(separator: ":", maxSplits: 1)
      let head = parts[0].split(separator: " ")
      // A word that was taken apart has no suggestions for the whole of it.
      let isWhole = head.count > 1 && head[1] == word
      let listed = parts.count > 1 && isWhole ? parts[1].components(separatedBy: ", ") : []
      suggestions = (suggestions ?? []) + listed.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}
