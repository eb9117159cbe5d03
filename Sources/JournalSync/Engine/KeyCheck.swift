import CloudRecord
import JournalCore
package import JournalSeal
import SyncCore

/// What the look at an account's keys needs: where they are kept, and what makes and opens them.
package struct KeyRound: Sendable {
  let keeper: any KeyKeeping
  let wrapping: any KeyWrapping
  let random: SealRandom
  /// Whether a person has said that the journal travels plain as long as its account has no ring.
  let mayBePlain: Bool
  /// Whether no person has said yet that the journal may travel plain, and none of its devices that it is encrypted.
  let isUnanswered: Bool
  /// Whether each check of the account looks; else only one after a sealed record came, or a plain one was refused.
  let looksEachTime: Bool
  /// Whether a check also looks where something waits to be sent.
  let looksBeforeSending: Bool
  /// Told the sealing that follows from each look, before anything is read or sent by it.
  let learnt: @Sendable (Sealing) -> Void

  /// - Parameter mayBePlain: As an account that was signed in to with `--plain`, or of before encryption: what is sent is
  ///   plain until a ring turns up, and nothing at all from then on until this device is in.
  /// - Parameter isUnanswered: As a journal that was signed in to before the question was put.
  package init(
    keeper: any KeyKeeping, wrapping: any KeyWrapping = HybridWrapping(), random: @escaping SealRandom,
    mayBePlain: Bool = false, isUnanswered: Bool = false, looksEachTime: Bool = true, looksBeforeSending: Bool = false,
    learnt: @escaping @Sendable (Sealing) -> Void = { _ in }
  ) {
    (self.keeper, self.wrapping, self.random, self.learnt) = (keeper, wrapping, random, learnt)
    (self.mayBePlain, self.isUnanswered) = (mayBePlain, isUnanswered)
    (self.looksEachTime, self.looksBeforeSending) = (looksEachTime, looksBeforeSending)
  }
}

/// Looks at the ring of the account's keys before anything of the journal is read or sent, and takes over what it says; saves
/// the known one over an older one, and a new key where a device has left.
///
/// It never founds a ring and lets no device in: a person does (``KeyDesk``).
struct KeyCheck {
  private enum Stage {
    case lookUp
    case zone(RingCourse, over: ShownRing?)
    case save(RingCourse)
  }

  private let round: KeyRound?
  private var stage = Stage.lookUp
  private var saves = 0
  /// Looks that other processes of this computer have overtaken.
  private var overtaken = 0
  /// Whether the journal's file says that it is encrypted.
  private var isNotedSealed = false
  /// Whether there may be a ring by now where there was none.
  private var isDoubted = false
  /// So many saves in a row end in a wait: two devices, or a server that takes none, could go on for ever.
  private static let mostSaves = 5

  init(_ round: KeyRound?) { self.round = round }

  mutating func doubt() { isDoubted = true }

  mutating func begin(_ context: inout SyncContext) throws -> OrderStep {
    guard let round else { return .ended(.keysChecked(.usable)) }
    // Of a sealed record that came in an earlier run the journal knows.
    let looks =
      try round.looksEachTime || isDoubted || !context.store.unreadable(.noKey).isEmpty
      || round.looksBeforeSending && context.store.syncOverview(limit: 1).unsent > 0
    guard looks else { return .ended(.keysChecked(.usable)) }
    (saves, overtaken) = (0, 0)
    return lookUp()
  }

  /// Another process has kept other keys meanwhile: what follows from the server's ring is found out by those.
  private mutating func lookAgain(_ context: inout SyncContext) -> OrderStep {
    overtaken += 1
    guard overtaken < KeyCheck.mostSaves else { return context.failed(KeyCheck.contention) }
    return lookUp()
  }

  /// Comes to an end by itself, so it is tried again later.
  private static let contention = CloudFailure(
    code: .zoneBusy, reason: "The keys are being changed by others at this moment.")

  private static let keptOlder = CloudFailure(
    code: .zoneBusy,
    reason: "A device has left, and the server keeps older keys. Nothing is sent until it has the newest.")

