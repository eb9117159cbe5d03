import Encodings

/// Names of imported records that only the journal's devices can compute.
///
/// A name that follows from a text alone (UUID version 5) lets anyone who sees the name test guesses of the text. With the
/// journal's own key mixed in, the same import still has the same name on every device, and guesses cannot be tested.
package enum KeyedName {
  /// Bytes of the key.
  package static let keyLength = 32

  /// The UUID version 8 that stands for a UUID of version 5; nil for a text that is no such UUID in lower case.
  package static func name(for name: String, key: SecretBytes) -> String? {
    guard let bytes = uuid(name), bytes[6] >> 4 == 5, bytes[8] >> 6 == 2 else { return nil }
    var made = Array(Derivation.authenticate(bytes, key).prefix(16))
    made[6] = made[6] & 0x0F | 0x80
    made[8] = made[8] & 0x3F | 0x80
    return text(made)
  }

  private static let hyphens = [8, 13, 18, 23]

  private static func uuid(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count == 36, hyphens.allSatisfy({ characters[$0] == UInt8(ascii: "-") }) else { return nil }
    let digits = characters.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32, digits.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
    return Hex.bytes(String(decoding: digits, as: UTF8.self))
  }

  private static func text(_ bytes: [UInt8]) -> String {
    let digits = Array(Hexadecimal.text(bytes))
    return [digits[..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20...]].map { String($0) }
      .joined(separator: "-")
  }
}
