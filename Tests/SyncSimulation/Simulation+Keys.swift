import CloudRecord
import JournalCore
import JournalSeal
import JournalSync
import SyncCore

/// How far the person of one journal is with its keys.
struct KeyLife {
  /// What is under way.
  var work: DeskWork?
  /// The words on the screen, until the device is in.
  var joining: KeyDesk.Joining?
  /// When a person types them on another device.
  var typesAt: Int64 = 0
  var typedAt: Int64?
  /// When a device that was removed is let in again.
  var returnsAt: Int64?
  var done: Set<String> = []
}

/// People found a ring, ask, type words and recovery keys, remove devices, make other keys, and turn encryption on and off, all by
/// the shipped desk, while their devices write, crash and are cut off.
extension Simulation {
  func beginPeople() { queue.put(.people, at: now + keyChance.between(0, 5_000)) }

  func actOnKeys() throws {
    guard let keyPlan, let ring else { return }
    for journal in ring.keepers.keys.sorted() where keyLives[journal]?.work == nil {
      guard let device = person(of: journal) else { continue }
      switch keyState(of: journal) {
      case nil, .waiting, .removed: try comeIn(device, keyPlan, ring)
      case .founding: try begin(.looks, on: device) { .standing(try await $0.look()) }
      case .ready:
        if keyLives[journal]?.joining != nil { cameIn(journal, "in, though that was cut short") }
        try change(device, keyPlan, ring)
      }
    }
    // To the end: that a device was removed may come out last.
    queue.put(.people, at: now + keyChance.between(3_000, 15_000))
  }

  /// A device of a journal at which its person can do something now.
  private func person(of journal: Int) -> Device? {
    devices.first {
      $0.journal == journal && $0.user == CloudSide.user && !$0.isCutOff && !$0.isDeaf && !$0.isDiskFull
    }
  }

  func keyState(of journal: Int) -> KeptKeys.State? { ring?.keepers[journal]?.held()?.kept.state }

  private var isFounded: Bool { ring?.keepers.keys.contains { keyState(of: $0) == .ready } ?? false }

  private func isDue(_ time: Int64?) -> Bool { time.map { isHealed || now - Simulation.beginning >= $0 } ?? false }

  // MARK: In

  private func comeIn(_ device: Device, _ plan: KeyPlan, _ ring: SimulatedRing) throws {
    let journal = device.journal
    guard isFounded else {
      guard plan.beginning != .sealed, journal == plan.turner, isDue(plan.turns.first) else { return }
      return try begin(.turns(0), on: device) { .standing(try await $0.turnOn(account: "anna")) }
    }
    var life = keyLives[journal] ?? KeyLife()
    defer { keyLives[journal] = keyLives[journal] ?? life }
    if keyState(of: journal) == .removed {
      guard plan.removal?.isBack ?? false else { return }
      if life.returnsAt == nil { keyLives[journal, default: life].returnsAt = now + keyChance.between(20_000, 180_000) }
      guard isHealed || now >= keyLives[journal]?.returnsAt ?? 0 else { return }
    } else {
      guard isDue(plan.asks[journal] ?? 0) else { return }
    }
    life = keyLives[journal] ?? life
    if let joining = life.joining {
      if life.typedAt == nil, isHealed || now >= life.typesAt, let helper = helper(besides: journal) {
        return try type(joining, of: journal, at: helper)
      }
      if let typed = life.typedAt, now - typed > 60_000 { keyLives[journal]?.typedAt = nil }
      return try begin(.looksForAnswer, on: device) { .standing(try await $0.finish(joining)) }
    }
    if plan.byRecovery.contains(journal), let paper = ring.paper {
      return try begin(.typesRecoveryKey, on: device) { .standing(try await $0.enter(paper, account: "anna")) }
    }
    try begin(.asks, on: device) { .asked(try await $0.ask(account: "anna")) }
  }

  private func helper(besides journal: Int) -> Device? {
    for other in ring?.keepers.keys.sorted() ?? [] where other != journal && keyState(of: other) == .ready {
      if keyLives[other]?.work == nil, let device = person(of: other) { return device }
    }
    return nil
  }

