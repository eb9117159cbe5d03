import JournalApp

/// Standard output of a command that may print much: in large pieces, and through a pager on a terminal.
final class OutputWriter {
  private static let pieceSize = 1 << 16

  private let console: Console
  private var pager: Pager?
  var printout: Printout

  init(_ console: Console) {
    self.console = console
    printout = console.printout
    pager = console.isOutputTerminal ? Pager() : nil
  }

  /// Appends to the output, and writes it once there is enough of it.
  func print(_ body: (inout Printout) throws -> Void) throws {
    try body(&printout)
    if printout.bytes.count >= OutputWriter.pieceSize { try flush() }
  }

  private func flush() throws {
    guard !printout.bytes.isEmpty else { return }
    defer { printout.removeAll() }
    if let pager { try pager.write(printout.bytes) } else { try StandardStreams.write(printout.bytes) }
  }

  /// Writes what is left, and waits until the person has read it.
  func finish() throws {
    defer { pager?.finish() }
    try flush()
  }
}
