import CloudRecord
import JournalCore

/// What holds and what is wanted, as the ends of orders and the person's answers leave it.
///
/// ``SyncMachine`` asks it for the next order; it decides nothing about whether orders may begin at all.
struct SyncAgenda: Hashable, Sendable {
  private let pace: SyncMachine.Pace
  private(set) var waits: LaneWaits
  private(set) var batches: BatchRhythm
  private(set) var gate: AccountAccess
  private var standing = SyncStanding(isZoneKnown: false, isSweeping: false, hasToken: false)
  private(set) var question: SyncQuestion?
  private(set) var stop: SyncStop?
  /// The answer with which the person ended that the journal stays on this machine, for the question if it comes again.
  private var chosen: SyncQuestion.Answer?
  /// The person agreed to a large removal; holds until the fetch under way is at its end.
  private var mayRemoveMuch = false
  /// Wanted at once.
  private var wanted: Set<Lane> = [.account, .fetch, .send]
  /// Sending is wanted soon: something was saved.
  private(set) var hasLocalChange = false
  /// The last failure; nil once everything is done.
  private(set) var trouble: SyncTrouble?
  /// When a step last brought something new, or synchronising began; milliseconds since 1970.
  private(set) var progressAt = SyncMachine.atOnce
  /// Whether a token has expired since a fetch last came to its end.
  private var hasExpired = false
  /// Pages in a row that announced more and brought nothing.
  private var idlePages = 0

  init(seed: UInt64, pace: SyncMachine.Pace) {
    self.pace = pace
    waits = LaneWaits(seed: seed)
    batches = BatchRhythm(pace)
    gate = AccountAccess(retry: pace.accountRetry)
    if pace.subscribes { wanted.insert(.subscription) }
  }

  /// Shortens waits that a clock set back would lengthen.
  mutating func forgetFarTimes(_ now: Int64) {
    waits.forgetFarTimes(now)
    batches.forgetFarTimes(now)
    gate.forgetFarTimes(now)
  }

  // MARK: What comes next

  /// What has to be done before anything else that is wanted; nil where there is nothing to do now.
  func nextLane(at now: Int64, isPersonWaiting: Bool) -> Lane? {
    wanted.min() ?? (hasLocalChange && (now >= batches.windowEnd || isPersonWaiting) ? .send : nil)
  }

  /// The order of a lane, which is no longer wanted then.
  mutating func begin(_ lane: Lane, at now: Int64) -> SyncOrder? {
    wanted.remove(lane)
    switch lane {
    case .account: return .checkAccount
    case .keys: return .checkKeys
    case .zone: return .makeZone
    case .subscription: return .subscribe
    case .sweep: return .beginSweep
    case .fetch: return .fetchPage(allowsMassRemoval: mayRemoveMuch)
    case .sweepEnd: return .finishSweep(allowsMassRemoval: mayRemoveMuch)
    case .lookUp: return .lookUp
    case .send:
      batches.begin(opensWindow: hasLocalChange, at: now)
      hasLocalChange = false
      return .sendBatch(limit: batches.limit, mayPark: batches.mayPark)
    case .person: return nil
    }
  }

  /// When the account may be asked for again, where that has to wait: milliseconds since 1970.
  mutating func openGate(at now: Int64) -> Int64? { gate.open(at: now) }

  // MARK: What happens outside

  mutating func began(at now: Int64) { progressAt = now }

  mutating func saved() { hasLocalChange = true }

  mutating func want(_ lanes: Set<Lane>) { wanted.formUnion(lanes) }

  /// Everything is done.
  mutating func rest() { trouble = nil }

  mutating func endWaits(forgetsFailures: Bool) { waits.end(forgetsFailures: forgetsFailures) }

  mutating func forgetAccount() {
    wanted.insert(.account)
    gate.forget()
  }

