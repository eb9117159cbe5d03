import JournalSeal
import SealKit
import Testing

/// Pages and frames as they are sealed in a vault.
@Suite struct PageSealTests {
  private static let seal: PageSeal? = pages(1)

  private static func pages(_ byte: UInt8) -> PageSeal? {
    guard let key = VaultKey([UInt8](repeating: byte, count: 32)), let vault = VaultID([UInt8](repeating: 9, count: 16))
    else { return nil }
    return key.pages(of: vault)
  }

  private static let places: [(PageSeal.Place, Int)] = [
    (.init(.page, 1), 3964), (.init(.page, 2), 4064), (.init(.head, 0), 24), (.init(.frame, 0), 4096),
  ]

  @Test(arguments: 0..<4)
  func eachByteThatIsFlippedIsNoticed(_ index: Int) throws {
    let seal = try #require(Self.seal)
    let (place, count) = Self.places[index]
    let plain = Sample.pattern(count)
    let beside = index == 0 ? Sample.pattern(100) : []
    let sealed = try seal.seal(plain, at: place, beside: beside, nonce: [UInt8](0..<12))
    #expect(try seal.open(sealed, at: place, beside: beside) == plain)
    for byte in sealed.indices {
      let changed = sealed.with(sealed[byte] ^ 0x10, at: byte)
      #expect(throws: SealFailure.self, "byte \(byte)") { try seal.open(changed, at: place, beside: beside) }
    }
    for byte in beside.indices {
      let changed = beside.with(beside[byte] ^ 1, at: byte)
      #expect(throws: SealFailure.self, "byte \(byte) beside") { try seal.open(sealed, at: place, beside: changed) }
    }
  }

  @Test func aNonceOfAnotherLengthIsRefused() throws {
    let seal = try #require(Self.seal)
    for count in [0, 11, 13, 16] {
      #expect(throws: SealFailure.self) {
        try seal.seal([1, 2, 3], at: .init(.page, 2), beside: [], nonce: [UInt8](repeating: 1, count: count))
      }
    }
  }

  @Test func anotherKeyOpensNothing() throws {
    let sealed = try #require(Self.seal).seal([1, 2, 3], at: .init(.page, 2), beside: [], nonce: [UInt8](0..<12))
    let other = try #require(Self.pages(2))
    #expect(throws: SealFailure.self) { try other.open(sealed, at: .init(.page, 2), beside: []) }
  }
}
