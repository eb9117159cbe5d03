import TerminalDriver
import Testing

@Suite struct ColorPairsTests {
  private func colors(_ number: Int) -> ColorPairs.Colors { ColorPairs.Colors(Int32(number % 8), Int32(number / 8)) }

  @Test func aPairHasOneNumberAndTheTerminalsOwnColoursHaveNone() {
    var pairs = ColorPairs(limit: 64)
    let isReset = pairs.begin()
    #expect(!isReset)
    let first = pairs.number(of: colors(1))
    #expect(first?.number == 1 && first?.isNew == true)
    let again = pairs.number(of: colors(1))
    #expect(again?.number == 1 && again?.isNew == false)
    let own = pairs.number(of: ColorPairs.Colors(-1, -1))
    #expect(own?.number == 0 && own?.isNew == false)
  }

  /// A long evening shows far more pairs than a terminal has, some at a time.
  @Test func numbersThatRanOutAreGivenAnewAsOftenAsNeeded() {
    var pairs = ColorPairs(limit: 8)
    for frame in 0..<100 {
      _ = pairs.begin()
      for number in 0..<5 { _ = pairs.number(of: colors(frame * 5 + number)) }
      // A frame without a colour is drawn anew, with all of them.
      guard pairs.begin() else { continue }
      for number in 0..<5 {
        let given = pairs.number(of: colors(frame * 5 + number))
        #expect(given.map { 1..<8 ~= $0.number } == true, "frame \(frame)")
      }
    }
  }

  /// A picture that has more pairs than there are is not drawn anew again and again.
  @Test func aFrameWithMoreThanThereAreIsDrawnOnce() {
    var pairs = ColorPairs(limit: 8)
    var resets = 0
    for _ in 0..<20 {
      if pairs.begin() { resets += 1 }
      for number in 0..<20 { _ = pairs.number(of: colors(number)) }
    }
    #expect(resets <= 1)
    _ = pairs.begin()
    let none = pairs.number(of: colors(30))
    #expect(none == nil)
  }
}
