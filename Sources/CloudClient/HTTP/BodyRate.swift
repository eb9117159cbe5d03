/// How fast a body comes: without this, a sender of single bytes could keep a request waiting without end.
///
/// Each stretch of time is judged as a whole, so that a connection may stand still for a while and then make up for it.
struct BodyRate: Hashable, Sendable {
  /// Less than so many bytes a second over so many seconds is too slow.
  struct Rule: Hashable, Sendable {
    var bytesPerSecond = 1024
    var seconds = 600.0
  }

  let rule: Rule
  /// When the stretch under way is over, in seconds of the caller's clock.
  private(set) var end: Double
  private var bytes = 0

  init(_ rule: Rule, at now: Double) {
    self.rule = rule
    end = now + rule.seconds
  }

  mutating func note(_ count: Int) { bytes += count }

  /// Ends a stretch that is over, and begins the next one. Returns whether the one that ended was too slow.
  mutating func isTooSlow(at now: Double) -> Bool {
    guard now >= end else { return false }
    defer {
      bytes = 0
      end = now + rule.seconds
    }
    return Double(bytes) < Double(rule.bytesPerSecond) * rule.seconds
  }
}

/// A body came too slowly.
struct TooSlow: Error, Hashable, Sendable {
  var rule: BodyRate.Rule
}
