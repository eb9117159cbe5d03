extension SyncMachine {
  // MARK: From outside

  /// Reacts to an event from outside; returns nil for the end of an order.
  mutating func outside(_ event: SyncEvent, at now: Int64) -> [SyncEffect]? {
    switch event {
    case .localChange: hasLocalChange = true
    case .remoteHint: wantsFetch = true
    case .pushConnected(let isConnected):
      // The machine asks for changes that it got no push for.
      if isConnected && !isPushConnected { wantsFetch = true }
      isPushConnected = isConnected
    case .syncNow: return syncNow(at: now)
    case .timerFired: return timerFired(at: now)
    case .userPaused: isPaused = true
    case .userResumed:
      guard isPaused else { return [] }
      isPaused = false
      wantsFetch = true
    case .offlineWished(let isOffline):
      guard isOffline != isOfflineByWish else { return [] }
      isOfflineByWish = isOffline
      if !isOffline { connected() }
    case .reachabilityChanged(let isReachable):
      if isReachable && (!self.isReachable || waitingLane != nil) { connected() }
      self.isReachable = isReachable
    case .accountChanged:
      forgetAccount()
      // Whether the journal stays on this machine is asked of its file again.
      stop = nil
      endWaits(forgetsFailures: false)
    case .retryAsked:
      wantsSend = true
      return release() + next(at: now)
    case .released: wantsSend = true
    case .answered(let answer): return answered(answer, at: now)
    default: return nil
    }
    return next(at: now)
  }

  private mutating func connected() {
    wantsFetch = true
    endWaits(forgetsFailures: true)
  }

  private mutating func forgetAccount() {
    needsAccount = true
    isAccountBlocked = false
    accountRetryAt = nil
    account = .couldNotDetermine
  }

  private mutating func syncNow(at now: Int64) -> [SyncEffect] {
    if stop == .stayLocal { return [] }
    isPersonWaiting = true
    wantsFetch = true
    wantsSend = true
    endWaits(forgetsFailures: false)
    isReachable = true
    if account != .available || stop != nil { forgetAccount() }
    stop = nil
    return release() + next(at: now)
  }

  private mutating func timerFired(at now: Int64) -> [SyncEffect] {
    wakeAt = nil
    if !isPushConnected, activity == nil, isPolling, now >= pollAt { wantsFetch = true }
    guard let spaceRetryAt, now >= spaceRetryAt else { return next(at: now) }
    return release() + next(at: now)
  }

  /// Whether the machine asks for news now and then; it does so too while only sending has to wait.
  private var isPolling: Bool {
    switch phase {
    case .resting: true
    case .waiting: isPullIdle
    default: false
    }
  }

  /// Sends again what waited for space.
  mutating func release() -> [SyncEffect] {
    guard spaceRetryAt != nil else { return [] }
    spaceRetryAt = nil
    wantsSend = true
    return [.releaseSetAside]
  }

  private mutating func answered(_ answer: SyncAnswer, at now: Int64) -> [SyncEffect] {
    guard activity == nil else { return [] }
    if stop == .stayLocal, answer != .stayLocal {
      stop = nil
      return go(on: .leavingLocal(answer), at: now)
    }
    guard let question else { return [] }
    self.question = nil
    switch (answer, question) {
    case (.takeServers, .massRemoval):
      mayRemoveMuch = true
      return next(at: now)
    case (.takeServers, .zoneGone):
      takeServers()
      return next(at: now)
    case (.takeServers, .otherHistory), (.uploadAgain, _), (.stayLocal, _):
      return go(on: .answering(answer, question), at: now)
    }
  }

  /// Answers a question that comes again, as the person chose before. How much may be removed is asked anew.
  mutating func answerAgain(at now: Int64) -> [SyncEffect]? {
    guard let chosen, question == .zoneGone || question == .otherHistory else { return nil }
    self.chosen = nil
    return answered(chosen, at: now)
  }

  private mutating func takeServers() {
    needsZone = true
    needsSweep = true
    mayRemoveMuch = true
    wantsFetch = true
  }

  // MARK: The end of an order

  /// Reacts to the end of the order under way; returns nothing for any other event.
  mutating func answer(to event: SyncEvent, at now: Int64) -> [SyncEffect] {
    guard let activity else { return [] }
    switch (activity, event) {
    case (.checkingAccount, .accountChecked(let finding)): return accountChecked(finding, at: now)
    case (.makingZone, .zoneMade):
      isZoneKnown = true
      succeeded(activity)
    case (.subscribing, .subscribed): succeeded(activity)
    case (.fetching, .pageFetched): return go(on: .applying, at: now)
    case (.applying, .pageApplied(let moreComing, let hadChanges, let isNewPosition)):
      pageApplied(moreComing: moreComing, hadChanges: hadChanges)
      countPage(isProgress: !moreComing || hadChanges && isNewPosition, at: now)
    case (.applying, .massRemoval(let removals, let records)),
      (.finishingSweep, .massRemoval(let removals, let records)):
      wantAgain(activity)
      question = .massRemoval(removals: removals, records: records)
    case (.beginningSweep, .sweepBegun):
      isSweeping = true
      hasToken = false
      wantsFetch = true
    case (.finishingSweep, .sweepFinished):
      isSweeping = false
      mayRemoveMuch = false
      wantsSend = true
      succeeded(activity)
      progressAt = now
    case (.selecting, .batchSelected(let count, let isAll)):
      // Where there was nothing to send, as after a draft was kept, the next save does not wait either.
      guard count > 0 else {
        succeeded(activity)
        break
      }
      if opensWindow { windowEnd = now + pace.window }
      batchCount = count
      wantsSend = wantsSend || !isAll
      return go(on: .sending, at: now)
    case (.sending, .sent(let tally)):
      self.tally = tally
      return go(on: .committing, at: now)
    case (.committing, .committed): return committed(at: now)
    case (.lookingUp, .lookedUp): return go(on: .merging, at: now)
    case (.merging, .merged(let isAll)):
      wantsSend = true
      wantsLookUp = wantsLookUp || !isAll
      succeeded(activity)
    case (.answering(let answer, let ask), .answerCarriedOut): carriedOut(answer, ask)
    case (.leavingLocal(let answer), .answerCarriedOut):
      chosen = answer
      question = nil
      forgetAccount()
      wantsFetch = true
    case (_, .otherHistoryFound): foundOtherHistory(during: activity)
    case (_, .failed(let failure)): return fail(failure, in: activity, at: now)
    case (_, .storeFailed(let reason)): return storeFailed(reason, in: activity, at: now)
    default: return []
    }
    return proceed(at: now)
  }

  private mutating func accountChecked(_ finding: AccountFinding, at now: Int64) -> [SyncEffect] {
    succeeded(.checkingAccount)
    // The account changed while it was asked for: what was found may be about the one before.
    if needsAccount { return proceed(at: now) }
    switch finding {
    case .ours(let standing):
      account = .available
      isZoneKnown = standing.isZoneKnown
      isSweeping = standing.isSweeping
      hasToken = standing.hasToken
      if !isZoneKnown { needsZone = true }
    case .otherHistory:
      account = .available
      question = .otherHistory
    case .other:
      account = .available
      stop = .otherAccount
      needsAccount = true
    case .signedOut:
      accountReason = ""
      block(.noAccount, retryAt: nil)
    case .staysLocal:
      account = .available
      stop = .stayLocal
    }
    return proceed(at: now)
  }

  private mutating func pageApplied(moreComing: Bool, hadChanges: Bool) {
    hasToken = true
    if hadChanges { wantsSend = true }
    if !moreComing {
      chosen = nil
      hasExpired = false
      succeeded(.beginningSweep)
    }
    if moreComing {
      wantsFetch = true
    } else if isSweeping {
      wantsSweepEnd = true
    } else {
      mayRemoveMuch = false
    }
  }

  private mutating func carriedOut(_ answer: SyncAnswer, _ ask: SyncAsk) {
    switch answer {
    case .takeServers: takeServers()
    case .uploadAgain:
      // All is unsent now; what the server has all the same is merged first.
      isZoneKnown = false
      hasToken = false
      isSweeping = false
      needsZone = true
      needsSubscription = pace.subscribes
      needsSweep = false
      wantsSweepEnd = false
      wantsFetch = true
      wantsSend = true
      mayRemoveMuch = false
    case .stayLocal: stop = .stayLocal
    }
  }

  /// Wants what a batch left to be done: a look at what the server has, another try, another time.
  mutating func wantWhatIsLeft(of tally: SendTally, at now: Int64) {
    if tally.untouched > 0 { wantsSend = true }
    if tally.withoutSpace > 0 {
      wantsSend = true
      spaceRetryAt = now + pace.spaceRetry
    }
    if tally.toLookUp > 0 {
      wantsLookUp = true
      conflictRounds += 1
    }
  }

  private mutating func committed(at now: Int64) -> [SyncEffect] {
    let tally = self.tally
    self.tally = SendTally()
    if tally.acknowledged > 0 {
      batchLimit = min(pace.batch, batchLimit * 2)
      conflictRounds = 0
      parkedInARow = 0
    }
    // If the server took a part, sending works, and a failure of the rest is a first one.
    if tally.isTaken {
      succeeded(.sending)
      progressAt = now
    }
    wantWhatIsLeft(of: tally, at: now)
    if let failure = tally.failure { return fail(failure, in: .sending, at: now) }
    let released = tally.deleted > 0 ? release() : []
    if !tally.isProgress || conflictRounds > SyncMachine.quickConflictRounds {
      wait(for: tally.toLookUp > 0 ? .contention : .request(SyncMachine.takenInPart), in: .sending, at: now)
    }
    return released + proceed(at: now)
  }

  /// So often in a row a batch may be overtaken by others before the next try waits.
  static let quickConflictRounds = 5
}