  /// Looks at the keys before anything else, also where they stopped it.
  mutating func doubtKeys() {
    guard pace.checksKeys else { return }
    if case .keys? = stop { stop = nil }
    wanted.insert(.keys)
  }

  /// Tries again what only the person could let go on.
  mutating func forgetStop() { stop = nil }

  /// Sends again what waited for space.
  mutating func release() -> [SyncOrder] {
    guard batches.spaceRetryAt != nil else { return [] }
    batches.releaseSpace()
    wanted.insert(.send)
    return [.releaseSetAside]
  }

  /// Answers a question that comes again, as the person chose before. How much may be removed is asked anew.
  mutating func answerAgain() -> SyncOrder? {
    guard question == .zoneGone || question == .otherIncarnation, let answer = chosen.take() else { return nil }
    return answered(answer)
  }

  /// Whether this answer would change anything.
  func awaits(_ answer: SyncQuestion.Answer) -> Bool {
    question != nil || stop == .stayLocal && answer != .stayLocal
  }

  /// Takes in the person's answer; the order that it leads to, if it is one that comes before all others.
  mutating func answered(_ answer: SyncQuestion.Answer) -> SyncOrder? {
    if stop == .stayLocal, answer != .stayLocal {
      stop = nil
      return .leaveLocal(answer)
    }
    guard let question = question.take() else { return nil }
    switch (answer, question) {
    case (.takeServers, .massRemoval): mayRemoveMuch = true
    case (.takeServers, .zoneGone): takeServers()
    case (.takeServers, .otherIncarnation), (.uploadAgain, _), (.stayLocal, _): return .carryOut(answer, question)
    }
    return nil
  }

  private mutating func takeServers() {
    wanted.formUnion([.zone, .sweep, .fetch])
    mayRemoveMuch = true
  }

  // MARK: The end of an order

  /// Takes in how an order ended; what is to be done before the next one, or nil for an event that does not end it.
  mutating func end(_ order: SyncOrder, _ event: SyncEvent, at now: Int64) -> [SyncOrder]? {
    switch (order, event) {
    case (.checkAccount, .accountChecked(let finding)): accountChecked(finding)
    case (.checkKeys, .keysChecked(let finding)):
      waits.succeeded(.keys)
      if case .stopped(let reason) = finding {
        stop = .keys(reason)
        wanted.insert(.keys)
      }
    case (.makeZone, .zoneMade):
      standing.isZoneKnown = true
      waits.succeeded(.zone)
    case (.subscribe, .subscribed): waits.succeeded(.subscription)
    case (.fetchPage, .pageApplied(let moreComing, let hadChanges, let isNewPosition)):
      pageApplied(moreComing: moreComing, hadChanges: hadChanges)
      countPage(isProgress: !moreComing || hadChanges && isNewPosition, at: now)
    case (.fetchPage, .massRemoval(let removals, let records)),
      (.finishSweep, .massRemoval(let removals, let records)):
      wantAgain(order)
      question = .massRemoval(removals, of: records)
    case (.beginSweep, .sweepBegun):
      standing.isSweeping = true
      standing.hasToken = false
      wanted.insert(.fetch)
    case (.finishSweep, .sweepFinished):
      standing.isSweeping = false
      mayRemoveMuch = false
      wanted.insert(.send)
      waits.succeeded(.sweepEnd)
      progressAt = now
    case (.sendBatch, .nothingToSend): waits.succeeded(.send)
    case (.sendBatch, .sent(let tally)): return sent(tally, at: now)
    case (.lookUp, .lookedUp(let isAll)):
      wanted.insert(.send)
      if !isAll { wanted.insert(.lookUp) }
      waits.succeeded(.lookUp)
    case (.carryOut(let answer, _), .answerCarriedOut): carriedOut(answer)
    case (.leaveLocal(let answer), .answerCarriedOut):
      chosen = answer
      question = nil
      forgetAccount()
      wanted.insert(.fetch)
    case (_, .otherHistoryFound):
      wantAgain(order)
      question = .otherIncarnation
    case (_, .failed(let failure, let records)):
      if case .sendBatch = order { batches.went(at: now) }
      fail(failure, records: records, in: order, at: now)
    case (_, .storeFailed(let reason, let tally)):
      wantAgain(order)
      // What the server said of the others in the batch holds, also where the journal cannot note it.
      batches.noteRest(of: tally, at: now)
      wantRest(of: tally, at: now)
      wait(Lane(order), for: .store(reason), at: now)
    default: return nil
    }
    return []
  }

