/// Where characters, as a person counts them, begin and end: whole emoji sequences and letters with their marks.
///
/// The rules of Swift's `Character` are used, on a small window around the place asked for, so that one step costs the
/// same in a line of ten bytes and in one of ten megabytes.
extension TextBuffer {
  /// The scalar that begins at an offset, and how many bytes it takes.
  @inline(__always)
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int) { Self.scalar(in: bytes, at: offset) }

  /// Reads one scalar of text that is known to be UTF-8.
  static func scalar(in bytes: [UInt8], at offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = bytes[offset]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for index in offset + 1..<min(offset + length, bytes.count) { value = value << 6 | UInt32(bytes[index] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// The offset of the scalar that ends at an offset (which must not be 0).
  @inline(__always)
  func scalarStart(before offset: Int) -> Int {
    var start = offset - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// The end of the character that begins at an offset; a line's end (CR LF too) is one character.
  func boundary(after offset: Int) -> Int {
    guard offset < count else { return count }
    let line = line(at: offset)
    let content = contentRange(ofLine: line)
    if offset >= content.upperBound { return fullRange(ofLine: line).upperBound }
    return boundary(after: offset, limit: content.upperBound)
  }

  /// The start of the character that ends at an offset.
  func boundary(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    let content = contentRange(ofLine: line(at: offset))
    if offset == content.lowerBound { return contentRange(ofLine: line(at: offset - 1)).upperBound }
    if offset > content.upperBound { return content.upperBound }
    return boundary(before: offset, floor: content.lowerBound, limit: content.upperBound)
  }

  /// The nearest boundary that is not behind an offset.
  func boundary(atOrBefore offset: Int) -> Int {
    guard offset < count else { return count }
    let content = contentRange(ofLine: line(at: max(0, offset)))
    if offset >= content.upperBound { return content.upperBound }
    if offset <= content.lowerBound { return content.lowerBound }
    var start = anchor(atOrBefore: offset, floor: content.lowerBound)
    while start < offset {
      let next = boundary(after: start, limit: content.upperBound)
      if next > offset { break }
      start = next
    }
    return start
  }

  /// The nearest boundary that is not before an offset.
  func boundary(atOrAfter offset: Int) -> Int {
    let floor = boundary(atOrBefore: offset)
    return floor >= offset ? floor : boundary(after: floor)
  }

  /// The end of the character at an offset inside one line whose content ends at `limit`.
  func boundary(after offset: Int, limit: Int) -> Int {
    let first = scalar(at: offset)
    let second = offset + first.length
    if second >= limit { return limit }
    if Self.isBoundary(first.scalar, scalar(at: second).scalar) { return second }
    var window = 32
    while true {
      var end = min(limit, offset + window)
      while end < limit, bytes[end] & 0xC0 == 0x80 { end += 1 }
      let text = String(decoding: bytes[offset..<end], as: UTF8.self)
      let length = text.utf8.distance(from: text.startIndex, to: text.index(after: text.startIndex))
      // The scalars before it decide whether two scalars belong together, so an end inside the window is final.
      if offset + length < end || end == limit { return offset + length }
      window *= 4
    }
  }

  /// The start of the character that ends at an offset inside one line.
  func boundary(before offset: Int, floor: Int, limit: Int) -> Int {
    let last = scalarStart(before: offset)
    if last <= floor { return floor }
    var start = anchor(atOrBefore: last, floor: floor)
    while true {
      let next = boundary(after: start, limit: limit)
      if next >= offset { return start }
      start = next
    }
  }

  /// How many characters a range inside one line holds.
  func characterCount(in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    var count = 0
    while offset < range.upperBound {
      offset = boundary(after: offset, limit: range.upperBound)
      count += 1
    }
    return count
  }

  /// A place at or before an offset that is a boundary whatever stands before it.
  private func anchor(atOrBefore offset: Int, floor: Int) -> Int {
    var place = offset
    while place > floor, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    while place > floor {
      let previous = scalarStart(before: place)
      if Self.isBoundary(scalar(at: previous).scalar, scalar(at: place).scalar) { return place }
      place = previous
    }
    return floor
  }

  /// True where there is a boundary between two scalars of one line whatever stands around them.
  ///
  /// False means that more has to be looked at; the rules may be incomplete, but never wrong.
  @inline(__always)
  static func isBoundary(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    if isStandalone(second) {
      return isStandalone(first) || isControl(first) || isMark(first) && isLetter(second)
    }
    return isControl(second) || isControl(first)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value < 0x20 || value >= 0x7F && value < 0xA0 || value == 0x200B
  }

  /// Common scalars that belong to what stands before them.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x200C...0x200D, 0x3099...0x309A, 0xFE00...0xFE0F: true
    default: false
    }
  }

  /// Standalone scalars that not even a joiner joins to what stands before them.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xC0...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF:
      true
    default: false
    }
  }

  /// True for scalars that no rule joins to a neighbour of the same kind.
  ///
  /// Between two of these there is always a boundary. The list may be short: what is left out takes the slow way.
  static func isStandalone(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x300 { return value >= 0x20 && value < 0x7F || value >= 0xA0 && value != 0xAD }
    switch value {
    case 0x370...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A, 0x660...0x669, 0x904...0x939, 0xE01...0xE30,
      0xE40...0xE46, 0x1E00...0x1FFF, 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20C0, 0x2100...0x2BFF:
      return true
    case 0x3000...0x3029, 0x3030...0x3096, 0x309B...0x30FF, 0x3105...0x4DBF, 0x4E00...0xA48C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFF01...0xFF9D:
      return true
    case 0x1F000...0x1F1E5, 0x1F200...0x1F3FA, 0x1F400...0x1FAFF, 0x20000...0x3134F:
      return true
    default:
      return false
    }
  }
}
