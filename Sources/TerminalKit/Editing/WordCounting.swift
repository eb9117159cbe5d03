/// Counting words: runs between blanks that have a letter or a digit in them.
///
/// A word counts where its first letter or digit stands, so a change is counted anew from where it begins to the first
/// place behind it where the answer no longer depends on it.
extension TextBuffer {
  /// How many words are counted inside a range.
  ///
  /// - Parameter inWord: true where the range begins in a word that was counted before it.
  func wordCount(in range: Range<Int>, inWord: Bool = false) -> Int {
    var words = 0
    var isCounted = inWord
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (part, length) = wordPart(at: offset)
      offset += length
      switch part {
      case .blank: isCounted = false
      case .sign: break
      case .letter:
        if !isCounted { words += 1 }
        isCounted = true
      }
    }
    return words
  }

  /// True where a word is going on that has had a letter or a digit before an offset.
  func isInWord(before offset: Int) -> Bool {
    var place = offset
    while place > 0 {
      place = scalarStart(before: place)
      switch wordPart(at: place).part {
      case .blank: return false
      case .letter: return true
      case .sign: break
      }
    }
    return false
  }

  /// The end of the first letter or blank at or behind an offset; later words count without the text before.
  func wordDecision(after offset: Int) -> Int {
    var place = offset
    while place < count {
      let (part, length) = wordPart(at: place)
      place += length
      if part != .sign { break }
    }
    return place
  }

  private enum WordPart {
    case blank, letter, sign
  }

  @inline(__always)
  private func wordPart(at offset: Int) -> (part: WordPart, length: Int) {
    let byte = bytes[offset]
    if byte < 0x80 {
      if Ascii.isWhite(byte) { return (.blank, 1) }
      return (Ascii.isDigit(byte) || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A ? .letter : .sign, 1)
    }
    let (scalar, length) = scalar(at: offset)
    let kind = CharacterKind(scalar)
    return (kind == .blank ? .blank : kind.isWord ? .letter : .sign, length)
  }
}

/// How long a text is to read.
package enum ReadingLength {
  /// Words that are read in a minute.
  private static let wordsAMinute = 220

  /// The words of a text, counted as the editor counts them.
  package static func words(in text: String) -> Int {
    let buffer = TextBuffer(text)
    return buffer.wordCount(in: 0..<buffer.count)
  }

  /// The minutes that so many words take, to the nearest one.
  package static func minutes(words: Int) -> Int { (words + wordsAMinute / 2) / wordsAMinute }
}
