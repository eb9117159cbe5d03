import CloudRecord
import CloudServer
import Dispatch
import Synchronization
import Testing

@Suite struct LimitTests {
  @Test func aBucketFillsAtItsRate() {
    let limiter = RequestLimiter(rate: 2, burst: 3)
    for _ in 0..<3 { #expect(limiter.take("a", now: 0) == nil) }
    #expect(limiter.take("a", now: 0) == 1)
    #expect(limiter.take("b", now: 0) == nil)
    #expect(limiter.take("a", now: 499) == 1)
    #expect(limiter.take("a", now: 500) == nil)
    #expect(limiter.take("a", now: 400) == 1)
    for _ in 0..<3 { #expect(limiter.take("a", now: 1_000_000) == nil) }
    #expect(limiter.take("a", now: 1_000_000) == 1)
  }

  @Test func aClockThatGoesBackAndForwardGivesNothingTwice() {
    let limiter = RequestLimiter(rate: 1, burst: 2)
    for _ in 0..<2 { #expect(limiter.take("a", now: 10_000) == nil) }
    for _ in 0..<5 {
      #expect(limiter.take("a", now: 0) == 1)
      #expect(limiter.take("a", now: 10_000) == 1)
    }
    #expect(limiter.take("a", now: 11_000) == nil)
    #expect(limiter.take("a", now: 11_000) == 1)
  }

  @Test func aFloodOfCallersIsForgottenAgain() {
    let limiter = RequestLimiter(rate: 1, burst: 1)
    for number in 0..<50_000 { #expect(limiter.take("\(number)", now: Int64(number)) == nil) }
  }

  @Test func delaysDoubleUpToAQuarterOfAnHour() {
    let limiter = SignInLimiter()
    var now: Int64 = 0
    var waits: [Int] = []
    for _ in 0..<13 {
      #expect(limiter.admit(account: "ann", network: "n", now: now) == nil)
      limiter.failed(account: "Ann", network: "n", now: now)
      let wait = limiter.admit(account: "ANN", network: "n", now: now) ?? 0
      waits.append(wait)
      now += Int64(wait) * 1000 + 3000
    }
    #expect(waits == [0, 0, 0, 0, 15, 30, 60, 120, 240, 480, 900, 900, 900])
    #expect(waits.prefix { $0 == 0 }.count == SignInLimiter.freeFailures)
    #expect(limiter.admit(account: "ann", network: "other", now: now) == nil)
    limiter.succeeded(account: "ann", network: "n")
    limiter.failed(account: "ann", network: "n", now: now)
    #expect(limiter.admit(account: "ann", network: "n", now: now) == nil)
  }

  /// A name is kept as a digest: it may be as long as a body, and its last letter counts all the same.
  @Test func longNamesAreToldApart() {
    let limiter = SignInLimiter()
    let long = String(repeating: "x", count: 65_000)
    for _ in 0...SignInLimiter.freeFailures { limiter.failed(account: long + "A", network: "n", now: 0) }
    #expect(limiter.admit(account: long + "a", network: "n", now: 0) == 15)
    #expect(limiter.admit(account: long + "b", network: "n", now: 0) == nil)
  }

  @Test func oneNetworkTriesTwentyTimesAMinute() {
    let limiter = SignInLimiter()
    for number in 0..<20 { #expect(limiter.admit(account: "\(number)", network: "n", now: 0) == nil) }
    #expect(limiter.admit(account: "x", network: "n", now: 0) == 3)
    #expect(limiter.admit(account: "x", network: "n", now: 3000) == nil)
  }

  @Test(arguments: [
    ("192.0.2.7", "192.0.2"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"), ("2001:db8::1", "2001:db8:0:0"),
    ("::1", "0:0:0:0"), ("fe80::1%eth0", "fe80:0:0:0"), ("::ffff:192.0.2.7", "192.0.2"), ("nonsense", "nonsense"),
    ("1:2:3", "1:2:3"), ("::1::", "::1::"), ("", ""),
  ]) func networksAreWhatOneCustomerHas(_ address: String, _ network: String) {
    #expect(NetworkPrefix.of(address) == network)
  }

  @Test func hashingIsBounded() async throws {
    let pool = PasswordPool(running: 1, waiting: 0)
    let gate = Gate()
    async let first: Void = pool.run { gate.wait() }
    while !gate.isReached { await Task.yield() }
    let refused = await #expect(throws: ServiceError.self) { try await pool.run {} }
    #expect(refused?.code == .tryAgainLater)
    #expect(refused?.retryAfter == 5)
    gate.open()
    try await first
    try await pool.run {}
    try await pool.shutDown()
  }
}

/// Lets a thread wait until a test has seen it.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let reached = Mutex(false)

  var isReached: Bool { reached.withLock { $0 } }

  func wait() {
    reached.withLock { $0 = true }
    semaphore.wait()
  }

  func open() { semaphore.signal() }
}
