import JournalSeal
import SealKit
import Testing

@Suite struct RecoveryKeyTests {
  @Test func aKeyComesBackHoweverItIsTyped() throws {
    let key = RecoveryKey.fresh(seeded(4))
    let shown = key.shown
    #expect(shown.count == 8 && shown.allSatisfy { $0.count == 4 })
    for text in [
      shown.joined(), shown.joined(separator: " "), shown.joined(separator: "–").lowercased(),
      "\n" + shown.joined(separator: " \t-\n") + " ", shown.joined(separator: "\u{A0}"),
    ] {
      #expect(try RecoveryKey(typed: text) == key)
    }
  }

  /// Another character at each of the 32 places: the group is said, and never another one.
  @Test func oneWrongCharacterSaysItsGroup() {
    let alphabet = Array("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")
    let shown = Array(RecoveryKey.fresh(seeded(5)).shown.joined())
    for place in shown.indices {
      var wrong = shown
      wrong[place] = alphabet[(place * 7 + 3) % 32] == shown[place] ? "2" : alphabet[(place * 7 + 3) % 32]
      guard wrong != shown else { continue }
      #expect(throws: RecoveryKey.Mistake.group(place / 4 + 1)) { try RecoveryKey(typed: String(wrong)) }
      wrong[place] = "B"
      #expect(throws: RecoveryKey.Mistake.group(place / 4 + 1)) { try RecoveryKey(typed: String(wrong)) }
    }
  }

  @Test func moreThanOneIsMistyped() {
    let shown = Array(RecoveryKey.fresh(seeded(6)).shown.joined())
    var two = shown
    two.swapAt(3, 17)
    #expect(throws: RecoveryKey.Mistake.mistyped) { try RecoveryKey(typed: String(two)) }
    two = shown
    (two[0], two[31]) = ("1", "é")
    #expect(throws: RecoveryKey.Mistake.mistyped) { try RecoveryKey(typed: String(two)) }
    #expect(throws: RecoveryKey.Mistake.length(31)) { try RecoveryKey(typed: String(shown.dropLast())) }
    #expect(throws: RecoveryKey.Mistake.length(0)) { try RecoveryKey(typed: " - ") }
  }

  /// 32 characters hold two bits more than a key and its checksum; they are zero in every key.
  @Test func leftOverBitsAreZero() {
    let values = Bech32m.checked(Bech32m.values(of: [UInt8](repeating: 0, count: 16)).dropLast() + [1], prefix: "cjrk")
    let text = String(decoding: values.map(Bech32m.character), as: UTF8.self)
    #expect(throws: RecoveryKey.Mistake.self) { try RecoveryKey(typed: text) }
  }

  @Test func thePairIsDerived() throws {
    let key = RecoveryKey.fresh(seeded(4))
    let pair = try key.pair()
    #expect(try key.pair() == pair)
    #expect(pair.agreementSeed != pair.signingSeed)
    #expect(try RecoveryKey.fresh(seeded(5)).pair() != pair)
  }
}

@Suite struct WordTests {
  @Test func wordsComeBackHoweverTheyAreTyped() throws {
    let words = Words.fresh(seeded(1))
    let shown = words.shown
    #expect(shown.count == 6)
    for text in [
      shown.joined(separator: " "), shown.joined(separator: ", ").uppercased(),
      shown.map { String($0.prefix(4)) }.joined(separator: "\n"), "1. " + shown.joined(separator: " 2. "),
    ] {
      #expect(try Words(typed: text) == words)
    }
  }

  @Test func whatIsWrongIsSaid() {
    let shown = Words.fresh(seeded(1)).shown
    #expect(throws: Words.Mistake.count(5)) { try Words(typed: shown.dropLast().joined(separator: " ")) }
    #expect(throws: Words.Mistake.unknown(2)) {
      try Words(typed: ([shown[0], "qqqq"] + shown.dropFirst(2)).joined(separator: " "))
    }
    #expect(throws: Words.Mistake.unknown(1)) {
      try Words(typed: (["app"] + shown.dropFirst()).joined(separator: " "))
    }
  }

  /// Every number from the least to the greatest has its words; the six bits in front are always zero.
  @Test func sixtySixBitsAreUsed() throws {
    let least = Words(firstBitsOf: [UInt8](repeating: 0, count: 9))
    let greatest = Words(firstBitsOf: [UInt8](repeating: 255, count: 9))
    #expect(Set(least.shown).count == 1 && Set(greatest.shown).count == 1)
    #expect(greatest.secret.copied == [3] + [UInt8](repeating: 255, count: 8))
    #expect(try Words(typed: greatest.shown.joined(separator: " ")) == greatest)
    for seed in 0..<200 {
      let words = Words.fresh(seeded(UInt64(seed)))
      #expect(words.secret.copied[0] < 4)
      #expect(try Words(typed: words.shown.joined(separator: " ")) == words)
    }
  }

  @Test func theKeyDependsOnWordsAndDevice() throws {
    let (one, other) = (DeviceID.fresh(seeded(1)), DeviceID.fresh(seeded(2)))
    let words = Words.fresh(seeded(3))
    #expect(try words.key(for: one) == words.key(for: one))
    #expect(try words.key(for: one) != words.key(for: other))
    #expect(try words.key(for: one) != Words.fresh(seeded(4)).key(for: one))
  }
}
