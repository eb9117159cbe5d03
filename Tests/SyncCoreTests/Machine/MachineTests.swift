import CloudRecord
import JournalCore
import SyncCore
import Testing

@Suite struct MachineTests {
  // MARK: The way to rest

  @Test func theStartGoesFromTheAccountToTheLastRecord() {
    var machine = SyncMachine(seed: 1)
    let new = SyncStanding(isZoneKnown: false, isSweeping: false, hasToken: false)
    let steps: [(SyncEvent, [SyncOrder])] = [
      (.started, [.checkAccount]),
      (.accountChecked(.ours(new)), [.makeZone]),
      (.zoneMade, [.subscribe]),
      (.subscribed, [.fetchPage(allowsMassRemoval: false)]),
      (.pageApplied(moreComing: true, hadChanges: true), [.fetchPage(allowsMassRemoval: false)]),
      (.pageApplied(moreComing: false, hadChanges: true), [.sendBatch(limit: 200)]),
      (.sent(SendTally(acknowledged: 199, toLookUp: 1, isAll: false)), [.lookUp]),
      (.lookedUp(isAll: true), [.sendBatch(limit: 200)]),
      (.sent(SendTally(acknowledged: 1)), [.wake(at: 60_000)]),
    ]
    for (event, effects) in steps {
      #expect(machine.handle(event, at: 0) == effects, "\(event)")
    }
    #expect(machine.phase == .resting)
    #expect(machine.isAtRest)
  }

  /// Who ends as soon as everything is safe need not be told of what comes later.
  @Test func withoutSubscribingTheFirstPageComesAfterTheAccount() {
    var pace = SyncMachine.Pace()
    pace.subscribes = false
    var machine = SyncMachine(seed: 1, pace: pace)
    let known = SyncStanding(isZoneKnown: true, isSweeping: false, hasToken: true)
    #expect(machine.handle(.started, at: 0) == [.checkAccount])
    #expect(machine.handle(.accountChecked(.ours(known)), at: 0) == [.fetchPage(allowsMassRemoval: false)])
  }

  /// A machine without a battery for its clock may be set to anything; no wait of the past is in its future.
  @Test func aClockBefore1970HasNothingWait() {
    var machine = SyncMachine(seed: 1)
    let now: Int64 = -168_540_664
    #expect(machine.handle(.started, at: now) == [.checkAccount])
    for event in [SyncEvent.accountChecked(.ours(MachineRig.standing)), .subscribed] {
      #expect(!machine.handle(event, at: now).isEmpty)
    }
    _ = machine.handle(.pageApplied(moreComing: false, hadChanges: false), at: now)
    #expect(machine.handle(.nothingToSend, at: now) == [.wake(at: now + 60_000)])
    #expect(machine.handle(.localChange, at: now) == [.sendBatch(limit: 200)])
    _ = machine.handle(.nothingToSend, at: now)
    #expect(machine.handle(.accountChanged, at: now) == [.checkAccount])
  }

  @Test func aKnownZoneIsNotMadeAnew() {
    var rig = MachineRig()
    #expect(rig.handle(.accountChecked(.ours(MachineRig.standing))) == [.subscribe])
  }

