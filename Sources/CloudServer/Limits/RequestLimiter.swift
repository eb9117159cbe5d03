import Synchronization

/// A bucket of permissions for each caller, filled at a steady rate: bursts pass, floods do not.
package final class RequestLimiter: Sendable {
  private struct Bucket {
    var permissions: Double
    /// Milliseconds.
    var filledAt: Int64
  }

  /// Callers that are remembered; beyond it, those whose buckets are full are forgotten, which changes nothing for them.
  private static let capacity = 20_000

  private let rate: Double
  private let burst: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  /// - Parameters:
  ///   - rate: Permissions a second.
  ///   - burst: Permissions that are there at first, and at most.
  package init(rate: Double, burst: Double) {
    (self.rate, self.burst) = (rate, burst)
  }

  /// Takes a permission.
  ///
  /// - Parameter now: Milliseconds of a clock that only runs forwards; a moment before the latest one gives nothing, and
  ///   what comes after it is not given twice.
  /// - Returns: nil if there was one, else the whole seconds until there is, at least 1.
  package func take(_ caller: String, now: Int64) -> Int? {
    buckets.withLock { buckets in
      if buckets.count >= Self.capacity, buckets[caller] == nil { forgetFull(&buckets, now: now) }
      var bucket = buckets[caller] ?? Bucket(permissions: burst, filledAt: now)
      bucket = filled(bucket, now: now)
      defer { buckets[caller] = bucket }
      guard bucket.permissions >= 1 else {
        return max(1, Int(((1 - bucket.permissions) / rate).rounded(.up)))
      }
      bucket.permissions -= 1
      return nil
    }
  }

  private func filled(_ bucket: Bucket, now: Int64) -> Bucket {
    let elapsed = max(0, now - bucket.filledAt)
    return Bucket(
      permissions: min(burst, bucket.permissions + Double(elapsed) / 1000 * rate), filledAt: bucket.filledAt + elapsed)
  }

  private func forgetFull(_ buckets: inout [String: Bucket], now: Int64) {
    buckets = buckets.filter { filled($0.value, now: now).permissions < burst }
    // Only a flood from as many addresses gets here: then better to begin anew than to grow without end.
    if buckets.count >= Self.capacity { buckets = [:] }
  }
}
