import CloudRecord
import SyncCore
import Testing

/// The journal's own file refuses to be written while an order is under way.
@Suite struct MachineStoreTests {
  @Test(arguments: ["apply", "commit", "merge"])
  func aFullDiskIsTriedAgain(what: String) {
    var rig = what == "apply" ? MachineRig.fetching() : MachineRig.sending()
    switch what {
    case "apply": rig.handle(.pageFetched)
    case "commit": rig.handle(.sent(SendTally(acknowledged: 3)))
    default: rig.handle([.sent(SendTally(toLookUp: 3)), .committed, .lookedUp])
    }
    rig.handle(.storeFailed(reason: "disk full"))
    rig.now += Backoff.cap
    let again: SyncEffect = what == "apply" ? .fetchPage : what == "commit" ? .selectBatch(limit: 200) : .lookUp
    #expect(rig.handle(.timerFired) == [again])
  }

  /// What the server said of a batch holds where the journal cannot note it: the others are looked up, or wait for space.
  @Test func aFullDiskForgetsNothingOfABatch() {
    var rig = MachineRig.sending()
    rig.handle(.sent(SendTally(acknowledged: 1, toLookUp: 2)))
    #expect(rig.handle(.storeFailed(reason: "disk full")) == [.lookUp])
    rig = MachineRig.sending()
    rig.handle([.sent(SendTally(acknowledged: 2, withoutSpace: 1)), .storeFailed(reason: "disk full")])
    rig.now += SyncMachine.Pace().spaceRetry
    #expect(rig.handle(.timerFired).contains(.releaseSetAside))
  }
}