  private func type(_ joining: KeyDesk.Joining, of journal: Int, at helper: Device) throws {
    guard let ring, let tries = ring.keepers[helper.journal]?.countTry else { return }
    let mistyped: Words? = keyChance.happens(100) ? Words.fresh(ring.random) : nil
    try begin(.typesWords(of: journal), on: helper) { desk in
      if let mistyped {
        do { _ = try await desk.approve(mistyped, counting: tries) } catch KeyFailure.wrongWords {}
      }
      _ = try await desk.approve(joining.words, counting: tries)
      return .done
    }
  }

  // MARK: Changes

  private func change(_ device: Device, _ plan: KeyPlan, _ ring: SimulatedRing) throws {
    let journal = device.journal
    func isWanted(_ what: String, _ time: Int64?) -> Bool {
      guard !isHealed, isDue(time), !ringNotes.done.contains(what) else { return false }
      return true
    }
    if let removal = plan.removal, isWanted("removal", removal.at), keyState(of: removal.journal) == .ready,
      helper(besides: removal.journal) != nil || journal != removal.journal, keyLives[removal.journal]?.work == nil,
      let target = ring.keepers[removal.journal]?.held()?.kept.device.id
    {
      if removal.leaves, journal == removal.journal, isAnotherIn(besides: journal) {
        ringNotes.done.insert("removal")
        // A device that keeps the recovery key does not leave before its person has confirmed it.
        let paper = ring.paper
        return try begin(.leaves, on: device) {
          do { try await $0.leave() } catch KeyFailure.keepsRecovery {
            guard let paper else { throw KeyFailure.keepsRecovery }
            try await $0.confirmRecovery(paper)
            try await $0.leave()
          }
          return .done
        }
      }
      if !removal.leaves, journal != removal.journal {
        ringNotes.done.insert("removal")
        guard let keeper = ring.keepers[journal] else { return }
        let keepsRecovery = mistake == .wrapsToRemovedRecovery
        let (time, random) = (UInt64(max(0, device.clock.value)), ring.random)
        return try begin(.removes(removal.journal), on: device) { desk in
          guard keepsRecovery else {
            try await desk.remove(target)
            return .done
          }
          try await desk.change { draft in
            guard draft.state.removed[target] == nil, let held = keeper.held(),
              var forgetful = try RingDraft.withoutKeeper(held, at: time, random: random)
            else { return }
            try forgetful.remove(target)
            draft = forgetful
          }
          return .done
        }
      }
    }
    if isWanted("recovery", plan.otherRecovery) {
      ringNotes.done.insert("recovery")
      return try begin(.makesRecoveryKey, on: device) { .paper(try await $0.changeRecovery()) }
    }
    if isWanted("rotation", plan.rotation) {
      ringNotes.done.insert("rotation")
      return try begin(.rotates, on: device) {
        try await $0.rotate()
        return .done
      }
    }
    for (number, time) in plan.turns.enumerated().dropFirst() where isWanted("turn \(number)", time) {
      ringNotes.done.insert("turn \(number)")
      if number == 1 { return try begin(.turns(1), on: device) { .standing(try await $0.turnOff()) } }
      return try begin(.turns(2), on: device) { .standing(try await $0.turnOn(account: "anna")) }
    }
  }

  private func isAnotherIn(besides journal: Int) -> Bool {
    ring?.keepers.keys.contains { $0 != journal && keyState(of: $0) == .ready } ?? false
  }

  // MARK: Doing it

  private func begin(
    _ deed: KeyDeed, on device: Device, _ body: @escaping @Sendable (KeyDesk) async throws -> DeskEnd
  ) throws {
    guard let ring, let keeper = ring.keepers[device.journal] else { return }
    let work = DeskWork(deed, on: device, keeper: keeper, wrapping: keyWrapping, random: ring.random, body)
    keyLives[device.journal, default: KeyLife()].work = work
    if deed != .looksForAnswer, deed != .looks { say("\(device.name)'s person: \(deed)") }
    try goOn(work, nil)
  }

