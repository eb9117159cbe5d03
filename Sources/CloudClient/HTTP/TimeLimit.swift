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

  private let began = ContinuousClock.now
  private let state = Mutex(State())

  private var elapsed: Double { (ContinuousClock.now - began) / .seconds(1) }

  /// - Parameter bytes: Of the body of an answer.
  func note(_ bytes: Int = 0) {
    let now = elapsed
    state.withLock { state in
      state.last = now
      state.rate?.note(bytes)
    }
  }

  /// Notes that the body of an answer begins, which must not come too slowly.
  func beginBody(_ rule: BodyRate.Rule) {
    let now = elapsed
    state.withLock { state in
      state.last = now
      state.rate = BodyRate(rule, at: now)
    }
  }

  /// When to look again whether it takes too long.
  ///
  /// - Parameter limit: Seconds without progress.
  fileprivate func nextLook(_ limit: Double) -> ContinuousClock.Instant {
    let end = state.withLock { min($0.last + limit, $0.rate?.end ?? .infinity) }
    return began + .milliseconds(Int64((end * 1000).rounded(.up)))
  }

  /// Why the wait is over; nil while it goes on.
  fileprivate func end(_ limit: Double) -> (any Error)? {
    let now = elapsed
    return state.withLock { state in
      if now >= state.last + limit { return TimedOut(seconds: limit) }
      guard let rule = state.rate?.rule, state.rate?.isTooSlow(at: now) == true else { return nil }
      return TooSlow(rule: rule)
    }
  }
}

/// Runs `body`, and cancels it if it makes no progress for `seconds`, or if the body of its answer comes too slowly.
///
/// - Throws: ``TimedOut``, ``TooSlow``, or what `body` throws.
func withTimeLimit<Result: Sendable>(
  seconds: Double, _ body: @escaping @Sendable (Progress) async throws -> Result
) async throws -> Result {
  let progress = Progress()
  return try await withThrowingTaskGroup(of: Result.self) { group in
    defer { group.cancelAll() }
    group.addTask { try await body(progress) }
    group.addTask {
      while true {
        try await ContinuousClock().sleep(until: progress.nextLook(seconds))
        if let end = progress.end(seconds) { throw end }
      }
    }
    guard let result = try await group.next() else { throw TimedOut(seconds: seconds) }
    return result
  }
}
