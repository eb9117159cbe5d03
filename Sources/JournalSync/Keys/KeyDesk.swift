import CloudRecord
import JournalCore
package import JournalSeal
import SyncCore

/// What a person does with the keys of an account: found a ring, let a device in, come in by six words or by the recovery
/// key, remove a device, make another key.
///
/// Each is a few requests, one after the other. A ring is saved by compare-and-swap: read, verified, changed, saved, and all of
/// it again after a conflict. What has to survive a crash is kept before it is saved.
package struct KeyDesk: Sendable {
  let transport: any CloudTransport
  let keeper: any KeyKeeping
  let wrapping: any KeyWrapping
  let random: SealRandom
  /// Milliseconds since 1970, by this device's clock.
  let clock: @Sendable () -> UInt64
  /// What this device is called.
  let deviceName: String

  /// Rounds of a save that meets conflicts.
  static let rounds = 5

  package init(
    transport: any CloudTransport, keeper: any KeyKeeping, wrapping: any KeyWrapping = HybridWrapping(),
    random: @escaping SealRandom, clock: @escaping @Sendable () -> UInt64, deviceName: String
  ) {
    (self.transport, self.keeper, self.wrapping) = (transport, keeper, wrapping)
    (self.random, self.clock, self.deviceName) = (random, clock, deviceName)
  }

  // MARK: Looking

  /// Looks at the server's ring, keeps what follows, saves what has to be saved, and says where this device stands.
  ///
  /// - Throws: ``KeyFailure``, and the keeper's error.
  package func look() async throws -> KeyStanding { try await look(at: try await shownRing()) }

  /// As ``look()``, from what the server has just shown.
  package func look(at shown: ShownRing?) async throws -> KeyStanding {
    var shown = shown
    for round in 0..<KeyDesk.rounds {
      if round > 0 { shown = try await shownRing() }
      let held = try keeper.held()
      var course = judge.judge(held, shown, noted: try keeper.noted())
      if course.isOverOlder, try !keeper.mayReplaceOlder(at: Int64(clamping: clock())) { course.save = nil }
      guard try keeps(course.held, over: held) else { continue }
      guard let ring = course.save else {
        if course.isNewest { try keeper.noteNewest() }
        return course.standing
      }
      if try await save(ring, over: shown, mode: RingState.mode(of: ring)) == nil { continue }
      let saved = judge.judge(course.held, ShownRing(bytes: ring, changeTag: ""))
      guard try keeps(saved.held, over: course.held) else { continue }
      // Over an older ring the known one is saved first, and then the key that is owed since a device has left.
      if saved.save != nil { continue }
      try keeper.noteNewest()
      return saved.standing
    }
    throw KeyFailure.contention
  }

  /// Keeps what follows, where it is something else.
  ///
  /// - Returns: false where another process has kept something meanwhile, so that it has to be looked at again.
  private func keeps(_ next: HeldKeys?, over held: HeldKeys?) throws -> Bool {
    guard let next, next != held else { return true }
    return try keeper.keep(next, over: held)
  }

  var judge: RingJudge { RingJudge(wrapping: wrapping, random: random, at: clock()) }

  // MARK: Founding

  /// Founds a ring for an account that has neither a ring nor records.
  ///
  /// The keys are on the disk before the server hears of them. Where another device is faster this one waits.
  ///
  /// - Parameters:
  ///   - account: As ``KeptKeys/account``.
  ///   - mode: ``RingMode/sealed`` for an account without records.
  ///   - signInID: The server's name of the session; empty where it is not known.
  ///   - hasLooked: Whether the server has just shown that it has no ring.
  /// - Returns: Where this device stands then: ready, or waiting.
  /// - Throws: ``KeyFailure``, and the keeper's error.
  package func found(
    account: String, mode: RingMode = .sealed, signInID: String = "", hasLooked: Bool = false
  ) async throws -> KeyStanding {
    let held = try keeper.held()
    if let held, held.kept.state == .ready || held.kept.state == .founding { throw KeyFailure.alreadyIn }
    if !hasLooked, try await shownRing() != nil { throw KeyFailure.ringExists }
    let device = try DeviceKeys.fresh(random)
    let recovery = RecoveryKey.fresh(random)
    let draft = try RingDraft.found(
      by: device, named: deviceName, signInID: signInID, recovery: recovery.pair(), mode: mode, at: clock(),
      random: random)
    let ring = try draft.encoded(wrapping: wrapping)
    guard let opened = try OpenedRing(VerifiedRing(decoding: ring), as: .device(device), wrapping: wrapping) else {
      throw KeyFailure.refused(.broken("a ring that was founded here does not open"))
    }
    var kept = KeptKeys(account: account, device: device, recovery: recovery, state: .founding)
    try kept.take(opened, entrance: .vouched)
    kept.state = .founding
    // Where another process of this computer was faster, its ring goes on: this one was never shown to anybody.
    _ = try keeper.keep(HeldKeys(kept, ring: ring), over: held)
    return try await look(at: nil)
  }

  // MARK: Changing

  /// Changes the ring as a device that is in, and keeps what it became.
  ///
  /// - Parameters:
  ///   - seen: The ring as the server has just shown it, where it was looked at.
  ///   - recovery: Where `change` may put another recovery key in force, that key: it is on the disk before the server has its
  ///     ring, so that it is there whatever becomes of the answer.
  ///   - change: Made on the ring as it is then, once for each round.
  /// - Returns: What `change` returned in the round that was saved.
  /// - Throws: ``KeyFailure``, what `change` throws, and the keeper's error.
  package func change<Result>(
    seen: ShownRing? = nil, bringing recovery: RecoveryKey? = nil, _ change: (inout RingDraft) throws -> Result
  ) async throws -> Result {
    for round in 0..<KeyDesk.rounds {
      let looked: ShownRing? = if let seen, round == 0 { seen } else { try await shownRing() }
      try KeyDesk.requireIn(try await look(at: looked))
      guard var held = try keeper.held(), let bytes = held.ring, let known = held.kept.ring else {
        throw KeyFailure.notIn
      }
      // Where the look has saved another one, that is read first.
      guard let shown = looked, let serial = try overSerial(shown, held) else { continue }
      let ours = try RingJudge.opened(bytes, known)
      var draft = RingDraft(ours, by: .device(held.kept.device), at: clock(), random: random)
      let result = try change(&draft)
      let ring = try draft.encoded(serialAbove: serial, wrapping: wrapping)
      if let recovery, try draft.state.recovery == recovery.pair().publicKeys {
        var next = held
        next.kept.recoveryNext = recovery
        guard try keeps(next, over: held) else { continue }
        held = next
      }
      guard try await save(ring, over: shown, mode: draft.state.mode) != nil else { continue }
      do {
        if try !take(ring, held) { _ = try await look() }
        try keeper.noteNewest()
      } catch let failure as KeyFailure {
        throw failure
      } catch {
        // It is done: the server has it, and a new recovery key is on the disk. The next look takes it in, or says that the
        // disk is full.
      }
      return result
    }
    throw KeyFailure.contention
  }

  /// The serial of the ring that a change of ours goes over; nil where it has to be looked at again.
  ///
  /// A change that a person makes goes over an older ring that the server keeps, too: it is no save that repeats itself.
  private func overSerial(_ shown: ShownRing, _ held: HeldKeys) throws -> UInt64? {
    if shown.bytes == held.ring { return 0 }
    guard try keeper.setback(at: Int64(clamping: clock()))?.isKept == true else { return nil }
    let course = judge.judge(held, shown)
    return course.isOverOlder ? course.shownSerial : nil
  }

  /// The recovery key that is kept here, where it is the one in force; nothing is written.
  ///
  /// - Returns: nil where it is not kept here.
  /// - Throws: ``KeyFailure``, and the keeper's error.
  package func recoveryInForce() async throws -> RecoveryKey? {
    let shown = try await shownRing()
    guard let held = try keeper.held(), let next = judge.judge(held, shown).held, let ring = next.ring else {
      return nil
    }
    let inForce = try VerifiedRing(decoding: ring, known: []).state.recovery
    return try [next.kept.recovery, next.kept.recoveryNext].compactMap(\.self).first {
      try $0.pair().publicKeys == inForce
    }
  }

  /// Takes over a ring that this device has saved.
  ///
  /// - Returns: As of ``keeps(_:over:)``.
  private func take(_ ring: [UInt8], _ held: HeldKeys) throws -> Bool {
    try keeps(judge.judge(held, ShownRing(bytes: ring, changeTag: "")).held, over: held)
  }

  /// Removes another device and makes a new key; where that one keeps the recovery key, a new recovery key as well, which
  /// this device keeps until it is confirmed.
  ///
  /// - Throws: ``KeyFailure``; ``RingFailure`` for a device that is not in.
  package func remove(_ device: DeviceID) async throws {
    let fresh = try nextRecovery()
    try await change(bringing: fresh) { draft in
      // A save of before, whose answer was lost, has done it.
      guard draft.state.removed[device] == nil else { return }
      try draft.remove(device, recovery: draft.box.keeper == device ? fresh.pair() : nil)
    }
  }

  /// Makes another journal key; everything is sealed under it from now on.
  ///
  /// - Throws: ``KeyFailure``.
  package func rotate() async throws { try await change { try $0.rotate() } }

  /// Makes another recovery key, and a new journal key.
  ///
  /// - Throws: ``KeyFailure``.
  package func changeRecovery() async throws -> RecoveryKey {
    let fresh = try nextRecovery()
    let pair = try fresh.pair()
    try await change(bringing: fresh) { draft in
      // A save of before, whose answer was lost, has done it.
      guard draft.state.recovery != pair.publicKeys else { return }
      try draft.changeRecovery(to: pair)
    }
    return fresh
  }

  /// The recovery key to be put in force: one whose ring may still be on its way to the server is not given up for another.
  private func nextRecovery() throws -> RecoveryKey { try keeper.held()?.kept.recoveryNext ?? .fresh(random) }

  /// Changes what is kept here, again from the beginning where another process does so at the same time.
  ///
  /// - Throws: ``KeyFailure/notIn`` where nothing is kept, what `change` throws, and the keeper's error.
  func alter(_ change: (inout HeldKeys) throws -> Void) throws {
    for _ in 0..<KeyDesk.rounds {
      guard let held = try keeper.held() else { throw KeyFailure.notIn }
      var next = held
      try change(&next)
      if try keeps(next, over: held) { return }
    }
    throw KeyFailure.contention
  }

  /// Notes that a person has the recovery key: it is not kept here any more.
  ///
  /// - Parameter key: The one that the person was asked about.
  /// - Throws: ``KeyFailure/otherRecoveryKey`` where another one is in force by now; other ``KeyFailure``.
  package func confirmRecovery(_ key: RecoveryKey) async throws {
    let recovery = try key.pair().publicKeys
    try await change { draft in
      guard draft.state.recovery == recovery else { throw KeyFailure.otherRecoveryKey }
      try draft.confirmRecovery(recovery)
    }
    try alter { held in if held.kept.recovery == key { held.kept.recovery = nil } }
  }

  /// Has the ring say what this device is called and by which sign-in it comes, where it says something else.
  ///
  /// - Parameter signInID: The server's name of the session.
  /// - Parameter seen: As of ``change(seen:_:)``.
  /// - Throws: ``KeyFailure``.
  package func introduce(signInID: String, seen: ShownRing? = nil) async throws {
    guard let held = try keeper.held(), let note = try KeySurvey(held).devices.first(where: \.isThisOne),
      note.signInID != signInID || note.name != RingDraft.shortened(deviceName)
    else { return }
    try await change(seen: seen) { $0.setName(of: note.id, to: deviceName, signInID: signInID) }
  }

  /// Leaves the ring, as before signing out; the next device that looks makes a new key.
  ///
  /// - Throws: ``KeyFailure/keepsRecovery`` where the recovery key would go with this device; other ``KeyFailure``.
  package func leave() async throws {
    guard let id = try keeper.held()?.kept.device.id else { throw KeyFailure.notIn }
    try await change { draft in
      guard draft.box.keeper != id else { throw KeyFailure.keepsRecovery }
      try draft.leave()
    }
  }

  /// The ring as this device has it, where it is in.
  ///
  /// - Throws: ``KeyFailure``, and the keeper's error.
  package func ready() async throws -> KeyStanding {
    let standing = try await look()
    try KeyDesk.requireIn(standing)
    return standing
  }

  private static func requireIn(_ standing: KeyStanding) throws {
    switch standing {
    case .ready, .open(.some): return
    case .open(nil): throw KeyFailure.noRing
    case .refused(let trouble): throw KeyFailure.refused(trouble)
    case .turnedOff: throw KeyFailure.offElsewhere
    case .founding, .waiting, .removed: throw KeyFailure.notIn
    }
  }

  // MARK: Requests

  /// The ring as the server shows it; nil where it shows none.
  func shownRing() async throws -> ShownRing? {
    guard let record = try await record(KeyZone.ringName) else { return nil }
    guard let shown = ShownRing(record) else { throw KeyFailure.refused(.broken("a record without a ring")) }
    return shown
  }

  func record(_ name: String) async throws -> Record? {
    switch try await send(KeyZone.lookUp(name)) {
    case .records(let reply):
      switch reply.outcomes.first {
      case .saved(let record)? where record.recordName == name: return record
      case .failed(_, let error)? where KeyDesk.isAbsence(CloudErrorCode(error.code)): return nil
      case .failed(_, let error)?: throw KeyFailure.cloud(CloudFailure(error))
      default: throw KeyFailure.cloud(.unexpected)
      }
    case nil: return nil
    default: throw KeyFailure.cloud(.unexpected)
    }
  }

  /// Saves a ring over the one that was shown.
  ///
  /// - Returns: Its change tag; nil where another device was faster.
  func save(_ ring: [UInt8], over shown: ShownRing?, mode: RingMode) async throws -> String? {
    if shown == nil { _ = try await send(.modifyZones([.create(KeyZone.zoneID)])) }
    return try await save(KeyZone.save(ring, over: shown, mode: mode))
  }

  /// - Returns: The record's change tag; nil where the server has another version of it.
  func save(_ operation: RecordOperation) async throws -> String? {
    guard case .records(let reply)? = try await send(KeyZone.modify(operation)), let outcome = reply.outcomes.first
    else { throw KeyFailure.cloud(.unexpected) }
    switch outcome {
    case .saved(let record): return record.recordChangeTag
    case .deleted: return ""
    case .failed(_, let error):
      if CloudErrorCode(error.code).remedy == .merge { return nil }
      throw KeyFailure.cloud(CloudFailure(error))
    }
  }

  /// - Returns: nil where there is no such zone.
  func send(_ request: CloudRequest) async throws -> CloudReply? {
    do throws(CloudFailure) {
      return try await transport.send(request, urgency: .interactive)
    } catch {
      if KeyDesk.isAbsence(error.code) { return nil }
      throw KeyFailure.cloud(error)
    }
  }

  static func isAbsence(_ code: CloudErrorCode) -> Bool {
    code == .unknownItem || code == .zoneNotFound || code == .userDeletedZone
  }
}

extension RingCourse {
  /// Whether the server has the ring that is known here, and no older one.
  var isNewest: Bool {
    switch standing {
    case .ready, .open(.some): !isOverOlder
    case .open(nil), .founding, .turnedOff, .waiting, .removed, .refused: false
    }
  }
}

extension RingState {
  /// The mode that a ring made here says; open for bytes that are none.
  static func mode(of ring: [UInt8]) -> RingMode {
    do throws(RingFailure) {
      return try VerifiedRing(decoding: ring).state.mode
    } catch {
      // It goes into a hint alone.
      return .open
    }
  }
}
