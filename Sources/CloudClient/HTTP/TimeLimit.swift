import Synchronization

/// Nothing happened for as long as was allowed.
struct TimedOut: Error, Hashable, Sendable {
  var seconds: Double
}

/// Notes that bytes came or went; the time limit then begins anew.
final class Progress: Sendable {
  private struct State {
    /// Seconds since the beginning.
    var last = 0.0
    var rate: BodyRate?
  }

  private let rule: BodyRate.Rule
  /// Seconds since the beginning.
  private let elapsed: @Sendable () -> Double
  private let state = Mutex(State())

  /// - Parameter rule: For the body of the answer.
  init(_ rule: BodyRate.Rule = BodyRate.Rule(), clock: some Clock<Duration> = ContinuousClock()) {
    self.rule = rule
    let began = clock.now
    elapsed = { began.duration(to: clock.now) / .seconds(1) }
  }

  /// - Parameter bytes: Of the body of an answer.
  func note(_ bytes: Int = 0) {
    let now = elapsed()
    state.withLock { state in
      state.last = now
      state.rate?.note(bytes)
    }
  }

  /// Notes that the body of an answer begins, which must not come too slowly.
  func beginBody() {
    let now = elapsed()
    state.withLock { state in
      state.last = now
      state.rate = BodyRate(rule, at: now)
    }
  }

  /// Seconds until it is time to look whether it takes too long: by then a body that begins now is not judged yet.
  ///
  /// - Parameter limit: Seconds without progress.
  fileprivate func untilNextLook(_ limit: Double) -> Duration {
    let now = elapsed()
    let end = state.withLock { min($0.last + limit, $0.rate?.end ?? now + rule.seconds) }
    return .milliseconds(max(0, Int64(((end - now) * 1000).rounded(.up))))
  }

  /// Why the wait is over; nil while it goes on.
  fileprivate func end(_ limit: Double) -> (any Error)? {
    let now = elapsed()
    return state.withLock { state in
      if now >= state.last + limit { return TimedOut(seconds: limit) }
      guard let rule = state.rate?.rule, state.rate?.isTooSlow(at: now) == true else { return nil }
      return TooSlow(rule: rule)
    }
  }
}

/// Runs `body`, and cancels it if it makes no progress for `seconds`, or if the body of its answer comes too slowly.
///
/// - Parameters:
///   - rule: For the body of the answer, from ``Progress/beginBody()`` on.
///   - clock: By which all of this is measured.
/// - Throws: ``TimedOut``, ``TooSlow``, or what `body` throws.
func withTimeLimit<Result: Sendable>(
  seconds: Double, _ rule: BodyRate.Rule = BodyRate.Rule(), clock: some Clock<Duration> = ContinuousClock(),
  _ body: @escaping @Sendable (Progress) async throws -> Result
) async throws -> Result {
  let progress = Progress(rule, clock: clock)
  return try await withThrowingTaskGroup(of: Result.self) { group in
    defer { group.cancelAll() }
    group.addTask { try await body(progress) }
    group.addTask {
      while true {
        try await clock.sleep(for: progress.untilNextLook(seconds))
        if let end = progress.end(seconds) { throw end }
      }
    }
    guard let result = try await group.next() else { throw TimedOut(seconds: seconds) }
    return result
  }
}
