/// Text whose mistakes show: bech32m of BIP 350, with 32 characters that are hard to confuse and a checksum of six that
/// notices any four wrong ones.
package enum Bech32m {
  /// Why a text is none.
  package enum Mistake: Error, Hashable, Sendable {
    /// Not made of a prefix, the separator `1` and at least six characters of the alphabet, all in one case.
    case form
    /// The checksum is of another text.
    case checksum
  }

  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let constant: UInt32 = 0x2BC8_30A3
  private static let generators: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
  /// Characters of the checksum.
  package static let checksumLength = 6

  /// The value of a character, 0 to 31, in either case; nil for one that the alphabet has not.
  package static func value(_ character: UInt8) -> UInt8? {
    let small = (0x41...0x5A).contains(character) ? character | 0x20 : character
    return alphabet.firstIndex(of: small).map { UInt8($0) }
  }

  /// The character of a value, in lower case.
  ///
  /// - Parameter value: 0 to 31.
  package static func character(_ value: UInt8) -> UInt8 { alphabet[Int(value & 31)] }

  /// The values followed by those of their checksum.
  ///
  /// - Parameters:
  ///   - prefix: In lower case.
  ///   - values: Each 0 to 31.
  package static func checked(_ values: [UInt8], prefix: String) -> [UInt8] {
    let sum = polynomial(expanded(prefix) + values + [UInt8](repeating: 0, count: checksumLength)) ^ constant
    return values + (0..<checksumLength).map { UInt8(truncatingIfNeeded: sum >> (5 * (5 - $0)) & 31) }
  }

  /// Whether values end with the checksum of those before.
  package static func isChecked(_ values: [UInt8], prefix: String) -> Bool {
    values.count >= checksumLength && polynomial(expanded(prefix) + values) == constant
  }

  /// The whole text in lower case: prefix, `1`, values and checksum.
  package static func encode(_ values: [UInt8], prefix: String) -> String {
    prefix + "1" + String(decoding: checked(values, prefix: prefix).map(character), as: UTF8.self)
  }

  /// Reads a whole text of at most 90 characters, in one case.
  ///
  /// - Throws: ``Mistake``.
  package static func decode(_ text: String) throws(Mistake) -> (prefix: String, values: [UInt8]) {
    let characters = Array(text.utf8)
    let hasCapitals = characters.contains { (0x41...0x5A).contains($0) }
    let hasSmall = characters.contains { (0x61...0x7A).contains($0) }
    guard characters.count <= 90, !(hasCapitals && hasSmall),
      let separator = characters.lastIndex(of: UInt8(ascii: "1")), separator >= 1,
      characters.count - separator > checksumLength, characters.allSatisfy({ (33...126).contains($0) })
    else { throw .form }
    var values: [UInt8] = []
    for character in characters[(separator + 1)...] {
      guard let value = value(character) else { throw .form }
      values.append(value)
    }
    let prefix = String(decoding: characters[..<separator], as: UTF8.self).lowercased()
    guard isChecked(values, prefix: prefix) else { throw .checksum }
    return (prefix, Array(values.dropLast(checksumLength)))
  }

  private static func expanded(_ prefix: String) -> [UInt8] {
    prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
  }

  private static func polynomial(_ values: [UInt8]) -> UInt32 {
    values.reduce(1) { sum, value in
      let top = sum >> 25
      let next = (sum & 0x01FF_FFFF) << 5 ^ UInt32(value)
      return generators.enumerated().reduce(next) { top >> UInt32($1.offset) & 1 == 1 ? $0 ^ $1.element : $0 }
    }
  }

  // MARK: Bytes

  /// Bytes as values of five bits, the last of them filled up with zeros.
  package static func values(of bytes: [UInt8]) -> [UInt8] {
    var (bits, count) = (UInt32(0), 0)
    var values: [UInt8] = []
    for byte in bytes {
      (bits, count) = (bits << 8 | UInt32(byte), count + 8)
      while count >= 5 {
        count -= 5
        values.append(UInt8(bits >> UInt32(count) & 31))
      }
      bits &= 1 << UInt32(count) - 1
    }
    if count > 0 { values.append(UInt8(bits << UInt32(5 - count) & 31)) }
    return values
  }

  /// The bytes that values of five bits stand for; nil where a whole value is left over, or what is left is not zero.
  package static func bytes(of values: [UInt8]) -> [UInt8]? {
    var (bits, count) = (UInt32(0), 0)
    var bytes: [UInt8] = []
    for value in values {
      guard value < 32 else { return nil }
      (bits, count) = (bits << 5 | UInt32(value), count + 5)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> UInt32(count)))
      }
      bits &= 1 << UInt32(count) - 1
    }
    return count < 5 && bits == 0 ? bytes : nil
  }
}
