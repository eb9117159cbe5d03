/// Bytes as text of 64 characters: RFC 4648, sections 4 and 5.
package enum Base64 {
  /// Which characters stand for 62 and 63, and whether the end is filled up.
  package enum Variant: Sendable {
    /// `+` and `/`, filled up with `=` to a multiple of four characters.
    case padded
    /// `+` and `/`, not filled up: so in the strings of password hashes.
    case unpadded
    /// `-` and `_`, not filled up: text that stands in an address or on a command line as it is.
    case forURLs
  }

  // MARK: Writing

  /// The characters that stand for some bytes.
  package static func encode(_ bytes: some Collection<UInt8>, _ variant: Variant = .padded) -> [UInt8] {
    // Megabytes go this way before a picture is seen.
    bytes.withContiguousStorageIfAvailable { encode($0, variant) }
      ?? Array(bytes).withUnsafeBufferPointer { encode($0, variant) }
  }

  /// The text that stands for some bytes.
  package static func text(_ bytes: some Collection<UInt8>, _ variant: Variant = .padded) -> String {
    String(decoding: encode(bytes, variant), as: UTF8.self)
  }

  private static func encode(_ bytes: UnsafeBufferPointer<UInt8>, _ variant: Variant) -> [UInt8] {
    let whole = bytes.count / 3, rest = bytes.count % 3
    let count = variant == .padded ? (bytes.count + 2) / 3 * 4 : (bytes.count * 4 + 2) / 3
    return [UInt8](unsafeUninitializedCapacity: count) { result, used in
      characters(of: variant).withUnsafeBufferPointer { characters in
        var at = 0
        for group in 0..<whole {
          let from = group * 3
          let bits = UInt32(bytes[from]) << 16 | UInt32(bytes[from + 1]) << 8 | UInt32(bytes[from + 2])
          result[at] = characters[Int(bits >> 18)]
          result[at + 1] = characters[Int(bits >> 12 & 63)]
          result[at + 2] = characters[Int(bits >> 6 & 63)]
          result[at + 3] = characters[Int(bits & 63)]
          at += 4
        }
        guard rest > 0 else { return }
        let first = UInt32(bytes[whole * 3]) << 16
        let bits = rest == 2 ? first | UInt32(bytes[whole * 3 + 1]) << 8 : first
        for place in 0...rest { result[at + place] = characters[Int(bits >> UInt32(18 - 6 * place) & 63)] }
        if variant == .padded { for place in (rest + 1)..<4 { result[at + place] = UInt8(ascii: "=") } }
      }
      used = count
    }
  }

  // MARK: Reading

  /// The bytes that a text stands for.
  ///
  /// - Parameter skipsLineEnds: MIME encoders put CR and LF after every 76 characters; they mean nothing.
  /// - Returns: nil for anything that ``encode(_:_:)`` does not make: other characters, padding that is missing or too
  ///   much, bits that are left over. So one value has one text.
  package static func decode(
    _ text: some Collection<UInt8>, _ variant: Variant = .padded, skipsLineEnds: Bool = false
  ) -> [UInt8]? {
    let decoded: [UInt8]?? = text.withContiguousStorageIfAvailable { decode($0, variant, skipsLineEnds) }
    return decoded ?? Array(text).withUnsafeBufferPointer { decode($0, variant, skipsLineEnds) }
  }

  /// The same of text, without a look-up of types: that takes a short command longer than the decoding.
  package static func decode(_ text: String, _ variant: Variant = .padded) -> [UInt8]? {
    var text = text
    return text.withUTF8 { decode($0, variant, false) }
  }

  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, _ variant: Variant, _ skipsLineEnds: Bool
  ) -> [UInt8]? {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { bytes, used in
      values(of: variant).withUnsafeBufferPointer { values in
        var (group, count, padding) = (UInt32(0), 0, 0)
        for byte in text {
          let value = values[Int(byte)]
          if value < 64, padding == 0 {
            group = group << 6 | UInt32(value)
            count += 1
            guard count == 4 else { continue }
            bytes[used] = UInt8(truncatingIfNeeded: group >> 16)
            bytes[used + 1] = UInt8(truncatingIfNeeded: group >> 8)
            bytes[used + 2] = UInt8(truncatingIfNeeded: group)
            used += 3
            (group, count) = (0, 0)
          } else if byte == UInt8(ascii: "=") {
            padding += 1
          } else if !(skipsLineEnds && (byte == 0x0A || byte == 0x0D)) {
            isWhole = false
            return
          }
        }
        switch (count, padding) {
        case (0, 0): break
        case (2, variant == .padded ? 2 : 0) where group & 0xF == 0:
          bytes[used] = UInt8(truncatingIfNeeded: group >> 4)
          used += 1
        case (3, variant == .padded ? 1 : 0) where group & 0x3 == 0:
          bytes[used] = UInt8(truncatingIfNeeded: group >> 10)
          bytes[used + 1] = UInt8(truncatingIfNeeded: group >> 2)
          used += 2
        default: isWhole = false
        }
      }
    }
    return isWhole ? bytes : nil
  }

  // MARK: Tables

  private static let shared = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standard = Array((shared + "+/").utf8)
  private static let forURLs = Array((shared + "-_").utf8)
  private static let standardValues = values(of: standard)
  private static let valuesForURLs = values(of: forURLs)

  private static func characters(of variant: Variant) -> [UInt8] { variant == .forURLs ? forURLs : standard }

  private static func values(of variant: Variant) -> [UInt8] {
    variant == .forURLs ? valuesForURLs : standardValues
  }

  /// The value of each byte; 255 for one that stands for nothing.
  private static func values(of characters: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }
}
