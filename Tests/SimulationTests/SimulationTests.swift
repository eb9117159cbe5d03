import SyncSimulation
import Testing

/// Several devices and the service in one thread, under faults, by seeds; `sync-sim` runs many more of them.
@Suite struct SimulationTests {
  @Test(arguments: 0..<12) func allDevicesComeToShowTheSameAndNothingIsLost(_ part: Int) throws {
    for seed in UInt64(part * 8 + 1)...UInt64(part * 8 + 8) {
      let report = try Simulation(seed: seed).run()
      #expect(report.failures.isEmpty, "sync-sim --seed \(seed) --plain --trace")
    }
  }

  @Test(arguments: 0..<4) func soDoJournalsInFiles(_ part: Int) throws {
    for seed in UInt64(part * 2 + 1)...UInt64(part * 2 + 2) {
      let journals = try FileJournals()
      let report = try Simulation(seed: seed, journals: journals).run()
      #expect(report.failures.isEmpty, "sync-sim --seed \(seed) --plain --trace --files")
    }
  }

  /// Seeds that failed once: each shows what was wrong then.
  @Test(arguments: [
    // A picture with an unsent caption came back with its removed entry as if the server had that caption.
    (3669, "a picture that came back"), (3924, "a picture that came back"),
    // What an older device had put onto a new server replaced later words, unsent ones beside them, without a trace.
    (211, "words from before the zone was deleted"), (331, "words from before the zone was deleted"),
    (407, "words from before the zone was deleted"),
    // A picture was added to an entry that another device had just removed for good.
    (391, "a picture for a removed entry"), (503, "a picture for a removed entry"),
    // A picture's save that was delayed, or repeated, arrived after its entry had been removed for good.
    (4807, "a late picture"), (6808, "a late picture"), (8947, "a late picture"), (11879, "a late picture"),
    // A picture that had waited for its entry was not sent once that had gone up.
    (6427, "a picture that waits for its entry"),
    // A picture came back with its entry as it had been before the server took its last edit, whose answer was lost.
    (1598, "a picture that comes back"),
    // What was seen of others hid how far behind the own clock was, and its stamps were moved up too far.
    (620, "a clock that is behind"), (1101, "a clock that is ahead"),
    // One of two engines on a journal began to read everything again, the other one went on from where it had been.
    (1084, "two engines on one journal"),
    // A machine whose clock had been set to before 1970 waited for 1970.
    (124_457_057_196_948, "a clock before 1970"), (124_457_057_198_485, "a clock before 1970"),
    // A restored device, or a copy, took for seen what it had written in the life that was lost, and removed it for good.
    (11853, "a removal after a restore"), (13014, "a removal after a restore"), (16403, "a removal after a restore"),
    (33758, "two engines after a restore"), (33790, "two engines after a restore"),
    (77_294_626_451_944, "a page older than what the other engine's send was acknowledged"),
    (77_294_626_456_567, "a look-up older than what the other engine had fetched"),
    // A full disk came between the server's answer and its note, and the record that had to be looked up never was.
    (54032, "a look-up after a full disk"),
  ]) func whatFailedOnceHolds(_ seed: UInt64, _ what: String) throws {
    #expect(try Simulation(seed: seed).run().failures.isEmpty, "\(what): sync-sim --seed \(seed) --plain --trace")
  }

  @Test(arguments: [UInt64(1), 7, 42, 211]) func aSeedAlwaysShowsTheSame(_ seed: UInt64) throws {
    #expect(try Simulation(seed: seed).run().hash == Simulation(seed: seed, keepsTrace: true).run().hash)
  }

  @Test(arguments: 1..<5) func soDoJournalsThatAreEncryptedOnTheDisk(_ seed: UInt64) throws {
    let report = try Simulation(seed: seed, journals: FileJournals(isInVault: true)).run()
    #expect(report.failures.isEmpty, "sync-sim --seed \(seed) --trace --vault")
  }

  @Test func journalsInFilesBehaveAsThoseInMemory() throws {
    let journals = try FileJournals()
    #expect(try Simulation(seed: 5, journals: journals).run().hash == Simulation(seed: 5).run().hash)
  }

  /// An uncommon case is no case: the seeds have to bring about what they are there to try.
  @Test func theSeedsTryWhatTheyAreThereToTry() throws {
    var counts = SimulationReport.Counts()
    for seed in UInt64(1)...60 { counts += try Simulation(seed: seed).run().counts }
    #expect(counts.editsInFlight * 5 >= counts.saves)
    #expect(counts.twins > 0 && counts.restores > 0 && counts.uploads > 100)
    #expect(counts.putBacks > 0 && counts.copies > 0 && counts.forgotten > 0)
    #expect(counts.foreign > 10 && counts.lies > 10 && counts.places > 10)
    #expect(counts.conflicts > 100 && counts.crashes > 50 && counts.questions > 2 && counts.faults > 500)
  }
}

