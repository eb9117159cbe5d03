import SealKit
import Testing

@testable import JournalSeal

/// A key pair signs by one key that is made once, and shows nothing of it.
@Suite struct KeyPairTests {
  private let pair: KeyPair
  private let other: KeyPair

  init() throws {
    (pair, other) = (try KeyPair.fresh(seeded(21)), try KeyPair.fresh(seeded(22)))
  }

  /// The pair as it is read from a file or a box: by its seeds.
  private func readAgain(_ pair: KeyPair) throws -> KeyPair {
    try KeyPair(
      agreementSeed: SecretBytes(pair.agreementSeed.copied), signingSeed: SecretBytes(pair.signingSeed.copied))
  }

  @Test func theSameSeedsMakeTheSameKey() throws {
    let again = try readAgain(pair)
    #expect(again == pair && again.hashValue == pair.hashValue && again.publicKeys == pair.publicKeys)
    // Ed25519 as the library has it: the same words have the same signature.
    let signed = try (0..<3).map { _ in try pair.signature("a purpose", [1, 2, 3]) }
    #expect(Set(signed) == [try again.signature("a purpose", [1, 2, 3])])
    #expect(pair.publicKeys.isSigned(signed[0], "a purpose", [1, 2, 3]))
    #expect(!pair.publicKeys.isSigned(signed[0], "another purpose", [1, 2, 3]))
  }

  @Test func eachSeedCounts() throws {
    #expect(pair != other)
    let mixed = [
      try KeyPair(agreementSeed: pair.agreementSeed, signingSeed: other.signingSeed),
      try KeyPair(agreementSeed: other.agreementSeed, signingSeed: pair.signingSeed),
    ]
    for mixed in mixed {
      #expect(mixed != pair && mixed != other)
      #expect(Set([mixed, pair, other, try readAgain(pair)]).count == 3)
    }
    let signature = try mixed[0].signature("a purpose", [7])
    #expect(other.publicKeys.isSigned(signature, "a purpose", [7]))
    #expect(!pair.publicKeys.isSigned(signature, "a purpose", [7]))
  }

  /// What a failed test or a debugger prints has the public halves alone.
  @Test func nothingOfTheKeyIsPrinted() throws {
    var dumped = ""
    dump(pair, to: &dumped)
    let seed = pair.signingSeed.copied
    // A dump has each byte of an array on a line of its own.
    let digits = dumped.split(separator: "\n").compactMap { line in UInt8(line.split(separator: " ").last ?? "") }
    #expect(digits.count >= PublicKeys.agreementLength + PublicKeys.signingLength)
    #expect(!digits.indices.contains { digits[$0...].starts(with: seed[..<8]) })
    #expect(!"\(pair)".contains(seed.prefix(4).map(String.init).joined(separator: ", ")))
  }

  @Test func seedsOfAnotherLengthAreRefused() {
    #expect(throws: SealFailure.self) {
      try KeyPair(agreementSeed: SecretBytes([1]), signingSeed: pair.signingSeed)
    }
    #expect(throws: SealFailure.self) {
      try KeyPair(agreementSeed: pair.agreementSeed, signingSeed: SecretBytes([1]))
    }
  }
}
