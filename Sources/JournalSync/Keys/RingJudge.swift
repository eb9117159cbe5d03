import Encodings
package import JournalSeal
package import SyncCore

/// Where a device stands with its account's keys (docs/encryption.md, “Where a device stands”).
package enum KeyStanding: Sendable {
  /// There is no ring, or it was turned off: records travel plain. Holds keys where there were any, for what is still sealed.
  case open(Sealing?)
  /// A ring was made here and is to be saved.
  case founding
  /// There is a ring, which goes on from the one that the journal's file notes, and says that encryption was turned off; this
  /// device has no keys: records travel plain.
  case turnedOff
  /// There is a ring, and this device is not in it: nothing of the journal is read or sent.
  case waiting
  /// This device is in: records are sealed, or become so, or plain again.
  case ready(Sealing, mode: RingMode, keyNumber: UInt32)
  /// Another device removed this one, at this time in milliseconds since 1970.
  case removed(at: UInt64)
  /// What the server shows is not used, and nothing is read or sent.
  case refused(KeyTrouble)
}

/// Why a ring that the server shows is not used.
package enum KeyTrouble: Hashable, Sendable {
  /// It and the known one differ in an entry.
  case forked
  /// It was founded anew.
  case another
  /// A newer version of this program wrote it.
  case newer
  /// It breaks a rule; a few words for logs.
  case broken(String)
  /// It says that the journal is not sealed, or not any more, and this device came by the recovery key, or has no keys: a
  /// person has to confirm that.
  case unconfirmedMode
}

/// What follows from a ring that the server shows: what to keep, where this device stands, what to save.
package struct RingCourse: Sendable {
  /// What this device holds from now on; to be kept before anything else is done.
  package var held: HeldKeys?
  /// Where this device stands once that is kept.
  package var standing: KeyStanding
  /// The ring to be saved over the shown one; nil where there is nothing to save.
  package var save: [UInt8]?
  /// Whether a device has left and still has the newest key, so that nothing may be sealed before there is another one.
  package var owesKey = false
  /// Whether that goes over an older ring, as after the server's data went back, or over one that breaks a rule.
  package var isOverOlder = false
  /// Whether the shown ring breaks a rule.
  package var isOverDamaged = false
  /// The serial of the ring that ours goes over; 0 where that cannot be read.
  package var shownSerial: UInt64 = 0
  /// What this device is to make of the records of the server's; nil where none has to go up again, or another device sees to it.
  package var goal: SealGoal?
  /// Whether the ring is to say so once all are.
  package var endsTurning = false
}

