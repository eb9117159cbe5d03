/// Bytes as the 64 signs that every terminal takes as data.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The whole in one piece, padded to a multiple of four signs.
  package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    // Megabytes go this way before a picture is seen.
    bytes.withContiguousStorageIfAvailable { encode($0) } ?? Array(bytes).withUnsafeBufferPointer { encode($0) }
  }

  private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let whole = bytes.count / 3, rest = bytes.count % 3
    let count = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: count) { result, used in
      alphabet.withUnsafeBufferPointer { signs in
        var at = 0
        for group in 0..<whole {
          let from = group * 3
          let bits = UInt32(bytes[from]) << 16 | UInt32(bytes[from + 1]) << 8 | UInt32(bytes[from + 2])
          result[at] = signs[Int(bits >> 18)]
          result[at + 1] = signs[Int(bits >> 12 & 63)]
          result[at + 2] = signs[Int(bits >> 6 & 63)]
          result[at + 3] = signs[Int(bits & 63)]
          at += 4
        }
        guard rest > 0 else { return }
        let padding = UInt8(ascii: "=")
        let first = UInt32(bytes[whole * 3]) << 16
        let bits = rest == 2 ? first | UInt32(bytes[whole * 3 + 1]) << 8 : first
        result[at] = signs[Int(bits >> 18)]
        result[at + 1] = signs[Int(bits >> 12 & 63)]
        result[at + 2] = rest == 2 ? signs[Int(bits >> 6 & 63)] : padding
        result[at + 3] = padding
      }
      used = count
    }
  }
}
