import JournalSync

/// A clock made of two functions, where time is not the machine's own.
struct ComposedClock: SyncClock {
  private let time: @Sendable () -> Int64
  private let pause: @Sendable (_ until: Int64) async throws -> Void

  init(
    now time: @escaping @Sendable () -> Int64, pause: @escaping @Sendable (_ until: Int64) async throws -> Void
  ) {
    (self.time, self.pause) = (time, pause)
  }

  func now() -> Int64 { time() }
  func sleep(until milliseconds: Int64) async throws { try await pause(milliseconds) }
}
