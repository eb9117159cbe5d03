import SyncCore
import Testing

/// What a wrong clock stamped, brought to the server's time.
@Suite struct StampCorrectionTests {
  private let now: Int64 = 1_700_000_000_000

  private func stamp(_ milliseconds: Int64, _ counter: UInt16 = 0) -> HybridTime {
    HybridTime(milliseconds: UInt64(milliseconds), counter: counter, device: 7)
  }

  @Test func aClockThatIsAheadLosesWhatItIsAheadBy() {
    let year: Int64 = 31_536_000_000
    let moved = StampCorrection(shift: -year, now: now, movesUp: false).corrected([
      stamp(now - 5000 + year), stamp(now - 3000 + year, 2), stamp(now - 9000),
    ])
    // What was written before the clock went wrong stays where it is.
    #expect(
      moved == [
        stamp(now - 5000 + year): stamp(now - 5000), stamp(now - 3000 + year, 2): stamp(now - 3000, 2),
      ])
  }

  @Test func aClockThatBeganIn1970GetsTheTrueTimes() {
    let moved = StampCorrection(shift: now - 60_000, now: now, movesUp: true).corrected([stamp(1000), stamp(30_000)])
    #expect(moved == [stamp(1000): stamp(now - 59_000), stamp(30_000): stamp(now - 30_000)])
  }

  @Test func whereAServerWasAskedBeforeNothingMovesUp() {
    #expect(StampCorrection(shift: 60_000, now: now, movesUp: false).corrected([stamp(now - 90_000)]).isEmpty)
  }

  /// Order stays, nothing lies after the server's time, and doing it again changes nothing.
  @Test(arguments: 0..<200) func theOrderStaysAndNothingLiesAhead(_ seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ limit: Int64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33) % limit
    }
    var stamps: Set<HybridTime> = []
    let spread: Int64 = [10, 5000, 40_000_000][seed % 3]
    for _ in 0..<(1 + next(30)) { stamps.insert(stamp(now - spread / 2 + next(spread), UInt16(next(4)))) }
    if seed.isMultiple(of: 5) { stamps.insert(stamp(now + 10, .max)) }
    let shift = next(40_000_000) - 20_000_000
    let correction = StampCorrection(shift: shift, now: now, movesUp: seed.isMultiple(of: 2))
    let moved = correction.corrected(stamps)
    let places = stamps.sorted().map { moved[$0] ?? $0 }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    // A full counter carries into the next millisecond.
    #expect(places.allSatisfy { Int64($0.milliseconds) <= now + 1 })
    let again = StampCorrection(shift: 0, now: now + 1, movesUp: false).corrected(Set(places))
    #expect(again.isEmpty)
  }

  @Test func theClockTicksByTheServersTime() {
    var clock = HybridClock(device: 7, offset: -5000)
    #expect(clock.tick(wallClock: now) == stamp(now - 5000))
    clock.offset = .min
    #expect(clock.tick(wallClock: now) > stamp(now - 5000))
  }
}
