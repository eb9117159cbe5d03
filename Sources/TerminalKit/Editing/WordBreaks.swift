/// The kind of a character for motions by words.
enum CharacterKind: Equatable, Sendable {
  case blank, word, punctuation
  /// Scripts written without spaces: a change from one to another begins a new word.
  case han, hiragana, katakana

  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 {
      switch value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: self = .word
      case 0x09...0x0D, 0x20: self = .blank
      default: self = .punctuation
      }
      return
    }
    switch value {
    case 0x3041...0x309F: self = .hiragana
    case 0x30A1...0x30FF, 0xFF66...0xFF9F: self = .katakana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3134F, 0x3005...0x3007: self = .han
    case 0x2019: self = .word  // the apostrophe of careful writers
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
        self = .word
      case .spaceSeparator, .lineSeparator, .paragraphSeparator: self = .blank
      default: self = .punctuation
      }
    }
  }

  /// True for what words are made of, in any script.
  var isWord: Bool { self != .blank && self != .punctuation }
}

extension TextBuffer {
  func kind(at offset: Int) -> CharacterKind {
    offset < count ? CharacterKind(scalar(at: offset).scalar) : .blank
  }

  /// The kind of the character that ends at an offset.
  func kind(before offset: Int) -> CharacterKind { offset > 0 ? kind(at: boundary(before: offset)) : .blank }

  /// The end of the next word, over blanks, punctuation and line ends before it.
  func wordEnd(after offset: Int) -> Int {
    var place = offset
    while place < count, !kind(at: place).isWord { place = boundary(after: place) }
    return runEnd(after: place)
  }

  /// The start of the word before, over blanks, punctuation and line ends after it.
  func wordStart(before offset: Int) -> Int {
    var place = offset
    while place > 0, !kind(before: place).isWord { place = boundary(before: place) }
    return runStart(before: place)
  }

  /// The end of the run of characters of one kind that begins at an offset.
  func runEnd(after offset: Int) -> Int {
    guard offset < count else { return count }
    let first = kind(at: offset)
    var place = offset
    while place < count, kind(at: place) == first { place = boundary(after: place) }
    return place
  }

  /// The start of the run of characters of one kind that ends at an offset.
  func runStart(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    let last = kind(before: offset)
    var place = offset
    while place > 0 {
      let previous = boundary(before: place)
      if kind(at: previous) != last { break }
      place = previous
    }
    return place
  }

  /// Returns the run of one kind around an offset, inside its line, which a double click selects.
  func run(around offset: Int) -> Range<Int> {
    let content = contentRange(ofLine: line(at: offset))
    guard !content.isEmpty else { return content }
    let place = offset < content.upperBound ? offset : boundary(before: content.upperBound)
    let start = max(content.lowerBound, runStart(before: boundary(after: place)))
    return start..<min(content.upperBound, runEnd(after: place))
  }
}
