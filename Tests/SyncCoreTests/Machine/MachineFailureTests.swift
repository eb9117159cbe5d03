import CloudRecord
import SyncCore
import Testing

/// What each error of the table leads to.
@Suite struct MachineFailureTests {
  /// What a failed request may lead to.
  enum Outcome: Hashable {
    case waits, offline, noAccount, restricted, temporarilyUnavailable, stops, asks, checksAccount, halves, setsAside
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
    case .quotaExceeded: .setsAside
    }
  }

  private func outcome(_ rig: MachineRig, _ effects: [SyncEffect]) -> Outcome? {
    if effects == [.setBatchAside] { return .setsAside }
    if effects == [.checkAccount] { return .checksAccount }
    if case .selectBatch(let limit)? = effects.first, limit < 3 { return .halves }
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
    var rig = MachineRig.sending(3)
    // A wait of nothing is a wait as well: the server names one, so that it can be seen.
    let effects = rig.handle(.failed(code, retryAfter: 5))
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
    var rig = MachineRig.sending(1)
    var effects = rig.handle(.failed(code))
    // The worst case: the record is parked, the account comes back, the person answers, time passes.
    for _ in 0..<30 {
      if effects.contains(.selectBatch(limit: 200)) || effects.contains(.selectBatch(limit: 1)) { return }
      switch effects.first {
      case .parkBatch?: effects = rig.handle(.sent(SendTally(parked: 1)))
      case .setBatchAside?: effects = rig.handle(.sent(SendTally(withoutSpace: 1)))
      case .commitSent?: effects = rig.handle(.committed)
      case .checkAccount?: effects = rig.handle(.accountChecked(.ours(MachineRig.standing)))
      case .makeZone?: effects = rig.handle(.zoneMade)
      case .subscribe?: effects = rig.handle(.subscribed)
      case .beginSweep?: effects = rig.handle(.sweepBegun)
      case .finishSweep?: effects = rig.handle(.sweepFinished)
      case .fetchPage?: effects = rig.handle(.pageFetched)
      case .applyPage?: effects = rig.handle(.pageApplied(moreComing: false, hadChanges: false))
      case .lookUp?: effects = rig.handle(.lookedUp)
      case .mergeLookedUp?: effects = rig.handle(.merged(isAll: true))
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

  @Test(arguments: [-5.0, .nan, .infinity, 1e300])
  func absurdTimesOfTheServerAreBounded(seconds: Double) {
    var rig = MachineRig.fetching()
    rig.handle(.failed(.serviceUnavailable, retryAfter: seconds))
    rig.now += 86_400_000
    #expect(rig.handle(.timerFired) == [.fetchPage])
  }

  @Test func failuresHaveNoLimit() {
    var rig = MachineRig.fetching()
    for _ in 0..<200 {
      rig.handle(.failed(.networkFailure))
      rig.now += Backoff.cap + 1
      #expect(rig.handle(.timerFired) == [.fetchPage])
    }
  }

  // MARK: Batches

  @Test func aBatchThatIsTooLargeIsHalvedDownToOneAndThatOneParked() {
    var rig = MachineRig.sending(200)
    var limits: [Int] = []
    var count = 200
    while count > 1 {
      guard case .selectBatch(let limit)? = rig.handle(.failed(.limitExceeded)).first else { break }
      limits.append(limit)
      count = limit
      rig.handle(.batchSelected(count: count, isAll: false))
    }
    #expect(limits == [100, 50, 25, 12, 6, 3, 1])
    let failure = CloudFailure(code: .limitExceeded, reason: "")
    #expect(rig.handle(.failed(failure)) == [.parkBatch(failure)])
    #expect(rig.handle(.sent(SendTally(parked: 1))) == [.commitSent])
    #expect(rig.handle(.committed) == [.selectBatch(limit: 1)])
  }

  @Test func theBatchGrowsAgainWithSuccess() {
    var rig = MachineRig.sending(8)
    rig.handle([.failed(.limitExceeded), .batchSelected(count: 4, isAll: false)])
    rig.handle(.sent(SendTally(acknowledged: 4)))
    #expect(rig.handle(.committed) == [.selectBatch(limit: 8)])
  }

  @Test func aServerThatRefusesEverythingStopsInsteadOfParkingTheJournal() {
    var rig = MachineRig.sending(1)
    for _ in 0..<10 {
      guard case .parkBatch? = rig.handle(.failed(.invalidArguments)).first else { break }
      rig.handle([.sent(SendTally(parked: 1)), .committed, .batchSelected(count: 1, isAll: false)])
    }
    guard case .stopped(.failure) = rig.machine.phase else {
      Issue.record("\(rig.machine.phase)")
      return
    }
  }

  @Test func fullSpaceLetsTheRestGoOn() {
    var rig = MachineRig.sending(3)
    #expect(rig.handle(.failed(.quotaExceeded)) == [.setBatchAside])
    #expect(rig.handle(.sent(SendTally(withoutSpace: 2))) == [.commitSent])
    // Deletions are what is left to select.
    #expect(rig.handle(.committed) == [.selectBatch(limit: 200)])
    rig.handle(.batchSelected(count: 1, isAll: true))
    rig.handle(.sent(SendTally(acknowledged: 1, deleted: 1)))
    #expect(rig.handle(.committed) == [.releaseSetAside, .selectBatch(limit: 200)])
  }

  @Test func aBatchInWhichNothingMovesWaits() {
    var rig = MachineRig.sending(3)
    rig.handle([.sent(SendTally(untouched: 3)), .committed])
    #expect(rig.machine.phase != .sending)
  }

  @Test func endlessConflictsWait() {
    var rig = MachineRig.sending(1)
    for _ in 0..<20 where rig.machine.phase == .sending {
      rig.handle([
        .sent(SendTally(toLookUp: 1)), .committed, .lookedUp, .merged(isAll: true),
        .batchSelected(count: 1, isAll: true),
      ])
    }
    guard case .waiting(_, .contention) = rig.machine.phase else {
      Issue.record("\(rig.machine.phase)")
      return
    }
  }

  @Test func whatMayHaveBeenDoneIsLookedUpBeforeItIsSentAgain() {
    var rig = MachineRig.sending(3)
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
    #expect(rig.handle(.sweepBegun) == [.fetchPage])
    rig.handle([.pageFetched, .pageApplied(moreComing: true, hadChanges: true), .pageFetched])
    #expect(
      rig.handle(.pageApplied(moreComing: false, hadChanges: true)) == [.finishSweep(allowsMassRemoval: false)])
  }

  @Test func anExpiredTokenOfAnotherHistoryIsAQuestion() {
    var rig = MachineRig.fetching()
    rig.handle(.failed(.changeTokenExpired))
    #expect(rig.handle(.accountChecked(.otherHistory)) == [])
    #expect(rig.machine.phase == .asking(.otherHistory))
  }

  @Test func aBadRequestWithoutATokenIsNoReasonToSweep() {
    var rig = MachineRig()
    let new = SyncStanding(isZoneKnown: true, isSweeping: false, hasToken: false)
    rig.handle([.accountChecked(.ours(new)), .subscribed, .failed(.invalidArguments)])
    rig.now += Backoff.cap
    #expect(rig.handle(.timerFired) == [.fetchPage])
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
    #expect(rig.handle(.failed(.invalidArguments)) == [.fetchPage])
  }
}
