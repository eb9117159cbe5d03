import SyncCore
import Testing

/// What holds of every merge of texts, tried on seeded ones.
@Suite struct TextMergePropertyTests {
  private struct Case {
    var base: String
    var local: String
    var server: String

    init(_ style: Scribe.Style, seed: Int) {
      var dice = Dice(seed: seed)
      var author = Scribe(style, name: "base")
      var here = Scribe(style, name: "here")
      var there = Scribe(style, name: "there")
      base = author.text(&dice)
      local = here.edited(base, &dice)
      server = there.edited(base, &dice)
      // Now and then both typed the same.
      if dice.chance(10) {
        local += "the same passage typed on both devices " + (dice.chance(50) ? "today" : "")
        server += "the same passage typed on both devices"
      }
    }
  }

  private static let seeds = 0..<120

  private func merge(_ base: String?, _ local: String, _ server: String, _ isLocalLater: Bool = true) -> TextMergeResult
  {
    TextMerge.merge(base: base, local: local, server: server, isLocalLater: isLocalLater)
  }

  private func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  @Test(arguments: Scribe.Style.allCases) func whatOneSideAloneChangedIsTakenAsItIs(_ style: Scribe.Style) {
    for seed in Self.seeds {
      let it = Case(style, seed: seed)
      #expect(isSame(merge(it.base, it.base, it.local).text, it.local), "seed \(seed)")
      #expect(isSame(merge(it.base, it.local, it.base).text, it.local), "seed \(seed)")
      #expect(isSame(merge(it.base, it.local, it.local).text, it.local), "seed \(seed)")
      #expect(!merge(it.base, it.local, it.local).isConflict)
    }
  }

  @Test(arguments: Scribe.Style.allCases) func theSidesCanChangePlaces(_ style: Scribe.Style) {
    for seed in Self.seeds {
      let it = Case(style, seed: seed)
      for base in [it.base, nil] {
        let one = merge(base, it.local, it.server, seed.isMultiple(of: 2))
        let other = merge(base, it.server, it.local, !seed.isMultiple(of: 2))
        #expect(isSame(one.text, other.text) && one.isConflict == other.isConflict, "seed \(seed)")
      }
    }
  }

  @Test(arguments: Scribe.Style.allCases) func mergingAgainAddsNothing(_ style: Scribe.Style) {
    for seed in Self.seeds {
      let it = Case(style, seed: seed)
      for base in [it.base, nil] {
        for isLocalLater in [true, false] {
          let merged = merge(base, it.local, it.server, isLocalLater).text
          for side in [it.local, it.server] {
            for isMergedLater in [true, false] {
              let again = merge(base, merged, side, isMergedLater).text
              #expect(
                isSame(again, merged), "\(style) \(seed) \(isLocalLater) base \(base == nil ? "unknown" : "known")")
            }
          }
        }
      }
    }
  }

  /// Short texts of few lines, with every kind of line end, also mixed: here the comparison has most to guess.
  @Test func mergingShortTextsAgainAddsNothing() {
    var dice = Dice(seed: 22)
    let lines = ["a", "b", "c", "d", "", "a b c", "a x c", "```", "| t"]
    func text(_ lines: [String]) -> String {
      let ends = dice.chance(60) ? [dice.pick(["\n", "\r\n", "\r"])] : ["\n", "\r\n", "\r"]
      let isOpen = dice.chance(40)
      return lines.enumerated().map { $1 + (isOpen && $0 == lines.count - 1 ? "" : dice.pick(ends)) }.joined()
    }
    func edited(_ text: [String]) -> [String] {
      var text = text
      for _ in 0..<dice.roll(3) {
        let place = dice.roll(text.count + 1)
        if place == text.count || dice.chance(30) {
          text.insert(dice.pick(lines), at: place)
        } else if dice.chance(50) {
          text.remove(at: place)
        } else {
          text[place] = dice.pick(lines)
        }
      }
      return text
    }
    for number in 0..<1500 {
      let common = (0..<dice.roll(5)).map { _ in dice.pick(lines) }
      let base = dice.chance(15) ? nil : text(common)
      let (local, server) = (text(edited(common)), text(edited(common)))
      let merged = merge(base, local, server).text
      for side in [local, server] {
        for isMergedLater in [true, false] {
          let again = merge(base, merged, side, isMergedLater).text
          #expect(
            isSame(again, merged),
            "case \(number): \(base.debugDescription) \(local.debugDescription) \(server.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: Scribe.Style.allCases) func everyNewWordIsThereAndNoWordComesFromNowhere(_ style: Scribe.Style) {
    for seed in Self.seeds {
      let it = Case(style, seed: seed)
      for base in [it.base, nil] {
        let merged = wordSet(merge(base, it.local, it.server).text)
        let (local, server) = (wordSet(it.local), wordSet(it.server))
        let new = local.union(server).subtracting(wordSet(it.base)).filter {
          $0.hasPrefix("here") || $0.hasPrefix("there")
        }
        #expect(new.subtracting(merged).isEmpty, "seed \(seed) lost \(new.subtracting(merged))")
        #expect(merged.subtracting(local).subtracting(server).isEmpty, "seed \(seed)")
      }
    }
  }

  /// An uncommon case is no case: the seeds must have clean merges and overlaps of every style.
  @Test(arguments: Scribe.Style.allCases) func theSeedsCoverBothOutcomes(_ style: Scribe.Style) {
    let conflicts = Self.seeds.count { seed in
      let it = Case(style, seed: seed)
      return merge(it.base, it.local, it.server).isConflict
    }
    #expect((10..<110).contains(conflicts), "\(style): \(conflicts)")
  }
}
