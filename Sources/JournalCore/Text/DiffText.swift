/// A text cut into the pieces that a comparison looks at.
struct DiffText {
  private let bytes: [UInt8]
  /// Where each piece begins, and the end of the last one.
  private let bounds: [Int]
  /// For each piece, how many of its bytes are words: all or none.
  private let weights: [Int]

  /// Lines, each with its line end.
  init(lines text: String) {
    bytes = Array(text.utf8)
    var bounds = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      let endsLine = byte == 0x0A || (byte == 0x0D && !(index < bytes.count && bytes[index] == 0x0A))
      if endsLine { bounds.append(index) }
    }
    if bounds[bounds.count - 1] < bytes.count { bounds.append(bytes.count) }
    self.bounds = bounds
    weights = zip(bounds, bounds.dropFirst()).map { $1 - $0 }
  }

  /// Words, runs of white space, and single signs and ideographs; no character is divided.
  init(words text: String) {
    bytes = Array(text.utf8)
    var bounds = [0]
    var weights: [Int] = []
    var last: Kind?
    var offset = 0
    for character in text {
      let kind = Kind(character)
      if let last, kind != last || kind == .single || kind == .sign {
        weights.append(last == .sign || last == .space ? 0 : offset - bounds[bounds.count - 1])
        bounds.append(offset)
      }
      last = kind
      offset += character.utf8.count
    }
    if let last {
      weights.append(last == .sign || last == .space ? 0 : offset - bounds[bounds.count - 1])
      bounds.append(offset)
    }
    (self.bounds, self.weights) = (bounds, weights)
  }

  private enum Kind: Hashable {
    case word, space, single, sign

    init(_ character: Character) {
      guard let scalar = character.unicodeScalars.first else {
        self = .sign
        return
      }
      if scalar.isSpace {
        self = .space
      } else if scalar == "'" || scalar == "’" {
        self = .word
      } else if scalar.isLetterOrMark || scalar.isNumber {
        let isHangul = (0xAC00...0xD7A3).contains(scalar.value)
        self = TextFolding.standsAlone(scalar) && !isHangul ? .single : .word
      } else {
        self = .sign
      }
    }
  }

  var count: Int { bounds.count - 1 }

  func bytes(at index: Int) -> ArraySlice<UInt8> { bytes[bounds[index]..<bounds[index + 1]] }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[bounds[range.lowerBound]..<bounds[range.upperBound]], as: UTF8.self)
  }

  /// How many bytes of a range of pieces belong to words.
  func wordBytes(_ range: Range<Int>) -> Int { weights[range].reduce(0, +) }
}
