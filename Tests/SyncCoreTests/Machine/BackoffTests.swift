import SyncCore
import Testing

@Suite struct BackoffTests {
  @Test func waitsGrowToTheCapAndNeverBeyond() {
    var backoff = Backoff(seed: 7)
    var longest: [Int64] = []
    for _ in 0..<40 { longest.append(backoff.next()) }
    for (attempt, wait) in longest.enumerated() {
      #expect(wait >= 0)
      #expect(wait <= min(Backoff.cap, Backoff.first << Int64(min(attempt, 16))))
    }
    #expect(longest.contains { $0 > Backoff.cap / 2 })
  }

  @Test func aSeedGivesTheSameWaits() {
    var one = Backoff(seed: 99)
    var other = Backoff(seed: 99)
    var third = Backoff(seed: 100)
    let waits = (0..<10).map { _ in one.next() }
    #expect(waits == (0..<10).map { _ in other.next() })
    #expect(waits != (0..<10).map { _ in third.next() })
  }

  @Test func successBeginsAnew() {
    var backoff = Backoff(seed: 1)
    for _ in 0..<10 { _ = backoff.next() }
    backoff.reset()
    #expect(backoff.attempts == 0)
    #expect(backoff.next() <= Backoff.first)
  }
}
