import Glibc

/// A line that is typed on a terminal without being seen, such as a password.
package enum SilentInput {
  /// Why there is no such line.
  package enum Failure: Error, Hashable, Sendable {
    /// The terminal does not say how it is set.
    case unknownTerminal
    /// The terminal cannot be kept from showing what is typed.
    case visible
    /// The person pressed Ctrl-C or Ctrl-D, or the terminal has gone.
    case cancelled
    /// Nothing was typed, or no UTF-8.
    case empty
  }

  /// Bytes that are kept of a line.
  private static let longest = 4096

  /// Reads a line from the terminal that standard input is; Backspace and Ctrl-U edit it.
  ///
  /// - Parameter ask: Writes the question, once nothing is shown any more.
  /// - Throws: ``Failure``; the terminal is set as before in each case.
  package static func line(_ ask: () -> Void) throws(Failure) -> String {
    try line(ask) { String(decoding: $0, as: UTF8.self) }
  }

  /// The same for a secret.
  ///
  /// - Parameter body: Gets the line as UTF-8 that is valid, in memory that is wiped when it returns.
  package static func line<Value>(
    _ ask: () -> Void, _ body: (UnsafeRawBufferPointer) -> Value
  ) throws(Failure) -> Value {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw .unknownTerminal }
    var silent = before
    // Ctrl-C comes as a byte, so that the terminal is set back before anything ends.
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { throw .visible }
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
    ask()
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: longest)
    defer {
      if let start = memory.baseAddress { explicit_bzero(start, longest) }
      memory.deallocate()
    }
    let typed = UnsafeBufferPointer(rebasing: memory[..<(try type(into: memory))])
    do { _ = try UTF8Span(validating: typed.span) } catch { throw .empty }
    return body(UnsafeRawBufferPointer(typed))
  }

  /// Reads a line, and gives the number of its bytes, from 1 on.
  private static func type(into memory: UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Int {
    var length = 0
    while true {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != 0x03, byte != 0x04 else { throw .cancelled }
      switch byte {
      case 0x0A, 0x0D:
        guard length > 0 else { throw .empty }
        return length
      case 0x08, 0x7F:
        while length > 0 {
          length -= 1
          if memory[length] & 0xC0 != 0x80 { break }
        }
      case 0x15: length = 0
      default:
        guard length < longest else { continue }
        memory[length] = byte
        length += 1
      }
    }
  }
}
