/// Where bytes come from: fills the buffer as far as it can and says how much of it; 0 at the end.
package typealias ByteReader = (UnsafeMutableRawBufferPointer) throws -> Int

/// A text that is read piece by piece and made fit for parsing: UTF-8, no byte order mark, every line end a LF, if it is
/// not asked to keep them.
struct TextPieces {
  /// Bytes that are read at once.
  static let usualSize = 256 << 10

  private let read: ByteReader
  private var piece: [UInt8]
  /// Bytes at the beginning of `piece` that begin a character whose rest is still to come.
  private var carried = 0
  /// Where `piece` begins in the source, and in which line.
  private var offset = 0
  private var line = 1
  private var endsInCarriageReturn = false
  private var isAtEnd = false
  private var keepsLineEnds: Bool
  /// Looks at the first bytes of all, before anything is taken.
  private let check: (ArraySlice<UInt8>) throws -> Void

  /// - Parameters:
  ///   - size: bytes that are read at once, more than a character has.
  ///   - keepsLineEnds: whether CR stays, if the first line does not end in it: a text whose first line does was
  ///     written for another system as a whole.
  init(
    _ read: @escaping ByteReader, size: Int, keepsLineEnds: Bool = false,
    check: @escaping (ArraySlice<UInt8>) throws -> Void
  ) {
    (self.read, self.keepsLineEnds) = (read, keepsLineEnds)
    piece = [UInt8](repeating: 0, count: size)
    self.check = check
  }

  /// Appends the next piece to a text; false once there is no more.
  ///
  /// - Throws: ``ImportError`` where the bytes are not UTF-8, naming the first that is not.
  mutating func append(to text: inout [UInt8]) throws -> Bool {
    guard !isAtEnd else { return false }
    let filled = try fill()
    var start = 0
    if offset == 0 {
      try check(piece[..<filled])
      if piece[..<filled].starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
      if let end = piece[..<filled].firstIndex(of: TextBytes.lineFeed), end > 0,
        piece[end - 1] == TextBytes.carriageReturn
      {
        keepsLineEnds = false
      }
    }
    let end = isAtEnd ? filled : filled - TextPieces.unfinished(piece[..<filled])
    let bad = piece.withUnsafeBytes { TextBytes.firstInvalidByte(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    take(piece[start..<(bad.map { start + $0 } ?? end)], into: &text)
    if let bad {
      throw ImportError(
        "the text is not UTF-8 (byte value \(piece[start + bad]))", at: .byte(offset + start + bad, line: line),
        remedy: "Correct that byte, or convert the file, for example with: iconv -f ISO-8859-1 -t UTF-8.")
    }
    carried = filled - end
    for index in 0..<carried { piece[index] = piece[end + index] }
    offset += end
    return true
  }

  /// Fills the piece behind what was carried over, and says how far.
  private mutating func fill() throws -> Int {
    var filled = carried
    while filled < piece.count {
      let count = try piece.withUnsafeMutableBytes {
        try read(UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
      }
      guard count > 0 else {
        isAtEnd = true
        break
      }
      filled += count
    }
    return filled
  }

  /// How many bytes at the end begin a character that is not whole.
  private static func unfinished(_ bytes: ArraySlice<UInt8>) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return length > index + 1 ? index + 1 : 0
    }
    return 0
  }

  /// Appends bytes with every CR LF and lone CR as LF, if they are not kept, and counts their lines.
  private mutating func take(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let start = text.count
    if !keepsLineEnds, endsInCarriageReturn || bytes.contains(TextBytes.carriageReturn) {
      for byte in bytes {
        if byte == TextBytes.carriageReturn {
          text.append(TextBytes.lineFeed)
        } else if byte != TextBytes.lineFeed || !endsInCarriageReturn {
          text.append(byte)
        }
        endsInCarriageReturn = byte == TextBytes.carriageReturn
      }
    } else {
      text.append(contentsOf: bytes)
    }
    var lines = 0
    for byte in text[start...] where byte == TextBytes.lineFeed { lines += 1 }
    line += lines
  }
}
