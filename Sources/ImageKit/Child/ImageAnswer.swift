/// The answer of `cloudjournal-images`: parts, each a letter, a length of four bytes and that many bytes, ended by an
/// empty part `.`; numbers have four bytes, the least significant first.
///
/// The reader trusts nothing in it: a picture that took over the decoder may have written it.
package enum ImageAnswer {
  /// The decoder's reason for a failure; the raw value is the content of the part ``failure``.
  package enum Failure: UInt32, Error, Sendable {
    case broken = 1
    case memory = 2
    case noLoader = 3
    case request = 4
    case tooManyPixels = 5
  }

  /// Two numbers: width and height of the whole upright picture, or of the converted file.
  package static let size = UInt8(ascii: "s")
  /// Rows and columns, then for each cell its scalar, foreground and background, row by row.
  package static let cells = UInt8(ascii: "c")
  /// Width and height, then bytes in the form of the terminal's protocol; absent where only cells are shown.
  package static let pixels = UInt8(ascii: "p")
  /// The converted file, JPEG or PNG.
  package static let file = UInt8(ascii: "f")
  /// One number, the raw value of a ``Failure``; the only part beside ``end``.
  package static let failure = UInt8(ascii: "x")
  /// An empty part behind all others.
  package static let end = UInt8(ascii: ".")

  /// Bytes of the largest answer that is read.
  package static let most = 96 << 20
  /// A cell's colour that is the terminal's own; numbers below `paletteColor` are red, green and blue in 24 bits.
  package static let standardColor: UInt32 = 0x0200_0000
  /// A cell's colour that is the first of the terminal's palette of 256; the others follow it.
  package static let paletteColor: UInt32 = 0x0100_0000

  /// Returns the four bytes of a number, the least significant first.
  package static func number(_ value: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value >> 16),
      UInt8(truncatingIfNeeded: value >> 24),
    ]
  }
}

/// The parts of an answer, each once at most.
struct ImageAnswerParts {
  private var parts: [UInt8: Range<Int>] = [:]
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) throws(ImageFailure) {
    self.bytes = bytes
    var place = 0
    while place + 5 <= bytes.count {
      let name = bytes[place]
      let length = Int(Self.number(bytes, place + 1))
      place += 5
      guard length <= bytes.count - place, parts[name] == nil else { throw ImageFailure(.decoderAnswersWrongly) }
      parts[name] = place..<place + length
      place += length
      if name == ImageAnswer.end, place == bytes.count { return }
    }
    throw ImageFailure(.decoderAnswersWrongly)
  }

  /// A part's content.
  func part(_ name: UInt8) throws(ImageFailure) -> ArraySlice<UInt8> {
    guard let range = parts[name] else { throw ImageFailure(.decoderAnswersWrongly) }
    return bytes[range]
  }

  func has(_ name: UInt8) -> Bool { parts[name] != nil }

  /// The numbers of a part, which holds exactly as many.
  func numbers(_ name: UInt8, count: Int) throws(ImageFailure) -> [UInt32] {
    let part = try part(name)
    guard part.count == count * 4 else { throw ImageFailure(.decoderAnswersWrongly) }
    return (0..<count).map { Self.number(bytes, part.startIndex + $0 * 4) }
  }

  static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
      | UInt32(bytes[place + 3]) << 24
  }
}
