import Testing

@testable import JournalSeal

/// Secrets are zeros once nothing holds them.
@Suite struct SecretBytesTests {
  private let pattern = [UInt8](1...48)

  @Test func theMemoryIsZeroAfterTheLastHoldOnIt() {
    // The test's own memory, so that it may be looked at afterwards.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: pattern.count, alignment: 16)
    defer { memory.deallocate() }
    memory.copyBytes(from: pattern)
    var secret: SecretBytes? = SecretBytes(lent: memory)
    var other = secret
    #expect(secret?.copied == pattern)
    secret = nil
    #expect(Array(memory) == pattern && other?.copied == pattern)
    other = nil
    #expect(Array(memory) == [UInt8](repeating: 0, count: pattern.count))
  }

  @Test func whatIsTakenOverIsZeroWhereItWas() {
    var bytes = pattern
    let secret = SecretBytes(wiping: &bytes)
    #expect(bytes == [UInt8](repeating: 0, count: pattern.count) && secret.copied == pattern)
    var none: [UInt8] = []
    #expect(SecretBytes(wiping: &none).count == 0 && SecretBytes([]) == SecretBytes([]))
  }

  @Test func aCopyOfTheValueIsNoCopyOfTheBytes() {
    let secret = SecretBytes(pattern)
    let other = secret
    let places = [secret, other].map { $0.withBytes { UInt(bitPattern: $0.baseAddress) } }
    #expect(places[0] == places[1])
    #expect(SecretBytes(pattern) == secret && SecretBytes(pattern).hashValue == secret.hashValue)
    for index in pattern.indices {
      var changed = pattern
      changed[index] ^= 0x80
      #expect(SecretBytes(changed) != secret)
    }
    #expect(SecretBytes(Array(pattern.dropLast())) != secret)
    // Two differences never hide each other.
    for one in 0..<256 {
      for other in 0..<256 {
        let bytes = [one, other].map { [UInt8($0 >> 4), UInt8($0 & 15)] }
        if (SecretBytes(bytes[0]) == SecretBytes(bytes[1])) != (one == other) { Issue.record("\(bytes)") }
      }
    }
  }

  @Test func textsAreHeldAsUTF8() {
    #expect(SecretBytes(utf8: "caf\u{E9}").copied == Array("caf\u{E9}".utf8))
    #expect("\(SecretBytes(utf8: "zqword")) \(String(reflecting: SecretBytes(utf8: "zqword")))" == "secret secret")
  }
}
