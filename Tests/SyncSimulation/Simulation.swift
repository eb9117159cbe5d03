import CloudRecord
import JournalCore
import JournalModel
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// Several devices with the real engine, the real merge and the real store rules against the real service's rules: one
/// thread, virtual time, one seed.
///
/// An hour of edits under faults, then no more edits and no more faults until nothing happens any more, then the checks.
package final class Simulation {
  enum Event {
    /// Whether the person acts again later.
    case act(Int, again: Bool)
    case edit(Int, RecordName)
    case tell(Int, life: Int, SyncEvent)
    case arrive(Envelope)
    /// The date is the server's time as the answer tells it.
    case answer(Int, life: Int, ticket: Int, CloudAnswer, date: Int64?)
    case uploaded(Int, life: Int, ticket: Int, Result<CloudReply, CloudFailure>)
    case session(Int, life: Int, ticket: Int)
    case question(Int, life: Int)
    case restart(Int)
    case change(Int, (Device) -> Void, tells: SyncEvent?)
    case housekeeping
    case deleteZone
    case replaceServer
    case backUp(Int)
    case restore(Int)
    /// The number of one of the plan's ``Plan/PutBack``.
    case keepCopy(Int)
    case putBack(Int)
    case startCopy
    case stopCopy
    case foreigner
    case malice
    /// The person at a device changes the ring.
    case ring(Int)
    /// The people look after their keys.
    case people
    /// A request of something that a person does with keys is at the server; and its answer is back.
    case deskArrives(DeskWork, CloudRequest, answers: Bool)
    case deskAnswers(DeskWork, Result<CloudReply, CloudFailure>)
    /// The server shows again what it should.
    case endTrick(Int)
    /// The first gets back what it had before the second's content came into its place.
    case unswap(Record, Record)
  }

  /// A request on its way.
  struct Envelope {
    var device: Int
    var life: Int
    var ticket: Int
    var request: CloudRequest
    var user: String
    /// What the device knew of the server's history.
    var known: ServerHistory?
    /// Milliseconds until the answer is there; nil if none ever is.
    var answersAfter: Int64?
    /// What the client hears in the place of the answer.
    var instead: CloudFailure?
    /// Whether it goes beside the other requests.
    var isUpload = false
    /// Whether it was sent after the last edit and the last fault.
    var isAfterHealing = false
  }

  static let beginning: Int64 = 1_767_225_600_000

  let seed: UInt64
  let mistake: Mistake?
  let plan: Plan
  /// The keys of a sealed journal; nil for a plain one.
  let seal: SimulatedSeal?
  /// The keys that devices hold, which people change; nil where all have the same keys from the beginning to the end.
  let ring: SimulatedRing?
  var ringChance: Chance
  /// What people do with the keys; nil where they have them from the beginning.
  let keyPlan: KeyPlan?
  let keyWrapping: any KeyWrapping
  var keyChance: Chance
  var keyLives: [Int: KeyLife] = [:]
  var ringNotes = RingNotes()
  /// Chance of a server that is up to something, in a sealed run alone.
  var malice: Chance
  var hoard = Hoard()
  /// Whether that server deletes, too.
  let mayDelete: Bool
  let isMalicious: Bool
  var chance: Chance
  let cloud: CloudSide
  let journals: any DeviceJournals
  var devices: [Device] = []
  var queue = EventQueue<Event>()
  var now = Simulation.beginning
  var trace: Trace
  var deeds = Deeds()
  var counts = SimulationReport.Counts()
  var failures: [String] = []
  var isHealed = false
  /// Whether the server's records were ever lost, so that older words may have come back.
  var isHistoryBroken = false
  var hasTakenServers = false
  /// Whether some clock jumped ahead by more than what others believe.
  var wasAhead = false
  /// Whether some clock was set while the program ran.
  var hasJumped = false
  /// Whether some device lost what it knew of the server.
  var hasForgotten = false
  /// The latest copy of the server's folder, by its number.
  var copyInPlace: Int?
  /// Chance of what came later, so that what was there before goes on as it did.
  var odd: Chance
  var versions: Chance
  /// By entry, what the newer version noted last in the field that only it has.
  var noted: [String: (place: FieldValue, stamp: HybridTime)] = [:]
  static let believable: Int64 = 120_000
  /// Milliseconds by which a device's clock may differ from the server's without being put right.
  static let clockTolerance: Int64 = 5_000
  /// A word that the trace follows.
  let word: String?
  var watched = ""
  var savesSinceHealing: [String: Int] = [:]
  var answersSinceHealing = 0
  /// When edits and faults ended, and what had to go up or come down then.
  var healedAt: Int64 = 0
  var pendingAtHealing = 0

  /// - Parameters:
  ///   - word: A word that the trace is to follow.
  ///   - encryption: How the journal travels; nil for the way that shows the mistake, and plain without one. In every other
  ///     way than the plain one the other program and versions that write plain are left out.
  ///   - preferences: Whether people set and remove preferences, too.
  package init(
    seed: UInt64, encryption: Encryption? = nil, mistake: Mistake? = nil, keepsTrace: Bool = false,
    following word: String? = nil, preferences: Bool = false,
    journals: any DeviceJournals = MemoryJournals()
  ) throws {
    (self.seed, self.word, self.mistake) = (seed, word, mistake)
    var chance = Chance(seed: seed)
    let encryption = encryption ?? mistake?.encryption ?? .plain
    let (hasRing, isSealed) = (encryption.hasRing, encryption != .plain)
    let drawn = Plan(&chance, seed: seed)
    let journalCount = drawn.hasTwin ? drawn.devices - 1 : drawn.devices
    let keyPlan =
      encryption == .people
      ? KeyPlan(seed: seed, journals: journalCount, length: drawn.length, hasTwin: drawn.hasTwin) : nil
    self.keyPlan = keyPlan
    keyChance = Chance(seed: seed ^ 0x5EA1_0F_9E09)
    var plan = hasRing ? drawn.withOneServer : isSealed ? drawn.withoutPlainWriters : drawn
    if keyPlan?.beginning == .sealed { plan.hasFiles = drawn.hasFiles }
    // What only the server has it can keep to itself, and a disk that is lost is no malice of its.
    if keyPlan?.isMalicious ?? false { plan.restores = [] }
    self.plan = plan
    let seal = isSealed ? SimulatedSeal(seed: seed, repeatsNonce: mistake == .repeatsNonce, hasRing: hasRing) : nil
    self.seal = seal
    let none: SealRandom = { [UInt8](repeating: 0, count: $0) }
    let random = seal?.random ?? none
    var malice = Chance(seed: seed ^ 0x5EA1_BAD)
    isMalicious = keyPlan?.isMalicious ?? (malice.happens(500) && isSealed && !hasRing)
    mayDelete = malice.happens(500)
    self.malice = malice
    var ringChance = Chance(seed: seed ^ 0x5EA1_0F_3E75)
    let mistaken = mistake == .keepsRecoveryWrap ? MistakenWrapping() : nil
    keyWrapping = mistaken ?? SimulatedWrapping()
    ring =
      if let keyPlan {
        try SimulatedRing(keyPlan, journals: Array(0..<journalCount), random: random)
      } else if hasRing {
        try SimulatedRing(
          journals: Array(0..<journalCount), mode: ringChance.pick([.sealed, .sealed, .sealing, .open]),
          random: random)
      } else {
        nil
      }
    mistaken?.first.value = try ring?.paper?.pair().publicKeys
    self.ringChance = ringChance
    self.chance = chance
    odd = Chance(seed: seed ^ 0x1CE_BE46)
    versions = Chance(seed: seed ^ 0xA6E_0F_A9E5)
    cloud = try CloudSide(plan, seal)
    trace = Trace(isWhole: keepsTrace)
    self.journals = journals
    var files: [Int: SimulatedFiles] = [:]
    for number in 0..<plan.devices {
      let journal = plan.hasTwin && number == plan.devices - 1 ? 0 : number
      let folder = files[journal] ?? SimulatedFiles()
      files[journal] = folder
      devices.append(
        try Device(
          number: number, skew: plan.skews[number], clockStep: plan.clockStep, seed: self.chance.next(),
          mistake: mistake, journal: journal, batch: plan.batch, sealing: hasRing ? .plain : seal?.sealing ?? .plain,
          keeper: ring?.keepers[journal], wrapping: keyWrapping,
          mayBePlain: keyPlan.map { $0.beginning != .sealed } ?? false, random: random, in: journals, files: folder))
      devices[number].person.knowsMoods = number != plan.older
      if preferences { devices[number].person.habits = Chance(seed: seed ^ 0x4AB_175 &+ UInt64(number)) }
    }
  }

  // MARK: The run

  package func run() throws -> SimulationReport {
    for device in devices {
      queue.put(.restart(device.number), at: now + chance.between(0, 5000))
      queue.put(.act(device.number, again: true), at: now + chance.between(0, plan.pause))
    }
    queue.put(.housekeeping, at: now + 60_000)
    let end = now + plan.length
    if chance.happens(plan.zoneDeleted) { queue.put(.deleteZone, at: chance.between(now, end)) }
    if chance.happens(plan.serverReplaced) { queue.put(.replaceServer, at: chance.between(now, end)) }
    for restore in plan.restores {
      queue.put(.backUp(restore.device), at: Simulation.beginning + restore.backup)
      queue.put(.restore(restore.device), at: Simulation.beginning + restore.restore)
    }
    planServers()
    try foundRing()
    if isMalicious { queue.put(.malice, at: now + malice.between(0, 90_000)) }
    if plan.hasForeigner { queue.put(.foreigner, at: now + odd.between(0, 90_000)) }
    try work(until: end)
    try stopCopy()
    try heal()
    try settle()
    if failures.isEmpty { try check() }
    counts.edits = deeds.edits
    counts.twins = plan.hasTwin ? 1 : 0
    counts.editsInFlight = deeds.editsInFlight
    counts.saves = cloud.writes
    var report = SimulationReport(seed: seed, hash: trace.hash)
    report.failures = failures
    report.counts = counts
    report.trace = trace.lines
    return report
  }

  func work(until end: Int64) throws {
    while let next = queue.next, next <= end, failures.isEmpty {
      guard let (time, event) = queue.take() else { return }
      now = max(now, time)
      for device in devices { device.setTime(now) }
      counts.events += 1
      try handle(event)
      try watch()
    }
    now = max(now, end)
    for device in devices { device.setTime(now) }
  }

  func say(_ line: @autoclosure () -> String) { trace.add(line(), at: now - Simulation.beginning) }

  private func handle(_ event: Event) throws {
    switch event {
    case .act(let number, let again): try act(devices[number], nil, again: again)
    case .edit(let number, let name): try act(devices[number], name, again: false)
    case .tell(let number, let life, let event):
      guard devices[number].life == life else { return }
      tell(devices[number], event)
    case .arrive(let envelope): arrive(envelope)
    case .answer(let number, let life, let ticket, let outcome, let date):
      guard devices[number].life == life else { return }
      deliver(outcome, ticket, date: date, to: devices[number])
    case .uploaded(let number, let life, let ticket, let outcome):
      guard devices[number].life == life else { return }
      deliverUpload(outcome, ticket, to: devices[number])
    case .session(let number, let life, let ticket):
      guard devices[number].life == life else { return }
      let device = devices[number]
      let session = device.user == nil ? nil : cloud.session
      take(device.run { $0.discovered(ticket, .success(session), at: $1) }, of: device)
    case .question(let number, let life):
      guard devices[number].life == life else { return }
      answerQuestion(devices[number])
    case .restart(let number):
      guard devices[number].runner == nil else { return }
      try forgetServer(on: devices[number])
      try start(devices[number])
    case .change(let number, let change, let event):
      guard !isHealed else { return }
      change(devices[number])
      if let event { tell(devices[number], event) }
    case .housekeeping:
      try cloud.housekeeping(now: now)
      if !isHealed { queue.put(.housekeeping, at: now + 60_000) }
    case .deleteZone:
      try loseWhatOnlyTheServerHas()
      _ = cloud.answer(
        .modifyZones([.delete(ZoneAddress.journal.zoneID)]), user: CloudSide.user, device: "elsewhere", now: now)
      isHistoryBroken = true
      say("the zone is deleted")
    case .replaceServer:
      try loseWhatOnlyTheServerHas()
      try cloud.replace()
      isHistoryBroken = true
      say("the server is replaced by an empty one")
    case .backUp(let number): try backUp(devices[number])
    case .restore(let number): try restore(devices[number])
    case .keepCopy(let number): keepCopy(number)
    case .putBack(let number): try putBack(number)
    case .startCopy: try startCopy()
    case .stopCopy: try stopCopy()
    case .foreigner: try actAsForeigner()
    case .malice: try actWithMalice()
    case .ring(let number): try actOnRing(devices[number])
    case .people: try actOnKeys()
    case .deskArrives(let work, let request, let answers): try arrive(request, of: work, answers: answers)
    case .deskAnswers(let work, let answer): try goOn(work, answer)
    case .endTrick(let number): try endTrick(number)
    case .unswap(let one, let other): try swapBack(one, other)
    }
  }

  // MARK: Devices

  func start(_ device: Device) throws {
    try device.start(seed: chance.next())
    say("\(device.name) starts")
    tell(device, .started)
    if plan.isPushing { tell(device, .pushConnected(true)) }
  }

  func tell(_ device: Device, _ event: SyncEvent) {
    guard device.runner != nil else { return }
    if !isHealed, chance.happens(plan.crash) {
      device.gate?.cut(after: chance.below(3), isCutAfter: chance.happens(500))
    }
    take(device.run { $0.handle(event, at: $1) }, of: device)
  }

  /// Does what a runner wants of the world.
  func take(_ steps: [SyncStep]?, of device: Device) {
    guard let steps else {
      if device.runner != nil, device.gate?.isDead == true { crash(device) }
      return
    }
    for step in steps {
      switch step {
      case .discover(let ticket):
        queue.put(.session(device.number, life: device.life, ticket: ticket), at: now + chance.between(1, 50))
      case .request(let request, _, let ticket): send(request, ticket, from: device)
      case .wake(let time):
        queue.put(
          .tell(device.number, life: device.life, .timerFired), at: max(now + 1, now + time - device.clock.value))
      case .upload(let request, let ticket): upload(request, ticket, from: device)
      // Nobody listens any more; what is on its way may arrive all the same.
      case .cancelUpload: break
      case .report(let line): say("\(device.name): \(line.text)")
      }
    }
    guard !device.isAsked, case .asking? = device.runner?.machine.phase else { return }
    device.isAsked = true
    counts.questions += 1
    queue.put(.question(device.number, life: device.life), at: now + chance.between(1000, 60_000))
  }

  private func crash(_ device: Device) {
    say("\(device.name) crashes")
    counts.crashes += 1
    device.die()
    queue.put(.restart(device.number), at: now + chance.between(0, 60_000))
  }

  private func answerQuestion(_ device: Device) {
    device.isAsked = false
    guard case .asking(let ask)? = device.runner?.machine.phase else { return }
    var answer = SyncQuestion.Answer.uploadAgain
    if case .massRemoval = ask { answer = chance.happens(500) ? .takeServers : .uploadAgain }
    if ask == .zoneGone || ask == .otherIncarnation, chance.happens(150) { answer = .takeServers }
    if answer == .takeServers { hasTakenServers = true }
    isHistoryBroken = true
    if isHealed { answersSinceHealing += 1 }
    say("\(device.name) is asked \(ask) and answers \(answer)")
    take(device.run { $0.handle(command: .answer(answer), at: $1) }, of: device)
  }
}
