import Glibc

/// Bytes that no log, message or debugger's description shows, and that are zeros once nothing holds them any more.
///
/// They lie in memory of their own: a copy of this value is another hold on the same bytes. What reads them gets a pointer for as
/// long as it takes (``withBytes(_:)``), so that nothing is left behind; ``copied`` is for what writes them down or shows them.
package struct SecretBytes: Hashable, Sendable {
  private let held: Held

  /// Takes a copy; the given bytes stay as they are.
  package init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
  }

  /// Takes a copy of an array, which stays as it is: for what is known elsewhere as well.
  package init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { SecretBytes(copying: $0) } }

  /// Takes the bytes over: the array is zeros afterwards.
  package init(wiping bytes: inout [UInt8]) {
    self.init(bytes)
    SecretBytes.wipe(&bytes)
  }

  /// The UTF-8 of a text, which stays where it is: Swift's texts cannot be wiped.
  package init(utf8 text: String) {
    var text = text
    self = text.withUTF8 { SecretBytes(copying: UnsafeRawBufferPointer($0)) }
  }

  /// So many bytes, 0 or more, that are zeros until they are filled.
  package init(count: Int, filling fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
    held = Held(count: count)
    try fill(held.memory)
  }

  /// Bytes of another's memory, which are wiped as all are and not freed; for tests.
  init(lent memory: UnsafeMutableRawBufferPointer) { held = Held(lent: memory) }

  /// How many there are.
  package var count: Int { held.memory.count }

  /// Gives the bytes to a function; the pointer is good until that returns.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(held) {} }
    return try body(UnsafeRawBufferPointer(held.memory))
  }

  /// The bytes as an array, which nothing wipes.
  package var copied: [UInt8] { withBytes { Array($0) } }

  /// Makes the bytes of an array zeros, which no optimiser leaves out.
  package static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { $0.wipe() }
  }

  /// In a time that does not depend on where they differ.
  package static func == (a: SecretBytes, b: SecretBytes) -> Bool {
    a.withBytes { a in
      b.withBytes { b in
        a.count == b.count && zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
      }
    }
  }

  package func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

  /// The memory, which is wiped with the last hold on it. The promise to the compiler holds, since it is filled before anything else
  /// has it, and only read then.
  private final class Held: @unchecked Sendable {
    let memory: UnsafeMutableRawBufferPointer
    private let isLent: Bool

    init(count: Int) {
      memory = .allocate(byteCount: count, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      isLent = false
    }

    init(lent memory: UnsafeMutableRawBufferPointer) { (self.memory, isLent) = (memory, true) }

    deinit {
      memory.wipe()
      if !isLent { memory.deallocate() }
    }
  }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The word “secret” and nothing of the bytes.
  package var description: String { "secret" }
  /// The word “secret” and nothing of the bytes.
  package var debugDescription: String { description }
  /// A mirror without children, since `dump` and failed tests print those.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension UnsafeMutableRawBufferPointer {
  /// Makes the bytes zeros, which no optimiser leaves out.
  func wipe() {
    if let baseAddress { explicit_bzero(baseAddress, count) }
  }
}

/// Where nonces, salts, keys and identifiers come from: gives so many bytes that cannot be guessed.
///
/// The composition root passes the system's; tests and the simulation pass a seed's.
package typealias SealRandom = @Sendable (Int) -> [UInt8]

/// Takes bytes of chance; a source that gives another number of them ends the program, since a short nonce or key would
/// open what was sealed.
func take(_ count: Int, from random: SealRandom) -> [UInt8] {
  let bytes = random(count)
  precondition(bytes.count == count, "a source of chance gave \(bytes.count) bytes in place of \(count)")
  return bytes
}

/// The same for a secret.
func takeSecret(_ count: Int, from random: SealRandom) -> SecretBytes {
  var bytes = take(count, from: random)
  return SecretBytes(wiping: &bytes)
}
