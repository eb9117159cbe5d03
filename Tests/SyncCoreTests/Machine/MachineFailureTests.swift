import CloudRecord
import JournalCore
import SyncCore
import Testing

/// What each error of the table leads to.
@Suite struct MachineFailureTests {
  /// What a failed request may lead to.
  enum Outcome: Hashable {
    case waits, offline, noAccount, restricted, temporarilyUnavailable, stops, asks, checksAccount, halves
  }

  static func whenSending(_ code: CloudErrorCode) -> Outcome {
    switch code {
    case .internalError, .networkFailure, .serviceUnavailable, .requestRateLimited, .zoneBusy: .waits
    case .operationCancelled, .alreadyShared: .waits
    case .serverRecordChanged, .unknownItem, .referenceViolation: .waits
    case .assetFileNotFound, .assetFileModified, .assetNotAvailable: .waits
    case .networkUnavailable: .offline
    case .notAuthenticated: .noAccount
    case .permissionFailure, .managedAccountRestricted: .restricted
    case .accountTemporarilyUnavailable: .temporarilyUnavailable
    case .badContainer, .missingEntitlement: .stops
    case .zoneNotFound, .userDeletedZone: .asks
    case .changeTokenExpired: .checksAccount
    case .batchRequestFailed, .limitExceeded: .halves
    case .invalidArguments, .serverRejectedRequest, .constraintViolation, .tooManyParticipants: .halves
    // The order sets its records aside, and ends as sent.
    case .quotaExceeded: .waits
    }
  }

  private func outcome(_ rig: MachineRig, _ effects: [SyncOrder]) -> Outcome? {
    if effects == [.checkAccount] { return .checksAccount }
    if case .sendBatch(let limit, _)? = effects.first, limit < 3 { return .halves }
    switch rig.machine.phase {
    case .waiting: return .waits
    case .offline: return .offline
    case .stopped: return .stops
    case .asking: return .asks
    case .withoutAccount:
      switch rig.machine.account {
      case .noAccount: return .noAccount
      case .restricted: return .restricted
      case .temporarilyUnavailable: return .temporarilyUnavailable
      case .available, .couldNotDetermine: return nil
      }
    default: return nil
    }
  }

  @Test(arguments: CloudErrorCode.allCases)
  func whatARefusedBatchLeadsTo(code: CloudErrorCode) {
    var rig = MachineRig.sending()
    // A wait of nothing is a wait as well: the server names one, so that it can be seen.
    let effects = rig.handle(.failed(code, retryAfter: 5, records: 3))
    #expect(outcome(rig, effects) == Self.whenSending(code) || isHeld(rig, code), "\(rig.machine.phase) \(effects)")
  }

  /// An order that would follow at once waits because the server asked to wait.
  private func isHeld(_ rig: MachineRig, _ code: CloudErrorCode) -> Bool {
    var rig = rig
    rig.now += 400_000
    let effects = rig.handle(.timerFired)
    return outcome(rig, effects) == Self.whenSending(code)
  }

  @Test(arguments: CloudErrorCode.allCases)
  func afterEveryFailureTheWordsAreStillWanted(code: CloudErrorCode) {
    var rig = MachineRig.sending()
    var effects = rig.handle(.failed(code, records: 1))
    // The worst case: the record is parked, the account comes back, the person answers, time passes.
    for _ in 0..<30 {
      if effects.contains(.sendBatch(limit: 200)) || effects.contains(.sendBatch(limit: 1)) { return }
      switch effects.first {
      case .checkAccount?: effects = rig.handle(.accountChecked(.ours(MachineRig.standing)))
      case .makeZone?: effects = rig.handle(.zoneMade)
      case .subscribe?: effects = rig.handle(.subscribed)
      case .beginSweep?: effects = rig.handle(.sweepBegun)
      case .finishSweep?: effects = rig.handle(.sweepFinished)
      case .fetchPage?: effects = rig.handle(.pageApplied(moreComing: false, hadChanges: false))
      case .lookUp?: effects = rig.handle(.lookedUp(isAll: true))
      case .carryOut?: effects = rig.handle(.answerCarriedOut)
      default:
        rig.now += 1_000_000
        effects = rig.handle(.answered(.uploadAgain)) + rig.handle(.timerFired) + rig.handle(.syncNow)
      }
    }
    Issue.record("nothing is sent any more after \(code): \(rig.machine.phase)")
  }