  private mutating func accountChecked(_ finding: AccountFinding) {
    waits.succeeded(.account)
    // The account changed while it was asked for: what was found may be about the one before.
    if wanted.contains(.account) { return }
    if finding != .signedOut { gate.found(.available) }
    switch finding {
    case .ours(let standing):
      self.standing = standing
      if pace.checksKeys { wanted.insert(.keys) }
      if !standing.isZoneKnown { wanted.insert(.zone) }
    case .otherHistory: question = .otherIncarnation
    case .other:
      stop = .otherAccount
      wanted.insert(.account)
    case .signedOut:
      gate.signedOut()
      wanted.insert(.account)
    case .staysLocal: stop = .stayLocal
    }
  }

  private mutating func pageApplied(moreComing: Bool, hadChanges: Bool) {
    standing.hasToken = true
    if hadChanges { wanted.insert(.send) }
    guard !moreComing else {
      wanted.insert(.fetch)
      return
    }
    chosen = nil
    hasExpired = false
    waits.succeeded(.sweep)
    if standing.isSweeping { wanted.insert(.sweepEnd) } else { mayRemoveMuch = false }
  }

  /// After so many pages in a row without a record or a new position, the next fetch waits.
  private static let mostIdlePages = 3

  /// Counts pages that bring the fetch no nearer to its end; a server may send the same ones without end.
  private mutating func countPage(isProgress: Bool, at now: Int64) {
    guard !isProgress else {
      idlePages = 0
      waits.succeeded(.fetch)
      progressAt = now
      return
    }
    idlePages += 1
    guard idlePages >= SyncAgenda.mostIdlePages else { return }
    let failure = CloudFailure(code: .internalError, reason: "it announces more and sends nothing")
    wait(.fetch, for: .request(failure), at: now)
  }

  private mutating func carriedOut(_ answer: SyncQuestion.Answer) {
    // The ring of keys is as old there as all else.
    if pace.checksKeys, answer != .stayLocal { wanted.insert(.keys) }
    switch answer {
    case .takeServers: takeServers()
    case .uploadAgain:
      // All is unsent now; what the server has all the same is merged first.
      standing = SyncStanding(isZoneKnown: false, isSweeping: false, hasToken: false)
      wanted.subtract([.subscription, .sweep, .sweepEnd])
      wanted.formUnion([.zone, .fetch, .send])
      if pace.subscribes { wanted.insert(.subscription) }
      mayRemoveMuch = false
    case .stayLocal: stop = .stayLocal
    }
  }

  // MARK: Batches

  /// Takes in what became of a batch; the orders that come before the next one.
  private mutating func sent(_ tally: SendTally, at now: Int64) -> [SyncOrder] {
    batches.went(at: now)
    batches.take(tally, at: now)
    if !tally.isAll { wanted.insert(.send) }
    // If the server took a part, sending works, and a failure of the rest is a first one.
    if tally.isTaken {
      waits.succeeded(.send)
      progressAt = now
    }
    wantRest(of: tally, at: now)
    if let failure = tally.failure {
      fail(failure, records: 0, in: .sendBatch(limit: 0), at: now)
      return []
    }
    let released = tally.deleted > 0 ? release() : []
    if !tally.isProgress || batches.isOvertaken {
      wait(.send, for: tally.toLookUp > 0 ? .contention : .request(SyncAgenda.takenInPart), at: now)
    }
    return released
  }

