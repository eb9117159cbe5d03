import CloudRecord
import JournalCore
import SyncCore
import Testing

/// Servers that answer badly for ever: what is asked of them gets less and less, and what works goes on.
@Suite struct MachineHostileTests {
  /// How a server is bad; all else of it works.
  enum Hostility: CaseIterable {
    case modifyFails, modifyConflicts, modifyAnswersLost
    case recordsThrottled, recordsAtomicErrors, recordsUnknownCodes, recordsAlwaysConflict
    case emptyPagesAtTheSamePlace, emptyPagesAtNewPlaces, theSamePageAgain
    case tokensAlwaysExpire, tokensExpireAfterEachPage, lookUpsFail, pagesFail
  }

  /// A machine and its server in virtual time.
  private struct Play {
    var machine: SyncMachine
    var now: Int64 = 1_000_000
    let hostility: Hostility
    let end: Int64
    var wakes: [Int64] = []
    /// When each kind of request went out.
    var requests: [String: [Int64]] = [:]
    var isExpired = false

    init(_ hostility: Hostility, seed: UInt64, seconds: Int64) {
      machine = SyncMachine(seed: seed)
      self.hostility = hostility
      end = 1_000_000 + seconds * 1000
      run(.pushConnected(true))
      run(.started)
      while now < end {
        guard let next = wakes.filter({ $0 > now }).min() else { return }
        now = next
        // News from other devices come all the time.
        if now % 3 == 0 { run(.remoteHint) }
        run(.timerFired)
      }
    }

    var count: Int { requests.values.reduce(0) { $0 + $1.count } }

    mutating func run(_ event: SyncEvent) {
      var effects = machine.handle(event, at: now)
      while !effects.isEmpty {
        let effect = effects.removeFirst()
        if case .wake(let time) = effect {
          wakes.append(time)
        } else if let answer = answer(to: effect) {
          effects += machine.handle(answer, at: now)
        }
      }
    }

    private mutating func ask(_ name: String) {
      requests[name, default: []].append(now)
      now += 20
    }

    private mutating func answer(to effect: SyncOrder) -> SyncEvent? {
      guard now < end else { return nil }
      switch effect {
      case .checkAccount:
        ask("account")
        return .accountChecked(.ours(MachineRig.standing))
      case .checkKeys:
        ask("keys")
        return .keysChecked(.usable)
      case .makeZone:
        ask("zone")
        return .zoneMade
      case .subscribe:
        ask("subscribe")
        return .subscribed
      case .fetchPage:
        ask("page")
        return page()
      case .beginSweep: return .sweepBegun
      case .finishSweep: return .sweepFinished
      case .sendBatch:
        ask("modify")
        return modified()
      case .lookUp:
        ask("lookup")
        return hostility == .lookUpsFail ? failure(.internalError) : .lookedUp(isAll: true)
      case .carryOut, .leaveLocal: return .answerCarriedOut
      case .releaseSetAside, .wake: return nil
      }
    }

    private func failure(_ code: CloudErrorCode, isUnknown: Bool = false) -> SyncEvent {
      .failed(CloudFailure(code: code, reason: "", isOutcomeUnknown: isUnknown))
    }

    private mutating func page() -> SyncEvent {
      switch hostility {
      case .pagesFail: return failure(.internalError)
      case .tokensAlwaysExpire: return failure(.changeTokenExpired)
      case .tokensExpireAfterEachPage:
        isExpired.toggle()
        return isExpired ? applied() : failure(.changeTokenExpired)
      default: return applied()
      }
    }

    private func applied() -> SyncEvent {
      switch hostility {
      case .emptyPagesAtTheSamePlace: .pageApplied(moreComing: true, hadChanges: false, isNewPosition: false)
      case .emptyPagesAtNewPlaces: .pageApplied(moreComing: true, hadChanges: false)
      case .theSamePageAgain: .pageApplied(moreComing: true, hadChanges: true, isNewPosition: false)
      case .tokensExpireAfterEachPage: .pageApplied(moreComing: true, hadChanges: true)
      default: .pageApplied(moreComing: false, hadChanges: true)
      }
    }

    private func modified() -> SyncEvent {
      switch hostility {
      case .modifyFails: failure(.internalError)
      case .modifyConflicts: failure(.serverRecordChanged)
      case .modifyAnswersLost: failure(.networkFailure, isUnknown: true)
      case .recordsThrottled:
        .sent(SendTally(untouched: 3, failure: CloudFailure(code: .requestRateLimited, reason: "")))
      case .recordsAtomicErrors: .sent(SendTally(untouched: 3))
      case .recordsUnknownCodes: .sent(SendTally(untouched: 3, failure: CloudFailure(code: .internalError, reason: "")))
      case .recordsAlwaysConflict, .lookUpsFail: .sent(SendTally(toLookUp: 3))
      default: .sent(SendTally(acknowledged: 3))
      }
    }
  }

