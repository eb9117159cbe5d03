import Synchronization

/// Nothing happened for as long as was allowed.
struct TimedOut: Error, Hashable, Sendable {
  var seconds: Double
}

/// Notes that bytes came or went, which begins the time that is allowed anew.
final class Progress: Sendable {
  private let last = Mutex(ContinuousClock.now)

  func note() { last.withLock { $0 = .now } }

  var latest: ContinuousClock.Instant { last.withLock { $0 } }
}

/// Runs `body` and cancels it when it has made no progress for `seconds`.
///
/// - Throws: ``TimedOut``, or what `body` throws.
func withTimeLimit<Result: Sendable>(
  seconds: Double, _ body: @escaping @Sendable (Progress) async throws -> Result
) async throws -> Result {
  let progress = Progress()
  let limit = Duration.milliseconds(Int64(seconds * 1000))
  return try await withThrowingTaskGroup(of: Result?.self) { group in
    defer { group.cancelAll() }
    group.addTask { try await body(progress) }
    group.addTask {
      var deadline = progress.latest + limit
      while true {
        try await ContinuousClock().sleep(until: deadline)
        let next = progress.latest + limit
        if next <= deadline { return nil }
        deadline = next
      }
    }
    guard let first = try await group.next(), let result = first else { throw TimedOut(seconds: seconds) }
    return result
  }
}
