import CloudRecord
import SyncCore
import Testing

/// Keys come right behind the account: before them nothing of a sealed journal is read or sent.
@Suite struct MachineKeysTests {
  private func started() -> SyncMachine {
    var pace = SyncMachine.Pace()
    pace.checksKeys = true
    var machine = SyncMachine(seed: 3, pace: pace)
    _ = machine.handle(.pushConnected(true), at: 1000)
    #expect(machine.handle(.started, at: 1000) == [.checkAccount])
    #expect(machine.handle(.accountChecked(.ours(MachineRig.standing)), at: 1000) == [.checkKeys])
    return machine
  }

  @Test func withKeysTheRestFollows() {
    var machine = started()
    #expect(machine.handle(.keysChecked(.usable), at: 1000) == [.subscribe])
    #expect(machine.handle(.subscribed, at: 1000) == [.fetchPage(allowsMassRemoval: false)])
  }

  @Test func anAccountWithoutKeysIsNotAskedForThem() {
    var machine = SyncMachine(seed: 3)
    _ = machine.handle(.started, at: 1000)
    #expect(machine.handle(.accountChecked(.ours(MachineRig.standing)), at: 1000) == [.subscribe])
    #expect(machine.handle(.keysDoubted, at: 1000) == [])
  }

  @Test(arguments: [KeyStop.waiting, .removed(by: "laptop"), .forked, .another, .noRing])
  func whereTheKeysCannotBeUsedNothingGoesOn(stop: KeyStop) {
    var machine = started()
    #expect(machine.handle(.keysChecked(.stopped(stop)), at: 1000) == [])
    #expect(machine.phase == .stopped(.keys(stop)))
    for event in [SyncEvent.localChange, .remoteHint, .timerFired, .retryAsked] {
      #expect(machine.handle(event, at: 2000) == [])
    }
    // This device was let in, or a person wants another look.
    #expect(machine.handle(.keysDoubted, at: 3000) == [.checkKeys])
    #expect(machine.handle(.keysChecked(.stopped(stop)), at: 3000) == [])
    #expect(machine.handle(.syncNow, at: 4000) == [.checkAccount])
    #expect(machine.handle(.accountChecked(.ours(MachineRig.standing)), at: 4000) == [.checkKeys])
    #expect(machine.handle(.keysChecked(.usable), at: 4000) == [.subscribe])
  }

  @Test func aLookThatFailsIsRepeatedAndNothingElseGoesBefore() {
    var machine = started()
    let failure = CloudFailure(code: .internalError, reason: "")
    guard case .wake(let time)? = machine.handle(.failed(failure), at: 1000).first else {
      Issue.record("no wake-up")
      return
    }
    #expect(machine.handle(.localChange, at: 1000) == [])
    #expect(machine.handle(.timerFired, at: time) == [.checkKeys])
  }

  @Test func aRecordWithoutItsKeyHasTheKeysLookedAtBeforeTheNextOrder() {
    var machine = started()
    for event in [SyncEvent.keysChecked(.usable), .subscribed] { _ = machine.handle(event, at: 1000) }
    #expect(machine.handle(.keysDoubted, at: 1000) == [])
    #expect(machine.handle(.pageApplied(moreComing: true, hadChanges: true), at: 1000) == [.checkKeys])
    #expect(machine.handle(.keysChecked(.usable), at: 1000) == [.fetchPage(allowsMassRemoval: false)])
  }
}
