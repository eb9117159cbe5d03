/// How far the server's clock is from this machine's, by the dates of its answers.
///
/// A date is a whole second, of some moment between request and answer; so each answer gives an interval in which the
/// difference lies, and several answers give a narrower one. If an answer contradicts the others, a clock was set, and
/// only that answer counts.
struct ClockComparison: Hashable, Sendable {
  /// The server's clock less this machine's, in milliseconds; nil before the first answer.
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
