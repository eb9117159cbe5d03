import Encodings
import TerminalKit

/// The sequences that are written beside ncurses: modes that it does not manage, questions, title and clipboard.
enum Sequences {
  /// The question for kitty's keyboard protocol; a terminal that does not know it says nothing.
  static let keyboardQuestion = "\u{1B}[?u"
  /// Keys come as what they are, so that Esc is never the beginning of something; with Shift and on other layouts, too.
  static let keyboardOn = "\u{1B}[>5u"
  /// Puts back what there was before.
  static let keyboardOff = "\u{1B}[<u"

  /// Paste in brackets, focus reports, reports of a change between light and dark; the mouse with drags, in SGR form; and
  /// Alt as Escape before a key, where xterm would make another letter of it. What that was before is put back.
  static func modes(on: Bool, mouse: Bool) -> String {
    let end = on ? "h" : "l"
    var modes = ["2004", "1004", "2031"]
    if mouse { modes += on ? ["1002", "1006"] : ["1006", "1002"] }
    let alt = on ? "\u{1B}[?1036s\u{1B}[?1036h" : "\u{1B}[?1036r"
    return modes.map { "\u{1B}[?\($0)\(end)" }.joined() + alt
  }

  /// The background's colour.
  static let backgroundQuestion = "\u{1B}]11;?\u{1B}\\"
  /// The same question to the terminal around tmux, which hands it on where `allow-passthrough` is on.
  static let backgroundQuestionThroughTmux = String(
    decoding: PicturePassage.tmux.wrap(Array(backgroundQuestion.utf8)), as: UTF8.self)
  /// Where the cursor is.
  static let cursorQuestion = "\u{1B}[6n"
  /// Gives the window another background, and its own one back.
  static func windowColor(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> String {
    let parts = [red, green, blue].map { Hexadecimal.text([$0]) }
    return "\u{1B}]11;rgb:\(parts.joined(separator: "/"))\u{1B}\\"
  }
  static let ownWindowColor = "\u{1B}]111\u{1B}\\"
  /// The device's attributes: the last of all questions, because every terminal answers it.
  static let lastQuestion = "\u{1B}[c"

  static func title(_ title: TerminalSafe) -> String { "\u{1B}]2;\(title.text)\u{1B}\\" }
  static let saveTitle = "\u{1B}[22;2t"
  static let restoreTitle = "\u{1B}[23;2t"

  /// Longest text that goes to the clipboard, bytes; more is cut off or dropped by terminals.
  static let clipboardLimit = 74_000

  /// Puts text on the system's clipboard (OSC 52).
  static func clipboard(_ text: String, insideScreen: Bool) -> String {
    let sequence = "\u{1B}]52;c;\(Base64.text(text.utf8))\u{7}"
    // GNU screen hands on what is wrapped, in pieces that it can hold.
    guard insideScreen else { return sequence }
    var result = ""
    var rest = Substring(sequence)
    while !rest.isEmpty {
      result += "\u{1B}P" + rest.prefix(700) + "\u{1B}\\"
      rest = rest.dropFirst(700)
    }
    return result
  }
}
