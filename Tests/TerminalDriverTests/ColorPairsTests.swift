import TerminalDriver
import Testing

@Suite struct ColorPairsTests {
  private func colors(_ number: Int) -> ColorPairs.Colors { ColorPairs.Colors(Int32(number % 8), Int32(number / 8)) }

  @Test func aPairHasOneNumberAndTheTerminalsOwnColoursHaveNone() {
    var pairs = ColorPairs(limit: 64)
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
    var resets = 0
    for frame in 0..<100 {
      var given = (0..<5).map { pairs.number(of: colors(frame * 5 + $0)) }
      if pairs.endFrame() {
        resets += 1
        given = (0..<5).map { pairs.number(of: colors(frame * 5 + $0)) }
        _ = pairs.endFrame()
      }
      #expect(given.allSatisfy { $0.map { 1..<8 ~= $0.number } == true }, "frame \(frame)")
    }
    #expect(resets > 10)
  }

  /// A picture that has more pairs than there are is not drawn anew again and again.
  @Test func aFrameWithMoreThanThereAreIsDrawnOnceMoreAtMost() {
    var pairs = ColorPairs(limit: 8)
    _ = pairs.number(of: colors(40))
    _ = pairs.endFrame()
    var resets = 0
    for _ in 0..<20 {
      for number in 0..<20 { _ = pairs.number(of: colors(number)) }
      if pairs.endFrame() { resets += 1 }
    }
    #expect(resets == 1)
    let none = pairs.number(of: colors(30))
    #expect(none == nil)
  }
}
