import SyncSimulation
import Testing

/// Three accounts that share entries, under faults, by seeds.
@Suite struct ShareSimulationTests {
  @Test(arguments: 0..<6) func noWordIsLostOrSeenByOthers(_ part: Int) throws {
    for seed in UInt64(part * 4 + 1)...UInt64(part * 4 + 4) {
      let simulation = try ShareSimulation(seed: seed)
      try simulation.run()
      #expect(simulation.failures.isEmpty, "sync-sim --shares --seed \(seed) --trace: \(simulation.failures.prefix(3))")
    }
  }

  /// Each planted mistake is found by one of a few seeds, on which all is well without it.
  @Test(arguments: ShareMistake.allCases) func aPlantedMistakeIsCaught(_ mistake: ShareMistake) throws {
    var isCaught = false
    for seed in UInt64(1)...40 where !isCaught {
      let simulation = try ShareSimulation(seed: seed, mistake: mistake)
      try simulation.run()
      isCaught = !simulation.failures.isEmpty
    }
    #expect(isCaught, "\(mistake)")
  }

  /// An uncommon case is no case: the seeds have to bring about what they are there to try.
  @Test func theSeedsTryWhatTheyAreThereToTry() throws {
    var counts: [String: Int] = [:]
    for seed in UInt64(1)...20 {
      let simulation = try ShareSimulation(seed: seed)
      try simulation.run()
      counts.merge(simulation.counts) { $0 + $1 }
    }
    let wanted = [
      "acceptances", "rights", "removals", "leavings", "ends", "losses", "faults", "attacks", "attacks let through",
      "looks",
    ]
    for what in wanted {
      #expect(counts[what] ?? 0 > 3, "\(what): \(counts)")
    }
  }
}

/// Three accounts and a category of an encrypted journal, under faults, by seeds.
@Suite struct SealedShareSimulationTests {
  @Test(arguments: 0..<4) func whatIsFiledThereIsSealedForThoseWhoHaveIt(_ part: Int) throws {
    for seed in UInt64(part * 2 + 1)...UInt64(part * 2 + 2) {
      let simulation = try SealedShareSimulation(seed: seed)
      try simulation.run()
      let again = "sync-sim --shares --sealed --seed \(seed) --trace"
      #expect(simulation.failures.isEmpty, "\(again): \(simulation.failures.prefix(3))")
    }
  }

  /// Each planted mistake is found by one of a few seeds, on which all is well without it.
  @Test(arguments: SealedShareMistake.allCases) func aPlantedMistakeIsCaught(_ mistake: SealedShareMistake) throws {
    var isCaught = false
    for seed in UInt64(1)...8 where !isCaught {
      let simulation = try SealedShareSimulation(seed: seed, mistake: mistake)
      try simulation.run()
      isCaught = !simulation.failures.isEmpty
    }
    #expect(isCaught, "\(mistake)")
  }

  /// An uncommon case is no case: the seeds have to bring about what they are there to try.
  @Test func theSeedsTryWhatTheyAreThereToTry() throws {
    var counts: [String: Int] = [:]
    for seed in UInt64(1)...8 {
      let simulation = try SealedShareSimulation(seed: seed)
      try simulation.run()
      counts.merge(simulation.counts) { $0 + $1 }
    }
    let wanted = [
      "written there", "forgeries", "filed", "filed elsewhere", "thrown away", "restored", "removals", "invitations",
      "keys", "losses", "faults", "deleted forever",
    ]
    for what in wanted { #expect(counts[what] ?? 0 > 3, "\(what): \(counts)") }
  }
}
