import SyncCore
import Testing

@Suite struct SetMergeTests {
  @Test func addsAndRemovesOfBothSidesHold() {
    #expect(
      SetMerge.merge(base: ["a", "b", "c"], local: ["a", "b", "x"], server: ["b", "c", "y"], isLocalLater: true)
        == ["b", "x", "y"])
  }

  @Test func withoutABaseItIsTheUnion() {
    #expect(SetMerge.merge(base: nil, local: ["a", "b"], server: ["b", "c"], isLocalLater: true) == ["a", "b", "c"])
  }

  @Test func theResultDoesNotDependOnWhichSideIsLocal() {
    for seed in 0..<500 {
      var dice = Dice(seed: seed)
      func some(_ dice: inout Dice) -> [String] { ["a", "b", "c", "d", "e"].filter { _ in dice.chance(50) } }
      let (base, x, y) = (some(&dice), some(&dice), some(&dice))
      let merged = SetMerge.merge(base: base, local: x, server: y, isLocalLater: true)
      #expect(merged == SetMerge.merge(base: base, local: y, server: x, isLocalLater: false))
      #expect(merged == SetMerge.merge(base: base, local: merged, server: y, isLocalLater: true))
      #expect(Set(SetMerge.merge(base: base, local: base, server: y, isLocalLater: true)) == Set(y))
    }
  }

  @Test func composedAndDecomposedMembersAreTwo() {
    #expect(SetMerge.merge(base: [], local: ["\u{E9}"], server: ["e\u{301}"], isLocalLater: true).count == 2)
  }
}
