import CloudRecord

/// Decides what synchronising does next, and nothing else: facts in, orders out.
///
/// It holds flags, counts and times, no records. At most one order is under way at any time, so at most one request is
/// in flight; everything that is wanted meanwhile is a flag. A flag falls before the read it stands for, so that what
/// happens during the read is wanted again. Events that answer no order under way change nothing.
package struct SyncMachine: Hashable, Sendable {
  /// The times and sizes by which the machine works.
  package struct Pace: Hashable, Sendable {
    /// Milliseconds after a send within which further saves are collected.
    package var window: Int64 = 1000
    /// Milliseconds between questions for news where nothing is pushed.
    package var poll: Int64 = 60_000
    /// Milliseconds until what did not fit on the server is tried again.
    package var spaceRetry: Int64 = 900_000
    /// Milliseconds until an account that may not be used is asked for again.
    package var accountRetry: Int64 = 900_000
    /// Operations a request.
    package var batch = 200
    /// Whether the server is asked to tell of news; not where the work ends before any could come.
    package var subscribes = true

    /// Makes the usual pace.
    package init() {}
  }

  /// The order under way.
  enum Activity: Hashable, Sendable {
    case checkingAccount, makingZone, subscribing
    case fetching, applying, beginningSweep, finishingSweep
    case selecting, sending, committing, lookingUp, merging
    case answering(SyncAnswer, SyncAsk)
    case leavingLocal(SyncAnswer)
  }

  let pace: Pace
  var waits: [Lane: Wait]
  var activity: Activity?

  /// Before any time that a clock can show, 1970 and years before it included: nothing has to be waited for.
  static let atOnce = Int64.min

  // MARK: What holds

  var hasStarted = false
  /// The account as the last answers showed it.
  package internal(set) var account = AccountState.couldNotDetermine
  var isZoneKnown = false
  var hasToken = false
  var isSweeping = false
  var isPaused = false
  var isOfflineByWish = false
  var isReachable = true
  /// Whether the server pushes news; if not, the machine asks for them every ``Pace/poll`` milliseconds.
  package internal(set) var isPushConnected = false
  /// Why the account may not be used, in the service's words; empty if it gave none.
  package internal(set) var accountReason = ""
  /// Whether the account may not be used; `accountRetryAt` is the time of the next automatic check, if there is one.
  var isAccountBlocked = false
  var question: SyncAsk?
  var stop: SyncStop?
  /// The answer with which the person ended that the journal stays on this machine, for the question if it comes again.
  var chosen: SyncAnswer?
  /// The person agreed to a large removal; holds until the fetch under way is at its end.
  var mayRemoveMuch = false
  /// Whether the person asked for a sync and it is not at its end yet.
  package internal(set) var isPersonWaiting = false

  // MARK: What is wanted

  var needsAccount = true
  var needsZone = false
  var needsSubscription: Bool
  var needsSweep = false
  var wantsSweepEnd = false
  var wantsFetch = true
  var wantsLookUp = false
  /// At once: there is more than the last batch held.
  var wantsSend = true
  /// Soon: something was saved.
  var hasLocalChange = false

  // MARK: Times, in milliseconds since 1970, and counts

  /// The last failure; nil once everything is done.
  package internal(set) var trouble: SyncTrouble?
  /// When a step last brought something new, or synchronising began; milliseconds since 1970.
  package internal(set) var progressAt = SyncMachine.atOnce
  /// The end of the pause that the server asked for; not even the person shortens it.
  var heldUntil = SyncMachine.atOnce
  var heldFor: Int64 = 0
  /// The lane of the next order, if that order has to wait.
  var waitingLane: Lane?
  var wakeAt: Int64?
  var windowEnd = SyncMachine.atOnce
  /// Whether the batch that is being selected holds what was just saved.
  var opensWindow = false
  var pollAt = SyncMachine.atOnce
  /// When what did not fit on the server is tried again; nil where everything fits.
  package internal(set) var spaceRetryAt: Int64?
  var accountRetryAt: Int64?
  var batchLimit: Int
  var batchCount = 0
  var tally = SendTally()
  /// Rounds of look-ups in which nothing was acknowledged.
  var conflictRounds = 0
  /// Records parked one after the other because a whole request was refused.
  var parkedInARow = 0
  /// Whether a token has expired since a fetch last came to its end.
  var hasExpired = false
  /// Pages in a row that announced more and brought nothing.
  var idlePages = 0

  /// Makes a machine that gives no orders before ``SyncEvent/started``.
  ///
  /// - Parameter seed: For the waiting times after failures.
  package init(seed: UInt64, pace: Pace = Pace()) {
    self.pace = pace
    waits = SyncMachine.waits(seed: seed)
    needsSubscription = pace.subscribes
    batchLimit = pace.batch
  }

  /// Takes in one event, and returns the orders that follow from it.
  ///
  /// - Parameter now: Milliseconds since 1970. It may jump: no wait becomes longer than it was meant to be.
  package mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncEffect] {
    forgetFarTimes(now)
    if event == .started {
      guard !hasStarted else { return [] }
      hasStarted = true
      progressAt = now
      return next(at: now)
    }
    // Wishes from before the start hold from the start on.
    return outside(event, at: now) ?? answer(to: event, at: now)
  }

  /// Whether nothing is under way, and nothing is wanted now or later.
  package var isAtRest: Bool { phase == .resting && !hasLocalChange && spaceRetryAt == nil }

  /// Whether no order is under way.
  package var isIdle: Bool { activity == nil }

  /// Whether saves wait for space on the server.
  package var isOverQuota: Bool { spaceRetryAt != nil }

  /// The order under way, or why there is none.
  package var phase: SyncPhase {
    guard hasStarted else { return .idle }
    if let activity { return phase(of: activity) }
    if let stop { return .stopped(stop) }
    if let question { return .asking(question) }
    if isPaused { return .paused }
    if isOfflineByWish { return .offline(byWish: true) }
    if !isReachable { return .offline(byWish: false) }
    if isAccountBlocked { return .withoutAccount }
    guard let waitingLane, let trouble = waits[waitingLane]?.trouble ?? trouble else { return .resting }
    if case .request(let failure) = trouble, failure.code.remedy == .waitForNetwork { return .offline(byWish: false) }
    return .waiting(until: earliest(waitingLane), trouble)
  }

  private func phase(of activity: Activity) -> SyncPhase {
    switch activity {
    case .checkingAccount: .checkingAccount
    case .makingZone, .answering, .leavingLocal: .ensuringZone
    case .subscribing: .ensuringSubscription
    case .fetching, .applying, .beginningSweep, .finishingSweep: .fetching
    case .selecting, .sending, .committing, .lookingUp, .merging: .sending
    }
  }

  /// Shortens waits that a clock set back would lengthen.
  private mutating func forgetFarTimes(_ now: Int64) {
    for lane in Lane.allCases {
      if let time = waits[lane]?.notBefore { waits[lane]?.notBefore = min(time, now + Backoff.cap) }
    }
    heldUntil = min(heldUntil, now + heldFor)
    windowEnd = min(windowEnd, now + pace.window)
    pollAt = min(pollAt, now + pace.poll)
    spaceRetryAt = spaceRetryAt.map { min($0, now + pace.spaceRetry) }
    accountRetryAt = accountRetryAt.map { min($0, now + pace.accountRetry) }
  }
}
