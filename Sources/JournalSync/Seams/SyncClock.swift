/// The time, and waiting for it.
package protocol SyncClock: Sendable {
  /// Milliseconds since 1970.
  func now() -> Int64
  /// Returns at that time, or throws once the task is cancelled.
  func sleep(until milliseconds: Int64) async throws
}

/// A clock made of two functions, where time is not the machine's own.
package struct ComposedClock: SyncClock {
  private let time: @Sendable () -> Int64
  private let pause: @Sendable (_ until: Int64) async throws -> Void

  package init(
    now time: @escaping @Sendable () -> Int64, pause: @escaping @Sendable (_ until: Int64) async throws -> Void
  ) {
    self.time = time
    self.pause = pause
  }

  package func now() -> Int64 { time() }
  package func sleep(until milliseconds: Int64) async throws { try await pause(milliseconds) }
}
