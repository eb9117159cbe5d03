/// A word whose spelling can be checked, and where it stands.
package struct SpellWord: Hashable, Sendable {
  /// The word, without apostrophes around it and without soft hyphens in it.
  package let text: String
  /// Its bytes, from the beginning of the text that it was found in.
  package let range: Range<Int>

  package init(text: String, range: Range<Int>) { (self.text, self.range) = (text, range) }

  /// The same word in a text that begins so many bytes earlier.
  package func moved(by bytes: Int) -> SpellWord {
    SpellWord(text: text, range: range.lowerBound + bytes..<range.upperBound + bytes)
  }
}

/// Finds the words of a line that a dictionary can know.
///
/// Left out are addresses, paths, names of files, tags, links to entries, words with digits or capitals inside, words of
/// capitals alone, single letters, and scripts that are written without spaces.
package enum SpellWords {
  /// A longer word is none, in bytes: no dictionary has it.
  package static let longest = 100

  /// The words of a line, in its order.
  ///
  /// - Parameter skipped: Ranges of bytes that are not looked at, in their order, such as code.
  package static func words(in line: String, except skipped: [Range<Int>] = []) -> [SpellWord] {
    Reader(line).read().filter { word in !skipped.contains { $0.overlaps(word.range) } }
  }

  private struct Reader {
    /// The characters of the line, and where each begins, in bytes; the end of the line behind them.
    private let scalars: [Unicode.Scalar]
    private var offsets: [Int] = []

    init(_ line: String) {
      scalars = Array(line.unicodeScalars)
      offsets.reserveCapacity(scalars.count + 1)
      var offset = 0
      for scalar in scalars {
        offsets.append(offset)
        offset += UTF8.width(scalar)
      }
      offsets.append(offset)
    }

    func read() -> [SpellWord] {
      var words: [SpellWord] = []
      let links = links
      var place = 0
      while place < scalars.count {
        guard !scalars[place].properties.isWhitespace else {
          place += 1
          continue
        }
        var end = place
        while end < scalars.count, !scalars[end].properties.isWhitespace { end += 1 }
        if !isNoProse(place..<end) { addWords(of: place..<end, outside: links, to: &words) }
        place = end
      }
      return words
    }

    /// What stands between `[[` and `]]`.
    private var links: [Range<Int>] {
      var links: [Range<Int>] = []
      var open: Int?
      for place in scalars.indices.dropLast() {
        if scalars[place] == "[", scalars[place + 1] == "[" { open = place }
        if let start = open, scalars[place] == "]", scalars[place + 1] == "]" {
          links.append(start..<place + 2)
          open = nil
        }
      }
      return links
    }

    /// Whether what stands between two blanks is an address, a path, a tag or the name of a file.
    private func isNoProse(_ range: Range<Int>) -> Bool {
      var start = range.lowerBound
      while start < range.upperBound {
        if "([{\"'“‘„«*_".unicodeScalars.contains(scalars[start]) {
          start += 1
        } else if begins("~~", at: start, range) {
          // Words that are struck through are words all the same.
          start += 2
        } else {
          break
        }
      }
      guard start < range.upperBound else { return true }
      if scalars[start] == "#" || scalars[start] == "~" || scalars[start] == "/" { return true }
      if begins("./", at: start, range) || begins("../", at: start, range) { return true }
      var slashes = 0
      for place in start..<range.upperBound {
        switch scalars[place] {
        case "@", "\\": return true
        case "/": slashes += 1
        case ":":
          if place + 2 < range.upperBound, scalars[place + 1] == "/", scalars[place + 2] == "/" { return true }
        case "." where place > start && place + 1 < range.upperBound:
          if Self.isPart(scalars[place - 1]), Self.isPart(scalars[place + 1]) { return true }
        default: break
        }
      }
      return slashes > 1
    }

    private func begins(_ text: String, at place: Int, _ range: Range<Int>) -> Bool {
      scalars[place..<range.upperBound].starts(with: text.unicodeScalars)
    }

    private func addWords(of range: Range<Int>, outside links: [Range<Int>], to words: inout [SpellWord]) {
      var place = range.lowerBound
      while place < range.upperBound {
        guard Self.isPart(scalars[place]) || Self.isApostrophe(scalars[place]) else {
          place += 1
          continue
        }
        var end = place
        while end < range.upperBound, Self.isPart(scalars[end]) || Self.isApostrophe(scalars[end]) { end += 1 }
        if let word = word(place..<end), !links.contains(where: { $0.overlaps(place..<end) }) { words.append(word) }
        place = end
      }
    }

    /// The word in a run of letters, digits and apostrophes; nil where no dictionary knows such ones.
    private func word(_ run: Range<Int>) -> SpellWord? {
      var (start, end) = (run.lowerBound, run.upperBound)
      // What begins with an apostrophe has lost letters there: ’twas.
      if scalars[start] == "\u{2019}" { return nil }
      func isEdge(_ scalar: Unicode.Scalar) -> Bool { Self.isApostrophe(scalar) || scalar == "_" }
      while start < end, isEdge(scalars[start]) { start += 1 }
      while end > start, isEdge(scalars[end - 1]) { end -= 1 }
      let letters = scalars[start..<end].filter { !Self.isHidden($0) }
      guard letters.count > 1, offsets[end] - offsets[start] <= SpellWords.longest,
        letters.allSatisfy({ Self.isKnowable($0) })
      else { return nil }
      // Capitals inside: names of things, and abbreviations.
      let rest = letters.dropFirst().filter { !Self.isApostrophe($0) }
      guard !rest.contains(where: { $0.properties.isUppercase }) else { return nil }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: letters)
      return SpellWord(text: String(text), range: offsets[start]..<offsets[end])
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2018}" || scalar == "\u{02BC}"
    }

    /// Soft hyphens, and what joins letters.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\u{AD}" || scalar == "\u{200C}" || scalar == "\u{200D}"
    }

    /// Whether a character goes on with a word, be it one that is checked or not.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
      if scalar == "_" || isHidden(scalar) { return true }
      if scalar.isASCII { return scalar.properties.isAlphabetic || "0"..."9" ~= scalar }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
        return true
      default: return false
      }
    }

    /// Whether a dictionary can have a word with this letter in it.
    private static func isKnowable(_ scalar: Unicode.Scalar) -> Bool {
      if isApostrophe(scalar) { return true }
      if scalar.isASCII { return scalar.properties.isAlphabetic }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .nonspacingMark, .spacingMark: break
      case .otherLetter: break
      default: return false
      }
      switch scalar.value {
      // Thai and Lao, Tibetan and Burmese, Khmer; Japanese and Chinese.
      case 0x0E00...0x0EFF, 0x0F00...0x109F, 0x1780...0x17FF, 0x3000...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
        0xFF66...0xFF9F, 0x20000...0x3FFFF:
        return false
      default: return true
      }
    }
  }
}
