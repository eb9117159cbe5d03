/// How search sees characters: without case, and without the diacritics of Latin letters.
///
/// It folds as SQLite's `unicode61` tokenizer with `remove_diacritics=2` does, scalar by scalar, so that the index and
/// what is decided in memory agree: `Naïve` and `naive` are one word, while `й` and `и` stay two letters.
package enum TextFolding {
  /// What a scalar is to a tokenizer.
  package enum Role: Hashable, Sendable {
    /// Part of a word, as this scalar.
    case word(Unicode.Scalar)
    /// Part of a word, but not kept: a combining mark of Latin letters.
    case dropped
    /// A letter of a script that puts no spaces between words: a token by itself.
    case alone(Unicode.Scalar)
    /// Not part of any word.
    case separator
  }

  /// What a scalar is to a tokenizer.
  @inline(__always)
  package static func role(of scalar: Unicode.Scalar) -> Role {
    if scalar.value < 0x80 {
      switch UInt8(scalar.value) {
      case 0x30...0x39, 0x61...0x7A: return .word(scalar)
      case 0x41...0x5A: return .word(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      default: return .separator
      }
    }
    return roleBeyondASCII(of: scalar)
  }

  /// A text without case and Latin diacritics; punctuation and white space stay. Titles are sorted by it.
  package static func fold(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch role(of: scalar) {
      case .word(let folded), .alone(let folded): result.append(folded)
      case .dropped: continue
      case .separator: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a letter belongs to a script that puts no spaces between words: Han, kana, hangul, bopomofo, and the
  /// scripts of Thailand, Laos, Myanmar and Cambodia. In these a word is found inside a sentence.
  @inline(__always)
  package static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x0E00 { return false }
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: return true
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF: return true
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303B: return true
    case 0x3040...0x30FF, 0x3100...0x318F, 0x31A0...0x31BF, 0x31F0...0x31FF: return true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFFDC: return true
    case 0x1AFF0...0x1B16F, 0x20000...0x3FFFF: return true
    default: return false
    }
  }

  private static func roleBeyondASCII(of scalar: Unicode.Scalar) -> Role {
    let value = scalar.value
    if Int(value) < alphabets.count {
      let folded = alphabets[Int(value)]
      if folded != 0 { return .word(Unicode.Scalar(folded) ?? scalar) }
    }
    if droppedMarks.contains(value) { return .dropped }
    // The ideographs need no look at the tables: this is what whole bodies consist of.
    if (0x4E00...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value) { return .alone(scalar) }
    guard isTokenPart(scalar) else { return .separator }
    return standsAlone(scalar) ? .alone(scalar) : .word(lowered(scalar))
  }

  private static func isTokenPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  private static func lowered(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let mapping = scalar.properties.lowercaseMapping.unicodeScalars
    guard let first = mapping.first, mapping.count == 1 else { return scalar }
    return variants[first] ?? first
  }

  /// The combining marks that `unicode61` drops: those that its Latin letters are composed with.
  private static let droppedMarks = MarkSet(
    [
      0x300...0x304, 0x306...0x30C, 0x30F...0x30F, 0x311...0x311, 0x31B...0x31B, 0x323...0x328, 0x32D...0x32E,
      0x330...0x331,
    ])

  /// The folded scalar of each letter and digit up to Hebrew and of the additional Latin letters; 0 for all others.
  private static let alphabets: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 0x1F00)
    for value in UInt32(0x80)..<0x1F00 where value < 0x600 || value >= 0x1E00 {
      guard let scalar = Unicode.Scalar(value), isTokenPart(scalar) else { continue }
      table[Int(value)] = lowered(scalar).value
    }
    for (base, accented) in accents {
      for scalar in accented.unicodeScalars { table[Int(scalar.value)] = base.value }
    }
    // A capital folds to what its small letter folds to.
    for value in table.indices where table[value] != 0 {
      let small = Int(table[value])
      if small < table.count, table[small] != 0 { table[value] = table[small] }
    }
    return table
  }()

  /// Small letters, and `İ`, by the letter that is left when the diacritics are gone.
  private static let accents: [(Unicode.Scalar, String)] = [
    ("a", "àáâãäåāăąǎǟǻȁȃȧḁạảấầẩẫậắằẳẵặ"), ("b", "ḃḅḇ"), ("c", "çćĉċčḉ"), ("d", "ďḋḍḏḑḓ"),
    ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"), ("f", "ḟ"), ("g", "ĝğġģǧǵḡ"), ("h", "ĥȟḣḥḧḩḫẖ"), ("i", "ìíîïĩīĭįİǐȉȋḭḯỉị"),
    ("j", "ĵǰ"), ("k", "ķǩḱḳḵ"), ("l", "ĺļľḷḹḻḽ"), ("m", "ḿṁṃ"), ("n", "ñńņňǹṅṇṉṋ"),
    ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"), ("p", "ṕṗ"), ("r", "ŕŗřȑȓṙṛṝṟ"), ("s", "śŝşšſșṡṣṥṧṩẛ"),
    ("t", "ţťțṫṭṯṱẗ"), ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"), ("v", "ṽṿ"), ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"),
    ("y", "ýÿŷȳẏẙỳỵỷỹ"), ("z", "źżžẑẓẕ"), ("μ", "µ"),
  ]

  /// Variants of Greek letters, which fold to the letter.
  private static let variants: [Unicode.Scalar: Unicode.Scalar] = [
    "ϐ": "β", "ϵ": "ε", "ϑ": "θ", "\u{1FBE}": "ι", "ϰ": "κ", "ϖ": "π", "ϱ": "ρ", "ς": "σ", "ϕ": "φ",
  ]
}

/// A few ranges of combining marks, all between U+0300 and U+033F, as one word of bits.
private struct MarkSet: Sendable {
  private let bits: UInt64

  init(_ ranges: [ClosedRange<UInt32>]) {
    var bits: UInt64 = 0
    for value in ranges.joined() { bits |= 1 << UInt64(value - 0x300) }
    self.bits = bits
  }

  @inline(__always)
  func contains(_ value: UInt32) -> Bool {
    value >= 0x300 && value < 0x340 && bits >> UInt64(value - 0x300) & 1 == 1
  }
}
