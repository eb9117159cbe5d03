import CloudRecord
package import JournalCore

/// Decides which order comes next, and nothing else: facts in, orders out.
///
/// It holds flags, counts and times, no records. At most one order is under way at any time, so at most one request is
/// in flight; everything that is wanted meanwhile is a flag. A flag falls before the order that it stands for begins, so
/// that what happens meanwhile is wanted again. Events that answer no order under way change nothing.
package struct SyncMachine: Hashable, Sendable {
  private let pace: Pace
  private var agenda: SyncAgenda
  /// The order under way.
  private var order: SyncOrder?
  private var hasStarted = false
  private var isPaused = false
  private var isOfflineByWish = false
  private var isReachable = true
  /// Whether the server pushes news; if not, the machine asks for them every ``Pace/poll`` milliseconds.
  package private(set) var isPushConnected = false
  /// Whether the person asked for a sync and it is not at its end yet.
  package private(set) var isPersonWaiting = false
  /// The lane of the next order, if that order has to wait.
  private var waitingLane: Lane?
  /// When a wake-up was asked for; milliseconds since 1970, as the next.
  private var wakeAt: Int64?
  private var pollAt = SyncMachine.atOnce

  /// Makes a machine that gives no orders before ``SyncEvent/started``.
  ///
  /// - Parameter seed: For the waiting times after failures.
  package init(seed: UInt64, pace: Pace = Pace()) {
    self.pace = pace
    agenda = SyncAgenda(seed: seed, pace: pace)
  }

  /// Takes in one event, and returns the orders that follow from it.
  ///
  /// - Parameter now: Milliseconds since 1970. It may jump: no wait becomes longer than it was meant to be.
  package mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncOrder] {
    agenda.forgetFarTimes(now)
    pollAt = min(pollAt, now + pace.poll)
    // Wishes from before the start hold from the start on.
    if let orders = outside(event, at: now) { return orders }
    guard let order, let before = agenda.end(order, event, at: now) else { return [] }
    self.order = nil
    return before + next(at: now)
  }

  // MARK: From outside

  /// Reacts to an event from outside; returns nil for the end of an order.
  private mutating func outside(_ event: SyncEvent, at now: Int64) -> [SyncOrder]? {
    switch event {
    case .started:
      guard !hasStarted else { return [] }
      hasStarted = true
      agenda.began(at: now)
    case .localChange: agenda.saved()
    case .remoteHint: agenda.want([.fetch])
    case .keysDoubted: agenda.doubtKeys()
    case .pushConnected(let isConnected):
      // The machine asks for changes that it got no push for.
      if isConnected && !isPushConnected { agenda.want([.fetch]) }
      isPushConnected = isConnected
    case .syncNow: return syncNow(at: now)
    case .timerFired: return timerFired(at: now)
    case .userPaused: isPaused = true
    case .userResumed:
      guard isPaused else { return [] }
      isPaused = false
      agenda.want([.fetch])
    case .offlineWished(let isOffline):
      guard isOffline != isOfflineByWish else { return [] }
      isOfflineByWish = isOffline
      if !isOffline { connected() }
    case .reachabilityChanged(let isReachable):
      if isReachable && (!self.isReachable || waitingLane != nil) { connected() }
      self.isReachable = isReachable
    case .accountChanged:
      agenda.forgetAccount()
      // Whether the journal stays on this machine is asked of its file again.
      agenda.forgetStop()
      agenda.endWaits(forgetsFailures: false)
    case .retryAsked:
      agenda.want([.send])
      return agenda.release() + next(at: now)
    case .answered(let answer):
      guard order == nil, agenda.awaits(answer) else { return [] }
      if let answer = agenda.answered(answer) { return begin(answer) }
    default: return nil
    }
    return next(at: now)
  }

  private mutating func connected() {
    agenda.want([.fetch])
    agenda.endWaits(forgetsFailures: true)
  }

  private mutating func syncNow(at now: Int64) -> [SyncOrder] {
    if agenda.stop == .stayLocal { return [] }
    isPersonWaiting = true
    agenda.want([.fetch, .send])
    agenda.endWaits(forgetsFailures: false)
    isReachable = true
    if agenda.gate.state != .available || agenda.stop != nil { agenda.forgetAccount() }
    agenda.forgetStop()
    return agenda.release() + next(at: now)
  }

  private mutating func timerFired(at now: Int64) -> [SyncOrder] {
    wakeAt = nil
    if !isPushConnected, order == nil, isPolling, now >= pollAt { agenda.want([.fetch]) }
    guard let time = agenda.batches.spaceRetryAt, now >= time else { return next(at: now) }
    return agenda.release() + next(at: now)
  }

  /// Whether the machine asks for news now and then; it does so too while only sending has to wait.
  private var isPolling: Bool {
    switch phase {
    case .resting: true
    case .waiting: isPullIdle
    default: false
    }
  }

  // MARK: The next order

  /// The next order, if there is one and nothing forbids it.
  private mutating func next(at now: Int64) -> [SyncOrder] {
    guard hasStarted, order == nil else { return [] }
    waitingLane = nil
    if let answer = agenda.answerAgain() { return begin(answer) }
    guard agenda.stop == nil, agenda.question == nil, !isPaused, !isOfflineByWish, isReachable else { return [] }
    if let time = agenda.openGate(at: now) { return wake(at: time) }
    if agenda.gate.isClosed { return [] }
    guard let lane = agenda.nextLane(at: now, isPersonWaiting: isPersonWaiting) else { return rest(at: now) }
    let until = agenda.waits.earliest(lane)
    guard now >= until else {
      waitingLane = lane
      return wake(at: min(until, pollTime(at: now) ?? until))
    }
    return agenda.begin(lane, at: now).map { begin($0) } ?? []
  }

  private mutating func begin(_ order: SyncOrder) -> [SyncOrder] {
    self.order = order
    return [order]
  }

  /// When news are asked for though something else waits; nil where they are pushed, or are what waits.
  private mutating func pollTime(at now: Int64) -> Int64? {
    guard !isPushConnected, isPullIdle else { return nil }
    if pollAt <= now { pollAt = now + pace.poll }
    return pollAt
  }

  /// Whether nothing but sending waits, if anything does.
  private var isPullIdle: Bool { [nil, .lookUp, .send].contains(waitingLane) }

  /// Nothing to do now; wakes for what is to be done later.
  private mutating func rest(at now: Int64) -> [SyncOrder] {
    isPersonWaiting = false
    agenda.rest()
    var times: [Int64] = []
    if agenda.hasLocalChange { times.append(agenda.batches.windowEnd) }
    if let time = agenda.batches.spaceRetryAt { times.append(time) }
    if !isPushConnected {
      if pollAt <= now { pollAt = now + pace.poll }
      times.append(pollAt)
    }
    return times.min().map { wake(at: $0) } ?? []
  }

  /// Asks to be woken, unless that is asked for already.
  private mutating func wake(at time: Int64) -> [SyncOrder] {
    if let wakeAt, wakeAt <= time { return [] }
    wakeAt = time
    return [.wake(at: time)]
  }

  // MARK: What is to be seen

  /// The account as the last answers showed it.
  package var account: SyncStatus.Account { agenda.gate.state }

  /// Why the account may not be used, in the service's words; empty if it gave none.
  package var accountReason: String { agenda.gate.reason }

  /// The last failure; nil once everything is done.
  package var trouble: SyncTrouble? { agenda.trouble }

  /// When a step last brought something new, or synchronising began; milliseconds since 1970.
  package var progressAt: Int64 { agenda.progressAt }

  /// When what did not fit on the server is tried again; nil where everything fits.
  package var spaceRetryAt: Int64? { agenda.batches.spaceRetryAt }

  /// The largest number of failures in a row of one kind of order.
  package var failuresInARow: Int { agenda.waits.failuresInARow }

  /// Whether nothing is under way, and nothing is wanted now or later.
  package var isAtRest: Bool { phase == .resting && !agenda.hasLocalChange && !isOverQuota }

  /// Whether no order is under way.
  package var isIdle: Bool { order == nil }

  /// Whether saves wait for space on the server.
  package var isOverQuota: Bool { spaceRetryAt != nil }

  /// The order under way, or why there is none.
  package var phase: SyncPhase {
    guard hasStarted else { return .idle }
    if let order { return phase(of: order) }
    if let stop = agenda.stop { return .stopped(stop) }
    if let question = agenda.question { return .asking(question) }
    if isPaused { return .paused }
    if isOfflineByWish { return .offline(byWish: true) }
    if !isReachable { return .offline(byWish: false) }
    if agenda.gate.isClosed { return .withoutAccount }
    guard let waitingLane, let trouble = agenda.waits.trouble(of: waitingLane) ?? trouble else { return .resting }
    if case .request(let failure) = trouble, failure.code.remedy == .waitForNetwork { return .offline(byWish: false) }
    return .waiting(until: agenda.waits.earliest(waitingLane), trouble)
  }

  private func phase(of order: SyncOrder) -> SyncPhase {
    switch Lane(order) {
    case .account, .keys: .checkingAccount
    case .zone, .person: .ensuringZone
    case .subscription: .ensuringSubscription
    case .fetch, .sweep, .sweepEnd: .fetching
    case .lookUp, .send: .sending
    }
  }
}
