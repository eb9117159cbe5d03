import Glibc
import SyncSimulation

/// Runs the simulation of several devices, one seed or many.
@main
struct SyncSim {
  static let usage = """
    usage: sync-sim --seed N [--trace] [--word WORD] [--files|--vault] [--preferences] [WAY] [--mistake NAME]
           sync-sim --seeds A..B [--files|--vault] [WAY] [--mistake NAME]
           sync-sim --fresh COUNT [--files|--vault] [WAY] [--only KIND]…
           sync-sim --shares [--sealed] --seed N [--trace] | --seeds A..B | --fresh COUNT [--mistake NAME]

    WAY is how the journals travel; without one each seed decides, and every tenth is plain.

      --trace    tell all that happened
      --word     follow one word through the trace
      --only     of the seeds only those with a kind of run: \(Wish.Kind.allCases.map(\.rawValue).joined(separator: " "))
      --files    journals in SQLite files instead of memory
      --vault    the same, encrypted on the disk
      --plain    as they are
      --sealed   the journal is sealed, and half of the servers try what they can
      --ring     the same with a ring: people make other keys, and turn encryption on and off
      --people   people let devices in and remove them, type words and recovery keys, and turn encryption on and off
      --preferences  people save searches and words as well, few enough that two devices often mean the same
      --mistake  plant a mistake: \(Mistake.allCases.map(\.rawValue).joined(separator: " "))
      --shares   three people share entries; its mistakes: \(ShareMistake.allCases.map(\.rawValue).joined(separator: " "))
                 with --sealed a category of an encrypted journal; its mistakes: \(sealedMistakes)

    """

  private static var sealedMistakes: String {
    SealedShareMistake.allCases.map(\.rawValue).joined(separator: " ")
  }

  static func main() throws {
    if CommandLine.arguments.contains("--shares") { return try runShares() }
    guard let wish = Wish(CommandLine.arguments.dropFirst()) else {
      print(usage, terminator: "")
      exit(2)
    }
    // Fresh seeds cannot be guessed: what failed has to be found again.
    if wish.isFresh { print("seeds \(wish.seeds.lowerBound)..\(wish.seeds.upperBound)") }
    var counts = SimulationReport.Counts()
    var failed: [UInt64] = []
    var count = 0
    for seed in wish.seeds {
      if !wish.kinds.isEmpty {
        let traits = Simulation.traits(ofSeed: seed)
        guard wish.kinds.allSatisfy({ $0.holds(traits) }) else { continue }
      }
      count += 1
      let report = try run(seed, wish)
      counts += report.counts
      if wish.isTracing { for line in report.trace { print(line) } }
      guard !report.failures.isEmpty else { continue }
      failed.append(seed)
      print("seed \(seed) fails; again with: sync-sim --seed \(seed) --trace\(wish.further)")
      for failure in report.failures.prefix(5) { print("  " + failure) }
      if !wish.isTracing { for line in report.trace.suffix(10) { print("    " + line) } }
      // Who watches a long search sees what fails when it fails.
      fflush(nil)
    }
    print("\(count) seeds, \(failed.count) failed \(failed.isEmpty ? "" : "\(failed.prefix(40))")")
    print(counts)
    if !failed.isEmpty { exit(1) }
  }

