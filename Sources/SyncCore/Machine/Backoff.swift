/// How long to wait after failures: capped exponential with full jitter, from a seed.
package struct Backoff: Hashable, Sendable {
  /// The longest wait after the first failure, in milliseconds.
  package static let first: Int64 = 1000
  /// The longest wait of all, in milliseconds.
  package static let cap: Int64 = 300_000

  private var state: UInt64
  /// Failures since the last success.
  package private(set) var attempts = 0

  /// Starts without failures; equal seeds give equal waits.
  package init(seed: UInt64) { state = seed }

  /// Forgets the failures, after a success.
  package mutating func reset() { attempts = 0 }

  /// Counts a failure and returns the milliseconds until the next try: at random from 0 to a ceiling, which doubles
  /// with each failure from ``first`` up to ``cap``.
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