/// Judges the ring that the server shows by what a device holds. Decides nothing by the server's word alone: a ring that is
/// known is never forgotten.
package struct RingJudge: Sendable {
  private let wrapping: any KeyWrapping
  private let random: SealRandom
  /// Milliseconds since 1970.
  private let time: UInt64

  package init(wrapping: any KeyWrapping, random: @escaping SealRandom, at time: UInt64) {
    (self.wrapping, self.random, self.time) = (wrapping, random, time)
  }

  /// - Parameters:
  ///   - held: nil for a device without keys.
  ///   - shown: nil where the server has no ring.
  ///   - noted: What the journal's own file says of its ring.
  package func judge(_ held: HeldKeys?, _ shown: ShownRing?, noted: NotedRing? = nil) -> RingCourse {
    guard let held else {
      return RingCourse(standing: shown.map { RingJudge.judgeWithoutKeys($0, noted) } ?? .open(nil))
    }
    switch held.kept.state {
    case .founding: return judgeFounding(held, shown)
    case .waiting:
      if let shown, noted != nil, case .turnedOff = RingJudge.judgeWithoutKeys(shown, noted) {
        return RingCourse(held: held, standing: .turnedOff)
      }
      return RingCourse(held: held, standing: .waiting)
    case .removed: return RingCourse(held: held, standing: .removed(at: removal(of: held)))
    case .ready: return judgeReady(held, shown)
    }
  }

  /// Where a device without keys stands before a ring.
  private static func judgeWithoutKeys(_ shown: ShownRing, _ noted: NotedRing?) -> KeyStanding {
    do throws(RingFailure) {
      let ring = try VerifiedRing(decoding: shown.bytes)
      guard ring.state.mode == .open else { return .waiting }
      guard let noted else { return .refused(.unconfirmedMode) }
      let goesOn =
        noted.id == ring.ring.id.description && ring.state.heads.contains { Hexadecimal.text($0) == noted.head }
      return goesOn ? .turnedOff : .waiting
    } catch {
      // Whatever it is, nothing goes plain beside it; who asks to be let in hears what is wrong with it.
      return .waiting
    }
  }

  private func removal(of held: HeldKeys) -> UInt64 {
    guard let ring = held.ring else { return 0 }
    do throws(RingFailure) {
      return try VerifiedRing(decoding: ring).state.removed[held.kept.device.id]?.at ?? 0
    } catch {
      // When it was is for a sentence only.
      return 0
    }
  }

  // MARK: Founding

  private func judgeFounding(_ held: HeldKeys, _ shown: ShownRing?) -> RingCourse {
    guard let shown else { return RingCourse(held: held, standing: .founding, save: held.ring) }
    do throws(RingFailure) {
      let ring = try KeyRing(decoding: shown.bytes)
      if ring.id == held.kept.ring?.id {
        var ready = held
        ready.kept.state = .ready
        return judgeReady(ready, shown)
      }
    } catch {
      // Whatever it is, it is not ours: this device waits, and a person sees it there.
    }
    // Another device was faster. What was made here was never used.
    var waiting = held
    waiting.ring = nil
    waiting.kept.ring = nil
    (waiting.kept.recovery, waiting.kept.recoveryNext) = (nil, nil)
    waiting.kept.recoveryAsked = 0
    waiting.kept.state = .waiting
    return RingCourse(held: waiting, standing: .waiting)
  }

  // MARK: In a ring

  private func judgeReady(_ held: HeldKeys, _ shown: ShownRing?) -> RingCourse {
    do {
      guard let known = held.kept.ring else { throw RingFailure.broken(.keys, "no ring kept") }
      guard let bytes = held.ring else { return try recovered(held, known, shown) }
      if let course = try healed(bytes, known, held) {
        guard let held = course.held, held.kept.state == .ready, held.ring != nil else { return course }
        return judgeReady(held, shown)
      }
      let ours = try RingJudge.opened(bytes, known)
      guard let shown else {
        // The zone of the keys is gone, or hidden: what is known is saved again.
        return course(held, ours, save: bytes)
      }
      do {
        return try judge(shown, ours, held)
      } catch RingFailure.broken(let rule, let words) {
        // What is signed as a whole may be true, even where its keys do not open here: it may remove a device.
        let isWhole = VerifiedRing.isWhole(shown.bytes, known: ours.verified.state.heads)
        guard !isWhole, let serial = RingJudge.replaceable(shown, ours) else {
          throw RingFailure.broken(rule, words)
        }
        // Nothing of ours goes over it that is not signed from the first entry to the last.
        _ = try VerifiedRing(decoding: bytes)
        var course = try over(serial, ours, held)
        course.isOverDamaged = true
        return course
      }
    } catch RingFailure.newer {
      return RingCourse(held: held, standing: .refused(.newer))
    } catch {
      return RingCourse(held: held, standing: .refused(.broken("\(error)")))
    }
  }

  private func judge(_ shown: ShownRing, _ ours: OpenedRing, _ held: HeldKeys) throws -> RingCourse {
    let verified = try VerifiedRing(decoding: shown.bytes, known: ours.verified.state.heads)
    // It is whole, and a device that is in has signed it: whatever its log says may be true.
    if RingJudge.leaps(verified.ring, ours) {
      return RingCourse(held: held, standing: .refused(.broken("a serial that leaps")))
    }
    switch RingVerdict(verified, by: ours.verified.known) {
    case .same: return try renewed(held, ours)
    case .another: return RingCourse(held: held, standing: .refused(.another))
    case .forked: return RingCourse(held: held, standing: .refused(.forked))
    case .older: return try over(verified.ring.serial, ours, held)
    case .taken: return try take(verified, shown, held)
    }
  }

  /// Whether a device that is in may have used up all serials, so that nothing could be saved any more.
  private static func leaps(_ shown: KeyRing, _ ours: OpenedRing) -> Bool {
    let last = ours.verified.ring.serial
    return shown.id == ours.verified.ring.id && shown.serial > last && shown.serial - last > KeyRing.longestLeap
  }

  /// The serial of a ring that breaks a rule, 0 where it cannot be read or goes too far; nil where ours does not go over it, as over
  /// one that was founded anew.
  private static func replaceable(_ shown: ShownRing, _ ours: OpenedRing) -> UInt64? {
    do throws(RingFailure) {
      let ring = try KeyRing(decoding: shown.bytes)
      // Its id may be what is damaged; how it was founded then still says whose it is.
      guard ring.id == ours.verified.ring.id || ring.log.first?.digest == ours.verified.state.heads.first else {
        return nil
      }
      return leaps(ring, ours) ? 0 : ring.serial
    } catch {
      if case .newer = error { return nil }
      return 0
    }
  }

  /// What follows where ours is to go over a ring with this serial.
  private func over(_ serial: UInt64, _ ours: OpenedRing, _ held: HeldKeys) throws -> RingCourse {
    var course = course(held, ours, save: try above(serial, ours, held))
    course.isOverOlder = true
    course.shownSerial = serial
    return course
  }

  /// What follows where the keys are here, and the ring beside them is gone: the server's, where it goes on from what they name.
  private func recovered(_ held: HeldKeys, _ known: KeptKeys.Ring, _ shown: ShownRing?) throws -> RingCourse {
    guard let shown else { throw RingFailure.broken(.keys, "no ring kept") }
    let ring = try KeyRing(decoding: shown.bytes)
    guard ring.id == known.id else { return RingCourse(held: held, standing: .refused(.another)) }
    guard let place = ring.log.firstIndex(where: { $0.digest == known.head }) else {
      return RingCourse(held: held, standing: .refused(.forked))
    }
    return try take(VerifiedRing(ring, known: ring.log[...place].map(\.digest)), shown, held)
  }

  /// What follows from a ring that was kept while a crash left the keys as they were; nil where both belong together.
  private func healed(_ bytes: [UInt8], _ known: KeptKeys.Ring, _ held: HeldKeys) throws -> RingCourse? {
    let ring = try KeyRing(decoding: bytes)
    guard ring.id == known.id, let place = ring.log.firstIndex(where: { $0.digest == known.head }),
      place < ring.log.count - 1
    else { return nil }
    let verified = try VerifiedRing(ring, known: ring.log[...place].map(\.digest))
    return try take(verified, ShownRing(bytes: bytes, changeTag: ""), held)
  }

  /// The ring that is kept, also where a crash left it newer than the keys; nothing is kept by this.
  ///
  /// - Returns: nil where that ring says that this device was removed: the next look keeps that.
  static func latest(_ bytes: [UInt8], _ known: KeptKeys.Ring, of device: DeviceKeys) throws -> OpenedRing? {
    let ring = try KeyRing(decoding: bytes)
    guard ring.id == known.id, let place = ring.log.firstIndex(where: { $0.digest == known.head }),
      place < ring.log.count - 1
    else { return try opened(bytes, known) }
    let verified = try VerifiedRing(ring, known: ring.log[...place].map(\.digest))
    guard verified.state.active[device.id] != nil else { return nil }
    guard let opened = try OpenedRing(verified, as: .device(device), wrapping: HybridWrapping()) else {
      throw RingFailure.broken(.wraps, "no wrap for this device")
    }
    return opened
  }

  /// The known ring, opened with the newest key that is held.
  static func opened(_ bytes: [UInt8], _ known: KeptKeys.Ring) throws -> OpenedRing {
    let ring = try KeyRing(decoding: bytes)
    // The head that is kept with the keys vouches for every entry before it.
    guard ring.id == known.id, let last = ring.log.last, last.digest == known.head else {
      throw RingFailure.broken(.chain, "the ring that is kept here is not that of the keys")
    }
    return try OpenedRing(VerifiedRing(ring, known: ring.log.map(\.digest)), newest: known.keys.newest)
  }

  /// Takes in a ring that goes on where the known one ended.
  private func take(_ verified: VerifiedRing, _ shown: ShownRing, _ held: HeldKeys) throws -> RingCourse {
    var next = held
    next.ring = shown.bytes
    let device = held.kept.device
    guard verified.state.active[device.id] != nil else {
      next.kept.state = .removed
      next.kept.ring?.serial = verified.ring.serial
      next.kept.ring?.head = verified.state.head
      (next.kept.recovery, next.kept.recoveryNext) = (nil, nil)
      return RingCourse(held: next, standing: .removed(at: verified.state.removed[device.id]?.at ?? 0))
    }
    guard let opened = try OpenedRing(verified, as: .device(device), wrapping: wrapping) else {
      throw RingFailure.broken(.wraps, "no wrap for this device")
    }
    try next.kept.take(opened, entrance: held.kept.ring?.entrance ?? .recoveryKey)
    return try renewed(next, opened)
  }

  /// Where a device has left since the newest key was made, the first device that looks makes another one.
  private func renewed(_ held: HeldKeys, _ ours: OpenedRing) throws -> RingCourse {
    guard ours.verified.state.owesKey else { return course(held, ours) }
    do {
      var draft = RingDraft(ours, by: .device(held.kept.device), at: time, random: random)
      try draft.rotate()
      return course(held, ours, save: try draft.encoded(wrapping: wrapping))
    } catch RingFailure.broken(.form, _) {
      // Nothing can ever be added to this ring; it keeps the rules, and what it says holds.
      var course = course(held, ours)
      course.owesKey = false
      return course
    }
  }

  /// The known ring with a serial above another one.
  private func above(_ serial: UInt64, _ ours: OpenedRing, _ held: HeldKeys) throws -> [UInt8] {
    let draft = RingDraft(ours, by: .device(held.kept.device), at: time, random: random)
    return try draft.encoded(serialAbove: serial, wrapping: wrapping)
  }

  private func course(_ held: HeldKeys, _ ours: OpenedRing, save: [UInt8]? = nil) -> RingCourse {
    let state = ours.verified.state
    let keys = ours.box.keys.opening(held.kept.formerKeys)
    let sealing = Sealing(keys: keys, mode: state.mode, since: state.turnedOnKeyNumber, random: random)
    // What this device itself has said needs no person's word.
    let isOwn = state.modeSet?.by == held.kept.device.id
    let owesKey = ours.verified.state.owesKey
    if held.kept.ring?.entrance.asks(for: state.mode) ?? true, !isOwn {
      return RingCourse(held: held, standing: .refused(.unconfirmedMode), save: save, owesKey: owesKey)
    }
    var course = RingCourse(
      held: held, standing: .ready(sealing, mode: state.mode, keyNumber: ours.box.keys.number), save: save,
      owesKey: owesKey)
    if state.mode == .open { course.standing = .open(sealing) }
    setGoal(of: &course, ours.verified, held.kept.device.id)
    return course
  }

  /// Milliseconds after which any device goes on with what another one began: that one may be gone for good.
  private static let patience: UInt64 = 24 * 3_600_000

  /// The device that turned encryption on or off makes it true, record by record; after a day, or where that one is not in any
  /// more, any other does. Once it is said to be done, each device looks after its own: it may have sent one in the former way just before.
  ///
  /// A record is well sealed under whatever key: one under an older key is sealed anew with its next edit.
  private func setGoal(of course: inout RingCourse, _ ring: VerifiedRing, _ device: DeviceID) {
    guard let set = ring.state.modeSet else { return }
    let isOurs = set.by == device || ring.state.active[set.by] == nil || time > set.at + RingJudge.patience
    switch ring.state.mode {
    case .sealing where isOurs: (course.goal, course.endsTurning) = (.sealed(keyNumber: 1), true)
    case .opening where isOurs: (course.goal, course.endsTurning) = (.plain, true)
    case .sealing, .opening: return
    case .open: course.goal = .plain
    // Where it was never off, nothing ever went plain.
    case .sealed where ring.isTurned: course.goal = .sealed(keyNumber: 1)
    case .sealed: return
    }
  }

  /// The ring that says that all records are as they are to be; nil where that is said, or another device sees to it.
  ///
  /// - Parameter course: As ``judge(_:_:)`` gave it, with nothing to save.
  package func finished(_ course: RingCourse) throws -> RingCourse? {
    guard let goal = course.goal, course.endsTurning, course.save == nil, let held = course.held, let bytes = held.ring,
      let known = held.kept.ring
    else { return nil }
    var draft = RingDraft(
      try RingJudge.opened(bytes, known), by: .device(held.kept.device), at: time, random: random)
    try draft.set(goal == .plain ? .open : .sealed)
    var next = course
    next.save = try draft.encoded(wrapping: wrapping)
    return next
  }
}

