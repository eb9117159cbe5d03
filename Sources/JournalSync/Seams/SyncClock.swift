/// The time, and waiting for it.
package protocol SyncClock: Sendable {
  /// Milliseconds since 1970.
  func now() -> Int64
  /// Returns at that time, or throws once the task is cancelled.
  func sleep(until milliseconds: Int64) async throws
}
