/// SplitMix64: the same numbers for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }

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
