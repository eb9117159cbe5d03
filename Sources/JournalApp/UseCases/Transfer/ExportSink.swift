import Glibc
import TerminalKit

/// Takes an export's bytes.
final class ExportSink {
  private let file: OutputFile?
  /// Whether a terminal reads it, which the text must not command.
  private let isShown = isatty(STDOUT_FILENO) == 1

  init(_ target: ExportTarget) throws {
    switch target {
    case .file(let path, let replaces): file = try OutputFile(path: path, replaces: replaces)
    case .folder, .standardOutput: file = nil
    }
  }

  /// Appends bytes; no character may be cut in two.
  func write(_ bytes: [UInt8]) throws {
    if let file { return try file.write(bytes) }
    guard isShown else { return try StandardStreams.write(bytes) }
    // What is handed on are whole entries, so that no character is cut in two.
    let text = TerminalSafe(String(decoding: bytes, as: UTF8.self), keepingLines: true).text
    try StandardStreams.write(Array(text.utf8))
  }

  func finish() throws { try file?.finish() }
}