  @Test func anInterruptedSweepIsFinished() {
    var rig = MachineRig()
    let sweeping = SyncStanding(isZoneKnown: true, isSweeping: true, hasToken: true)
    rig.handle([.accountChecked(.ours(sweeping)), .subscribed])
    #expect(
      rig.handle(.pageApplied(moreComing: false, hadChanges: false)) == [.finishSweep(allowsMassRemoval: false)])
    #expect(rig.handle(.sweepFinished) == [.sendBatch(limit: 200)])
  }

  // MARK: Flags

  @Test func whatHappensDuringAReadIsWantedAgain() {
    var fetching = MachineRig.fetching()
    #expect(fetching.handle(.remoteHint) == [])
    #expect(
      fetching.handle(.pageApplied(moreComing: false, hadChanges: false)) == [.fetchPage(allowsMassRemoval: false)])

    var selecting = MachineRig.resting()
    selecting.handle(.localChange)
    #expect(selecting.handle(.localChange) == [])
    selecting.handle(.sent(SendTally(acknowledged: 1)))
    #expect(!selecting.machine.isAtRest)
  }

  @Test func aFirstSaveGoesAtOnceAndWhatFollowsGoesTogether() {
    var rig = MachineRig.resting()
    #expect(rig.handle(.localChange) == [.sendBatch(limit: 200)])
    rig.handle([.sent(SendTally(acknowledged: 1))])
    let begun = rig.now
    rig.now += 100
    #expect(rig.handle(.localChange) == [.wake(at: begun + 1000)])
    rig.now += 100
    #expect(rig.handle(.localChange) == [])
    #expect(!rig.machine.isAtRest)
    rig.now = begun + 1000
    #expect(rig.handle(.timerFired) == [.sendBatch(limit: 200)])
  }

  /// A draft that is kept, and the engine's own writing, look like a save from outside.
  @Test func whereNothingIsToBeSentTheNextSaveDoesNotWait() {
    var rig = MachineRig.resting()
    #expect(rig.handle(.localChange) == [.sendBatch(limit: 200)])
    rig.handle(.nothingToSend)
    rig.now += 100
    #expect(rig.handle(.localChange) == [.sendBatch(limit: 200)])
  }

  @Test func thePersonNeedNotWaitForTheWindow() {
    var rig = MachineRig.resting()
    rig.handle([.localChange, .sent(SendTally(acknowledged: 1))])
    rig.handle(.localChange)
    #expect(rig.handle(.syncNow) == [.fetchPage(allowsMassRemoval: false)])
    #expect(rig.machine.isPersonWaiting)
  }

  @Test func nothingRunsAtRestWhileNewsArePushed() {
    var rig = MachineRig.resting()
    #expect(rig.handle(.timerFired) == [])
    #expect(rig.machine.isAtRest)
  }

  @Test func withoutPushNewsAreAskedFor() {
    var rig = MachineRig.resting(pushed: false)
    rig.now += 60_000
    #expect(rig.handle(.timerFired) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test func aConnectionToPushAsksForWhatWasMissed() {
    var rig = MachineRig.resting()
    rig.handle(.pushConnected(false))
    #expect(rig.handle(.pushConnected(true)) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test func pullingGoesBeforePushing() {
    var rig = MachineRig.fetching()
    rig.handle([.localChange])
    #expect(rig.handle(.pageApplied(moreComing: true, hadChanges: true)) == [.fetchPage(allowsMassRemoval: false)])
  }

  // MARK: The person

  @Test func pausingLetsTheRequestEndAndStartsNoOther() {
    var rig = MachineRig.sending()
    #expect(rig.handle(.userPaused) == [])
    #expect(rig.handle(.sent(SendTally(acknowledged: 2, toLookUp: 1))) == [])
    #expect(rig.machine.phase == .paused)
    #expect(rig.handle(.remoteHint) == [])
    #expect(rig.handle(.userResumed) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test func aLinkThatComesBackEndsTheWait() {
    var rig = MachineRig.fetching()
    #expect(rig.handle(.failed(.networkFailure)).wakeTime != nil)
    rig.handle(.reachabilityChanged(isReachable: false))
    #expect(rig.machine.phase == .offline(byWish: false))
    #expect(rig.handle(.timerFired) == [])
    #expect(rig.handle(.reachabilityChanged(isReachable: true)) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test(arguments: SyncQuestion.Answer.allCases)
  func everyAnswerToAZoneThatIsGone(answer: SyncQuestion.Answer) {
    var rig = MachineRig.fetching()
    rig.handle(.failed(.zoneNotFound))
    #expect(rig.machine.phase == .asking(.zoneGone))
    #expect(rig.handle(.timerFired) == [])
    let effects = rig.handle(.answered(answer))
    switch answer {
    case .stayLocal:
      #expect(effects == [.carryOut(.stayLocal, .zoneGone)])
      #expect(rig.handle(.answerCarriedOut) == [])
      #expect(rig.machine.phase == .stopped(.stayLocal))
    case .uploadAgain:
      #expect(effects == [.carryOut(.uploadAgain, .zoneGone)])
      #expect(rig.handle(.answerCarriedOut) == [.makeZone])
    case .takeServers:
      #expect(effects == [.makeZone])
      rig.handle(.zoneMade)
      #expect(rig.handle(.sweepBegun) == [.fetchPage(allowsMassRemoval: true)])
      rig.handle(.pageApplied(moreComing: false, hadChanges: false))
      #expect(rig.machine.phase == .fetching)
    }
  }

  @Test func whatStaysLocalIsTakenBackAndTheChoiceHoldsIfTheQuestionComesAgain() {
    var rig = MachineRig.fetching()
    rig.handle(.failed(.zoneNotFound))
    rig.handle(.answered(.stayLocal))
    rig.handle(.answerCarriedOut)
    #expect(rig.handle(.syncNow) == [])
    // The journal's file is asked, and nobody else.
    #expect(rig.handle(.accountChanged) == [.checkAccount])
    #expect(rig.handle(.accountChecked(.staysLocal)) == [])
    #expect(rig.machine.phase == .stopped(.stayLocal))
    #expect(rig.handle(.answered(.uploadAgain)) == [.leaveLocal(.uploadAgain)])
    #expect(rig.handle(.answerCarriedOut) == [.checkAccount])
    #expect(rig.handle(.accountChecked(.otherHistory)) == [.carryOut(.uploadAgain, .otherIncarnation)])
  }

  @Test func agreeingToARemovalHoldsForThatFetchOnly() {
    var rig = MachineRig.fetching()
    rig.handle(.massRemoval(removals: 8, records: 10))
    #expect(rig.machine.phase == .asking(.massRemoval(8, of: 10)))
    #expect(rig.handle(.answered(.takeServers)) == [.fetchPage(allowsMassRemoval: true)])
    rig.handle([.pageApplied(moreComing: false, hadChanges: true), .nothingToSend])
    #expect(rig.handle(.remoteHint) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test func aSweepThatWouldRemoveTooMuchAsksAndRemovesIfWanted() {
    var rig = MachineRig()
    let sweeping = SyncStanding(isZoneKnown: true, isSweeping: true, hasToken: true)
    rig.handle([
      .accountChecked(.ours(sweeping)), .subscribed, .pageApplied(moreComing: false, hadChanges: false),
    ])
    rig.handle(.massRemoval(removals: 8, records: 10))
    #expect(rig.handle(.answered(.takeServers)) == [.finishSweep(allowsMassRemoval: true)])
  }

  // MARK: Absurdities

  @Test func eventsThatAnswerNothingChangeNothing() {
    let answers: [SyncEvent] = [
      .accountChecked(.other), .zoneMade, .subscribed, .pageApplied(moreComing: true, hadChanges: true),
      .massRemoval(removals: 9, records: 10), .sweepBegun, .sweepFinished, .nothingToSend,
      .sent(SendTally(acknowledged: 5)), .lookedUp(isAll: false), .answerCarriedOut,
      .failed(.quotaExceeded), .storeFailed(reason: "late"), .started, .answered(.uploadAgain),
    ]
    for event in answers {
      var rig = MachineRig.resting()
      let before = rig.machine
      #expect(rig.handle(event) == [], "\(event)")
      #expect(rig.machine == before, "\(event)")
    }
  }

  @Test func aDoubledAnswerIsHeardOnce() {
    var rig = MachineRig.sending()
    #expect(rig.handle(.sent(SendTally(acknowledged: 2, toLookUp: 1))) == [.lookUp])
    #expect(rig.handle(.sent(SendTally(acknowledged: 2, toLookUp: 1))) == [])
    rig.handle(.lookedUp(isAll: true))
    #expect(rig.handle(.lookedUp(isAll: true)) == [])
  }

  @Test func nothingIsDoneBeforeTheStart() {
    var machine = SyncMachine(seed: 1)
    for event in [SyncEvent.localChange, .syncNow, .remoteHint, .timerFired, .userResumed] {
      #expect(machine.handle(event, at: 5) == [])
    }
    #expect(machine.phase == .idle)
  }

  @Test func aClockSetBackMakesNoWaitLonger() {
    var rig = MachineRig.fetching()
    rig.handle(.failed(.serviceUnavailable, retryAfter: 10))
    rig.now -= 86_400_000 * 3
    rig.handle(.timerFired)
    guard case .waiting(let until, _) = rig.machine.phase else {
      Issue.record("\(rig.machine.phase)")
      return
    }
    #expect(until - rig.now <= Backoff.cap)
  }

  @Test func atMostOneOrderIsUnderWayWhateverHappens() {
    var generator = Backoff(seed: 12)
    let outside: [SyncEvent] = [
      .localChange, .remoteHint, .syncNow, .timerFired, .userPaused, .userResumed, .offlineWished(true),
      .offlineWished(false), .reachabilityChanged(isReachable: false), .reachabilityChanged(isReachable: true),
      .accountChanged, .answered(.uploadAgain), .answered(.takeServers), .retryAsked, .pushConnected(true),
      .pushConnected(false),
    ]
    let inside: [SyncEvent] =
      [
        .accountChecked(.ours(MachineRig.standing)), .accountChecked(.ours(MachineRig.standing)),
        .accountChecked(.otherHistory), .zoneMade, .subscribed,
        .pageApplied(moreComing: true, hadChanges: true), .pageApplied(moreComing: false, hadChanges: false),
        .massRemoval(removals: 9, records: 10), .sweepBegun, .sweepFinished, .nothingToSend,
        .nothingToSend, .sent(SendTally(acknowledged: 1, toLookUp: 2)), .sent(SendTally()),
        .lookedUp(isAll: true), .answerCarriedOut, .storeFailed(reason: "full"),
      ] + CloudErrorCode.allCases.map { .failed($0) }
    var machine = SyncMachine(seed: 4)
    var now: Int64 = 0
    _ = machine.handle(.started, at: now)
    for step in 0..<20_000 {
      generator.reset()
      let roll = Int(generator.next())
      now += Int64(roll % 700)
      let events = step % 3 == 0 ? outside : inside
      let orders = machine.handle(events[roll % events.count], at: now).filter { effect in
        switch effect {
        case .wake, .releaseSetAside: false
        default: true
        }
      }
      #expect(orders.count <= 1)
      #expect(orders.isEmpty || !machine.isIdle)
    }
  }
}
