import TestKit

/// Chance with a seed: the same seed, the same throws.
struct Dice: RandomNumberGenerator {
  private var generator: SeededGenerator

  init(seed: Int) {
    var first = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)) &* 0xD1B5_4A32_D192_ED03)
    // Neighbouring seeds are not to throw the same, one throw apart.
    generator = SeededGenerator(seed: first.next() ^ 0x5851_F42D_4C95_7F2D)
  }

  mutating func next() -> UInt64 { generator.next() }

  mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}

/// Texts such as people write in a journal, and edits of them.
struct Scribe {
  enum Style: CaseIterable { case prose, list, repetitive, code, crlf }

  private let style: Style
  private var fresh = 0
  private let name: String

  init(_ style: Style, name: String) {
    (self.style, self.name) = (style, name)
  }

  private static let words = [
    "canal", "heron", "Miriam", "coffee", "rain", "the", "the", "a", "and", "morning", "run", "miles", "über", "naïve",
    "学校", "tea", "5", "don't", "very", "quiet",
  ]

  /// A word that stands nowhere else.
  mutating func freshWord() -> String {
    fresh += 1
    return "\(name)\(fresh)"
  }

  mutating func text(_ dice: inout Dice) -> String {
    var lines: [String] = []
    for _ in 0..<(2 + dice.roll(6)) { lines += block(&dice) }
    let end = style == .crlf ? "\r\n" : "\n"
    return lines.joined(separator: end) + (dice.chance(60) ? end : "")
  }

  private mutating func block(_ dice: inout Dice) -> [String] {
    switch style {
    case .prose, .crlf: return [sentence(&dice, 6 + dice.roll(20)), ""]
    case .list: return (0..<(1 + dice.roll(3))).map { _ in "- " + sentence(&dice, 2 + dice.roll(4)) }
    case .repetitive: return [dice.pick(["- [ ] tea", "- [ ] milk", "", "ok", "- [x] tea"])]
    case .code:
      return dice.chance(50)
        ? ["```", "let \(dice.pick(Scribe.words)) = \(dice.roll(9))", "}", "```", ""]
        : ["| a | \(dice.roll(9)) |", sentence(&dice, 5), ""]
    }
  }

  private func sentence(_ dice: inout Dice, _ count: Int) -> String {
    (0..<count).map { _ in dice.pick(Scribe.words) }.joined(separator: " ") + dice.pick([".", "", "!"])
  }

  /// One to three edits, of which each puts in words that stand nowhere else, or takes something out.
  mutating func edited(_ text: String, _ dice: inout Dice) -> String {
    var result = text
    for _ in 0..<(1 + dice.roll(3)) { result = editedOnce(result, &dice) }
    return result
  }

  private mutating func editedOnce(_ text: String, _ dice: inout Dice) -> String {
    let end = style == .crlf ? "\r\n" : "\n"
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { part in
      var line = String(part)
      if style == .crlf, line.unicodeScalars.last == "\r" { line.unicodeScalars.removeLast() }
      return line
    }
    let line = dice.roll(lines.count)
    switch dice.roll(6) {
    case 0: lines.insert(freshWord() + " " + sentence(&dice, 3), at: line)
    case 1: lines.remove(at: line)
    case 2: lines.append(freshWord())
    case 3:
      let moved = lines.remove(at: line)
      lines.insert(moved, at: dice.roll(lines.count + 1))
    default:
      var words = lines[line].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      let place = dice.roll(words.count)
      switch dice.roll(3) {
      case 0: words[place] = freshWord()
      case 1: words.insert(freshWord(), at: place)
      default: words.remove(at: place)
      }
      lines[line] = words.joined(separator: " ")
    }
    return lines.joined(separator: end)
  }
}

/// The words of a text, split at white space.
func wordSet(_ text: String) -> Set<String> {
  Set(text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) })
}