/// The same where people save searches and words as well, plain and sealed.
@Suite struct PreferenceSimulationTests {
  @Test(arguments: 0..<4) func allDevicesComeToHaveTheSame(_ part: Int) throws {
    for seed in UInt64(part * 5 + 1)...UInt64(part * 5 + 5) {
      for encryption in [Encryption.plain, .sealed, .ring] {
        let report = try Simulation(seed: seed, encryption: encryption, preferences: true).run()
        #expect(report.failures.isEmpty, "sync-sim --seed \(seed) --\(encryption.rawValue) --preferences --trace")
      }
    }
  }

  @Test(arguments: 1..<4) func soDoJournalsInFiles(_ seed: UInt64) throws {
    let report = try Simulation(seed: seed, encryption: .sealed, preferences: true, journals: FileJournals()).run()
    #expect(report.failures.isEmpty, "sync-sim --seed \(seed) --sealed --preferences --trace --files")
  }
}

/// The same with a sealed journal, and with a server that tries what it can in half of the runs.
@Suite struct SealedSimulationTests {
  /// How many seeds run with each run of the tests; docs/security.md names them.
  static let seeds = 48

  @Test(arguments: 0..<seeds / 6) func allDevicesComeToShowTheSameAndTheServerReadsNothing(_ part: Int) throws {
    for seed in UInt64(part * 6 + 1)...UInt64(part * 6 + 6) {
      let report = try Simulation(seed: seed, encryption: .sealed).run()
      #expect(report.failures.isEmpty, "sync-sim --seed \(seed) --sealed --trace")
    }
  }

  @Test(arguments: 1..<5) func soDoJournalsInFiles(_ seed: UInt64) throws {
    let report = try Simulation(seed: seed, encryption: .sealed, journals: FileJournals()).run()
    #expect(report.failures.isEmpty, "sync-sim --seed \(seed) --sealed --trace --files")
  }

  /// Seeds that failed once: each shows what was wrong then.
  @Test(arguments: [
    (9, "a picture that came back with its entry and stayed removed as well"),
    (52, "an entry that was to go up as new over the sealed word of its removal"),
    (54, "a picture whose file had changed on the disk, sealed under its former digest"),
    (69, "a plain record in the place of a removal"),
    (79, "a damaged record that went up again after the zone was lost"),
    (2094, "a record that went to the trash while it was to go up again"),
    (2192, "two words of one removal, on a server that was copied"),
    (1106, "an edit that had met a damaged record, in whose place a plain one came"),
    (112, "an edit beside a removal, on a server that went back"),
    (2398, "a swapped content that came back with the server's folder, until a person sent theirs over it"),
    (2064, "a plain record that came back with the server's folder, after its removal was forgotten with that server"),
  ]) func whatFailedOnceHolds(_ seed: UInt64, _ what: String) throws {
    let report = try Simulation(seed: seed, encryption: .sealed).run()
    #expect(report.failures.isEmpty, "\(what): sync-sim --seed \(seed) --sealed --trace")
  }

  @Test func theSeedsTryWhatTheyAreThereToTry() throws {
    var counts = SimulationReport.Counts()
    for seed in UInt64(1)...24 { counts += try Simulation(seed: seed, encryption: .sealed).run().counts }
    #expect(counts.malice > 20 && counts.swaps > 0 && counts.uploads > 20 && counts.conflicts > 50)
  }

  @Test func aSeedAlwaysShowsTheSame() throws {
    #expect(
      try Simulation(seed: 7, encryption: .sealed).run().hash
        == Simulation(seed: 7, encryption: .sealed, keepsTrace: true).run().hash)
  }
}

/// The same with a ring of keys: people make other keys, and turn encryption on and off while devices write, crash and are cut off.
@Suite struct RingSimulationTests {
  @Test(arguments: 0..<4) func allDevicesComeToShowTheSameInTheFormThatTheRingSays(_ part: Int) throws {
    for seed in UInt64(part * 5 + 1)...UInt64(part * 5 + 5) {
      let report = try Simulation(seed: seed, encryption: .ring).run()
      #expect(report.failures.isEmpty, "sync-sim --seed \(seed) --ring --trace")
    }
  }

  /// Seeds that failed once: each shows what was wrong then.
  @Test(arguments: [
    (24, "a device that had not heard of the turning off sealed again what had become plain"),
    (28, "plain edits of a time without encryption that went to the history"),
    (27, "a removal’s word that was to go, and an entry that had been made again under its name"),
    (38, "turning off that waited for a removal of what had been made again"),
    (39, "a device that knew the record only while it was plain, and counted from one"),
    (44, "the same, after another key"),
  ]) func whatFailedOnceHolds(_ seed: UInt64, _ what: String) throws {
    let report = try Simulation(seed: seed, encryption: .ring).run()
    #expect(report.failures.isEmpty, "\(what): sync-sim --seed \(seed) --ring --trace")
  }

