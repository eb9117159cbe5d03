/// Bytes as the 64 signs that every terminal takes as data.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The whole in one piece, padded to a multiple of four signs.
  package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: count) { result, used in
      var bits: UInt32 = 0
      var held = 0
      for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        held += 1
        guard held == 3 else { continue }
        result[used] = alphabet[Int(bits >> 18 & 63)]
        result[used + 1] = alphabet[Int(bits >> 12 & 63)]
        result[used + 2] = alphabet[Int(bits >> 6 & 63)]
        result[used + 3] = alphabet[Int(bits & 63)]
        used += 4
        (bits, held) = (0, 0)
      }
      guard held > 0 else { return }
      bits <<= 8 * UInt32(3 - held)
      let padding = UInt8(ascii: "=")
      result[used] = alphabet[Int(bits >> 18 & 63)]
      result[used + 1] = alphabet[Int(bits >> 12 & 63)]
      result[used + 2] = held == 2 ? alphabet[Int(bits >> 6 & 63)] : padding
      result[used + 3] = padding
      used += 4
    }
  }
}
