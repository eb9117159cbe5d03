extension SyncMachine {
  /// The next order, if there is one and nothing forbids it.
  mutating func next(at now: Int64) -> [SyncEffect] {
    guard hasStarted, activity == nil else { return [] }
    waitingLane = nil
    if let answers = answerAgain(at: now) { return answers }
    guard stop == nil, question == nil, !isPaused, !isOfflineByWish, isReachable else { return [] }
    if isAccountBlocked {
      guard let accountRetryAt else { return [] }
      guard now >= accountRetryAt else { return wake(at: accountRetryAt) }
      isAccountBlocked = false
      self.accountRetryAt = nil
    }
    guard let order = nextOrder(at: now) else { return rest(at: now) }
    let lane = Lane(order)
    let until = earliest(lane)
    guard now >= until else {
      waitingLane = lane
      return wake(at: min(until, pollTime(at: now) ?? until))
    }
    return begin(order, at: now)
  }

  /// When news are asked for though something else waits; nil where they are pushed, or are what waits.
  private mutating func pollTime(at now: Int64) -> Int64? {
    guard !isPushConnected, isPullIdle else { return nil }
    if pollAt <= now { pollAt = now + pace.poll }
    return pollAt
  }

  /// Whether nothing but sending waits, if anything does.
  var isPullIdle: Bool { [nil, .lookUp, .send].contains(waitingLane) }

  /// In the order in which things have to be: who, where, what is new, what goes away, what goes up.
  private func nextOrder(at now: Int64) -> Activity? {
    if needsAccount { return .checkingAccount }
    if needsZone { return .makingZone }
    if needsSubscription { return .subscribing }
    if needsSweep { return .beginningSweep }
    if wantsFetch { return .fetching }
    if wantsSweepEnd { return .finishingSweep }
    if wantsLookUp { return .lookingUp }
    if wantsSend || hasLocalChange && (now >= windowEnd || isPersonWaiting) { return .selecting }
    return nil
  }

  private mutating func begin(_ order: Activity, at now: Int64) -> [SyncEffect] {
    activity = order
    switch order {
    case .checkingAccount:
      needsAccount = false
      return [.checkAccount]
    case .makingZone:
      needsZone = false
      return [.makeZone]
    case .subscribing:
      needsSubscription = false
      return [.subscribe]
    case .beginningSweep:
      needsSweep = false
      return [.beginSweep]
    case .fetching:
      wantsFetch = false
      return [.fetchPage]
    case .finishingSweep:
      wantsSweepEnd = false
      return [.finishSweep(allowsMassRemoval: mayRemoveMuch)]
    case .lookingUp:
      wantsLookUp = false
      return [.lookUp]
    case .selecting:
      // The window is for single saves; what is left of a large batch does not open one.
      opensWindow = hasLocalChange
      wantsSend = false
      hasLocalChange = false
      return [.selectBatch(limit: batchLimit)]
    case .applying: return [.applyPage(allowsMassRemoval: mayRemoveMuch)]
    case .sending: return [.send]
    case .committing: return [.commitSent]
    case .merging: return [.mergeLookedUp]
    case .answering(let answer, let ask): return [.carryOut(answer, ask)]
    case .leavingLocal: return [.leaveLocal]
    }
  }

  /// Goes straight from one order to the one that belongs to it.
  mutating func go(on order: Activity, at now: Int64) -> [SyncEffect] { begin(order, at: now) }

  /// Nothing to do now; wakes for what is to be done later.
  private mutating func rest(at now: Int64) -> [SyncEffect] {
    isPersonWaiting = false
    trouble = nil
    var times: [Int64] = []
    if hasLocalChange { times.append(windowEnd) }
    if let spaceRetryAt { times.append(spaceRetryAt) }
    if !isPushConnected {
      if pollAt <= now { pollAt = now + pace.poll }
      times.append(pollAt)
    }
    return times.min().map { wake(at: $0) } ?? []
  }

  /// Asks to be woken, unless that is asked for already.
  mutating func wake(at time: Int64) -> [SyncEffect] {
    if let wakeAt, wakeAt <= time { return [] }
    wakeAt = time
    return [.wake(at: time)]
  }

  /// The order under way is over: on to the next.
  mutating func proceed(at now: Int64) -> [SyncEffect] {
    activity = nil
    return next(at: now)
  }

  /// Wants again what the order under way was to do.
  mutating func wantAgain(_ order: Activity) {
    switch order {
    case .checkingAccount: needsAccount = true
    case .makingZone: needsZone = true
    case .subscribing: needsSubscription = true
    case .beginningSweep: needsSweep = true
    case .fetching, .applying: wantsFetch = true
    case .finishingSweep: wantsSweepEnd = true
    case .selecting, .sending, .committing: wantsSend = true
    case .lookingUp, .merging: wantsLookUp = true
    case .answering(_, let ask): question = ask
    case .leavingLocal: stop = .stayLocal
    }
  }
}
