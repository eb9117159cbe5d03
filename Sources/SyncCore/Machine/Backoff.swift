/// How long to wait after failures: capped exponential with full jitter, from a seed.
package struct Backoff: Hashable, Sendable {
  /// Milliseconds.
  package static let first: Int64 = 1000
  package static let cap: Int64 = 300_000

  private var state: UInt64
  /// Failures since the last success.
  package private(set) var attempts = 0

  package init(seed: UInt64) { state = seed }

  package mutating func reset() { attempts = 0 }

  /// Milliseconds until the next try, from 0 to twice as many with each failure.
  package mutating func next() -> Int64 {
    let ceiling = min(Backoff.cap, Backoff.first << Int64(min(attempts, 16)))
    attempts += 1
    return Int64(random() % UInt64(ceiling + 1))
  }

  /// SplitMix64 (Steele, Lea, Flood, 2014).
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
