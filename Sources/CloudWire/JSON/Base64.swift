/// RFC 4648, section 4, with padding.
enum Base64 {
  private static let alphabet: [UInt8] = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each byte; 64 for line ends, which MIME encoders put after every 76 characters; 255 for all else.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    values[0x0A] = 64
    values[0x0D] = 64
    return values
  }()

  static func append(_ data: [UInt8], to text: inout [UInt8]) {
    text.reserveCapacity(text.count + (data.count + 2) / 3 * 4)
    alphabet.withUnsafeBufferPointer { alphabet in
      var index = 0
      while index + 3 <= data.count {
        let group = UInt32(data[index]) << 16 | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2])
        text.append(alphabet[Int(group >> 18)])
        text.append(alphabet[Int(group >> 12 & 63)])
        text.append(alphabet[Int(group >> 6 & 63)])
        text.append(alphabet[Int(group & 63)])
        index += 3
      }
      guard index < data.count else { return }
      let hasTwo = index + 1 < data.count
      let group = UInt32(data[index]) << 16 | (hasTwo ? UInt32(data[index + 1]) << 8 : 0)
      text.append(alphabet[Int(group >> 18)])
      text.append(alphabet[Int(group >> 12 & 63)])
      text.append(hasTwo ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      text.append(UInt8(ascii: "="))
    }
  }

  /// nil for what is not base64: other characters, missing padding, bits that are left over.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var data: [UInt8] = []
    data.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text {
      let value = values[Int(byte)]
      if value == 64 { continue }
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard value < 64, padding == 0 else { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      data.append(UInt8(truncatingIfNeeded: group >> 16))
      data.append(UInt8(truncatingIfNeeded: group >> 8))
      data.append(UInt8(truncatingIfNeeded: group))
      group = 0
      count = 0
    }
    switch (count, padding) {
    case (0, 0): return data
    case (2, 2) where group & 0xF == 0: return data + [UInt8(truncatingIfNeeded: group >> 4)]
    case (3, 1) where group & 0x3 == 0:
      return data + [UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2)]
    default: return nil
    }
  }
}
