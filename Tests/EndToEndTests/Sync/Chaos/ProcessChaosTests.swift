import Foundation
import Testing

/// Real programs, a real server, cut networks and `kill -9`: in the end every machine has the same journal, and every
/// word that a program called safe is in it or in its history.
@Suite struct ProcessChaosTests {
  /// Twenty rounds; another number by `CLOUDJOURNAL_CHAOS_ROUNDS`, each with a fresh seed then, or one by its seed.
  static let seeds: [UInt64] = {
    let variables = ProcessInfo.processInfo.environment
    if let seed = variables["CLOUDJOURNAL_TEST_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    guard let rounds = variables["CLOUDJOURNAL_CHAOS_ROUNDS"].flatMap({ Int($0) }) else { return Array(1...20) }
    return (0..<rounds).map { _ in UInt64.random(in: 1000..<1_000_000) }
  }()

  @Test(arguments: seeds) func everyWordStaysAndAllMachinesAgree(seed: UInt64) throws {
    try ChaosRound(seed: seed).run()
  }
}
