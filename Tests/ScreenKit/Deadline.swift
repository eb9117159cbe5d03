import Glibc

/// A moment on the monotonic clock by which something must have happened.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) { end = .now + duration }

  var hasPassed: Bool { ContinuousClock.now >= end }

  /// What `poll` takes: milliseconds left, rounded up, never negative.
  var pollTimeout: Int32 {
    let left = end - .now
    guard left > .zero else { return 0 }
    return Int32(clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
  }
}

/// Waits until one of the descriptors is ready or the deadline passes; negative descriptors are left out.
///
/// - Returns: for each descriptor the events that happened, 0 for none.
func waitForEvents(_ wanted: [(descriptor: Int32, events: Int32)], until deadline: Deadline) -> [Int32] {
  var polled = wanted.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
  let count = poll(&polled, nfds_t(polled.count), deadline.pollTimeout)
  guard count > 0 else { return wanted.map { _ in 0 } }
  return polled.map { Int32($0.revents) }
}