  @Test(arguments: [CloudErrorCode.requestRateLimited, .serviceUnavailable, .zoneBusy, .internalError])
  func theServersTimeIsAMinimum(code: CloudErrorCode) {
    for seconds in [0.2, 20, 3600] {
      var rig = MachineRig.fetching()
      let wake = rig.handle(.failed(code, retryAfter: seconds)).wakeTime
      #expect((wake ?? 0) >= rig.now + Int64(seconds * 1000))
      // The person may shorten our own wait; never the server's.
      for event in [SyncEvent.syncNow, .reachabilityChanged(isReachable: true)] {
        let effects = rig.handle(event)
        #expect(effects.allSatisfy { $0 == .wake(at: effects.wakeTime ?? 0) })
        #expect(effects.wakeTime.map { $0 >= rig.now + Int64(seconds * 1000) } ?? true)
      }
    }
  }

  /// After a key that is not the server's: asking again is in vain, until a person has mended it.
  @Test func aPersonEndsAPauseThatNoServerAskedFor() {
    var rig = MachineRig.fetching()
    let wake = rig.handle(.failed(.networkFailure, retryAfter: 300)).wakeTime
    #expect((wake ?? 0) >= rig.now + 300_000)
    rig.now += 60_000
    #expect(rig.handle(.timerFired).allSatisfy { $0 == .wake(at: wake ?? 0) })
    #expect(rig.handle(.syncNow) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test(arguments: [-5.0, .nan, .infinity, 1e300])
  func absurdTimesOfTheServerAreBounded(seconds: Double) {
    var rig = MachineRig.fetching()
    rig.handle(.failed(.serviceUnavailable, retryAfter: seconds))
    rig.now += 86_400_000
    #expect(rig.handle(.timerFired) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test func failuresHaveNoLimit() {
    var rig = MachineRig.fetching()
    for _ in 0..<200 {
      rig.handle(.failed(.networkFailure))
      rig.now += Backoff.cap + 1
      #expect(rig.handle(.timerFired) == [.fetchPage(allowsMassRemoval: false)])
    }
  }

  // MARK: Batches

  @Test func aBatchThatIsTooLargeIsHalvedDownToOneAndThatOneParked() {
    var rig = MachineRig.sending()
    var limits: [Int] = []
    var count = 200
    while count > 1 {
      let orders = rig.handle(.failed(.limitExceeded, records: count))
      guard case .sendBatch(let limit, mayPark: true)? = orders.first else { break }
      limits.append(limit)
      count = limit
    }
    #expect(limits == [100, 50, 25, 12, 6, 3, 1])
    #expect(rig.handle(.parked(.limitExceeded)) == [.sendBatch(limit: 1)])
  }

  @Test func theBatchGrowsAgainWithSuccess() {
    var rig = MachineRig.sending()
    rig.handle(.failed(.limitExceeded, records: 8))
    #expect(rig.handle(.sent(SendTally(acknowledged: 4, isAll: false))) == [.sendBatch(limit: 8)])
  }

  @Test func aServerThatRefusesEverythingStopsInsteadOfParkingTheJournal() {
    var rig = MachineRig.sending()
    for number in 1...3 {
      #expect(rig.handle(.parked(.invalidArguments)) == [.sendBatch(limit: 200, mayPark: number < 3)])
    }
    rig.handle(.failed(.invalidArguments, records: 1))
    guard case .stopped(.failure) = rig.machine.phase else {
      Issue.record("\(rig.machine.phase)")
      return
    }
  }

  @Test func fullSpaceLetsTheRestGoOn() {
    var rig = MachineRig.sending()
    let full = CloudFailure(code: .quotaExceeded, reason: "")
    // Deletions are what is left to select.
    #expect(rig.handle(.sent(SendTally(withoutSpace: 2, refusal: full))) == [.sendBatch(limit: 200)])
    let deleted = SendTally(acknowledged: 1, deleted: 1)
    #expect(rig.handle(.sent(deleted)) == [.releaseSetAside, .sendBatch(limit: 200)])
  }

  @Test func aBatchInWhichNothingMovesWaits() {
    var rig = MachineRig.sending()
    rig.handle([.sent(SendTally(untouched: 3))])
    #expect(rig.machine.phase != .sending)
  }

  @Test func endlessConflictsWait() {
    var rig = MachineRig.sending()
    for _ in 0..<20 where rig.machine.phase == .sending {
      rig.handle([
        .sent(SendTally(toLookUp: 1)), .lookedUp(isAll: true),
      ])
    }
    guard case .waiting(_, .contention) = rig.machine.phase else {
      Issue.record("\(rig.machine.phase)")
      return
    }
  }

  @Test func whatMayHaveBeenDoneIsLookedUpBeforeItIsSentAgain() {
    var rig = MachineRig.sending()
    let lost = CloudFailure(code: .networkFailure, reason: "cut", isOutcomeUnknown: true)
    rig.handle(.failed(lost))
    rig.now += Backoff.cap
    #expect(rig.handle(.timerFired) == [.lookUp])
  }

  // MARK: Tokens, zone, account

  @Test(arguments: [CloudErrorCode.changeTokenExpired, .invalidArguments])
  func anExpiredTokenIsSweptAfterALookAtTheAccount(code: CloudErrorCode) {
    var rig = MachineRig.fetching()
    #expect(rig.handle(.failed(code)) == [.checkAccount])
    #expect(rig.handle(.accountChecked(.ours(MachineRig.standing))) == [.beginSweep])
    #expect(rig.handle(.sweepBegun) == [.fetchPage(allowsMassRemoval: false)])
    rig.handle([.pageApplied(moreComing: true, hadChanges: true)])
    #expect(
      rig.handle(.pageApplied(moreComing: false, hadChanges: true)) == [.finishSweep(allowsMassRemoval: false)])
  }

