import Testing

@testable import JournalStore

/// Nonces of pages and frames: a nonce that comes twice under one key would open both.
@Suite struct NoncePageTests {
  @Test func noNonceComesTwice() {
    var one = NoncePage()
    var other = NoncePage()
    var nonces: Set<[UInt8]> = []
    for _ in 0..<3000 {
      for nonce in [one.next(), other.next()] { nonces.insert(withUnsafeBytes(of: nonce) { Array($0) }) }
    }
    #expect(nonces.count == 6000 && nonces.allSatisfy { $0.count == 12 })
    // Of chance: each bit is set about as often as not.
    for bit in 0..<96 {
      let count = nonces.count { $0[bit / 8] >> UInt8(bit % 8) & 1 == 1 }
      #expect((2600...3400).contains(count), "bit \(bit)")
    }
  }
}