  /// Three people who share, in the place of one with several devices.
  private static func runShares() throws {
    var rest = CommandLine.arguments.dropFirst().filter { $0 != "--shares" && $0 != "--sealed" }
    let isSealed = CommandLine.arguments.contains("--sealed")
    var name: String?
    if let place = rest.firstIndex(of: "--mistake"), place + 1 < rest.count {
      name = rest[place + 1]
      let isKnown =
        isSealed ? SealedShareMistake(rawValue: rest[place + 1]) != nil : ShareMistake(rawValue: rest[place + 1]) != nil
      guard isKnown else {
        print(usage, terminator: "")
        exit(2)
      }
      rest.removeSubrange(place...place + 1)
    }
    guard let wish = Wish(rest[...]) else {
      print(usage, terminator: "")
      exit(2)
    }
    if wish.isFresh { print("seeds \(wish.seeds.lowerBound)..\(wish.seeds.upperBound)") }
    var failed: [UInt64] = []
    var counts: [String: Int] = [:]
    for seed in wish.seeds {
      let simulation: any ShareRun =
        isSealed
        ? try SealedShareSimulation(seed: seed, mistake: name.flatMap { SealedShareMistake(rawValue: $0) })
        : try ShareSimulation(seed: seed, mistake: name.flatMap { ShareMistake(rawValue: $0) })
      try simulation.run()
      counts.merge(simulation.counts) { $0 + $1 }
      if wish.isTracing { for line in simulation.trace { print(line) } }
      guard !simulation.failures.isEmpty else { continue }
      failed.append(seed)
      let further = (isSealed ? " --sealed" : "") + (name.map { " --mistake \($0)" } ?? "")
      print("seed \(seed) fails; again with: sync-sim --shares --seed \(seed) --trace\(further)")
      for failure in simulation.failures.prefix(5) { print("  " + failure) }
      fflush(nil)
    }
    print("\(wish.seeds.count) seeds, \(failed.count) failed \(failed.isEmpty ? "" : "\(failed.prefix(40))")")
    print(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    if !failed.isEmpty { exit(1) }
  }

  private static func run(_ seed: UInt64, _ wish: Wish) throws -> SimulationReport {
    let journals: any DeviceJournals = wish.isInFiles ? try FileJournals(isInVault: wish.isInVault) : MemoryJournals()
    let simulation = try Simulation(
      seed: seed, encryption: wish.encryption ?? wish.mistake?.encryption ?? .shared(by: seed), mistake: wish.mistake,
      keepsTrace: wish.isTracing,
      following: wish.word, preferences: wish.hasPreferences,
      journals: journals)
    return try simulation.run()
  }
}

/// What the command line asks for.
struct Wish {
  var seeds: ClosedRange<UInt64>
  var isTracing = false
  /// A word that the trace follows.
  var word: String?
  var isInFiles = false
  /// In files that are encrypted on the disk.
  var isInVault = false
  var isFresh = false
  /// Whether people set and remove preferences, too.
  var hasPreferences = false
  /// nil where each seed decides.
  var encryption: Encryption?
  var mistake: Mistake?
  var kinds: [Kind] = []

  /// What is rare among all seeds, to be looked at more often.
  enum Kind: String, CaseIterable {
    case twins, restores, pictures, putbacks, copies, foreign, lies, versions
    // Of runs whose people see to the keys.
    case joins, removals, keys, malice, later

    func holds(_ traits: Simulation.Traits) -> Bool {
      switch self {
      case .twins: traits.hasTwin
      case .restores: traits.isRestoring
      case .pictures: traits.hasFiles
      case .putbacks: traits.isPutBack
      case .copies: traits.isCopied
      case .foreign: traits.hasForeigner
      case .lies: traits.hasLies
      case .versions: traits.hasVersions
      case .joins: traits.letsIn
      case .removals: traits.removes
      case .keys: traits.makesKeys
      case .malice: traits.isMalicious
      case .later: traits.hasLaterSeals
      }
    }
  }

  /// nil where the words make no sense.
  init?(_ arguments: ArraySlice<String>) {
    var seeds: ClosedRange<UInt64>?
    var rest = arguments
    while let option = rest.popFirst() {
      switch option {
      case "--trace": isTracing = true
      case "--files": isInFiles = true
      case "--vault": (isInFiles, isInVault) = (true, true)
      case "--preferences": hasPreferences = true
      case "--plain": encryption = .plain
      case "--sealed": encryption = .sealed
      case "--ring": encryption = .ring
      case "--people": encryption = .people
      case "--word":
        guard let next = rest.popFirst() else { return nil }
        word = next
      case "--seed":
        guard let seed = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
        seeds = seed...seed
      case "--seeds":
        let ends = rest.popFirst()?.split(separator: ".").compactMap { UInt64($0) } ?? []
        guard ends.count == 2, ends[0] <= ends[1] else { return nil }
        seeds = ends[0]...ends[1]
      case "--fresh":
        guard let count = rest.popFirst().flatMap({ UInt64($0) }), (1...1_000_000_000).contains(count) else {
          return nil
        }
        let first = UInt64.random(in: 1_000_000..<(1 << 48))
        seeds = first...(first + count - 1)
        isFresh = true
      case "--only":
        guard let known = rest.popFirst().flatMap({ Kind(rawValue: $0) }) else { return nil }
        kinds.append(known)
      case "--mistake":
        guard let known = rest.popFirst().flatMap({ Mistake(rawValue: $0) }) else { return nil }
        mistake = known
      default: return nil
      }
    }
    guard let seeds else { return nil }
    self.seeds = seeds
  }

  /// What else has to be said to see the same again.
  var further: String {
    (isInVault ? " --vault" : isInFiles ? " --files" : "") + (hasPreferences ? " --preferences" : "")
      + (encryption.map { " --\($0.rawValue)" } ?? "")
      + (mistake.map { " --mistake \($0.rawValue)" } ?? "")
  }
}