  func goOn(_ work: DeskWork, _ answer: Result<CloudReply, CloudFailure>?) throws {
    guard !work.isOver else { return }
    try went(work, work.goOn(answer))
  }

  private func went(_ work: DeskWork, _ step: DeskWork.Step) throws {
    switch step {
    case .asks(let request): try send(request, of: work)
    case .dead:
      keyLives[work.device.journal]?.work = nil
      counts.deskKills += 1
      say("\(work.device.name)'s person is cut short: \(work.deed)")
      try afterDesk(work)
    case .ended(let end):
      keyLives[work.device.journal]?.work = nil
      try ended(work, end)
      try afterDesk(work)
    }
  }

  /// A request of a desk meets what requests meet, and the desk's process may be killed before or after it.
  private func send(_ request: CloudRequest, of work: DeskWork) throws {
    let delay = keyChance.between(1, 400)
    let lost = CloudFailure(code: .networkFailure, reason: "timed out", isOutcomeUnknown: true)
    if !isHealed {
      if work.device.isCutOff || work.device.user != CloudSide.user {
        return queue.put(
          .deskAnswers(work, .failure(CloudFailure(code: .networkUnavailable, reason: "no route"))), at: now + 5)
      }
      if keyChance.happens(plan.lost) { return queue.put(.deskAnswers(work, .failure(lost)), at: now + 30_000) }
      if keyChance.happens(plan.replyLost) {
        queue.put(.deskArrives(work, request, answers: false), at: now + delay)
        return queue.put(.deskAnswers(work, .failure(lost)), at: now + 30_000)
      }
      if keyChance.happens(25) {
        if keyChance.happens(500) { queue.put(.deskArrives(work, request, answers: false), at: now + delay) }
        return try went(work, work.kill())
      }
    }
    queue.put(.deskArrives(work, request, answers: true), at: now + delay)
  }

  func arrive(_ request: CloudRequest, of work: DeskWork, answers: Bool) throws {
    let (found, tellsOthers) = cloud.answer(request, user: CloudSide.user, device: work.device.name, now: now)
    if case .modify(let modify) = request, case .success(.records(let reply)) = found.outcome {
      noteRings(modify, reply)
    }
    if tellsOthers, plan.isPushing {
      for other in devices where other !== work.device {
        queue.put(.tell(other.number, life: other.life, newsOf(request)), at: now + keyChance.between(20, 500))
      }
    }
    guard answers else { return }
    queue.put(
      .deskAnswers(work, try answered(found.outcome, to: work)), at: now + keyChance.between(1, 400))
  }

  /// What a push says of a request of another device.
  func newsOf(_ request: CloudRequest) -> SyncEvent {
    guard case .modify(let modify) = request, modify.zoneID?.zoneName == SimulatedRing.keyZone.zoneName else {
      return .remoteHint
    }
    return .keysDoubted
  }

  /// The planted mistake: a new device counts itself as answered once the ring lets it in.
  private func answered(
    _ outcome: Result<CloudReply, CloudFailure>, to work: DeskWork
  ) throws -> Result<CloudReply, CloudFailure> {
    guard mistake == .skipsAnswer, work.deed == .looksForAnswer, let joining = keyLives[work.device.journal]?.joining,
      case .success(let reply) = outcome, let shown = shownRing()
    else { return outcome }
    let ring: KeyRing
    do { ring = try KeyRing(decoding: shown.bytes) } catch { return outcome }
    guard let entry = ring.log.last(where: { $0.body == .added(joining.request.device) }) else { return outcome }
    let key = try joining.words.key(for: joining.request.device.id)
    let answer = joining.request.answer(adding: entry.digest, key: key)
    return .success(
      reply.mapRecords { record in
        var record = record
        if record.recordType == "KeyRequest" { record.fields["answer"] = Field(.bytes(answer)) }
        return record
      })
  }

