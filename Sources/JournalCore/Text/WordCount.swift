/// Counts words.
///
/// A word is a run of letters, digits and marks; an apostrophe, a hyphen, a point or a comma inside it does not end it
/// (`don't`, `well-known`, `3.5`, `1,000`). Of Han and kana, which have no spaces, each character counts as one.
package enum WordCount {
  /// The number of words of a text.
  package static func count(_ text: String) -> Int {
    let bytes = text.utf8Span.span
    var words = 0
    var state = State.outside
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let kind: Kind
      if byte < 0x80 {
        kind = asciiKind(byte)
        index += 1
      } else {
        let (scalar, length) = bytes.scalar(at: index)
        kind = self.kind(of: scalar)
        index += length
      }
      switch kind {
      case .word:
        if state == .outside { words += 1 }
        state = .inside
      case .connector: state = state == .inside ? .afterConnector : .outside
      case .other: state = .outside
      case .alone:
        words += 1
        state = .outside
      case .invisible: continue
      }
    }
    return words
  }

  private enum State { case outside, inside, afterConnector }

  private enum Kind { case word, connector, other, alone, invisible }

  @inline(__always)
  private static func asciiKind(_ byte: UInt8) -> Kind {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F: .word
    case 0x27, 0x2D, 0x2E, 0x2C: .connector
    default: .other
    }
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    // The letters that most text consists of, without a look at the tables.
    case 0xC0...0x24F where scalar.value != 0xD7 && scalar.value != 0xF7: return .word
    case 0x388...0x3FF, 0x400...0x481, 0x48A...0x52F, 0xAC00...0xD7A3: return .word
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF: return .alone
    case 0x3005...0x3007, 0x309D...0x309F, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xF900...0xFAFF: return .alone
    case 0xFF66...0xFF9D, 0x1B000...0x1B16F, 0x20000...0x3FFFF: return .alone
    case 0xAD, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F: return .invisible
    case 0x2019, 0x2010, 0x2011: return .connector
    case 0x2000...0x206F, 0x3000...0x303F, 0xFF01...0xFF0F, 0xFF1A...0xFF20: return .other
    default: return scalar.isLetterOrMark || scalar.isNumber ? .word : .other
    }
  }
}
