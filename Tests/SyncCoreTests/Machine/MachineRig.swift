import CloudRecord
import JournalCore
import SyncCore

/// A machine on its way to any state, in few words.
struct MachineRig {
  var machine: SyncMachine
  var now: Int64 = 1_000_000

  init(pushed: Bool = true) {
    machine = SyncMachine(seed: 3)
    if pushed {
      _ = machine.handle(.started, at: now)
      _ = machine.handle(.pushConnected(true), at: now)
    }
  }

  @discardableResult
  mutating func handle(_ event: SyncEvent) -> [SyncOrder] { machine.handle(event, at: now) }

  @discardableResult
  mutating func handle(_ events: [SyncEvent]) -> [SyncOrder] {
    var last: [SyncOrder] = []
    for event in events { last = handle(event) }
    return last
  }

  static let standing = SyncStanding(isZoneKnown: true, isSweeping: false, hasToken: true)

  /// Signed in, subscribed, everything fetched, nothing to send.
  static func resting(pushed: Bool = true) -> MachineRig {
    var rig = MachineRig(pushed: pushed)
    if !pushed { rig.handle(.started) }
    rig.handle([
      .accountChecked(.ours(standing)), .subscribed, .pageApplied(moreComing: false, hadChanges: false),
    ])
    // The connection to push came while the first fetch was wanted anyway, so one more is harmless.
    while rig.machine.phase == .fetching {
      rig.handle(.pageApplied(moreComing: false, hadChanges: false))
    }
    rig.handle(.nothingToSend)
    rig.now += 10_000
    return rig
  }

  /// A batch is on its way.
  static func sending() -> MachineRig {
    var rig = resting()
    rig.handle(.localChange)
    return rig
  }

  static func fetching() -> MachineRig {
    var rig = resting()
    rig.handle(.remoteHint)
    return rig
  }
}

extension SyncEvent {
  static func failed(_ code: CloudErrorCode, retryAfter: Double? = nil, records: Int = 0) -> SyncEvent {
    .failed(CloudFailure(code: code, reason: "", retryAfter: retryAfter), records: records)
  }

  /// The only record of a batch that was refused as a whole was parked.
  static func parked(_ code: CloudErrorCode) -> SyncEvent {
    .sent(SendTally(parked: 1, refusal: CloudFailure(code: code, reason: "")))
  }
}

extension [SyncOrder] {
  /// When a wake-up is wanted.
  var wakeTime: Int64? {
    for case .wake(let time) in self { return time }
    return nil
  }
}