  private func ended(_ work: DeskWork, _ end: Result<DeskEnd, any Error>) throws {
    let journal = work.device.journal
    switch end {
    case .failure(let failure):
      if work.deed != .looksForAnswer || failure as? KeyFailure == .noRequest {
        say("… \(work.deed) of \(work.device.name) comes to nothing: \(name(of: failure))")
      }
      if work.deed == .looksForAnswer, failure as? KeyFailure == .noRequest { keyLives[journal]?.joining = nil }
      if case .typesWords(let other) = work.deed, failure as? KeyFailure == .noRequest {
        // What lies there is no request of that device: it asks once more.
        keyLives[other]?.joining = nil
      }
    case .success(.asked(let joining)):
      keyLives[journal]?.joining = joining
      keyLives[journal]?.typedAt = nil
      keyLives[journal]?.typesAt = now + keyChance.between(2_000, 180_000)
    case .success(.standing(let standing)):
      switch (work.deed, standing) {
      case (.looksForAnswer, .ready), (.looksForAnswer, .open(.some)):
        cameIn(journal, "let in")
      case (.typesRecoveryKey, .ready): cameIn(journal, "in by the recovery key")
      default: break
      }
    case .success(.paper(let paper)):
      if let former = ring?.paper { ring?.formerPapers.append(former) }
      ring?.paper = paper
    case .success(.done):
      if case .typesWords(let other) = work.deed { keyLives[other]?.typedAt = now }
    }
  }

  private func cameIn(_ journal: Int, _ how: String) {
    keyLives[journal]?.joining = nil
    keyLives[journal]?.returnsAt = nil
    counts.letIn += 1
    say("journal \(journal) is \(how)")
    noteApart()
    for device in devices where device.journal == journal { device.isApartFrom = nil }
  }

  /// A failure without what differs between two runs of one seed, which is nothing; and without bytes.
  private func name(of failure: any Error) -> String {
    switch failure {
    case KeyFailure.cloud(let failure): "\(failure.code.rawValue)"
    default: "\(failure)"
    }
  }

  /// The engines of the journal look at the keys again; and the person notices a recovery key that is kept here.
  private func afterDesk(_ work: DeskWork) throws {
    try learnKeys()
    for keeper in ring?.keepers.values.map({ $0 }) ?? [] {
      if let kept = keeper.held()?.kept.recovery, kept != ring?.paper, isInForce(kept) {
        if let former = ring?.paper { ring?.formerPapers.append(former) }
        ring?.paper = kept
      }
    }
    for device in devices where device.journal == work.device.journal {
      queue.put(.tell(device.number, life: device.life, .keysDoubted), at: now + 1)
    }
  }

  private func isInForce(_ key: RecoveryKey) -> Bool {
    guard let latest = ringNotes.rings.last else { return false }
    do {
      return try VerifiedRing(decoding: latest).state.recovery == key.pair().publicKeys
    } catch {
      return false
    }
  }

  // MARK: Who is in

  /// Whether nothing that people have to do with keys is left.
  var areKeysSettled: Bool {
    guard let keyPlan, let ring else { return true }
    guard isFounded else { return false }
    for journal in ring.keepers.keys {
      guard keyLives[journal]?.work == nil, keyLives[journal]?.joining == nil else { return false }
      switch keyState(of: journal) {
      case .ready: continue
      case .removed where !(keyPlan.removal?.isBack ?? false): continue
      default: return false
      }
    }
    return true
  }

  var keyStates: String {
    (ring?.keepers.keys.sorted() ?? []).map { journal in
      "\(journal) \(keyState(of: journal)?.rawValue ?? "none")"
        + (keyLives[journal]?.work.map { ", \($0.deed)" } ?? "") + (keyLives[journal]?.joining == nil ? "" : ", asking")
    }.joined(separator: "; ")
  }

  /// All devices but those that were removed and do not come back.
  var present: [Device] {
    guard keyPlan != nil else { return devices }
    return devices.filter { keyState(of: $0.journal) != .removed }
  }
}