  private mutating func lookUp() -> OrderStep {
    stage = .lookUp
    return .request(KeyZone.lookUp(KeyZone.ringName))
  }

  mutating func receive(_ answer: OrderAnswer, _ context: inout SyncContext) throws -> OrderStep {
    switch (stage, answer.outcome) {
    case (.lookUp, .success(.records(let reply))):
      guard let outcome = reply.outcomes.first else { return context.unexpected() }
      switch outcome {
      case .saved(let record):
        guard let shown = ShownRing(record) else { return .ended(.keysChecked(.stopped(.broken))) }
        return try judge(shown, &context)
      case .failed(_, let error) where KeyCheck.isAbsence(CloudErrorCode(error.code)): return try judge(nil, &context)
      case .failed(_, let error): return context.failed(CloudFailure(error))
      case .deleted: return context.unexpected()
      }
    case (.lookUp, .failure(let failure)) where KeyCheck.isAbsence(failure.code): return try judge(nil, &context)
    case (.zone(let course, let shown), .success(.zones(let outcomes))):
      for case .failed(_, let error) in outcomes { return context.failed(CloudFailure(error)) }
      return save(course, over: shown)
    case (.save(let course), .success(.records(let reply))):
      switch reply.outcomes.first {
      case .saved(let record): return try saved(course, record.recordChangeTag, &context)
      case .failed(_, let error)? where CloudErrorCode(error.code).remedy == .merge: return lookUp()
      case .failed(_, let error)?: return context.failed(CloudFailure(error))
      default: return context.unexpected()
      }
    case (_, .failure(let failure)): return context.failed(failure)
    case (_, .success): return context.unexpected()
    }
  }

  private static func isAbsence(_ code: CloudErrorCode) -> Bool {
    code == .unknownItem || code == .zoneNotFound || code == .userDeletedZone
  }

  private mutating func judge(_ shown: ShownRing?, _ context: inout SyncContext) throws -> OrderStep {
    guard let round else { return .ended(.keysChecked(.usable)) }
    let held = try round.keeper.held()
    let judge = judge(round, context)
    let noted = try round.keeper.noted()
    var course = judge.judge(held, shown, noted: noted)
    if let next = course.held, next != held, try !round.keeper.keep(next, over: held) { return lookAgain(&context) }
    isNotedSealed = noted?.isOff == false
    if course.isOverOlder {
      let isReplaced = try round.keeper.mayReplaceOlder(at: context.now)
      if !isReplaced { course.save = nil }
      context.note(SyncSentences.olderKeys(isDamaged: course.isOverDamaged, isReplaced: isReplaced), .warning)
    } else if course.isNewest {
      try round.keeper.noteNewest()
    }
    if let words = KeyCheck.turning(held, course.held) { context.note(words, .warning) }
    if context.isResealed(for: course.goal, head: course.head), let finished = try judge.finished(course) {
      course = finished
    }
    return try next(course, over: shown, &context)
  }

  /// Saves what has to be saved, or takes over what follows.
  private mutating func next(
    _ course: RingCourse, over shown: ShownRing?, _ context: inout SyncContext
  ) throws -> OrderStep {
    guard course.save != nil, saves < KeyCheck.mostSaves else {
      // Under a key that a device which has left still has nothing is sealed, whatever the server answers.
      guard course.owesKey else { return .ended(try end(course, &context)) }
      return context.failed(course.isOverOlder ? KeyCheck.keptOlder : KeyCheck.contention)
    }
    saves += 1
    guard shown == nil else { return save(course, over: shown) }
    stage = .zone(course, over: shown)
    return .request(.modifyZones([.create(KeyZone.zoneID)]))
  }

  private func judge(_ round: KeyRound, _ context: SyncContext) -> RingJudge {
    RingJudge(wrapping: round.wrapping, random: round.random, at: UInt64(max(0, context.now)))
  }

  private mutating func save(_ course: RingCourse, over shown: ShownRing?) -> OrderStep {
    guard let ring = course.save else { return lookUp() }
    stage = .save(course)
    return .request(KeyZone.modify(KeyZone.save(ring, over: shown, mode: RingState.mode(of: ring))))
  }

