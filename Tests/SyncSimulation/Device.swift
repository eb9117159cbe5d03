import CloudRecord
import JournalCore
import JournalModel
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// One device: its disk, its clock, its writer, and the life of the process that synchronises at present.
final class Device {
  let number: Int
  let name: String
  let clock: Knob<Int64>
  /// Milliseconds that the clock is ahead of the true time.
  var skew: Int64
  private(set) var store: any SimulatedStore
  /// The number of its journal; two engines may share one.
  let journal: Int
  private let journals: any DeviceJournals
  let files: SimulatedFiles
  private let environment: StoreEnvironment
  var person: Person
  let mistake: MistakenMemory?
  /// Operations a request.
  private let batch: Int
  private let sealing: Sealing
  /// Of a run whose devices have a ring.
  let keeper: SimulatedKeeper?
  private let wrapping: any KeyWrapping
  /// Whether its account may be plain as long as there is no ring.
  private let mayBePlain: Bool
  private let random: SealRandom
  private var engineKeeper: SimulatedKeeper?
  /// The ring that the server showed its engine last.
  let shownRing = Knob<[UInt8]?>(nil)
  /// Whether what its engine sends is sealed, as it learnt last.
  let isSealing: Knob<Bool>
  /// Of a program that sends what was made ready before: the number of the key of then.
  var sentNumber: UInt32 = 0
  /// Since it was removed: the number of the latest word that is noted as written apart.
  var isApartFrom: Int?
  /// The number of the newest key that the engine has taken over.
  var keyNumber: UInt32 { engineKeeper?.taken.value ?? 0 }

  /// Counts the lives: what was meant for an earlier one arrives nowhere.
  private(set) var life = 0
  private(set) var runner: SyncRunner?
  private(set) var gate: StoreGate?

  // MARK: The world around it

  var isCutOff = false
  /// What it asks arrives, and no answer comes back.
  var isDeaf = false
  var isDiskFull = false
  var user: String? = CloudSide.user
  /// The save under way.
  var inFlight: Set<String> = []
  var isAsked = false
  /// Until when, by the true time, the server asked to be left alone, and how far the clock was ahead when it did.
  var held: (until: Int64, skew: Int64, life: Int)?
  var requests = 0

  init(
    number: Int, skew: Int64, clockStep: Int64, seed: UInt64, mistake: Mistake?, journal: Int, batch: Int,
    sealing: Sealing, keeper: SimulatedKeeper?, wrapping: any KeyWrapping = SimulatedWrapping(),
    mayBePlain: Bool = false, random: @escaping SealRandom, in journals: any DeviceJournals, files: SimulatedFiles
  ) throws {
    (self.keeper, self.random, self.wrapping, self.mayBePlain) = (keeper, random, wrapping, mayBePlain)
    isSealing = Knob(sealing.isSealed)
    (self.number, self.journal, self.journals, self.files, self.skew) = (number, journal, journals, files, skew)
    name = "device \(number)"
    let clock = Knob<Int64>(0)
    self.clock = clock
    let chance = Knob(Chance(seed: seed))
    environment = StoreEnvironment(
      now: { Instant(milliseconds: clock.value / clockStep * clockStep) }, random: { chance.change { $0.next() } },
      deviceName: name,
      isOwnerAlive: { _ in false })
    person = Person(device: number, names: RecordNameSource(environment))
    self.batch = batch
    self.sealing = sealing
    self.mistake = mistake.map { MistakenMemory($0) }
    store = try journals.open(journal, environment)
  }

  func setTime(_ now: Int64) { clock.value = now + skew }

  // MARK: Lives

  func start(seed: UInt64) throws {
    life += 1
    if life > 1 { store = try journals.open(journal, environment) }
    let gate = StoreGate(store)
    gate.setFull(isDiskFull)
    self.gate = gate
    let seen: any SyncStoring = mistake.map { MistakenStore(gate, $0) } ?? gate
    var pace = SyncMachine.Pace()
    pace.batch = batch
    engineKeeper = keeper?.forEngine
    let isSealing = isSealing
    let keys = engineKeeper.map { keeper in
      var believed: any KeyKeeping = keeper
      if let memory = mistake { believed = MistakenKeeper(keeper, memory.mistake, shown: shownRing) }
      return KeyRound(
        keeper: believed, wrapping: wrapping, random: random, mayBePlain: mayBePlain,
        learnt: { isSealing.value = $0.isSealed })
    }
    runner = SyncRunner(store: seen, files: files, sealing: sealing, seed: seed, pace: pace, keys: keys)
    inFlight = []
    isAsked = false
  }

  func die() {
    life += 1
    runner = nil
    gate = nil
    inFlight = []
  }

  // MARK: Its backup

  func backUp() throws {
    try journals.backUp(journal, store)
    files.backUp()
  }

  /// Ends this life before the journal's file is replaced.
  func letGo() throws {
    die()
    try store.close()
  }

  func reopen() throws { store = try journals.open(journal, environment) }

  /// Lets the runner work; nil if there is none, or if the power went meanwhile.
  func run(_ body: (inout SyncRunner, Int64) -> [SyncStep]) -> [SyncStep]? {
    guard runner != nil else { return nil }
    let steps = runner.map { current in
      var copy = current
      let steps = body(&copy, clock.value)
      copy.selectAhead(at: clock.value)
      return (copy, steps)
    }
    guard let (copy, steps) = steps, gate?.isDead == false else { return nil }
    runner = copy
    return steps
  }

  // MARK: What it shows

  /// Every word of some records that is shown here or kept in history.
  func words(of names: some Sequence<String>) throws -> Set<String> {
    var words: Set<String> = []
    for name in names {
      if let entry = try store.entry(RecordName(name)) { words.formUnion(Token.all(in: entry)) }
      for item in try store.history(of: RecordName(name)) { words.formUnion(Token.all(in: item.oldText)) }
    }
    return words
  }

  /// Words that are here and not sent yet, of one record.
  func unsentWords(of name: RecordName) throws -> Set<String> {
    let unsent = try store.unsent(limit: 10_000, excluding: [], counting: nil).records
    let isUnsent = unsent.contains { $0.recordName == name.rawValue }
    guard isUnsent, let entry = try store.entry(name) else { return [] }
    return Token.all(in: entry)
  }
}
