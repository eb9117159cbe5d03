import TestKit

extension SeededGenerator {
  /// A text of pieces drawn from `pieces`, up to `longest` of them.
  mutating func text(of pieces: [String], longest: Int) -> String {
    (0..<Int.random(in: 0...longest, using: &self)).map { _ in pick(pieces) }.joined()
  }

  /// A text of any scalars at all, many of them ASCII.
  mutating func anyText(longest: Int) -> String {
    var view = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...longest, using: &self) {
      let range: ClosedRange<UInt32> = pick([
        0x00...0x7F, 0x20...0x7E, 0x80...0x24F, 0x300...0x36F, 0x3000...0xFFFF, 0...0x10FFFF,
      ])
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) { view.append(scalar) }
    }
    return String(view)
  }
}