  private mutating func saved(
    _ course: RingCourse, _ tag: String, _ context: inout SyncContext
  ) throws -> OrderStep {
    guard let round, let ring = course.save else { return lookUp() }
    context.note("The ring of keys was saved")
    let shown = ShownRing(bytes: ring, changeTag: tag)
    let after = judge(round, context).judge(course.held, shown)
    if let next = after.held, next != course.held, try !round.keeper.keep(next, over: course.held) {
      return lookAgain(&context)
    }
    if after.save == nil, after.isNewest { try round.keeper.noteNewest() }
    return try next(after, over: shown, &context)
  }

  private func end(_ course: RingCourse, _ context: inout SyncContext) throws -> SyncEvent {
    context.setGoal(course.goal, endsTurning: course.endsTurning, head: course.head)
    var encryption = course.isPlain ? nil : EncryptionStatus(course.standing, of: course.held)
    encryption?.setback = try round?.keeper.setback(at: context.now)
    context.encryption = encryption
    switch course.standing {
    case .open(let sealing?), .ready(let sealing, _, _):
      if let ring = course.held?.kept.ring {
        try context.store.nameImports { KeyedName.name(for: $0, key: ring.nameKey) }
        try context.store.noteRing(ring.id.description)
      }
      round?.learnt(sealing.holding(context.mapping.sealing.shares))
      _ = context.take(sealing)
      context.learnShares()
      return .keysChecked(.usable)
    case .turnedOff:
      _ = context.take(.plain)
      return .keysChecked(.usable)
    // That a journal is not sealed is never believed on the server's word alone.
    case .open(nil): return endPlain(.noRing, &context)
    case .refused(.unconfirmedMode) where course.held == nil: return endPlain(.unconfirmed, &context)
    case .founding, .waiting: return .keysChecked(.stopped(.waiting))
    case .removed(let time):
      let removal = KeyRemoval(
        at: time == 0 ? nil : Instant(milliseconds: Int64(clamping: time)), by: try round?.keeper.remover() ?? "")
      context.encryption?.removal = removal
      return .keysChecked(.stopped(.removed(by: removal.by)))
    case .refused(let trouble): return .keysChecked(.stopped(KeyStop(trouble)))
    }
  }
}

extension KeyCheck {
  /// Goes on plain where a person has said that it may be so, and no device of theirs the contrary.
  private func endPlain(_ stop: KeyStop, _ context: inout SyncContext) -> SyncEvent {
    guard !isNotedSealed, let round, round.mayBePlain else {
      context.encryption = EncryptionStatus(.refused)
      let isUnanswered = !isNotedSealed && round?.isUnanswered == true
      return .keysChecked(.stopped(isUnanswered ? .unanswered : stop))
    }
    context.encryption = nil
    _ = context.take(.plain)
    return .keysChecked(.usable)
  }
}

extension KeyCheck {
  /// Who has turned encryption off since the last look; nil where that was not done.
  private static func turning(_ before: HeldKeys?, _ after: HeldKeys?) -> String? {
    guard let before, let after, before != after else { return nil }
    do {
      let (known, now) = (try KeySurvey(before), try KeySurvey(after))
      guard let mode = now.mode, mode == .opening || mode == .open, known.mode == .sealed || known.mode == .sealing
      else { return nil }
      return SyncSentences.turnedOff(by: now.modeSetBy)
    } catch {
      // What is wrong with the ring is the standing's business.
      return nil
    }
  }
}

extension RingCourse {
  /// The end of the known ring's log.
  fileprivate var head: [UInt8]? { held?.kept.ring?.head }

  /// Whether the account has no ring, and this device knows of none.
  fileprivate var isPlain: Bool { if case .open(nil) = standing { held == nil } else { false } }
}

extension KeyStop {
  /// Why a ring that the server shows is not used, for the sentences.
  init(_ trouble: KeyTrouble) {
    self =
      switch trouble {
      case .forked: .forked
      case .another: .another
      case .newer: .newer
      case .broken: .broken
      case .unconfirmedMode: .unconfirmed
      }
  }
}
