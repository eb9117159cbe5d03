import CloudRecord
import SyncCore
import Testing

/// The journal's own file refuses to be written while an order is under way.
@Suite struct MachineStoreTests {
  @Test(arguments: ["apply", "commit", "merge"])
  func aFullDiskIsTriedAgain(what: String) {
    var rig = what == "apply" ? MachineRig.fetching() : MachineRig.sending()
    if what == "merge" { rig.handle(.sent(SendTally(toLookUp: 3))) }
    let tally = what == "commit" ? SendTally(acknowledged: 3) : SendTally()
    rig.handle(.storeFailed(reason: "disk full", tally: tally))
    rig.now += Backoff.cap
    let again: SyncOrder =
      what == "apply" ? .fetchPage(allowsMassRemoval: false) : what == "commit" ? .sendBatch(limit: 200) : .lookUp
    #expect(rig.handle(.timerFired) == [again])
  }

  /// What the server said of a batch holds where the journal cannot note it: the others are looked up, or wait for space.
  @Test func aFullDiskForgetsNothingOfABatch() {
    var rig = MachineRig.sending()
    let conflicts = SendTally(acknowledged: 1, toLookUp: 2)
    #expect(rig.handle(.storeFailed(reason: "disk full", tally: conflicts)) == [.lookUp])
    rig = MachineRig.sending()
    rig.handle(.storeFailed(reason: "disk full", tally: SendTally(acknowledged: 2, withoutSpace: 1)))
    rig.now += SyncMachine.Pace().spaceRetry
    #expect(rig.handle(.timerFired).contains(.releaseSetAside))
  }
}