  /// The request that comes to nothing.
  private func wanted(_ hostility: Hostility) -> String {
    switch hostility {
    case .modifyFails, .modifyConflicts, .modifyAnswersLost, .recordsThrottled, .recordsAtomicErrors,
      .recordsUnknownCodes, .recordsAlwaysConflict:
      "modify"
    case .lookUpsFail: "lookup"
    default: "page"
    }
  }

  private func gaps(_ times: [Int64]) -> [Int64] { zip(times.dropFirst(), times).map { $0 - $1 } }

  @Test(arguments: Hostility.allCases)
  func tenMinutesOfABadServerAreAFewDozenRequests(_ hostility: Hostility) {
    var early: Int64 = 0
    var late: Int64 = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let play = Play(hostility, seed: seed, seconds: 600)
      #expect(play.count <= 100, "seed \(seed): \(play.requests.mapValues(\.count))")
      let times = play.requests[wanted(hostility)] ?? []
      #expect(times.count >= 4)
      let gaps = gaps(times)
      early += gaps.prefix(3).reduce(0, +)
      late += gaps.suffix(3).reduce(0, +)
    }
    #expect(late > 10 * early, "\(early) ms, then \(late) ms")
  }

  /// The longest wait is five minutes, so that whatever is mended is noticed within that.
  @Test(arguments: Hostility.allCases)
  func itIsTriedForEver(_ hostility: Hostility) {
    let day: Int64 = 86_400
    let play = Play(hostility, seed: 5, seconds: day)
    let last = play.requests[wanted(hostility)]?.last ?? 0
    #expect(play.end - last <= 2 * Backoff.cap)
    #expect(play.count < 3 * Int(day) / 60)
  }

  /// What other devices write goes on coming while nothing of one's own is taken.
  @Test func pagesAreFetchedWhileSendingWaits() {
    var rig = MachineRig.sending()
    for _ in 0..<10 {
      rig.handle(.failed(.internalError))
      rig.now += Backoff.cap
      #expect(rig.handle(.timerFired) == [.sendBatch(limit: 200)])
    }
    rig.handle(.failed(.internalError))
    guard case .waiting(let until, _) = rig.machine.phase, until > rig.now else {
      Issue.record("\(rig.machine.phase)")
      return
    }
    #expect(rig.handle(.remoteHint) == [.fetchPage(allowsMassRemoval: false)])
    rig.handle(.pageApplied(moreComing: false, hadChanges: false))
    guard case .waiting(let still, .request(let failure)) = rig.machine.phase else {
      Issue.record("\(rig.machine.phase)")
      return
    }
    // The good page has shortened nothing.
    #expect(still == until && failure.code == .internalError && rig.machine.failuresInARow == 11)
  }

  @Test func newsAreAskedForWhileSendingWaits() {
    var rig = MachineRig.resting(pushed: false)
    rig.handle(.localChange)
    rig.handle(.failed(.serviceUnavailable))
    for _ in 0..<12 {
      rig.now += Backoff.cap
      rig.handle(.timerFired)
      rig.handle(.pageApplied(moreComing: false, hadChanges: false))
      rig.handle(.failed(.serviceUnavailable))
    }
    guard case .waiting(let until, _) = rig.machine.phase, until > rig.now + 60_000 else { return }
    rig.now += 60_000
    #expect(rig.handle(.timerFired) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test func aPartThatIsTakenIsProgress() {
    var rig = MachineRig.sending()
    for _ in 0..<6 {
      rig.handle(.failed(.internalError))
      rig.now += Backoff.cap
      rig.handle(.timerFired)
    }
    #expect(rig.machine.failuresInARow == 6)
    let began = rig.now
    let throttled = CloudFailure(code: .requestRateLimited, reason: "")
    rig.handle([.sent(SendTally(acknowledged: 1, untouched: 2, failure: throttled))])
    #expect(rig.machine.failuresInARow == 1 && rig.machine.progressAt == began)
  }

  @Test func threePagesThatLeadNowhereAreEnough() {
    var rig = MachineRig.fetching()
    for number in 1...3 {
      rig.handle(.pageApplied(moreComing: true, hadChanges: false, isNewPosition: false))
      #expect(rig.machine.failuresInARow == (number < 3 ? 0 : 1))
    }
    rig.now += Backoff.cap
    rig.handle(.timerFired)
    rig.handle(.pageApplied(moreComing: true, hadChanges: true))
    #expect(rig.machine.failuresInARow == 0 && rig.machine.phase == .fetching)
  }
}
