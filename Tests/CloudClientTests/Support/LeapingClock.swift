import Synchronization

/// A clock on which whoever sleeps is at once as late as they wished to be.
final class LeapingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private let reached = Mutex(Duration.zero)

  var now: Instant { Instant(offset: reached.withLock { $0 }) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    reached.withLock { $0 = max($0, deadline.offset) }
  }
}