  @Test func anExpiredTokenOfAnotherHistoryIsAQuestion() {
    var rig = MachineRig.fetching()
    rig.handle(.failed(.changeTokenExpired))
    #expect(rig.handle(.accountChecked(.otherHistory)) == [])
    #expect(rig.machine.phase == .asking(.otherIncarnation))
  }

  @Test func aBadRequestWithoutATokenIsNoReasonToSweep() {
    var rig = MachineRig()
    let new = SyncStanding(isZoneKnown: true, isSweeping: false, hasToken: false)
    rig.handle([.accountChecked(.ours(new)), .subscribed, .failed(.invalidArguments)])
    rig.now += Backoff.cap
    #expect(rig.handle(.timerFired) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test func aTokenThatExpiresAtOnceAgainWaits() {
    var rig = MachineRig.fetching()
    rig.handle([.failed(.changeTokenExpired), .accountChecked(.ours(MachineRig.standing)), .sweepBegun])
    rig.handle(.failed(.changeTokenExpired))
    #expect(rig.machine.failuresInARow > 0)
  }

  @Test func aZoneNeverSeenIsMadeAndAKnownOneAskedAbout() {
    var rig = MachineRig.fetching()
    #expect(rig.handle(.failed(.zoneNotFound)) == [])
    #expect(rig.machine.phase == .asking(.zoneGone))
  }

  @Test func anotherAccountStopsUntilItChanges() {
    var rig = MachineRig()
    #expect(rig.handle(.accountChecked(.other)) == [])
    #expect(rig.machine.phase == .stopped(.otherAccount))
    #expect(rig.handle([.localChange, .remoteHint, .timerFired]) == [])
    #expect(rig.handle(.accountChanged) == [.checkAccount])
  }

  /// What was found is about the account of before, be it another one's; it must not stop what the new one may do.
  @Test func anAccountThatChangesWhileItIsAskedForIsAskedForAgain() {
    var rig = MachineRig()
    #expect(rig.handle(.accountChanged) == [])
    #expect(rig.handle(.accountChecked(.other)) == [.checkAccount])
    #expect(rig.machine.phase == .checkingAccount)
  }

  @Test(arguments: [CloudErrorCode.networkFailure, .serviceUnavailable])
  func anAccountThatCannotBeAskedForIsSaid(code: CloudErrorCode) {
    var rig = MachineRig()
    rig.handle(.failed(code))
    #expect(
      rig.machine.account == (code == .serviceUnavailable ? .temporarilyUnavailable : .couldNotDetermine))
    rig.now += Backoff.cap
    #expect(rig.handle(.timerFired) == [.checkAccount])
  }

  @Test func aRestrictedAccountIsAskedForAgainLater() {
    var rig = MachineRig.fetching()
    let wake = rig.handle(.failed(.permissionFailure)).wakeTime
    rig.now = wake ?? 0
    #expect(rig.handle(.timerFired) == [.checkAccount])
  }

  @Test func withoutASubscriptionNewsAreFetchedAllTheSame() {
    var rig = MachineRig()
    rig.handle(.accountChecked(.ours(MachineRig.standing)))
    #expect(rig.handle(.failed(.invalidArguments)) == [.fetchPage(allowsMassRemoval: false)])
  }
}
