import Encodings

/// Writes HTML as UTF-8 bytes: markup stands in the program, and every other text is escaped.
///
/// An escaped text can stand between tags and in double quotes. Control characters are visible marks, as HTML has none.
struct HTMLWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends tags, which no text of a journal can be.
  mutating func markup(_ markup: StaticString) {
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func number(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

  /// Appends a text with escapes; every line end is a LF.
  mutating func text(_ text: some StringProtocol) {
    var wasReturn = false
    var wasC2 = false
    for byte in text.utf8 {
      if wasC2 {
        wasC2 = false
        if byte < 0xA0 {
          bytes.append(contentsOf: "\u{FFFD}".utf8)
          continue
        }
        bytes.append(0xC2)
      }
      switch byte {
      case TextBytes.lineFeed: if !wasReturn { bytes.append(byte) }
      case TextBytes.carriageReturn: bytes.append(TextBytes.lineFeed)
      case 0x09: bytes.append(byte)
      // The pictures of control characters stand in the order of these.
      case 0x00..<0x20: bytes.append(contentsOf: [0xE2, 0x90, 0x80 + byte])
      case 0x7F: bytes.append(contentsOf: "\u{2421}".utf8)
      case 0xC2: wasC2 = true
      default: if let entity = MarkupEscape.entity(byte) { markup(entity) } else { bytes.append(byte) }
      }
      wasReturn = byte == TextBytes.carriageReturn
    }
  }
}
