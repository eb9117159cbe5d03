/// What `cloudjournal-images` answers: parts, each a letter, a length of four bytes and that many bytes, ended by an
/// empty part `.`; numbers have four bytes, the smallest first.
///
/// The reader trusts nothing of it: a picture that took the decoder over speaks through this pipe.
package enum ImageAnswer {
  package enum Failure: UInt32, Error, Sendable {
    case broken = 1
    case memory = 2
    case noLoader = 3
    case request = 4
    case tooManyPixels = 5
  }

  package static let size = UInt8(ascii: "s")
  package static let cells = UInt8(ascii: "c")
  package static let pixels = UInt8(ascii: "p")
  package static let file = UInt8(ascii: "f")
  package static let failure = UInt8(ascii: "x")
  package static let end = UInt8(ascii: ".")

  /// The largest answer that is read.
  package static let most = 96 << 20
  /// A colour of a cell: the terminal's own, one of the palette, or 24 bits.
  package static let standardColor: UInt32 = 0x0200_0000
  package static let paletteColor: UInt32 = 0x0100_0000

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
