/// Sixty-six bits as six words of the program's own list: a secret that a new device shows and a person types on another,
/// or a fingerprint that two people compare.
package struct Words: Hashable, Sendable {
  /// Nine bytes: the bits as one number, with six zero bits in front.
  package let secret: SecretBytes

  /// What is wrong with words that a person typed.
  package enum Mistake: Error, Hashable, Sendable {
    /// So many words, where six are needed.
    case count(Int)
    /// The list has no such word; its place, 1 to 6.
    case unknown(Int)
  }

  /// The number of words.
  package static let count = 6
  private static let bitsOfWord = 11
  private static let length = 9
  /// By the first four letters, which differ in all words of the list.
  private static let places: [String: Int] = Dictionary(
    uniqueKeysWithValues: WordList.words.enumerated().map { (String($0.element.prefix(WordList.telling)), $0.offset) })

  /// New words of nine bytes of chance.
  package static func fresh(_ random: SealRandom) -> Words { Words(firstBitsOf: take(length, from: random)) }

  /// The fingerprint that a digest gives: its first sixty-six bits. A digest has nine bytes or more.
  package init(firstBitsOf digest: [UInt8]) {
    precondition(digest.count >= Words.length, "a digest has at least nine bytes")
    // The first 66 of 72 bits move down by six.
    var bytes = [UInt8](repeating: 0, count: Words.length)
    for index in 0..<Words.length {
      bytes[index] = digest[index] >> 6 | (index > 0 ? digest[index - 1] << 2 : 0)
    }
    secret = SecretBytes(wiping: &bytes)
  }

  /// The six words, to be shown.
  package var shown: [String] {
    secret.withBytes { secret in
      (0..<Words.count).map { place in
        var number = 0
        for bit in 0..<Words.bitsOfWord {
          let index = 6 + place * Words.bitsOfWord + bit
          number = number << 1 | Int(secret[index / 8] >> UInt8(7 - index % 8) & 1)
        }
        return WordList.words[number]
      }
    }
  }

  /// Reads what a person typed: six words, of which the first four letters count; case and what stands between do not matter.
  ///
  /// - Throws: ``Mistake``.
  package init(typed text: String) throws(Mistake) {
    let typed = text.lowercased().split { !$0.isLetter }
    guard typed.count == Words.count else { throw .count(typed.count) }
    var bytes = [UInt8](repeating: 0, count: Words.length)
    for (place, word) in typed.enumerated() {
      guard let number = Words.places[String(word.prefix(WordList.telling))] else { throw .unknown(place + 1) }
      for bit in 0..<Words.bitsOfWord where number >> (Words.bitsOfWord - 1 - bit) & 1 == 1 {
        let index = 6 + place * Words.bitsOfWord + bit
        bytes[index / 8] |= 1 << UInt8(7 - index % 8)
      }
    }
    secret = SecretBytes(wiping: &bytes)
  }

  /// The key that proofs and answers are made with; takes a tenth of a second, so that words cannot be searched.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where there is not enough memory.
  package func key(for device: DeviceID) throws(SealFailure) -> SecretBytes {
    try Derivation.scrypt(secret, salt: Array("cloudjournal/words/1".utf8) + device.bytes)
  }
}
