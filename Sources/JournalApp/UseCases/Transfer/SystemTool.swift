import Glibc
import JournalCore
import SystemKit
import TerminalKit

/// A program of the system that makes a file of another one, since this one cannot.
struct SystemTool {
  /// Why it made nothing, as the predicate of a sentence.
  struct Failure: Error {
    let problem: String
    /// What the program said of it; empty where it said nothing.
    var words = ""
  }

  /// A program that is known: its name, and its arguments for the paths of the file that it reads and the one that it makes.
  struct Kind: Sendable {
    let name: String
    let arguments: @Sendable (_ page: String, _ result: String) -> [String]

    init(_ name: String, _ arguments: @escaping @Sendable (_ page: String, _ result: String) -> [String]) {
      (self.name, self.arguments) = (name, arguments)
    }
  }

  let path: String
  private let kind: Kind

  /// The first of some programs that is there.
  ///
  /// - Parameters:
  ///   - kinds: The best first.
  ///   - folders: Where programs are, as PATH has it.
  /// - Returns: nil where none of them is there.
  static func first(of kinds: [Kind], in folders: String) -> SystemTool? {
    for kind in kinds {
      if let path = PipedProgram.path(of: kind.name, in: folders) { return SystemTool(path: path, kind: kind) }
    }
    return nil
  }

  /// Runs the program to its end; what it says is seen only where it fails, and it has the page on its standard input as well.
  ///
  /// - Parameters:
  ///   - page: The path of the file that it reads.
  ///   - result: The path of the file that it makes.
  ///   - target: Beside which its messages lie for so long, as in ``ToolFile``.
  /// - Returns: The last line of what it said, as it can be shown; empty where it said nothing.
  /// - Throws: ``Failure`` where it could not be started, or did not end well; ``CommandFailure`` where nothing can be written.
  func run(_ page: String, to result: String, beside target: String?) throws -> String {
    guard !StopSignals.isAsked else { throw Failure(problem: "was not started") }
    let errors = try ToolFile(beside: target)
    defer { withExtendedLifetime(errors) {} }
    var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + kind.arguments(page, result)).map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, page, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.path, O_WRONLY | O_APPEND, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, pointers, environ)
    guard code == 0 else { throw Failure(problem: "could not be started (\(String(cString: strerror(code))))") }
    guard let status = StopSignals.wait(for: process) else { throw Failure(problem: "could not be waited for") }
    let words = try errors.lastWords()
    guard status & 0x7F == 0 else { throw Failure(problem: "was ended by signal \(status & 0x7F)", words: words) }
    guard status >> 8 & 0xFF == 0 else {
      throw Failure(problem: "ended with status \(status >> 8 & 0xFF)", words: words)
    }
    return words
  }

  /// What went wrong, in a sentence: the program, what is wrong, and what it said itself.
  func sentence(_ failure: Failure) -> String {
    failure.words.isEmpty ? "\(path) \(failure.problem)." : "\(path) \(failure.problem): “\(failure.words)”."
  }
}

/// A file that is there only while a program makes another one of it, readable by its owner alone.
///
/// What a killed program leaves of it goes with the next file of that name.
final class ToolFile {
  let path: String
  private let descriptor: Int32

  /// - Parameters:
  ///   - target: Beside which it lies; nil for the folder of temporary files.
  ///   - ending: As in ``OutputFile/makePart(_:ending:)``.
  init(beside target: String?, ending: String = "") throws {
    var place = target ?? "\(World.environmentVariables["TMPDIR"] ?? "/var/tmp")/cloudjournal.pdf"
    // What a killed program has left in the folder for what goes to no file.
    if target == nil { OutputFile.sweep(place) }
    if !place.hasPrefix("/") {
      guard let folder = getcwd(nil, 0) else { throw WholeFile.failure(place, "cannot be written", errno) }
      defer { free(folder) }
      place = "\(String(cString: folder))/\(place)"
    }
    (path, descriptor) = try OutputFile.makePart(place, ending: ending)
  }

  func write(_ bytes: [UInt8]) throws {
    try StopSignals.check()
    try WholeFile.write(bytes, to: descriptor, name: path)
  }

  /// The last line that a program wrote to the file, as it can be shown.
  func lastWords() throws -> String {
    let text = String(decoding: try PieceFile(path, atMost: .max).tail(2048), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map { TerminalSafe(String($0), keepingLines: false).text }
    return String(trimmingSpace(lines.last { !trimmingSpace($0).isEmpty } ?? "").prefix(200))
  }

  /// Whether the file begins and ends as a whole one does: a program that fails may leave half of it and say nothing.
  ///
  /// - Parameter tail: Looked for in the last kilobyte.
  func isWhole(head: [UInt8], tail: [UInt8]) throws -> Bool {
    let file = try PieceFile(path, atMost: .max)
    guard try file.head(head.count) == head else { return false }
    let end = try file.tail(1024)
    return end.indices.contains { end[$0...].starts(with: tail) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }
}
