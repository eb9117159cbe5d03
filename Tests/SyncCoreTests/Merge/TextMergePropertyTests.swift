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
            let again = merge(base, merged, side).text
            #expect(
              isSame(again, merged), "\(style) \(seed) \(isLocalLater) base \(base == nil ? "unknown" : "known")")
          }
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
