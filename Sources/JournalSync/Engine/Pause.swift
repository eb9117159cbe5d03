/// A wait before something is tried again, which a clock that is set back does not make longer.
struct Pause: Hashable, Sendable {
  /// Milliseconds since 1970, and before: nil where nothing has to be waited for.
  private var until: Int64?
  private var length: Int64 = 0

  /// Waits so long from now on, or longer if it was to be longer anyway.
  mutating func extend(by milliseconds: Int64, at now: Int64) {
    let end = now + milliseconds
    guard until.map({ end > $0 }) ?? true else { return }
    until = end
    length = milliseconds
  }

  /// Notes the time: what lies further ahead than it ever was to be comes nearer.
  mutating func notice(_ now: Int64) { until = until.map { min($0, now + length) } }

  /// When it is over; nil where it is.
  func end(at now: Int64) -> Int64? { until.flatMap { $0 > now ? $0 : nil } }
}
