import CloudRecord

/// A kind of order, in the order in which things have to be: who, where, what is new, what goes away, what goes up.
///
/// Each waits after its own failures; the success of another kind does not shorten that wait.
enum Lane: Int, Hashable, Sendable, CaseIterable, Comparable {
  case account, keys, zone, subscription, sweep, fetch, sweepEnd, lookUp, send, person

  init(_ order: SyncOrder) {
    self =
      switch order {
      case .checkAccount: .account
      case .checkKeys: .keys
      case .makeZone: .zone
      case .subscribe: .subscription
      case .beginSweep: .sweep
      case .fetchPage: .fetch
      case .finishSweep: .sweepEnd
      case .lookUp: .lookUp
      case .sendBatch: .send
      case .carryOut, .leaveLocal, .releaseSetAside, .wake: .person
      }
  }

  static func < (one: Lane, other: Lane) -> Bool { one.rawValue < other.rawValue }
}

/// How long each kind of order has to wait: after its failures, and because the server asked for it.
struct LaneWaits: Hashable, Sendable {
  /// How one lane has fared since it last succeeded.
  private struct Wait: Hashable, Sendable {
    var backoff: Backoff
    /// Milliseconds since 1970.
    var notBefore = SyncMachine.atOnce
    var trouble: SyncTrouble?
  }

  private var waits: [Lane: Wait] = [:]
  /// The end of the pause that the server asked for; not even the person shortens it.
  private var heldUntil = SyncMachine.atOnce
  private var heldFor: Int64 = 0
  /// The end of a pause that this program makes by itself, such as after a key that is not the server's; a person ends it.
  private var pausedUntil = SyncMachine.atOnce

  init(seed: UInt64) {
    // The keys come last here: the waits of a journal without any are what they are without this lane.
    for (number, lane) in (Lane.allCases.filter { $0 != .keys } + [.keys]).enumerated() {
      waits[lane] = Wait(backoff: Backoff(seed: seed &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03))
    }
  }

  /// Makes a lane wait after a failure; the limit of the wait doubles with each one.
  mutating func wait(_ lane: Lane, for trouble: SyncTrouble, at now: Int64) {
    waits[lane]?.trouble = trouble
    let pause = nextPause(of: lane)
    waits[lane]?.notBefore = now + pause
  }

  /// Counts a failure of a lane; the wait that follows, in milliseconds.
  mutating func nextPause(of lane: Lane) -> Int64 { waits[lane]?.backoff.next() ?? 0 }

  /// Notes that an order succeeded: its next failure is a first one.
  mutating func succeeded(_ lane: Lane) {
    waits[lane]?.backoff.reset()
    waits[lane]?.notBefore = SyncMachine.atOnce
    waits[lane]?.trouble = nil
  }

  /// Makes a lane wait as long as another one.
  mutating func hold(_ lane: Lane, behind other: Lane) {
    guard let time = waits[other]?.notBefore, let own = waits[lane]?.notBefore else { return }
    waits[lane]?.notBefore = max(own, time)
  }

  /// Notes how long the server wants to be left alone, whatever else follows, or how long it is in vain to ask.
  mutating func hold(_ failure: CloudFailure, at now: Int64) {
    guard let seconds = failure.retryAfter, seconds > 0 else { return }
    let pause = Int64((min(seconds, 86_400) * 1000).rounded(.up))
    // No server has said so where none has answered.
    guard failure.code != .networkFailure, failure.code != .networkUnavailable else {
      pausedUntil = max(pausedUntil, now + pause)
      return
    }
    heldFor = pause
    heldUntil = max(heldUntil, now + heldFor)
  }

  /// Ends the waits after failures.
  ///
  /// - Parameter forgetsFailures: Whether the next failure is a first one.
  mutating func end(forgetsFailures: Bool) {
    pausedUntil = SyncMachine.atOnce
    for lane in Lane.allCases {
      waits[lane]?.notBefore = SyncMachine.atOnce
      if forgetsFailures { waits[lane]?.backoff.reset() }
    }
  }

  /// Shortens waits that a clock set back would lengthen.
  mutating func forgetFarTimes(_ now: Int64) {
    for lane in Lane.allCases {
      if let time = waits[lane]?.notBefore { waits[lane]?.notBefore = min(time, now + Backoff.cap) }
    }
    heldUntil = min(heldUntil, now + heldFor)
    pausedUntil = min(pausedUntil, now + Backoff.cap)
  }

  /// When an order may begin: milliseconds since 1970.
  func earliest(_ lane: Lane) -> Int64 {
    max(waits[lane]?.notBefore ?? SyncMachine.atOnce, heldUntil, pausedUntil)
  }

  /// The failure for which a lane waits.
  func trouble(of lane: Lane) -> SyncTrouble? { waits[lane]?.trouble }

  /// The largest number of failures in a row of one kind of order.
  var failuresInARow: Int { waits.values.map(\.backoff.attempts).max() ?? 0 }
}
