import Glibc
import TerminalKit

/// Takes an export's bytes.
final class ExportSink {
  private let file: OutputFile?
  /// Whether a terminal reads it, which the text must not command.
  let isShown: Bool

  init(_ target: ExportTarget) throws {
    switch target {
    case .file(let path, let replaces):
      try OutputPlace.forbidJournals(path)
      let file = try OutputFile(path: path, replaces: replaces)
      (self.file, isShown) = (file, file.isTerminal)
    case .folder, .standardOutput: (file, isShown) = (nil, isatty(STDOUT_FILENO) == 1)
    }
  }

  /// The path of the file that is written; nil where it is none.
  var target: String? { file?.target }

  /// Appends bytes; no character may be cut in two.
  func write(_ bytes: [UInt8]) throws {
    try StopSignals.check()
    var bytes = bytes
    if isShown {
      // What is handed on are whole entries, so that no character is cut in two.
      bytes = Array(TerminalSafe(String(decoding: bytes, as: UTF8.self), keepingLines: true).text.utf8)
    }
    if let file { try file.write(bytes) } else { try StandardStreams.write(bytes) }
  }

  func finish() throws { try file?.finish() }
}