extension KeptKeys {
  /// Takes over the keys of a ring that was opened.
  ///
  /// - Throws: ``SealFailure`` where the library refuses a recovery key that is kept.
  mutating func take(_ opened: OpenedRing, entrance: RingEntrance) throws {
    let (ring, box) = (opened.verified.ring, opened.box)
    let hasGoneOn = self.ring?.head != opened.verified.state.head
    self.ring = Ring(
      id: ring.id, serial: ring.serial, head: opened.verified.state.head, keys: box.keys, nameKey: box.nameKey,
      entrance: entrance)
    let inForce = opened.verified.state.recovery
    if try recoveryNext?.pair().publicKeys == inForce {
      (recovery, recoveryNext, recoveryAsked) = (recoveryNext, nil, 0)
    } else if hasGoneOn {
      // A ring with it goes on from another entry: it can never come into force any more.
      recoveryNext = nil
    }
    // Another device has confirmed the recovery key, or made another one, which opens what this one does not.
    if try box.keeper != device.id || recovery?.pair().publicKeys != inForce { recovery = nil }
    state = .ready
  }
}

extension VerifiedRing {
  /// Whether encryption was ever turned on or off, after the founding.
  var isTurned: Bool {
    if case .founded(_, _, _, .sealing)? = ring.log.first?.body { return true }
    return ring.log.contains { if case .mode = $0.body { true } else { false } }
  }
}
