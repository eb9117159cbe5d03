import CloudRecord

extension SyncMachine {
  /// A kind of order that waits after its own failures; the success of another kind does not shorten that wait.
  enum Lane: Hashable, Sendable, CaseIterable {
    case account, zone, subscription, sweep, fetch, sweepEnd, lookUp, send, person

    init(_ order: Activity) {
      self =
        switch order {
        case .checkingAccount: .account
        case .makingZone: .zone
        case .subscribing: .subscription
        case .beginningSweep: .sweep
        case .fetching, .applying: .fetch
        case .finishingSweep: .sweepEnd
        case .lookingUp, .merging: .lookUp
        case .selecting, .sending, .committing: .send
        case .answering, .leavingLocal: .person
        }
    }
  }

  /// How one lane has fared since it last succeeded.
  struct Wait: Hashable, Sendable {
    var backoff: Backoff
    /// Milliseconds since 1970.
    var notBefore = SyncMachine.atOnce
    var trouble: SyncTrouble?
  }

  static func waits(seed: UInt64) -> [Lane: Wait] {
    var waits: [Lane: Wait] = [:]
    for (number, lane) in Lane.allCases.enumerated() {
      waits[lane] = Wait(backoff: Backoff(seed: seed &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03))
    }
    return waits
  }

  /// Makes an order wait after a failure; the limit of the wait doubles with each one.
  mutating func wait(for trouble: SyncTrouble, in order: Activity, at now: Int64) {
    let lane = Lane(order)
    self.trouble = trouble
    waits[lane]?.trouble = trouble
    if let pause = waits[lane]?.backoff.next() { waits[lane]?.notBefore = now + pause }
  }

  /// Notes that an order succeeded: its next failure is a first one.
  mutating func succeeded(_ order: Activity) {
    let lane = Lane(order)
    waits[lane]?.backoff.reset()
    waits[lane]?.notBefore = SyncMachine.atOnce
    waits[lane]?.trouble = nil
  }

  /// Makes a look-up that a failed order led to wait as long as that order.
  mutating func hold(_ lane: Lane, behind order: Activity) {
    guard let time = waits[Lane(order)]?.notBefore, let own = waits[lane]?.notBefore else { return }
    waits[lane]?.notBefore = max(own, time)
  }

  /// Ends the waits after failures.
  ///
  /// - Parameter forgetsFailures: Whether the next failure is a first one.
  mutating func endWaits(forgetsFailures: Bool) {
    for lane in Lane.allCases {
      waits[lane]?.notBefore = SyncMachine.atOnce
      if forgetsFailures { waits[lane]?.backoff.reset() }
    }
  }

  /// When an order may begin: milliseconds since 1970.
  func earliest(_ lane: Lane) -> Int64 { max(waits[lane]?.notBefore ?? SyncMachine.atOnce, heldUntil) }

  /// The largest number of failures in a row of one kind of order.
  package var failuresInARow: Int { waits.values.map(\.backoff.attempts).max() ?? 0 }

  /// The failure of a batch of which the server took nothing and gave no reason.
  static let takenInPart = CloudFailure(code: .batchRequestFailed, reason: "")

  // MARK: Pages that lead nowhere

  /// After so many pages in a row without a record or a new position, the next fetch waits.
  static let mostIdlePages = 3

  /// Counts pages that bring the fetch no nearer to its end; a server may send the same ones without end.
  mutating func countPage(isProgress: Bool, at now: Int64) {
    guard !isProgress else {
      idlePages = 0
      succeeded(.fetching)
      progressAt = now
      return
    }
    idlePages += 1
    guard idlePages >= SyncMachine.mostIdlePages else { return }
    let failure = CloudFailure(code: .internalError, reason: "it announces more and sends nothing")
    wait(for: .request(failure), in: .fetching, at: now)
  }
}