  @Test func theSeedsTryWhatTheyAreThereToTry() throws {
    var counts = SimulationReport.Counts()
    for seed in UInt64(1)...20 { counts += try Simulation(seed: seed, encryption: .ring).run().counts }
    #expect(counts.ringActs > 10 && counts.conflicts > 20 && counts.crashes > 5)
  }
}

/// The same with people who see to the keys: they found a ring, let devices in and remove them, type words and recovery keys, make
/// other keys, and turn encryption on and off, all by the shipped desk, and are killed and cut off at it.
@Suite struct PeopleSimulationTests {
  /// Some failed once, and say what was wrong then.
  static let kept: [(UInt64, String)] = [
    (9, "a record whose key had come, which was looked up only if something else was sent later"),
    (55, "turning on that waited a day for a device that had been removed"),
    (74, "a recovery key in force that no device had: it was kept only after the ring was saved"),
    (91, "a removal’s word that left a plain title beside it, and was refused for ever"),
    (148, "a picture beside the word of its entry’s removal, which no other device showed"),
    (16, ""), (18, ""), (19, ""), (21, ""), (22, ""), (28, ""), (38, ""),
  ]
  /// How many seeds run with each run of the tests; docs/security.md names them.
  static let seeds = kept.count

  /// The seeds have to bring about what they are there to try, too; each runs once.
  @Test func allWhoAreInComeToShowTheSame() throws {
    var counts = SimulationReport.Counts()
    for (seed, what) in PeopleSimulationTests.kept {
      let report = try Simulation(seed: seed, encryption: .people).run()
      #expect(report.failures.isEmpty, "\(what): sync-sim --seed \(seed) --people --trace")
      counts += report.counts
    }
    #expect(counts.letIn > 2 && counts.removals > 2 && counts.uploads > 20 && counts.places > 10)
    #expect(counts.deskKills > 0 && counts.refusals > 0 && counts.conflicts > 50 && counts.crashes > 20)
  }

  @Test func aSeedAlwaysShowsTheSame() throws {
    #expect(
      try Simulation(seed: 91, encryption: .people).run().hash
        == Simulation(seed: 91, encryption: .people, keepsTrace: true).run().hash)
  }

  /// What `make simulate` and `.ci/run` run: each seed has its way, every tenth a plain one.
  @Test func theSeedsAreSharedOut() {
    let shares = Simulation.shares(of: 1...20_000)
    #expect(shares.plain == 2000)
    func isNear(_ count: Int, _ percent: Double) -> Bool { abs(Double(count) / 200 - percent) < 1 }
    #expect(isNear(shares.sealed, 60), "\(shares)")
    #expect(isNear(shares.turnedOn, 10) && isNear(shares.onAndOff, 5), "\(shares)")
    #expect(isNear(shares.removed, 15) && isNear(shares.waiting, 20) && isNear(shares.malicious, 10), "\(shares)")
  }
}

/// The checker is checked: with a mistake planted the simulation has to fail, by seeds on which all is well without it.
@Suite struct PlantedMistakeTests {
  static let kept: [(Mistake, [UInt64])] = [
    (.forgetsOnSending, [1, 2]), (.tokenBeforePage, [8, 38, 53]), (.acknowledgesTooMuch, [6, 7]),
    (.acknowledgementOverwrites, [1, 6]), (.deleteWins, [2, 21, 25]), (.noLookUp, [8]),
    (.replaces, [1, 2]), (.wallClock, [15, 38, 45]), (.noSweep, [175, 183, 233]), (.dirtyByStamps, [2, 13, 15]),
    (.tiesGoToSelf, [9, 67, 101, 134]), (.trustsAnyHistory, [52, 81]),
    (.comparesNumbersOnly, [52, 219]), (.dropsMarks, [125, 127, 130]),
    (.takesPlain, [1, 2]), (.ignoresCounter, [1, 3]), (.trustsTombstones, [1, 5]), (.repeatsNonce, [1]),
    (.leaksStamps, [1]), (.endsSealingEarly, [28, 38]), (.sealsLoosely, [26]), (.overwritesUnread, [27]),
    (.takesAnyRing, [461]), (.trustsUnsignedDevices, [39]), (.keepsOldEpoch, [5]), (.sendsAheadUnderOldKey, [5]),
    (.dropsUnknown, [17]), (.keepsRecoveryWrap, [12]), (.skipsAnswer, [27]), (.wrapsToRemovedRecovery, [28]),
  ]

  @Test func everyMistakeHasItsSeeds() {
    #expect(Set(PlantedMistakeTests.kept.map(\.0)) == Set(Mistake.allCases))
  }

  @Test(arguments: PlantedMistakeTests.kept) func aPlantedMistakeIsFound(_ mistake: Mistake, _ seeds: [UInt64]) throws {
    for seed in seeds {
      let found = try Simulation(seed: seed, mistake: mistake).run().failures
      #expect(!found.isEmpty, "\(mistake) hides in seed \(seed)")
      let without = try Simulation(seed: seed, encryption: mistake.encryption).run().failures
      #expect(without.isEmpty, "seed \(seed) fails without \(mistake) too")
    }
  }
}
