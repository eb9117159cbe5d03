import TerminalKit

/// What is written to the terminal beside ncurses: modes that it does not manage, questions, title and clipboard.
enum Sequences {
  /// Paste in brackets, focus reports, reports of a change between light and dark; the mouse with drags, in SGR form.
  static func modes(on: Bool, mouse: Bool) -> String {
    let end = on ? "h" : "l"
    var modes = ["2004", "1004", "2031"]
    if mouse { modes += on ? ["1002", "1006"] : ["1006", "1002"] }
    return modes.map { "\u{1B}[?\($0)\(end)" }.joined()
  }

  /// The background's colour; the device's attributes come last, because every terminal answers that.
  static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  static func title(_ title: TerminalSafe) -> String { "\u{1B}]2;\(title.text)\u{1B}\\" }
  static let saveTitle = "\u{1B}[22;2t"
  static let restoreTitle = "\u{1B}[23;2t"

  /// Longest text that goes to the clipboard, bytes; more is cut off or dropped by terminals.
  static let clipboardLimit = 74_000

  /// Puts text on the system's clipboard (OSC 52).
  static func clipboard(_ text: String, insideScreen: Bool) -> String {
    let sequence = "\u{1B}]52;c;\(base64(text))\u{7}"
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

  static func base64(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count * 4 / 3 + 4)
    var bits: UInt32 = 0
    var count = 0
    func put(_ shift: UInt32) { result.append(alphabet[Int(bits >> shift & 63)]) }
    for byte in text.utf8 {
      bits = bits << 8 | UInt32(byte)
      count += 1
      if count == 3 {
        for shift in [UInt32(18), 12, 6, 0] { put(shift) }
        (bits, count) = (0, 0)
      }
    }
    if count > 0 {
      bits <<= UInt32(8 * (3 - count))
      put(18)
      put(12)
      if count == 2 { put(6) }
      for _ in count..<3 { result.append(UInt8(ascii: "=")) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
