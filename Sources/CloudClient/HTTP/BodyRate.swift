/// How fast a body comes: one that drips in would otherwise be waited for as long as its sender likes.
///
/// It is looked at over whole stretches of time, so that a line that stands still for a while and then makes up for it is
/// none that is too slow.
struct BodyRate: Hashable, Sendable {
  /// Less than so many bytes a second over so many seconds is too slow.
  struct Rule: Hashable, Sendable {
    var bytesPerSecond = 1024
    var seconds = 600.0
  }

  let rule: Rule
  /// When the stretch under way is over, in seconds of whichever clock.
  private(set) var end: Double
  private var bytes = 0

  init(_ rule: Rule, at now: Double) {
    self.rule = rule
    end = now + rule.seconds
  }

  mutating func note(_ count: Int) { bytes += count }

  /// Ends a stretch that is over, and begins the next one; whether that one was too slow.
  mutating func isTooSlow(at now: Double) -> Bool {
    guard now >= end else { return false }
    defer {
      bytes = 0
      end = now + rule.seconds
    }
    return Double(bytes) < Double(rule.bytesPerSecond) * rule.seconds
  }
}

/// A body came, and too slowly.
struct TooSlow: Error, Hashable, Sendable {
  var rule: BodyRate.Rule
}
