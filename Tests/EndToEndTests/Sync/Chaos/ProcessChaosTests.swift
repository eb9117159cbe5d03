import Foundation
import Testing

/// Real programs, a real server, cut networks and `kill -9`: in the end every machine has the same journal, and every
/// word that a program called safe is in it or in its history. Of all that nothing can be read in the server's folder, in its
/// log, or in what went over the network.
@Suite struct ProcessChaosTests {
  private static let variables = ProcessInfo.processInfo.environment

  /// How long rounds are begun; nil for a number of rounds.
  static let seconds = variables["CLOUDJOURNAL_CHAOS_SECONDS"].flatMap { Int($0) }

  /// Twenty rounds; another number by `CLOUDJOURNAL_CHAOS_ROUNDS`, each with a fresh seed then, or one by its seed.
  static let seeds: [UInt64] = {
    if let seed = variables["CLOUDJOURNAL_TEST_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    if seconds != nil { return [] }
    guard let rounds = variables["CLOUDJOURNAL_CHAOS_ROUNDS"].flatMap({ Int($0) }) else { return Array(1...20) }
    return (0..<rounds).map { _ in UInt64.random(in: 1000..<1_000_000) }
  }()

  @Test(arguments: seeds) func everyWordStaysAndAllMachinesAgree(seed: UInt64) throws {
    try ChaosRound(seed: seed).run()
  }

  /// One round after the other with fresh seeds, for as long as `CLOUDJOURNAL_CHAOS_SECONDS` says.
  @Test(.enabled(if: seconds != nil)) func nothingCanBeReadElsewhereForSoLong() throws {
    let end = ContinuousClock.now + .seconds(Self.seconds ?? 0)
    var (rounds, bytes) = (0, 0)
    while ContinuousClock.now < end {
      let round = try ChaosRound(seed: UInt64.random(in: 1000..<1_000_000))
      try round.run()
      rounds += 1
      bytes += round.devices.reduce(0) { $0 + $1.network.traffic.size }
    }
    print("chaos: \(rounds) rounds, \(bytes / 1_000_000) MB of traffic searched, nothing found")
  }

  /// The search is worth something: in a journal that travels plain it finds what was written.
  @Test func inAPlainJournalTheSameSearchFindsWhatWasWritten() throws {
    try ChaosRound(seed: 21, isSealed: false).run()
  }
}
