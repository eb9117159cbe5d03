/// How far the server's clock is from this machine's, by the dates of its answers.
///
/// A date says a whole second, and is of some moment between request and answer; so each answer gives an interval in which
/// the difference lies, and several answers a narrower one. When one contradicts the others, a clock was set: it counts
/// alone then.
struct ServerClock: Hashable, Sendable {
  /// Milliseconds; nil until there was an answer.
  var offset: Int64? { bounds.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 } }

  private var bounds: ClosedRange<Int64>?

  /// - Parameters:
  ///   - date: Seconds since 1970 by the server's clock, rounded down.
  ///   - sentAt: Milliseconds by this machine's clock, as is `receivedAt`.
  mutating func note(date: Int, sentAt: Int64, receivedAt: Int64) {
    guard receivedAt >= sentAt else { return }
    let earliest = Int64(date) * 1000
    let sample = (earliest - receivedAt)...(earliest + 999 - sentAt)
    guard let bounds, bounds.overlaps(sample) else {
      self.bounds = sample
      return
    }
    self.bounds = bounds.clamped(to: sample)
  }
}
