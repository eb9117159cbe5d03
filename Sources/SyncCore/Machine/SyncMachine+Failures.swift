import CloudRecord

extension SyncMachine {
  /// Reacts to a request that failed: one reaction for every error of CloudKit's.
  mutating func fail(_ failure: CloudFailure, in order: Activity, at now: Int64) -> [SyncEffect] {
    hold(failure, at: now)
    wantAgain(order)
    // Access denied to a whole request is about the account; about one record it is that record's outcome.
    if failure.code == .permissionFailure {
      accountReason = ""
      block(.restricted, retryAt: now + pace.accountRetry)
      return proceed(at: now)
    }
    switch failure.code.remedy {
    case .backOff:
      if order == .checkingAccount { account = state(of: failure) }
      // Records that the server may have saved are looked up before they are sent again.
      if failure.isOutcomeUnknown, order == .sending { wantsLookUp = true }
      return waitAndProceed(failure, in: order, at: now)
    case .waitForNetwork, .none, .assetState, .sendTargetFirst:
      return waitAndProceed(failure, in: order, at: now)
    case .merge:
      if order == .sending { wantsLookUp = true }
      return waitAndProceed(failure, in: order, at: now)
    case .waitForAccount: return waitForAccount(failure, at: now)
    case .stop:
      stop = .failure(failure)
      return proceed(at: now)
    case .park, .sendLess, .perItem: return refuse(failure, in: order, at: now)
    case .refetch: return refetch(failure, at: now)
    case .makeZone where !isZoneKnown:
      needsZone = true
      return waitAndProceed(failure, in: order, at: now)
    case .makeZone, .ask:
      question = .zoneGone
      return proceed(at: now)
    case .waitForSpace:
      guard order == .sending else { return waitAndProceed(failure, in: order, at: now) }
      return [.setBatchAside]
    }
  }

  private func state(of failure: CloudFailure) -> AccountState {
    failure.code == .serviceUnavailable ? .temporarilyUnavailable : .couldNotDetermine
  }

  /// The journal's file failed: nothing is lost, for what was not committed is fetched or sent again.
  mutating func storeFailed(_ reason: String, in order: Activity, at now: Int64) -> [SyncEffect] {
    wantAgain(order)
    // What the server said of the others in the batch holds, also where the journal cannot note it.
    if order == .committing {
      wantWhatIsLeft(of: tally, at: now)
      tally = SendTally()
    }
    wait(for: .store(reason), in: order, at: now)
    return proceed(at: now)
  }

  /// Notes how long the server wants to be left alone, whatever else follows.
  private mutating func hold(_ failure: CloudFailure, at now: Int64) {
    guard let seconds = failure.retryAfter, seconds > 0 else { return }
    heldFor = Int64((min(seconds, 86_400) * 1000).rounded(.up))
    heldUntil = max(heldUntil, now + heldFor)
  }

  private mutating func waitAndProceed(
    _ failure: CloudFailure, in order: Activity, at now: Int64
  ) -> [SyncEffect] {
    wait(for: .request(failure), in: order, at: now)
    if order == .sending { hold(.lookUp, behind: order) }
    return proceed(at: now)
  }

  /// - Parameter retryAt: When to ask again; nil waits for the person.
  mutating func block(_ state: AccountState, retryAt: Int64?) {
    account = state
    needsAccount = true
    isAccountBlocked = true
    accountRetryAt = retryAt
  }

  private mutating func waitForAccount(_ failure: CloudFailure, at now: Int64) -> [SyncEffect] {
    accountReason = failure.reason
    switch failure.code {
    case .notAuthenticated: block(.noAccount, retryAt: nil)
    case .accountTemporarilyUnavailable: block(.temporarilyUnavailable, retryAt: now + accountPause())
    default: block(.restricted, retryAt: now + pace.accountRetry)
    }
    return proceed(at: now)
  }

  private mutating func accountPause() -> Int64 { waits[.account]?.backoff.next() ?? pace.accountRetry }

  /// The request will never be taken as it is.
  private mutating func refuse(_ failure: CloudFailure, in order: Activity, at now: Int64) -> [SyncEffect] {
    switch order {
    case .sending where batchCount > 1:
      // One of the records is to blame: halves find it.
      batchLimit = max(1, batchCount / 2)
      return proceed(at: now)
    case .sending:
      parkedInARow += 1
      guard parkedInARow <= SyncMachine.mostParkedInARow else {
        // The records are not the cause: parking them all would not help.
        parkedInARow = 0
        stop = .failure(failure)
        return proceed(at: now)
      }
      return [.parkBatch(failure)]
    case .fetching where hasToken && failure.code == .invalidArguments:
      return refetch(failure, at: now)
    case .subscribing:
      // Without a subscription news are asked for.
      needsSubscription = false
      return proceed(at: now)
    default:
      return waitAndProceed(failure, in: order, at: now)
    }
  }

  static let mostParkedInARow = 3

  /// Reads everything again without the token, after a check whether the server's data are still the same.
  private mutating func refetch(_ failure: CloudFailure, at now: Int64) -> [SyncEffect] {
    needsAccount = true
    needsSweep = true
    wantsFetch = true
    wantsSweepEnd = false
    if hasExpired { wait(for: .request(failure), in: .beginningSweep, at: now) }
    hasExpired = true
    return proceed(at: now)
  }
}
