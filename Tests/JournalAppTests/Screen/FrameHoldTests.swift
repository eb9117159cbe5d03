import JournalCore
import JournalUI
import Testing

@testable import JournalApp

/// When a frame waits for the days that it shows.
@Suite struct FrameHoldTests {
  private let day = CivilDate(daysSince1970: 20_000)
  private var request: DaysRequest { DaysRequest(days: day...day, today: day) }

  @Test func whatAsksForNoDaysIsDrawnAtOnce() {
    var hold = FrameHold()
    hold.note(.redraw, now: 0)
    let drawn = [hold.releases(isNew: true, now: 0), hold.releases(isNew: false, now: 0)]
    #expect(drawn == [true, false] && hold.timeout(now: 0) == nil)
  }

  @Test func aFrameWaitsForAllThatItShows() {
    var hold = FrameHold()
    hold.note(.loadDays(request), now: 100)
    hold.note(.loadDay(day), now: 101)
    var drawn = [hold.releases(isNew: true, now: 101)]
    #expect(hold.timeout(now: 101) == 24)
    hold.hear(.dayLoaded(DayPage(date: day, entries: [], otherYears: [])))
    drawn.append(hold.releases(isNew: true, now: 102))
    hold.hear(.failed(.loadDays(request), Failure("No.")))
    drawn.append(hold.releases(isNew: true, now: 103))
    #expect(drawn == [false, false, true] && hold.timeout(now: 103) == nil)
  }

  /// What was not answered in time holds nothing up any more, and the next frame may wait again.
  @Test func itDoesNotWaitForLong() {
    var hold = FrameHold()
    hold.note(.loadDays(request), now: 100)
    var drawn = [hold.releases(isNew: true, now: 124)]
    #expect(hold.timeout(now: 130) == 0)
    drawn += [hold.releases(isNew: false, now: 125), hold.releases(isNew: true, now: 126)]
    hold.note(.loadDay(day), now: 200)
    drawn.append(hold.releases(isNew: true, now: 210))
    #expect(drawn == [false, true, true, false])
  }

  /// A person who goes on asking sees something meanwhile.
  @Test func askingAgainDoesNotMakeItLonger() {
    var hold = FrameHold()
    for now in stride(from: Int64(0), to: 30, by: 10) { hold.note(.loadDay(day), now: now) }
    let isDrawn = hold.releases(isNew: true, now: FrameHold.longest)
    #expect(isDrawn)
  }
}