  /// Wants what a batch left to be done: a look at what the server has, another try.
  private mutating func wantRest(of tally: SendTally, at now: Int64) {
    if let refusal = tally.refusal { waits.hold(refusal, at: now) }
    if tally.untouched + tally.withoutSpace > 0 || tally.refusal != nil { wanted.insert(.send) }
    if tally.toLookUp > 0 { wanted.insert(.lookUp) }
  }

  /// The failure of a batch of which the server took nothing and gave no reason.
  private static let takenInPart = CloudFailure(code: .batchRequestFailed, reason: "")

  // MARK: Failures

  /// Reacts to a request that failed: one reaction for every error of CloudKit's.
  private mutating func fail(_ failure: CloudFailure, records: Int, in order: SyncOrder, at now: Int64) {
    let lane = Lane(order)
    waits.hold(failure, at: now)
    wantAgain(order)
    // Access denied to a whole request is about the account; about one record it is that record's outcome.
    if failure.code == .permissionFailure {
      gate.denied(at: now)
      wanted.insert(.account)
      return
    }
    switch failure.code.remedy {
    case .backOff:
      if lane == .account {
        gate.found(failure.code == .serviceUnavailable ? .temporarilyUnavailable : .couldNotDetermine)
      }
      // Records that the server may have saved are looked up before they are sent again.
      if failure.isOutcomeUnknown, lane == .send { wanted.insert(.lookUp) }
      waitAfter(failure, in: lane, at: now)
    case .waitForNetwork, .none, .assetState, .sendTargetFirst, .waitForSpace: waitAfter(failure, in: lane, at: now)
    case .merge:
      if lane == .send { wanted.insert(.lookUp) }
      waitAfter(failure, in: lane, at: now)
    case .waitForAccount:
      gate.refused(failure, counting: &waits, at: now)
      wanted.insert(.account)
    case .stop: stop = .failure(failure)
    case .park, .sendLess, .perItem: refused(failure, records: records, in: lane, at: now)
    case .refetch: refetch(failure, at: now)
    case .makeZone where !standing.isZoneKnown:
      wanted.insert(.zone)
      waitAfter(failure, in: lane, at: now)
    case .makeZone, .ask: question = .zoneGone
    }
  }

  private mutating func wait(_ lane: Lane, for trouble: SyncTrouble, at now: Int64) {
    self.trouble = trouble
    waits.wait(lane, for: trouble, at: now)
  }

  private mutating func waitAfter(_ failure: CloudFailure, in lane: Lane, at now: Int64) {
    wait(lane, for: .request(failure), at: now)
    if lane == .send { waits.hold(.lookUp, behind: lane) }
  }

  /// The request will never be taken as it is.
  private mutating func refused(_ failure: CloudFailure, records: Int, in lane: Lane, at now: Int64) {
    switch lane {
    case .send:
      if !batches.halve(records) { stop = .failure(failure) }
    case .fetch where standing.hasToken && failure.code == .invalidArguments: refetch(failure, at: now)
    // Without a subscription news are asked for.
    case .subscription: wanted.remove(.subscription)
    default: waitAfter(failure, in: lane, at: now)
    }
  }

  /// Reads everything again without the token, after a check whether the server's data are still the same.
  private mutating func refetch(_ failure: CloudFailure, at now: Int64) {
    wanted.formUnion([.account, .sweep, .fetch])
    wanted.remove(.sweepEnd)
    if hasExpired { wait(.sweep, for: .request(failure), at: now) }
    hasExpired = true
  }

  /// Wants again what the order under way was to do.
  private mutating func wantAgain(_ order: SyncOrder) {
    switch order {
    case .carryOut(_, let question): self.question = question
    case .leaveLocal: stop = .stayLocal
    default: wanted.insert(Lane(order))
    }
  }
}
