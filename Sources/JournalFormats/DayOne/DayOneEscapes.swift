/// The backslashes that Day One writes before most signs.
enum DayOneEscapes {
  /// Signs that mean nothing in the middle of a line of Markdown.
  private static let plain = Set(".-()!+{},:;?\"'/=%$^".utf8)

  /// Without the backslashes that change nothing; those stay that keep a sign from being Markdown or a tag.
  static func removed(from line: [UInt8], isTitle: Bool) -> [UInt8] {
    guard line.contains(UInt8(ascii: "\\")) else { return line }
    var (result, index, isCode): ([UInt8], Int, Bool) = ([], 0, false)
    var (isAddress, isStart) = (false, true)
    while index < line.count {
      let byte = line[index]
      if byte == UInt8(ascii: "`") { isCode.toggle() }
      if isStart { isAddress = beginsAddress(line[index...]) }
      isStart = ends.contains(byte)
      if isStart { isAddress = false }
      guard byte == UInt8(ascii: "\\"), !isCode, index + 1 < line.count, isPunctuation(line[index + 1]) else {
        result.append(byte)
        index += 1
        continue
      }
      let sign = line[index + 1]
      let goes =
        isTitle
        ? !"#@".utf8.contains(sign)
        : isAddress && inAddress.contains(sign) || isPlain(sign, after: result, before: line[(index + 2)...])
      result += goes ? [sign] : [byte, sign]
      index += 2
    }
    return result
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
      || (0x7B...0x7E).contains(byte)
  }

  /// Whether a sign without its backslash is the same text, between what stands before and behind it.
  private static func isPlain(_ sign: UInt8, after before: [UInt8], before next: ArraySlice<UInt8>) -> Bool {
    if sign == UInt8(ascii: "_") {
      return isOfWord(before.suffix(4), last: true) && isOfWord(next.prefix(4), last: false)
    }
    guard plain.contains(sign) else { return false }
    let start = before.drop { $0 == 0x20 || $0 == 0x09 }
    switch sign {
    // A list, a rule or the line below a heading.
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="): return !start.isEmpty
    // A numbered list.
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      if !start.isEmpty, start.count <= 9, start.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
      return true
    // A link, or a picture.
    case UInt8(ascii: "("): return before.last != UInt8(ascii: "]")
    case UInt8(ascii: "!"): return next.first != UInt8(ascii: "[")
    default: return true
    }
  }

  /// Whether a letter or a digit ends, or begins, some bytes: between two of them an underscore is no emphasis.
  private static func isOfWord(_ bytes: ArraySlice<UInt8>, last: Bool) -> Bool {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard let scalar = last ? scalars.last : scalars.first else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  // MARK: Addresses

  /// What ends an address, so that another one may begin behind it.
  private static let ends = Set(" \t()<>[]\"'|*".utf8)
  /// Signs that are nothing else in an address.
  private static let inAddress = plain.union("_*~#@&".utf8).subtracting("()".utf8)
  private static let beginnings = ["http://", "https://", "www."].map { Array($0.utf8) }

  /// Whether an address begins a text, which may have backslashes in it.
  private static func beginsAddress(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first | 0x20 == UInt8(ascii: "h") || first | 0x20 == UInt8(ascii: "w") else {
      return false
    }
    let start = text.prefix(16).filter { $0 != UInt8(ascii: "\\") }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return beginnings.contains { start.starts(with: $0) }
  }
}
