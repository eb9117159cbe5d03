import TerminalKit

/// Text on its way to standard output or to standard error: collected, and written in one go.
///
/// All of it went through ``TerminalSafe``, into a pipe as well as to a terminal; escape codes are our own, and only
/// where styles are wanted.
package struct Printout: Sendable {
  /// How a piece of text stands out; nothing of this is seen without styles.
  package enum Style: String, Sendable {
    case plain = ""
    case strong = "1"
    case dim = "2"
    case title = "1;36"
    case star = "33"
    case added = "32"
    case removed = "31;9"
    case warning = "1;31"
  }

  /// The text so far, as UTF-8 with its escape codes.
  package private(set) var bytes: [UInt8] = []
  /// Whether styles become escape codes.
  package let isStyled: Bool
  /// Whether the terminal shows ASCII only.
  package let isASCII: Bool

  package init(isStyled: Bool, isASCII: Bool = false) {
    (self.isStyled, self.isASCII) = (isStyled, isASCII)
  }

  /// The bytes as a text, copied at each call.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends a text on one line; line ends in it become marks.
  package mutating func add(_ text: String, _ style: Style = .plain) {
    append(TerminalSafe(text, keepingLines: false), style)
  }

  /// Appends a text of any number of lines.
  package mutating func addLines(_ text: String, _ style: Style = .plain) {
    append(TerminalSafe(text, keepingLines: true), style)
  }

  /// Appends a text on one line and ends the line.
  package mutating func line(_ text: String = "", _ style: Style = .plain) {
    add(text, style)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends bytes that are harmless already, such as JSON with everything escaped.
  package mutating func add(harmless: [UInt8]) { bytes += harmless }

  /// Forgets what was collected, and keeps the memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func append(_ safe: TerminalSafe, _ style: Style) {
    let text = isASCII ? safe.ascii : safe.text
    guard !text.isEmpty else { return }
    guard isStyled, style != .plain else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(contentsOf: "\u{1B}[\(style.rawValue)m".utf8)
    bytes.append(contentsOf: text.utf8)
    bytes.append(contentsOf: "\u{1B}[0m".utf8)
  }
}
