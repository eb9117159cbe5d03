/// The effect of a character on line breaks: the few classes of Unicode's line breaking that a journal needs.
enum BreakClass {
  /// Part of a word; breaks nowhere by itself.
  case word
  /// A digit: part of a word, but a slash before it makes no break, as in dates.
  case digit
  /// Blank or tab: a break may follow, and at the end of a line it takes no room.
  case space
  /// A zero-width place where a break may follow.
  case invisibleSpace
  /// Chinese characters, kana, Hangul, emoji: a break may stand before and after.
  case ideograph
  /// Never begins a line after an ideograph.
  case closing
  /// Never ends a line before an ideograph.
  case opening
  /// Hyphen or slash inside a word: a break may follow.
  case hyphen
  /// Long dash: a break may follow.
  case dash

  static func of(_ scalar: Unicode.Scalar) -> BreakClass {
    let value = scalar.value
    if value < 0x80 { return ascii(UInt8(value)) }
    if value < 0x2000 { return value == 0x1680 ? .space : .word }
    if 0x4E00...0x9FFF ~= value { return .ideograph }
    if value < 0x2E80 {
      switch value {
      case 0x2000...0x2006, 0x2008...0x200A, 0x205F: return .space
      case 0x200B: return .invisibleSpace
      case 0x2010, 0x2012, 0x2013: return .hyphen
      case 0x2014: return .dash
      case 0x2018, 0x201C: return .opening
      case 0x2019, 0x201D, 0x2025, 0x2026: return .closing
      default: return .word
      }
    }
    return value < 0xA4D0 || value >= 0xF900 ? wide(value) : 0xAC00...0xD7A3 ~= value ? .ideograph : .word
  }

  private static func ascii(_ byte: UInt8) -> BreakClass {
    switch byte {
    case UInt8(ascii: " "), 9: .space
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: "-"), UInt8(ascii: "/"): .hyphen
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .opening
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "."),
      UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "%"):
      .closing
    default: .word
    }
  }

  private static func wide(_ value: UInt32) -> BreakClass {
    switch value {
    case 0x3000: .space
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08, 0xFF3B, 0xFF5B,
      0xFF62:
      .opening
    case 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301C,
      0x301E, 0x301F, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
      0x3096, 0x309B...0x309E, 0x30A0, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7,
      0x30EE, 0x30F5, 0x30F6, 0x30FB...0x30FE, 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D,
      0xFF5D, 0xFF61, 0xFF63...0xFF65:
      .closing
    case 0xFB00..<0xFE30, 0xFE70..<0xFF00, 0xFF66..<0xFFE0, 0x10000..<0x1B000: .word
    case 0x1D000..<0x1F000, 0xE0000...: .word
    default: .ideograph
    }
  }

  /// True where a line may end after a character of class `before` and begin with one of class `after`.
  ///
  /// - Parameter wordBefore: true where a word stood right before `before`, so that a hyphen in front of a word
  ///   (`-not`, `--flag`, `/path`) does not lose it.
  static func mayBreak(_ before: BreakClass, _ after: BreakClass, wordBefore: Bool) -> Bool {
    if after == .space { return false }
    switch before {
    case .space, .invisibleSpace: return true
    case .dash: return after != .closing && after != .dash
    case .hyphen:
      return wordBefore && (after == .word || after == .ideograph || after == .opening)
    case .opening: return false
    case .ideograph: return after != .closing
    case .closing: return after == .ideograph
    case .word, .digit: return after == .ideograph || after == .dash
    }
  }
}
